"""The register of rulings: every house ruling and every group of stand-ins with its measured effect.

The effects are data in the game's folder (`effects.toml`), measured by `soloist lab rulings`, and are shown where the option
is chosen. The document for people is made of the same numbers.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from soloist.core.errors import UnreadableError
from soloist.core.game import Game
from soloist.core.text import Word, text
from soloist.lab.record import Row
from soloist.lab.rulings import Alternative
from soloist.modes.files import storage_error
from soloist.modes.words import Catalogue
from soloist.sim.charts import number as said_number
from soloist.sim.stats import half_width, mean, wilson

FILE = "effects.toml"
#: whose points are told: the Automa sits last in these games
HERS, YOURS = -1, 0


@dataclass(frozen=True, slots=True)
class Effect:
    """What one alternative changes: the share of her turns and of games, her points and yours, how often you win, each as a
    difference to the game as it is, with half a 95 % interval; `missed` games were thought to be the same and were not."""

    name: str
    to: str
    rule: str
    values: int
    games: int
    turns: float
    turns_from: float
    turns_to: float
    changed: float
    hers: float
    hers_within: float
    yours: float
    yours_within: float
    wins: float
    wins_within: float
    missed: int


def effects(some: Sequence[Alternative], rows: Sequence[Row]) -> list[Effect]:
    """The effects of alternatives, from games that were compared under all of them."""
    return [_effect(one, [row["compared"][at] for row in rows]) for at, one in enumerate(some)]


def _effect(one: Alternative, compared: Sequence[Row]) -> Effect:
    turns, changed = sum(c["turns"] for c in compared), sum(c["changed"] for c in compared)
    low, high = wilson(changed, max(turns, 1))
    hers = [c["after"][HERS] - c["before"][HERS] for c in compared]
    yours = [c["after"][YOURS] - c["before"][YOURS] for c in compared]
    wins = [_won(c["after"]) - _won(c["before"]) for c in compared]
    return Effect(
        name=one.name,
        to=one.to,
        rule=one.rule,
        values=len(one.values),
        games=len(compared),
        turns=changed / max(turns, 1),
        turns_from=low,
        turns_to=high,
        changed=mean([bool(c["other"]) for c in compared]),
        hers=mean(hers),
        hers_within=half_width(hers) or 0.0,
        yours=mean(yours),
        yours_within=half_width(yours) or 0.0,
        wins=mean(wins),
        wins_within=half_width(wins) or 0.0,
        missed=sum(c["missed"] for c in compared),
    )


def _won(scores: Sequence[int]) -> float:
    """1 for a win, a half for a tie."""
    return (scores[YOURS] > scores[HERS]) + 0.5 * (scores[YOURS] == scores[HERS])


# ------------------------------------------------------------------------------------------------------- kept as data


def as_toml(found: Sequence[Effect], *, commands: Sequence[str], version: str) -> str:
    """The effects as the file in the game's folder."""
    lines = [
        "# What each house ruling and each group of stand-ins changes, measured: differences to the game as it is, each",
        "# with half a 95 % interval. Written by `soloist lab`; do not edit.",
        "",
        f'version = "{version}"',
        f"commands = {json.dumps(list(commands))}",
    ]
    for effect in found:
        lines += ["", "[[effect]]"]
        for key, value in asdict(effect).items():
            told = (
                f"{value:.5f}" if isinstance(value, float) else str(value) if isinstance(value, int) else f'"{value}"'
            )
            lines.append(f"{key} = {told}")
    return "\n".join(lines) + "\n"


def read_effects(folders: Sequence[Path]) -> tuple[list[Effect], list[str]]:
    """The effects of several runs, and the commands that measured them."""
    found: list[Effect] = []
    commands: list[str] = []
    for folder in folders:
        path = folder / FILE
        try:
            told = tomllib.loads(path.read_text("utf-8"))
            found += [Effect(**entry) for entry in told["effect"]]
            commands += told["commands"]
        except OSError as why:
            raise storage_error(path, why) from why
        except (ValueError, KeyError, TypeError) as why:
            raise UnreadableError(text("lab.no_run", path=str(folder))) from why
    return found, commands


@cache
def known_effects(package: str) -> tuple[Effect, ...]:
    """The effects that were measured for a game; none where nobody has."""
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return ()
    told = tomllib.loads(file.read_text("utf-8"))
    return tuple(Effect(**entry) for entry in told["effect"])


def effect_of(game: Game, option: str, choice: str) -> Effect | None:
    """What choosing this instead of the default changes, if it was measured."""
    known: Mapping[tuple[str, str], Effect] = {(e.name, e.to): e for e in known_effects(game.package) if e.rule}
    return known.get((option, choice))


# -------------------------------------------------------------------------------------------------------- for people


def document(game: Game, found: Sequence[Effect], *, commands: Sequence[str]) -> str:
    """The register as a page of the documentation, in English."""
    words = Catalogue("en", game)

    def name(effect: Effect) -> str:
        title = words.words.get(f"label.{effect.name}", effect.name.replace("_", " "))
        to = words.words.get(f"choice.{effect.name}.{effect.to}", effect.to.replace("_", " "))
        return f"{title}: {to}"

    rulings = [effect for effect in found if effect.rule]
    stand_ins = [effect for effect in found if not effect.rule]
    columns = "her turns that change | games that change | her points | your points | you win"
    lines = [
        f"| rule | ruling: the other choice | {columns} |",
        "|---|---|---|---|---|---|---|",
        *(f"| {effect.rule} | {name(effect)} | {_row(effect)} |" for effect in rulings),
        "",
        f"| stand-ins | moved | {columns} |",
        "|---|---|---|---|---|---|---|",
        *(f"| {effect.name} ({effect.values} values) | {effect.to} | {_row(effect)} |" for effect in stand_ins),
    ]
    title = words.say(Word("game.title"))
    missed = sum(effect.missed for effect in found)
    games = sorted({effect.games for effect in found}, reverse=True)
    head = [
        f"## {title}",
        "",
        f"An agent against the Automa, level, factions and everything else drawn: {' and '.join(map(str, games))} games. "
        f"{missed} games were thought to be the same and were not.",
        "",
        "<!-- not run: hours -->",
        "",
        "```",
        *commands,
        "```",
        "",
    ]
    return "\n".join([*head, *lines]) + "\n"


def _row(effect: Effect) -> str:
    return " | ".join(
        (
            f"{said_number(100 * effect.turns)} %",
            f"{said_number(100 * effect.changed)} %",
            _signed(effect.hers, effect.hers_within),
            _signed(effect.yours, effect.yours_within),
            f"{_signed(100 * effect.wins, 100 * effect.wins_within)} %",
        )
    )


def signed(value: float) -> str:
    """A difference with its sign; what rounds to nothing has none."""
    said = said_number(value)
    return f"{'+' if value > 0 and said != said_number(0) else ''}{said}"


def _signed(value: float, within: float) -> str:
    return f"{signed(value)} ± {said_number(within)}"
