"""The values that only the owner's box can tell (TMA-018, TMA-035, TMA-050a, TMA-064a), and the forms for copying
them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from soloist.core.bits import iterate_bits
from soloist.core.menu import Blank
from soloist.core.text import Text, Word, text
from soloist.display.screen import Drawing, Say, Svg, make_element
from soloist.games.terra_mystica.board.map import find_map
from soloist.games.terra_mystica.board.printed import MOST_PASS_VP, Action, all_keys, find_known, read_cards
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import CARDS, CULTS, LETTERS, PLACES, WHEEL
from soloist.games.terra_mystica.display import shapes
from soloist.games.terra_mystica.display.card_view import say_action, title_of
from soloist.games.terra_mystica.display.drawing import draw_empty_map
from soloist.games.terra_mystica.display.layout import datum_name
from soloist.manifest import Datum

_PAIRS = ("r1_2", "r3_4", "r5_6")
#: values that are printed on the component of another value
_PRINTED_ON = {"cult": "pass_vp"}


def list_owner_values(board: TerraMystica | None) -> list[Datum]:
    """Return the values that only the owner's box can tell, those of one game or all."""
    if board is not None:
        return [replace(_make_datum(key), value=v, origin=origin) for key, (v, origin) in board.printed.values.items()]
    return [datum for key in all_keys() if (datum := _make_datum(key)).origin != "source"]


@cache
def _make_datum(key: str) -> Datum:
    """Return a value as the sources have it."""
    entry = find_known(key)
    made = _describe_value(key)
    return replace(made, value=entry.value, origin=entry.origin, stand_in=_stand_in(key))


def _stand_in(key: str) -> str:
    """Return the value used while nothing is entered; for a terrain row that of the sister game."""
    entry = find_known(key)
    return entry.value or entry.stand_in


def _describe_value(key: str) -> Datum:
    match key.split("."):
        case ["atp", terrain, row]:
            rest = tuple(_named_option("terrain", t) for t in WHEEL if t != terrain)
            home = (_named_option("terrain", terrain),)
            places = [Blank(str(i), text("on_copy.place", n=i), home if i == 1 else rest) for i in range(1, 8)]
            return _value_of(
                key,
                _say_terrain(terrain),
                text("on_copy.row", row=row.upper()),
                "order",
                *places,
                pictures={t: _draw_hex(t) for t in WHEEL},
            )
        case ["letters", map_id, terrain]:
            item = text("on_copy.card_of_map", map=Word(f"map.{map_id}"), terrain=Word(f"terrain.{terrain}"))
            hexes = tuple((name, text("on_copy.hex", hex=name)) for name in _home_hexes(map_id, terrain))
            letters = [Blank(letter, text("on_copy.letter", letter=letter), hexes) for letter in LETTERS]
            return _value_of(key, item, text("on_copy.letters"), "place", *letters)
        case ["pass_vp", tile, side]:
            number = Blank("vp", text("on_copy.vp"), most=MOST_PASS_VP)
            return _value_of(key, _say_tile(tile), text("on_copy.pass_vp", side=Word(f"side.{side}")), "number", number)
        case ["cult", tile]:
            heads = tuple(_named_option("cult", cult) for cult in (*CULTS.names, "none"))
            return _value_of(
                key, _say_tile(tile), text("on_copy.head"), "choice", Blank("cult", text("on_copy.head"), heads)
            )
        case ["level", level, what]:
            most = 3 if what == "shipping" else 9
            rounds = [Blank(pair, text(f"on_copy.{pair}"), most=most) for pair in _PAIRS]
            return _value_of(
                key, text("on_copy.named", name=Word(f"level.{level}")), text(f"on_copy.{what}"), "number", *rounds
            )
        case ["cult_start", faction]:
            tracks = [Blank(cult, text("on_copy.named", name=Word(f"cult.{cult}")), most=9) for cult in CULTS.names]
            name = text("on_copy.named", name=Word(f"faction.{faction}"))
            return _value_of(key, name, text("on_copy.cult_start"), "number", *tracks)
        case ["card", card, what]:
            return _of_card(key, card, what)
    raise AssertionError(key)


