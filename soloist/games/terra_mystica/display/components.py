"""Scoring tiles, bonus cards, favor tiles, town tiles and power actions: drawn, named and described from their data
entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from soloist.core.text import Text, Word, text
from soloist.display import glyphs
from soloist.display.components import find_components
from soloist.display.glyphs import COIN, POWER, VP, WORKER, Glyph, Item, draw_path, draw_row, draw_words
from soloist.display.screen import Component, Svg, draw_icon, join_markup, make_element, state_of_round
from soloist.games.packaged_data import read_toml
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import BONUS, CULTS, FAVORS, PACKAGE, POWER_ACTIONS, SCORING, TOWNS
from soloist.games.terra_mystica.display.amounts import say_amount

Entry = Mapping[str, Any]

_PRIEST = Glyph(
    "tm-priest",
    draw_path("M12 1.5a3.6 3.6 0 012.6 6.1c3.6 1.3 4.9 5 5.4 13.4H4c.5-8.4 1.8-12.1 5.4-13.4A3.6 3.6 0 0112 1.5Z"),
)
_STRUCTURES = {
    "dwelling": Glyph("mk-plain", draw_path("M3.5 21.5V11L12 3l8.5 8v10.5Z")),
    "trading_house": Glyph("mk-plain", draw_path("M1.8 21.5V11.5L8.3 6l5 4.3V7.3L17.7 2.5 22.2 7.3V21.5Z")),
    "temple": Glyph("mk-plain", draw_path("M2.5 21.5V15A9.6 9.6 0 0111 5.6V1.8h2V5.6A9.6 9.6 0 0121.5 15v6.5Z")),
    "stronghold": Glyph("mk-plain", draw_path("M1.8 21.5V3H6.4v3.7h3.5V3h4.2v3.7h3.5V3h4.6V21.5Z")),
    "sanctuary": Glyph(
        "mk-plain",
        join_markup(
            [draw_path("M1 21.5V15.5A11 10.5 0 0123 15.5V21.5Z"), draw_path("M7 21v-5M12 21v-6M17 21v-5", "mk-inner")]
        ),
    ),
}
#: icons by the names in the data
MARKS: dict[str, Glyph] = {
    "coin": COIN,
    "worker": WORKER,
    "priest": _PRIEST,
    "power": POWER,
    "vp": VP,
    "spade": glyphs.make_icon("spade"),
    "shipping_step": glyphs.make_icon("shipping"),
    "shipping_level": glyphs.make_icon("shipping"),
    "bridge": glyphs.make_icon("bridge", glyphs.NOWHERE),
    "key": glyphs.make_icon("lock", glyphs.NOWHERE),
    **{cult: glyphs.make_disc(f"tm-{cult} tm-mark-cult", cult) for cult in CULTS.names},
    **_STRUCTURES,
}
#: icons of what a scoring tile counts, by its event
_EVENTS = {
    "spade": ("spade",),
    "found_town": ("key",),
    "build_dwelling": ("dwelling",),
    "build_trading_house": ("trading_house",),
    "build_temple": ("temple",),
    "build_stronghold_or_sanctuary": ("stronghold", "sanctuary"),
}
#: names of amounts by the names in the data
_AMOUNTS = {"coin": "coins", "worker": "workers", "priest": "priests", "spade": "spades"}


def _read_entries(file: str, list_: str) -> dict[str, Entry]:
    return {e["id"]: e for e in read_toml(PACKAGE, f"data/{file}.toml")[list_]}


#: the power cost of each action of the game board, by its number
ACTION_POWER = {
    number: it["cost"]["power"]
    for id, it in _read_entries("power_actions", "action").items()
    if (number := POWER_ACTIONS.find_option(id)) is not None
}


@cache
def bonus_income(card: int) -> tuple[Item, ...]:
    """Return the income of a bonus card as icons."""
    return tuple(_gain_items(_read_entries("bonus_cards", "bonus_card")[BONUS.names[card]]["income"]))


def _gain_items(effects: Sequence[Entry]) -> list[Item]:
    return [(MARKS[e["gain"]], e["n"]) for e in effects]


def _say_effects(effects: Sequence[Entry]) -> tuple[Text, ...]:
    return tuple(_say_one(e["gain"], e["n"]) for e in effects)


def _say_one(gain: str, n: int) -> Text:
    if gain in ("bridge", "shipping_step"):
        return text(f"does.{gain}")
    return say_amount(_AMOUNTS.get(gain, gain), n)


def _say_sentence(parts: Sequence[Text]) -> Text:
    """Return one sentence about the effects of a component."""
    return text(f"does.{('one', 'two', 'three')[len(parts) - 1]}", **dict(zip("abc", parts, strict=False)))


def _draw_rect(x: float, y: float, wide: float, high: float, round_: float, class_: str = "cm-card") -> Svg:
    return make_element("rect", x=x, y=y, width=wide, height=high, rx=round_, class_=class_)


def _draw_octagon(x: float, y: float, size: float, class_: str = "cm-act") -> Svg:
    k, end = size * 0.29, size * 0.71
    return draw_path(
        f"M{x + k:g} {y:g}h{end - k:g}l{k:g} {k:g}v{end - k:g}l{-k:g} {k:g}h{k - end:g}l{-k:g} {-k:g}v{k - end:g}Z",
        class_,
    )


def _draw_vp(n: int | str, x: float, y: float, size: float) -> Svg:
    """Draw victory points in their seal, centered at x, y."""
    return glyphs.draw_glyph((VP, n), x - size / 2, y, size)


# --------------------------------------------------------------------------------------------------------- bonus cards


def _draw_bonus(entry: Entry) -> tuple[float, float, Svg, tuple[Text, ...]]:
    """Draw a bonus card as a scroll, with its action above its income; income alone is centered."""
    parts = [
        _draw_rect(7, 10, 70, 76, 3),
        _draw_rect(2, 3, 80, 14, 7, "cm-card cm-fill"),
        _draw_rect(2, 79, 80, 14, 7, "cm-card cm-fill"),
    ]
    says = [text("does.income", gains=_say_effects(entry["income"]))]
    if entry.get("action") == "bon1_spade":
        parts += [_draw_octagon(25, 19, 34), draw_icon("spade", 30, 24, 24, "mk-ink")]
        says.append(text("does.action_spade"))
    elif "action" in entry:
        four = zip(CULTS.names, ((28, 22), (42, 22), (28, 36), (42, 36)), strict=True)
        parts += [_draw_octagon(25, 19, 34), *(draw_icon(cult, x, y, 14, "mk-ink") for cult, (x, y) in four)]
        says.append(text("does.action_cult"))
    elif "shipping" in entry:
        parts += [draw_icon("shipping", 16, 19, 32, "mk-line"), draw_words(f"+{entry['shipping']}", 61, 43, 19)]
        says.append(text("does.shipping", n=entry["shipping"]))
    for at, it in enumerate(entry.get("pass_vp", ())):
        says.append(text("does.pass_vp", vp=it["vp"], per=Word(f"per.{it['per']}")))
        if not at:
            kinds: list[Item] = [(MARKS[p["per"]], None) for p in entry["pass_vp"]]
            parts.append(draw_row([(VP, it["vp"]), "/", *kinds], 42, 36, 26, 66))
    alone = len(says) == 1
    parts.append(draw_row(_gain_items(entry["income"]), 42, 48 if alone else 64, 36 if alone else 24, 62))
    return 84, 96, join_markup(parts), tuple(says)


# ------------------------------------------------------------------------------------------------------- scoring tiles


def _draw_scoring(entry: Entry) -> tuple[float, float, Svg, tuple[Text, ...]]:
    """Draw a scoring tile: what it scores on the left, the cult bonus on the right."""
    event, vp, cult, per = entry["vp_for"]["event"], entry["vp_for"]["vp"], entry["cult"], entry["per"]
    counted = MARKS.get(cult, _PRIEST)
    counts: list[Item] = [(MARKS[kind], None) for kind in _EVENTS[event]]
    tint = f"tm-{cult} tm-tint" if cult in CULTS else "tm-tint"
    parts = [
        _draw_rect(2, 2, 108, 72, 8),
        draw_path("M66 3H102a7 7 0 017 7V66a7 7 0 01-7 7H66Z", tint),
        draw_path("M66 8V68", "cm-cut"),
        draw_row(counts, 34, 24, 27 if len(counts) == 1 else 23, 54),
        _draw_vp(vp, 34, 53, 30),
        glyphs.draw_glyph((counted, None), 71, 21, 24),
        draw_words(per, 101, 28, 18.5),
        draw_path("M88 36v5M84.5 38.5l3.5 3.5 3.5-3.5", "cm-line"),
        draw_row(_gain_items(entry["reward"]), 88, 57, 29.5, 41),
    ]
    what = Word(f"cult.{cult}") if cult in CULTS else Word("per.priests_on_cult_board")
    says = (
        text("does.scores", vp=vp, per=Word(f"per.{event}")),
        text("does.cult_bonus", per=per, cult=what, gains=_say_effects(entry["reward"])),
    )
    return 112, 76, join_markup(parts), says


# --------------------------------------------------------------------------------------------------------- favor tiles


def _draw_favor(entry: Entry) -> tuple[float, float, Svg, tuple[Text, ...]]:
    """Draw a favor tile: the cult and its steps on the left, the other effect on the right."""
    ((cult, steps),) = entry["cult"].items()
    says = [text("does.steps", n=steps, cult=Word(f"cult.{cult}"))]
    parts = [
        _draw_rect(2, 2, 100, 68, 34),
        draw_path("M36 3A33 33 0 0036 69H44V3Z", f"tm-{cult} tm-mark-cult"),
        draw_icon(cult, 11, 13, 26, "mk-paper"),
        *(draw_path(f"M{20 + (i - (steps - 1) / 2) * 9:g} 56l4-5 4 5", "tm-chevron") for i in range(steps)),
    ]
    right: list[Item] = []
    if "income" in entry:
        right = _gain_items(entry["income"])
        says.append(text("does.income", gains=_say_effects(entry["income"])))
    elif "build_vp" in entry:
        ((kind, vp),) = entry["build_vp"].items()
        right = [(MARKS[kind], None), (VP, vp)]
        says.append(text("does.scores", vp=vp, per=Word(f"per.build_{kind}")))
    elif "town_power_needed" in entry:
        right = [(MARKS["key"], None), (POWER, entry["town_power_needed"])]
        says.append(text("does.town_power", n=entry["town_power_needed"]))
    elif "action" in entry:
        parts += [_draw_octagon(55, 20, 32), draw_icon("catch-up", 61, 26, 20, "mk-ink")]
        says.append(text("does.action_cult"))
    elif "pass_vp_by_count" in entry:
        ((kind, by_count),) = entry["pass_vp_by_count"].items()
        right = [(MARKS[kind], None), (VP, f"≤{by_count[-1]}")]
        says.append(text("does.pass_vp_by_count", vp=tuple(by_count[1:]), per=Word(f"kinds.{kind}")))
    else:
        parts.append(draw_words(f"+{steps}", 71, 46, 27))
    parts.append(draw_row(right, 70, 36, 25, 46))
    return 104, 72, join_markup(parts), tuple(says)


# ---------------------------------------------------------------------------------------------- town tiles and actions


def _draw_town(entry: Entry) -> tuple[float, float, Svg, tuple[Text, ...]]:
    """Draw a town tile as a gate: points above, gains below, a lock for each key in the sill."""
    keys, effects = entry["keys"], [e for e in entry["effect"] if "only" not in e]
    parts = [
        draw_path("M4 76V34A40 32 0 0184 34V76Z", "cm-card"),
        draw_path("M5 75V62H83V75Z", "cm-fill"),
        _draw_vp(entry["vp"], 44, 25, 34),
    ]
    if len(effects) == len(CULTS.names):
        steps = effects[0]["n"]
        parts.append(draw_row([(MARKS[e["gain"]], None) for e in effects], 44, 53, 17, 74))
        parts += [draw_words(f"×{steps}", 70, 34, 13)] if steps > 1 else []
        gains: tuple[Text, ...] = (text("does.every_cult", n=steps),)
    else:
        parts.append(draw_row(_gain_items(effects), 44, 52, 21, 74))
        gains = _say_effects(effects)
    parts += [draw_icon("lock", 35 + (i - (keys - 1) / 2) * 20, 60, 16, "mk-line") for i in range(keys)]
    return (
        88,
        80,
        join_markup(parts),
        (text("does.town", gains=(say_amount("vp", entry["vp"]), *gains, say_amount("keys", keys))),),
    )


def _draw_action(entry: Entry) -> tuple[float, float, Svg, tuple[Text, ...]]:
    """Draw a power action as an octagon: its price on the upper edge, its gain in the middle."""
    cost, effect = entry["cost"]["power"], entry["effect"][0]
    gain, n = effect["gain"], effect["n"]
    it: list[Item] = [(MARKS[gain], None)] * n if gain == "spade" else [(MARKS[gain], n)]
    parts = [
        _draw_octagon(3, 3, 82),
        make_element("g", draw_row(it, 44, 54, 36, 66), class_="tm-on-action"),
        glyphs.draw_glyph((POWER, cost), 31, 18, 26),
    ]
    return 88, 88, join_markup(parts), (text("does.power_action", power=cost, gains=_say_effects(entry["effect"])),)


# ------------------------------------------------------------------------------------------------------ by their names

_Draw = Callable[[Entry], tuple[float, float, Svg, tuple[Text, ...]]]
#: by domain: section of the words, file and list of the data, function that draws one
_KINDS: dict[str, tuple[str, str, str, _Draw]] = {
    SCORING.id: ("scoring", "scoring_tiles", "scoring_tile", _draw_scoring),
    BONUS.id: ("bonus", "bonus_cards", "bonus_card", _draw_bonus),
    FAVORS.id: ("favor", "favor_tiles", "favor_tile", _draw_favor),
    TOWNS.id: ("town", "town_tiles", "town_tile", _draw_town),
    POWER_ACTIONS.id: ("action", "power_actions", "action", _draw_action),
}
_SECTIONS = {section: domain for domain, (section, *_) in _KINDS.items()}


@cache
def find_component(domain: str, name: str) -> Component | None:
    """Return a tile, card or action space by its domain and name; None for those of Merchants of the Seas."""
    if domain not in _KINDS:
        return None
    section, file, list_, draw = _KINDS[domain]
    entry = _read_entries(file, list_).get(name)
    if entry is None or entry.get("where", "board") != "board":
        return None
    width, height, drawing, says = draw(entry)
    return Component(f"{domain} {name}", text(f"{section}.{name}"), _say_sentence(says), width, height, drawing)


#: returns the components that a sentence names
pictures = partial(find_components, sections=_SECTIONS, component=find_component)


def list_round_tiles(board: TerraMystica) -> tuple[tuple[Component, str], ...]:
    """Return the scoring tiles of the six rounds, each with its state."""
    found = [find_component(SCORING.id, tile) for tile in board.setup.tiles]
    return tuple((it, state_of_round(i, board.round)) for i, it in enumerate(found, 1) if it is not None)
