"""Scoring tiles, bonus cards, favor tiles, town tiles, power actions: drawn, named and told from one entry of the data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from soloist.core.text import Text, Word, text
from soloist.display import glyphs
from soloist.display.components import components_in
from soloist.display.glyphs import COIN, POWER, VP, WORKER, Item, Mark, path, row, words
from soloist.display.screen import Component, Svg, el, icon, join, round_state
from soloist.games.packaged_data import read_toml
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import BONUS, CULTS, FAVORS, PACKAGE, POWER_ACTIONS, SCORING, TOWNS
from soloist.games.terra_mystica.display.amounts import amount

Entry = Mapping[str, Any]

_PRIEST = Mark(
    "tm-priest",
    path("M12 1.5a3.6 3.6 0 012.6 6.1c3.6 1.3 4.9 5 5.4 13.4H4c.5-8.4 1.8-12.1 5.4-13.4A3.6 3.6 0 0112 1.5Z"),
)
_STRUCTURES = {
    "dwelling": Mark("mk-plain", path("M3.5 21.5V11L12 3l8.5 8v10.5Z")),
    "trading_house": Mark("mk-plain", path("M1.8 21.5V11.5L8.3 6l5 4.3V7.3L17.7 2.5 22.2 7.3V21.5Z")),
    "temple": Mark("mk-plain", path("M2.5 21.5V15A9.6 9.6 0 0111 5.6V1.8h2V5.6A9.6 9.6 0 0121.5 15v6.5Z")),
    "stronghold": Mark("mk-plain", path("M1.8 21.5V3H6.4v3.7h3.5V3h4.2v3.7h3.5V3h4.6V21.5Z")),
    "sanctuary": Mark(
        "mk-plain",
        join([path("M1 21.5V15.5A11 10.5 0 0123 15.5V21.5Z"), path("M7 21v-5M12 21v-6M17 21v-5", "mk-inner")]),
    ),
}
#: what the data call a thing -> its mark
MARKS: dict[str, Mark] = {
    "coin": COIN,
    "worker": WORKER,
    "priest": _PRIEST,
    "power": POWER,
    "vp": VP,
    "spade": glyphs.line("spade"),
    "shipping_step": glyphs.line("shipping"),
    "shipping_level": glyphs.line("shipping"),
    "bridge": glyphs.line("bridge", glyphs.NOWHERE),
    "key": glyphs.line("lock", glyphs.NOWHERE),
    **{cult: glyphs.disc(f"tm-{cult} tm-mark-cult", cult) for cult in CULTS.names},
    **_STRUCTURES,
}
#: what a scoring tile counts -> what is built or done
_EVENTS = {
    "spade": ("spade",),
    "found_town": ("key",),
    "build_dwelling": ("dwelling",),
    "build_trading_house": ("trading_house",),
    "build_temple": ("temple",),
    "build_stronghold_or_sanctuary": ("stronghold", "sanctuary"),
}
#: what the data call a thing -> the name of its amount
_AMOUNTS = {"coin": "coins", "worker": "workers", "priest": "priests", "spade": "spades"}


def _entries(file: str, list_: str) -> dict[str, Entry]:
    return {e["id"]: e for e in read_toml(PACKAGE, f"data/{file}.toml")[list_]}


#: the power that each action of the game board costs, by its number
ACTION_POWER = {
    number: it["cost"]["power"]
    for id, it in _entries("power_actions", "action").items()
    if (number := POWER_ACTIONS.index(id)) is not None
}


@cache
def bonus_income(card: int) -> tuple[Item, ...]:
    """What a bonus card pays, as marks."""
    return tuple(_gains(_entries("bonus_cards", "bonus_card")[BONUS.names[card]]["income"]))


def _gains(effects: Sequence[Entry]) -> list[Item]:
    return [(MARKS[e["gain"]], e["n"]) for e in effects]


def _told(effects: Sequence[Entry]) -> tuple[Text, ...]:
    return tuple(_one(e["gain"], e["n"]) for e in effects)


def _one(gain: str, n: int) -> Text:
    if gain in ("bridge", "shipping_step"):
        return text(f"does.{gain}")
    return amount(_AMOUNTS.get(gain, gain), n)


def _sentence(parts: Sequence[Text]) -> Text:
    """What a component does, put together."""
    return text(f"does.{('one', 'two', 'three')[len(parts) - 1]}", **dict(zip("abc", parts, strict=False)))


def _rect(x: float, y: float, wide: float, high: float, round_: float, class_: str = "cm-card") -> Svg:
    return el("rect", x=x, y=y, width=wide, height=high, rx=round_, class_=class_)


def _octagon(x: float, y: float, size: float, class_: str = "cm-act") -> Svg:
    k, end = size * 0.29, size * 0.71
    return path(
        f"M{x + k:g} {y:g}h{end - k:g}l{k:g} {k:g}v{end - k:g}l{-k:g} {k:g}h{k - end:g}l{-k:g} {-k:g}v{k - end:g}Z",
        class_,
    )


def _vp(n: int | str, x: float, y: float, size: float) -> Svg:
    """The points in their seal, its middle at x, y."""
    return glyphs.draw((VP, n), x - size / 2, y, size)


# --------------------------------------------------------------------------------------------------------- bonus cards


def _bonus(entry: Entry) -> tuple[float, float, Svg, tuple[Text, ...]]:
    """A scroll: what it lets one do above, what it pays below; a card that only pays does so in the middle."""
    parts = [
        _rect(7, 10, 70, 76, 3),
        _rect(2, 3, 80, 14, 7, "cm-card cm-fill"),
        _rect(2, 79, 80, 14, 7, "cm-card cm-fill"),
    ]
    says = [text("does.income", gains=_told(entry["income"]))]
    if entry.get("action") == "bon1_spade":
        parts += [_octagon(25, 19, 34), icon("spade", 30, 24, 24, "mk-ink")]
        says.append(text("does.action_spade"))
    elif "action" in entry:
        four = zip(CULTS.names, ((28, 22), (42, 22), (28, 36), (42, 36)), strict=True)
        parts += [_octagon(25, 19, 34), *(icon(cult, x, y, 14, "mk-ink") for cult, (x, y) in four)]
        says.append(text("does.action_cult"))
    elif "shipping" in entry:
        parts += [icon("shipping", 16, 19, 32, "mk-line"), words(f"+{entry['shipping']}", 61, 43, 19)]
        says.append(text("does.shipping", n=entry["shipping"]))
    for at, it in enumerate(entry.get("pass_vp", ())):
        says.append(text("does.pass_vp", vp=it["vp"], per=Word(f"per.{it['per']}")))
        if not at:
            kinds: list[Item] = [(MARKS[p["per"]], None) for p in entry["pass_vp"]]
            parts.append(row([(VP, it["vp"]), "/", *kinds], 42, 36, 26, 66))
    alone = len(says) == 1
    parts.append(row(_gains(entry["income"]), 42, 48 if alone else 64, 36 if alone else 24, 62))
    return 84, 96, join(parts), tuple(says)


# ------------------------------------------------------------------------------------------------------- scoring tiles


def _scoring(entry: Entry) -> tuple[float, float, Svg, tuple[Text, ...]]:
    """Left what scores in the round, right what the cult pays after it."""
    event, vp, cult, per = entry["vp_for"]["event"], entry["vp_for"]["vp"], entry["cult"], entry["per"]
    counted = MARKS.get(cult, _PRIEST)
    counts: list[Item] = [(MARKS[kind], None) for kind in _EVENTS[event]]
    tint = f"tm-{cult} tm-tint" if cult in CULTS else "tm-tint"
    parts = [
        _rect(2, 2, 108, 72, 8),
        path("M66 3H102a7 7 0 017 7V66a7 7 0 01-7 7H66Z", tint),
        path("M66 8V68", "cm-cut"),
        row(counts, 34, 24, 27 if len(counts) == 1 else 23, 54),
        _vp(vp, 34, 53, 30),
        glyphs.draw((counted, None), 71, 21, 24),
        words(per, 101, 28, 18.5),
        path("M88 36v5M84.5 38.5l3.5 3.5 3.5-3.5", "cm-line"),
        row(_gains(entry["reward"]), 88, 57, 29.5, 41),
    ]
    what = Word(f"cult.{cult}") if cult in CULTS else Word("per.priests_on_cult_board")
    says = (
        text("does.scores", vp=vp, per=Word(f"per.{event}")),
        text("does.cult_bonus", per=per, cult=what, gains=_told(entry["reward"])),
    )
    return 112, 76, join(parts), says


# --------------------------------------------------------------------------------------------------------- favor tiles


def _favor(entry: Entry) -> tuple[float, float, Svg, tuple[Text, ...]]:
    """Left the cult and its steps, right what else the tile does."""
    ((cult, steps),) = entry["cult"].items()
    says = [text("does.steps", n=steps, cult=Word(f"cult.{cult}"))]
    parts = [
        _rect(2, 2, 100, 68, 34),
        path("M36 3A33 33 0 0036 69H44V3Z", f"tm-{cult} tm-mark-cult"),
        icon(cult, 11, 13, 26, "mk-paper"),
        *(path(f"M{20 + (i - (steps - 1) / 2) * 9:g} 56l4-5 4 5", "tm-chevron") for i in range(steps)),
    ]
    right: list[Item] = []
    if "income" in entry:
        right = _gains(entry["income"])
        says.append(text("does.income", gains=_told(entry["income"])))
    elif "build_vp" in entry:
        ((kind, vp),) = entry["build_vp"].items()
        right = [(MARKS[kind], None), (VP, vp)]
        says.append(text("does.scores", vp=vp, per=Word(f"per.build_{kind}")))
    elif "town_power_needed" in entry:
        right = [(MARKS["key"], None), (POWER, entry["town_power_needed"])]
        says.append(text("does.town_power", n=entry["town_power_needed"]))
    elif "action" in entry:
        parts += [_octagon(55, 20, 32), icon("catch-up", 61, 26, 20, "mk-ink")]
        says.append(text("does.action_cult"))
    elif "pass_vp_by_count" in entry:
        ((kind, by_count),) = entry["pass_vp_by_count"].items()
        right = [(MARKS[kind], None), (VP, f"≤{by_count[-1]}")]
        says.append(text("does.pass_vp_by_count", vp=tuple(by_count[1:]), per=Word(f"kinds.{kind}")))
    else:
        parts.append(words(f"+{steps}", 71, 46, 27))
    parts.append(row(right, 70, 36, 25, 46))
    return 104, 72, join(parts), tuple(says)


# ---------------------------------------------------------------------------------------------- town tiles and actions


def _town(entry: Entry) -> tuple[float, float, Svg, tuple[Text, ...]]:
    """A gate: points above, what it brings, a lock for each key in the sill."""
    keys, effects = entry["keys"], [e for e in entry["effect"] if "only" not in e]
    parts = [
        path("M4 76V34A40 32 0 0184 34V76Z", "cm-card"),
        path("M5 75V62H83V75Z", "cm-fill"),
        _vp(entry["vp"], 44, 25, 34),
    ]
    if len(effects) == len(CULTS.names):
        steps = effects[0]["n"]
        parts.append(row([(MARKS[e["gain"]], None) for e in effects], 44, 53, 17, 74))
        parts += [words(f"×{steps}", 70, 34, 13)] if steps > 1 else []
        gains: tuple[Text, ...] = (text("does.every_cult", n=steps),)
    else:
        parts.append(row(_gains(effects), 44, 52, 21, 74))
        gains = _told(effects)
    parts += [icon("lock", 35 + (i - (keys - 1) / 2) * 20, 60, 16, "mk-line") for i in range(keys)]
    return 88, 80, join(parts), (text("does.town", gains=(amount("vp", entry["vp"]), *gains, amount("keys", keys))),)


def _action(entry: Entry) -> tuple[float, float, Svg, tuple[Text, ...]]:
    """An octagon: its price on the upper edge, what it brings in the middle."""
    cost, effect = entry["cost"]["power"], entry["effect"][0]
    gain, n = effect["gain"], effect["n"]
    it: list[Item] = [(MARKS[gain], None)] * n if gain == "spade" else [(MARKS[gain], n)]
    parts = [
        _octagon(3, 3, 82),
        el("g", row(it, 44, 54, 36, 66), class_="tm-on-action"),
        glyphs.draw((POWER, cost), 31, 18, 26),
    ]
    return 88, 88, join(parts), (text("does.power_action", power=cost, gains=_told(entry["effect"])),)


# ------------------------------------------------------------------------------------------------------ by their names

_Draw = Callable[[Entry], tuple[float, float, Svg, tuple[Text, ...]]]
#: domain -> section of the words, file and list of the data, how one is drawn
_KINDS: dict[str, tuple[str, str, str, _Draw]] = {
    SCORING.id: ("scoring", "scoring_tiles", "scoring_tile", _scoring),
    BONUS.id: ("bonus", "bonus_cards", "bonus_card", _bonus),
    FAVORS.id: ("favor", "favor_tiles", "favor_tile", _favor),
    TOWNS.id: ("town", "town_tiles", "town_tile", _town),
    POWER_ACTIONS.id: ("action", "power_actions", "action", _action),
}
_SECTIONS = {section: domain for domain, (section, *_) in _KINDS.items()}


@cache
def component(domain: str, name: str) -> Component | None:
    """A tile, card or action space by its domain and name. Of those of Merchants of the Seas nothing is known to draw."""
    if domain not in _KINDS:
        return None
    section, file, list_, draw = _KINDS[domain]
    entry = _entries(file, list_).get(name)
    if entry is None or entry.get("where", "board") != "board":
        return None
    width, height, drawing, says = draw(entry)
    return Component(f"{domain} {name}", text(f"{section}.{name}"), _sentence(says), width, height, drawing)


#: the components that a sentence names
pictures = partial(components_in, sections=_SECTIONS, component=component)


def rounds(board: TerraMystica) -> tuple[tuple[Component, str], ...]:
    """The scoring tiles of the six rounds."""
    found = [component(SCORING.id, tile) for tile in board.setup.tiles]
    return tuple((it, round_state(i, board.round)) for i, it in enumerate(found, 1) if it is not None)