def _value_of(
    key: str, item: Text, part: Text, kind: str, *blanks: Blank, glue: str = " ", pictures: dict[str, Svg] | None = None
) -> Datum:
    first = key.partition(".")[0]
    return Datum(
        key=key,
        value="",
        origin="",
        where=text(f"where.{first}"),
        group=text(f"on_copy.group_{_PRINTED_ON.get(first, first)}"),
        item=item,
        name=datum_name(key),
        part=part,
        decides=text(f"decides.{first}"),
        kind=kind,
        blanks=blanks,
        glue=glue,
        pictures=pictures or {},
    )


# ------------------------------------------------------------------------------------------------------ decision cards


def _of_card(key: str, card: str, what: str) -> Datum:
    found = read_cards()[CARDS.find_option(card) or 0]
    item = text("on_copy.card_mots" if "mots" in card else "on_copy.card", number=title_of(found))
    name = text(f"on_copy.card_{what}")
    if what == "count":
        return _value_of(key, item, name, "number", Blank(what, name, least=1, most=9))
    if what == "actions":
        column = tuple((action.notation(), _say_icon(action)) for action in _all_actions())
        rows = [Blank(str(i), text("on_copy.place", n=i), column) for i in range(1, len(found.actions) + 1)]
        return _value_of(key, item, name, "choice", *rows, glue=", ")
    if what == "letters":
        both = [Blank(w, text(f"on_copy.letter_{w}"), _list_letters()) for w in ("marked", "unmarked")]
        return _value_of(key, item, name, "choice", *both)
    options = {
        "cluster": (("marked", "cluster.marked"), ("unmarked", "cluster.unmarked")),
        "reaching": (("no", "yes_no.no"), ("yes", "yes_no.yes")),
        "atp_row": (("a", "on_copy.row_a"), ("b", "on_copy.row_b")),
        "direction": (("forward", "direction.forward"), ("backward", "direction.backward")),
        "cult": (("scoring_tile", "support.scoring_tile"), ("catch_up", "support.catch_up")),
        "bonus_card": tuple((place, f"place.{place}") for place in PLACES.names),
        "pass_icon": (("no", "yes_no.no"), ("yes", "yes_no.yes")),
    }[what]
    return _value_of(
        key, item, name, "choice", Blank(what, name, tuple((value, Text(said)) for value, said in options))
    )


def _list_letters() -> tuple[tuple[str, Text], ...]:
    return tuple((letter, text("on_copy.letter", letter=letter)) for letter in LETTERS)


def _say_icon(action: Action) -> Text:
    return text("on_copy.icon", icon=say_action(action), n=action.n) if action.n > 0 else say_action(action)


@cache
def _all_actions() -> tuple[Action, ...]:
    """Return every action icon of the decision cards once."""
    return tuple({action.notation(): action for card in read_cards() for action in card.actions}.values())


# ------------------------------------------------------------------------------------------------ names and drawings


def _named_option(section: str, name: str) -> tuple[str, Text]:
    return name, Text(f"{section}.{name}")


def _say_terrain(terrain: str) -> Text:
    return text("on_copy.card_of_terrain", terrain=Word(f"terrain.{terrain}"))


def _say_tile(tile: str) -> Text:
    name = Word(f"scoring.{tile}")
    return text("on_copy.named", name=name)


def _home_hexes(map_id: str, terrain: str) -> list[str]:
    where = find_map(map_id)
    return [where.hexes.names[h] for h in iterate_bits(where.printed[WHEEL.index(terrain)] & where.land)]


def _draw_hex(terrain: str) -> Svg:
    """Draw a hex of a terrain."""
    shape = make_element("path", d=shapes.hex_path(0, 0, shapes.DRAWN), class_="tm-hex")
    return make_element(
        "g", shape, make_element("path", d=shapes.MOTIFS[terrain], class_="tm-motif"), class_=f"tm-{terrain}"
    )


def draw_chart(key: str, say: Say) -> Drawing | None:
    """Return the empty map of an initial dwelling card, None for other values."""
    match key.split("."):
        case ["letters", map_id, _]:
            return draw_empty_map(map_id)
    return None
