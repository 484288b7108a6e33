"""The form of an experiment, and the experiment file that it describes."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from soloist.agents import list_agents
from soloist.core.errors import UnknownError
from soloist.core.rulebook import DIGITAL, Option, Rulebook
from soloist.core.text import Word, text
from soloist.lab.plots.experiment_plots import say_agent
from soloist.lab.rulings import group_of_key, list_alternatives
from soloist.manifest import Datum, Game
from soloist.session import serialize
from soloist.session.documents import read_toml
from soloist.session.words import Catalogue
from soloist.web.routes.forms import Form

#: defaults of the form
_SEED, _AGENT = "36", "greedy"
#: games that share a set-up, if that is chosen
_LUCK = 2
#: the level of a game without an Automa
_NO_AUTOMA = "none"
#: the fields of the factions, the agent's first; the value for a faction that is drawn for every game
SIDES, DRAWN = ("side", "her_side"), "random"
Data = dict[str, Any]


def _can_vary(option: Option) -> bool:
    return bool(option.ruling) and len(option.offered or option.choices) > 1


def form_of(form: Form | None, game: Game, words: Catalogue, games: int) -> Data:
    """Return everything that the form offers and what is chosen: the defaults, or the fields of `form`."""
    book = game.rulebook(DIGITAL)
    options = {option.key: option for option in book.options}
    return {
        "agents": [
            (name, say_agent(name, words), name in (form.all("agent") if form else [_AGENT]))
            for name in list_agents(book)
        ],
        "levels": [
            (
                value,
                serialize.say_option_value(options["level"], value, words),
                form is None or value in form.all("level"),
            )
            for value in _levels(book)
        ],
        "sides": _list_sides(book, words, form),
        "rulings": [_make_ruling(option, words, form) for option in options.values() if _can_vary(option)],
        "stand_ins": _list_groups(game, words, form),
        "title": form.get("title") if form else words.say(Word("game.title")),
        "games_each": form.get("games") if form else str(games),
        "seed": form.get("seed") if form else _SEED,
        "luck": bool(form and form.get("luck")),
    }


def _levels(book: Rulebook) -> list[str]:
    """Return the levels with an Automa."""
    choices = (option.choices for option in book.options if option.key == "level")
    return [level for level in next(choices, ()) if level != _NO_AUTOMA]


def _list_sides(book: Rulebook, words: Catalogue, form: Form | None) -> list[Data]:
    """Return the factions to choose for the agent and for Automa, each with whether it is chosen."""
    found = []
    for field, key in zip(SIDES, book.factions, strict=True):
        option = next((option for option in book.options if option.key == key), None)
        if option is not None:
            chosen = form.get(field, DRAWN) if form else DRAWN
            sides = [
                (value, serialize.say_option_value(option, value, words), value == chosen)
                for value in _factions(option)
            ]
            found.append({"name": field, "label": words.say(Word(f"lab.page.{field}")), "choices": sides})
    return found


def _factions(option: Option) -> list[str]:
    return [value for value in option.offered or option.choices or option.pool if value not in (DRAWN, "none")]


def _make_ruling(option: Option, words: Catalogue, form: Form | None) -> Data:
    return {
        "key": option.key,
        "label": words.say(text(f"label.{option.key}")),
        "rule": option.ruling,
        "choices": [serialize.say_option_value(option, choice, words) for choice in option.offered or option.choices],
        "on": form is not None and option.key in form.all("ruling"),
    }


def _list_groups(game: Game, words: Catalogue, form: Form | None) -> list[Data]:
    """Return the groups of placeholder values, each with the number of its values."""
    found: dict[str, Data] = {}
    for datum in game.data(None):
        if datum.has_stand_in:
            key = group_of_key(datum.key)
            chosen = form is not None and key in form.all("stand_in")
            found.setdefault(key, {"key": key, "label": words.say(datum.group), "n": 0, "on": chosen})["n"] += 1
    return list(found.values())


def _seat(who: str, side: str) -> str:
    return who if side == DRAWN else f"{who}:{side}"


def first_of(game: Game, games: int) -> Data:
    """Return the experiment to offer when there is none yet: `games` games at every level."""
    levels = _levels(game.rulebook(DIGITAL))
    fields = [("agent", _AGENT), *(("level", level) for level in levels), ("games", str(games)), ("seed", _SEED)]
    return {"fields": fields, "games": games * max(1, len(levels))}


def form_again(source: str) -> Form:
    """Return the form that describes an experiment file, to change it and run it again."""
    told = read_toml(source)
    who, hers = (f"{seat}:::".split(":") for seat in told["seats"].split(",")[:2])
    varied = told.get("vary", {})
    changes = told.get("change", [])
    fields = [
        *((key, str(told.get(key, ""))) for key in ("title", "game", "games", "seed")),
        (SIDES[0], who[1] or DRAWN),
        (SIDES[1], hers[2] or DRAWN),
        *(("agent", agent) for agent in varied.get("agent", [who[0]])),
        *(("level", level) for level in varied.get("level", ())),
        *(("ruling", key) for change in changes for key in change.get("options", ())),
        *(("stand_in", group_of_key(key)) for change in changes for key in change.get("values", ())),
    ]
    return Form([*fields, ("luck", "yes")] if "luck" in told else fields)


def experiment_of(form: Form, game: Game, words: Catalogue) -> str:
    """Return the experiment file that the form describes. Raises `UnknownError` for an unknown ruling or group.

    The levels are varied; each ruling is a change of its own, and so is each placeholder of the chosen groups, moved
    both ways.
    """
    book = game.rulebook(DIGITAL)
    options = {option.key: option for option in book.options}
    games, agents = form.get("games"), form.all("agent")
    side, hers = (form.get(field, DRAWN)[:40] for field in SIDES)
    seats = (_seat(agents[0] if agents else _AGENT, side), _seat("automa:", hers).removesuffix(":"))
    lines = [
        f"title = {json.dumps(form.get('title')[:80] or words.say(Word('game.title')), ensure_ascii=False)}",
        f"game = {json.dumps(game.id)}",
        f"seats = {json.dumps(','.join(seats))}",
        f"games = {int(games) if games.isascii() and games.isdigit() and len(games) < 8 else 0}",
        f"seed = {json.dumps(form.get('seed', _SEED)[:40])}",
    ]
    if form.get("luck"):
        lines.append(f"luck = {_LUCK}")
    varied = {"agent": agents if len(agents) > 1 else [], "level": form.all("level")}
    if any(varied.values()):
        lines += ["", "[vary]", *(f"{key} = {json.dumps(values)}" for key, values in varied.items() if values)]
    for key in form.all("ruling"):
        option = options.get(key)
        if option is None or not _can_vary(option):
            raise UnknownError(text("lab.no_ruling", got=key))
        other = next(choice for choice in option.offered or option.choices if choice != option.default)
        label = words.say(text(f"label.{key}"))
        name = json.dumps(
            f"{label}: {serialize.say_option_value(option, other, words)} ({option.ruling})", ensure_ascii=False
        )
        lines += ["", "[[change]]", f"name = {name}", f"options = {{ {json.dumps(key)} = {json.dumps(other)} }}"]
    for name, key, value in _moved(form.all("stand_in"), game, words):
        said = json.dumps(name, ensure_ascii=False)
        moved = f"{json.dumps(key)} = {json.dumps(value, ensure_ascii=False)}"
        lines += ["", "[[change]]", f"name = {said}", f"values = {{ {moved} }}"]
    return "\n".join(lines) + "\n"


def _moved(groups: list[str], game: Game, words: Catalogue) -> list[tuple[str, str, str]]:
    """Return each placeholder of these groups moved up and down, one at a time: name of the change, key, value."""
    if not groups:
        return []
    data = {datum.key: datum for datum in game.data(None) if datum.has_stand_in}
    known = {group_of_key(key) for key in data}
    for group in groups:
        if group not in known:
            raise UnknownError(text("lab.no_ruling", got=group))
    names = Counter(words.say(datum.name) for datum in data.values())

    def name(datum: Datum) -> str:
        said = words.say(datum.name)
        return said if names[said] == 1 else f"{said} ({datum.key})"

    return [
        (f"{name(data[one.name])}: {words.say(Word(f'lab.way.{one.to}'))}", key, value)
        for one in list_alternatives(game, one_by_one=True)
        for key, value in one.values
        if group_of_key(one.name) in groups
    ]
