"""What the owner's own box must tell (TMA-018, TMA-035, TMA-050a, TMA-064a), and how it is copied from there by tapping."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from soloist.core.bits import bits
from soloist.core.menu import Blank
from soloist.core.text import Text, Word, text
from soloist.display.screen import Drawing, Say, Svg, el
from soloist.games.terra_mystica.board.map import find_map
from soloist.games.terra_mystica.board.printed import MOST_PASS_VP, Action, all_keys, cards, known
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import CARDS, CULTS, LETTERS, PLACES, WHEEL
from soloist.games.terra_mystica.display import shapes
from soloist.games.terra_mystica.display.card_view import says, title
from soloist.games.terra_mystica.display.drawing import map_alone
from soloist.games.terra_mystica.display.layout import datum_name
from soloist.manifest import Datum

_PAIRS = ("r1_2", "r3_4", "r5_6")
#: values that stand on the same component
_PRINTED_ON = {"cult": "pass_vp"}


def data(board: TerraMystica | None) -> list[Datum]:
    """The values that only the owner's box can tell: those of one table, or all there are."""
    if board is not None:
        return [replace(_datum(key), value=v, origin=origin) for key, (v, origin) in board.printed.values.items()]
    return [datum for key in all_keys() if (datum := _datum(key)).origin != "source"]


@cache
def _datum(key: str) -> Datum:
    """A value as the sources have it."""
    entry = known(key)
    made = _described(key)
    return replace(made, value=entry.value, origin=entry.origin, stand_in=_stand_in(key))


def _stand_in(key: str) -> str:
    """What is played with when nobody has entered anything; of a terrain row that is the row of the sister game."""
    entry = known(key)
    return entry.value or entry.stand_in


def _described(key: str) -> Datum:
    match key.split("."):
        case ["atp", terrain, row]:
            rest = tuple(_named("terrain", t) for t in WHEEL if t != terrain)
            home = (_named("terrain", terrain),)
            places = [Blank(str(i), text("on_copy.place", n=i), home if i == 1 else rest) for i in range(1, 8)]
            return _of(
                key,
                _terrain(terrain),
                text("on_copy.row", row=row.upper()),
                "order",
                *places,
                pictures={t: _hex(t) for t in WHEEL},
            )
        case ["letters", map_id, terrain]:
            item = text("on_copy.card_of_map", map=Word(f"map.{map_id}"), terrain=Word(f"terrain.{terrain}"))
            hexes = tuple((name, text("on_copy.hex", hex=name)) for name in _home_hexes(map_id, terrain))
            letters = [Blank(letter, text("on_copy.letter", letter=letter), hexes) for letter in LETTERS]
            return _of(key, item, text("on_copy.letters"), "place", *letters)
        case ["pass_vp", tile, side]:
            number = Blank("vp", text("on_copy.vp"), most=MOST_PASS_VP)
            return _of(key, _tile(tile), text("on_copy.pass_vp", side=Word(f"side.{side}")), "number", number)
        case ["cult", tile]:
            heads = tuple(_named("cult", cult) for cult in (*CULTS.names, "none"))
            return _of(key, _tile(tile), text("on_copy.head"), "choice", Blank("cult", text("on_copy.head"), heads))
        case ["level", level, what]:
            most = 3 if what == "shipping" else 9
            rounds = [Blank(pair, text(f"on_copy.{pair}"), most=most) for pair in _PAIRS]
            return _of(
                key, text("on_copy.named", name=Word(f"level.{level}")), text(f"on_copy.{what}"), "number", *rounds
            )
        case ["cult_start", faction]:
            tracks = [Blank(cult, text("on_copy.named", name=Word(f"cult.{cult}")), most=9) for cult in CULTS.names]
            name = text("on_copy.named", name=Word(f"faction.{faction}"))
            return _of(key, name, text("on_copy.cult_start"), "number", *tracks)
        case ["card", card, what]:
            return _of_card(key, card, what)
    raise AssertionError(key)


def _of(
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
    found = cards()[CARDS.index(card) or 0]
    item = text("on_copy.card_mots" if "mots" in card else "on_copy.card", number=title(found))
    name = text(f"on_copy.card_{what}")
    if what == "count":
        return _of(key, item, name, "number", Blank(what, name, least=1, most=9))
    if what == "actions":
        column = tuple((action.notation(), _icon(action)) for action in _all_actions())
        rows = [Blank(str(i), text("on_copy.place", n=i), column) for i in range(1, len(found.actions) + 1)]
        return _of(key, item, name, "choice", *rows, glue=", ")
    if what == "letters":
        both = [Blank(w, text(f"on_copy.letter_{w}"), _letters()) for w in ("marked", "unmarked")]
        return _of(key, item, name, "choice", *both)
    options = {
        "cluster": (("marked", "cluster.marked"), ("unmarked", "cluster.unmarked")),
        "reaching": (("no", "yes_no.no"), ("yes", "yes_no.yes")),
        "atp_row": (("a", "on_copy.row_a"), ("b", "on_copy.row_b")),
        "direction": (("forward", "direction.forward"), ("backward", "direction.backward")),
        "cult": (("scoring_tile", "support.scoring_tile"), ("catch_up", "support.catch_up")),
        "bonus_card": tuple((place, f"place.{place}") for place in PLACES.names),
        "pass_icon": (("no", "yes_no.no"), ("yes", "yes_no.yes")),
    }[what]
    return _of(key, item, name, "choice", Blank(what, name, tuple((value, Text(said)) for value, said in options)))


def _letters() -> tuple[tuple[str, Text], ...]:
    return tuple((letter, text("on_copy.letter", letter=letter)) for letter in LETTERS)


def _icon(action: Action) -> Text:
    return text("on_copy.icon", icon=says(action), n=action.n) if action.n > 0 else says(action)


@cache
def _all_actions() -> tuple[Action, ...]:
    """Every icon that stands on one of the cards."""
    return tuple({action.notation(): action for card in cards() for action in card.actions}.values())


# ------------------------------------------------------------------------------------------------ names and drawings


def _named(section: str, name: str) -> tuple[str, Text]:
    return name, Text(f"{section}.{name}")


def _terrain(terrain: str) -> Text:
    return text("on_copy.card_of_terrain", terrain=Word(f"terrain.{terrain}"))


def _tile(tile: str) -> Text:
    name = Word(f"scoring.{tile}")
    return text("on_copy.named", name=name)


def _home_hexes(map_id: str, terrain: str) -> list[str]:
    where = find_map(map_id)
    return [where.hexes.names[h] for h in bits(where.printed[WHEEL.index(terrain)] & where.land)]


def _hex(terrain: str) -> Svg:
    """A hex of a terrain."""
    shape = el("path", d=shapes.hex_path(0, 0, shapes.DRAWN), class_="tm-hex")
    return el("g", shape, el("path", d=shapes.MOTIFS[terrain], class_="tm-motif"), class_=f"tm-{terrain}")


def chart(key: str, say: Say) -> Drawing | None:
    """The empty map of an initial dwelling card."""
    match key.split("."):
        case ["letters", map_id, _]:
            return map_alone(map_id)
    return None
