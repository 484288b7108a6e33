"""What a game shows on a screen, before it is a page: its board drawn, its cards, its totals, what fits a tapped place.

Everything here is plain data that a game makes of its board. Sentences are `Text`; drawings are SVG markup made with
`el`, which escapes what it is given. Colours come from classes of the style sheet, never from style attributes: the
pages forbid those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NewType

from soloist.core.board import Event
from soloist.core.rulebook import Credit
from soloist.core.text import Text, Word
from soloist.core.trace import Decision, Step, Trace

#: finished SVG markup; only `el`, `join` and a game's own drawing files make it
Svg = NewType("Svg", str)
#: says a text, word or name in the language of the page
Say = Callable[[object], str]

NOTHING = Svg("")
#: what the address of an icon begins with in a drawing
ICON = "icon:"
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escape_markup(words: str) -> Svg:
    """Words as they stand inside markup."""
    return Svg(words.translate(_ESCAPES))


def make_element(tag: str, *inside: Svg, **attrs: str | int | float) -> Svg:
    """One element. `class_` stands for `class`, other underscores for hyphens; numbers are cut to two places."""
    words = "".join(f' {name.rstrip("_").replace("_", "-")}="{_format_value(value)}"' for name, value in attrs.items())
    return Svg(f"<{tag}{words}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{words}/>")


def join_markup(parts: Sequence[Svg]) -> Svg:
    return Svg("".join(parts))


def draw_icon(name: str, x: float, y: float, size: float, class_: str = "") -> Svg:
    """One of our icons by its name, its left upper corner at x, y. Where icons are kept, whoever shows the drawing knows."""
    return make_element("use", href=f"{ICON}{name}", x=x, y=y, width=size, height=size, class_=class_ or "ic-b")


def _format_value(value: str | int | float) -> str:
    return _format_number(value) if isinstance(value, int | float) else escape_markup(value)


def _format_number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.2f}".rstrip("0").rstrip(".")


# ------------------------------------------------------------------------------------------------------------ the board


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the board that can be tapped, lit and asked about.

    `key` is unique on the drawing; where a place is an option of decisions it is `<domain id> <option name>`. `name` is
    what a screen reader says: place, ground, piece, owner. `tile` fades when the place is out; `pieces` never do. `ring`
    is the path of its outline; a value tag and the tick of the chosen one stand at `x`, `y`.
    """

    key: str
    label: str
    name: Text
    x: float
    y: float
    ring: str
    tile: Svg
    pieces: Svg = NOTHING


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board. Layers: `ground`, the places in reading order, `above` (links over the places; takes no taps)."""

    width: float
    height: float
    ground: Svg
    places: tuple[Place, ...]
    above: Svg = NOTHING


@dataclass(frozen=True, slots=True)
class Aid:
    """What helps to see one narrowing on the board: lines and numbers over it, and the value each option is judged by.

    `tags` are by option; where a step has measured scores, an option without a tag shows its score.
    """

    overlay: Svg = NOTHING
    tags: Mapping[int, str] = field(default_factory=dict)


# --------------------------------------------------------------------------------------------------- cards and totals


@dataclass(frozen=True, slots=True)
class CardRow:
    """One icon of a card: what it says in a few words, its value, and, spelled out, what to do with it by hand.

    `state` is `use` (it has just counted), `off` (it does not count now) or empty. Nothing below a row that `ends` the turn
    is tried once it was done.
    """

    icon: str
    says: Text
    value: str = ""
    about: Text | None = None
    rule: str = ""
    state: str = ""
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """An open card. `kind` is `actions` (tried from the top) or `criteria` (narrow, one after the other)."""

    kind: str
    title: str
    role: Text
    rows: tuple[CardRow, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody at the table. `id` is the seat's name in the notation; `shape` is `you`, `automa`, `shadow` or `neutral`.

    `style` is a class of the style sheet that sets the colour of the pieces on the table.
    """

    id: str
    letter: str
    shape: str
    name: Text
    style: str
    vp: int
    to_move: bool = False


@dataclass(frozen=True, slots=True)
class Total:
    """One line of the running totals: a value for each seat, in the order of the seats; empty where it has none.

    `held` marks what a seat has in hand and pays with: it stands beside its decisions.
    """

    icon: str
    label: Text
    values: tuple[str | Text, ...]
    held: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """A track from 0 to `length` with a marker per seat; `marks` are the spaces where something happens."""

    icon: str
    label: Text
    length: int
    marks: tuple[int, ...]
    at: tuple[int, ...]
    style: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of the game beside the board: seats with points, totals, tracks, and three short lines.

    `headline` names level and opponent, `turn` whose turn it is, `left` what is left (cards, rounds).
    """

    seats: tuple[Seat, ...]
    totals: tuple[Total, ...]
    tracks: tuple[Track, ...]
    headline: Text
    turn: Text
    left: Text
    round: int


def name_in_sentence(line: Text, value: str) -> str:
    """The name of an option that fills a sentence: as it stands there, the last part of a word's key, or the id that a text
    about it holds; empty if there is none of that kind."""
    found = line.args.get(value)
    if isinstance(found, Word):
        return found.key.rpartition(".")[2]
    if isinstance(found, Text):
        found = found.args.get("id")
    return found if isinstance(found, str) else ""


# --------------------------------------------------------------------------------------------------------- components


@dataclass(frozen=True, slots=True)
class Component:
    """A tile, card or space of a game as people know it: drawn from its data, with its name and what it does in a sentence.

    `key` is `<domain id> <option name>`. All drawings scale; the smallest number in one can be read when it is 64 wide.
    """

    key: str
    name: Text
    says: Text
    width: float
    height: float
    drawing: Svg


def no_component(domain: str, name: str) -> Component | None:
    """For games that draw none."""
    return None


def no_pictures(line: Text) -> tuple[Component, ...]:
    """For games that draw none."""
    return ()


def state_of_round(number: int, now: int) -> str:
    """How a round lies to the one that is played: `past`, `now` or `next`."""
    return "past" if number < now else "now" if number == now else "next"


def no_rounds(board: Any) -> tuple[tuple[Component, str], ...]:
    """For games whose rounds have no tiles."""
    return ()


def no_track(board: Any, ahead: Any) -> tuple[Component, Component] | None:
    """For games whose strip has no track."""
    return None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line of a sheet: what it is about, and a value for each seat in the order of the seats; `drawn` is the tile it is
    about, in place of the icon."""

    icon: str
    label: Text
    values: tuple[str, ...]
    drawn: Component | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the end of a round brought, as a table, by which rule, and why in sentences; then under the heading `coming` what
    comes now, in sentences and drawn, and what going on is called (both None when the game is over)."""

    title: Text
    rule: str
    rows: tuple[SheetRow, ...]
    says: tuple[Text, ...] = ()
    coming: Text | None = None
    next: tuple[Text, ...] = ()
    drawn: tuple[Component, ...] = ()
    go: Text | None = None


def no_sheet(happened: Iterable[tuple[Any, Event]]) -> Sheet | None:
    """For games that tell the end of a round in words only."""
    return None


@dataclass(frozen=True, slots=True)
class MatPart:
    """A part of what lies before a seat: under its title, drawn, then in words. What is `wide` fills the column."""

    title: Text
    drawn: tuple[Component, ...] = ()
    says: Text | None = None
    wide: bool = False


def no_mat(board: Any, seat: str) -> tuple[MatPart, ...]:
    """For games whose seats have nothing of their own to show."""
    return ()


@dataclass(frozen=True, slots=True)
class Space:
    """A space on which an action is chosen: the deed it belongs to, its name, the line that uses it, and what it takes and
    does, drawn 24 high. `taken` is the seat that stands there; `extra` are the coins that a red outline costs beside."""

    deed: str
    says: Text
    line: str
    width: float
    drawing: Svg
    taken: str = ""
    extra: int = 0


def no_spaces(board: Any) -> tuple[Space, ...]:
    """For games whose actions are no spaces, and while none is chosen."""
    return ()


# ------------------------------------------------------------------------------------------------------ telling moves


def no_chart(key: str, say: Say) -> Drawing | None:
    """For games whose values are no places."""
    return None


@dataclass(frozen=True, slots=True)
class Screen:
    """What a page needs of a game, each a plain function of its folder."""

    #: the board as it is; labels are said in the language of the page
    drawing: Callable[[Any, Say], Drawing]
    #: one place of that drawing by its key, without drawing the others; None if there is no such place
    place: Callable[[Any, str, Say], Place | None]
    #: the keys of the places on the drawing for which an option (domain id, name) of a decision stands
    spots: Callable[[Any, str, str], Sequence[str]]
    #: lines and values for one step of a decision, on the board as it was when that was decided
    aid: Callable[[Any, Decision, Step, Say], Aid]
    #: the open cards
    faces: Callable[[Any], list[Face]]
    standing: Callable[[Any], Standing]
    #: the points of each seat, in the order of `Standing.seats`, and the round (or era): for plots
    points: Callable[[Any], tuple[int, ...]]
    #: what the points of one act (the board before it, its events, how she decided if it was hers) were for, as far as the
    #: game knows: points that were told without a reason are left out
    credits: Callable[[Any, Sequence[Event], Trace | None], list[Credit]]
    #: an event in words, on the board before it; None for bookkeeping that nobody wants to read
    said: Callable[[Any, Event], Text | None]
    #: key of an instruction for the hands -> icon
    icons: Mapping[str, str]
    #: the keys of the places on the drawing that an instruction speaks of
    at: Callable[[Any, Text], Sequence[str]]
    #: key of an instruction -> the part of the round that begins with it: `water`, `income`, `round` or `scoring`
    phases: Mapping[str, str]
    #: the drawing on the home page: a whole `svg` element
    cover: Callable[[], Svg]
    #: the game's own style sheet
    style: Callable[[], str]
    #: keys of instructions for the hands, and of events in words, that move nothing on the table
    without_pieces: frozenset[str] = frozenset()
    #: key of an instruction -> those after which it belongs to the same step
    same_step: Mapping[str, frozenset[str]] = field(default_factory=dict)
    #: what a turn is headed with, by the board before it and the seat whose turn it was; None where all are Automa's
    heading: Callable[[Any, str], Text] | None = None
    #: what an option (domain id, name) looks like and does; None if it is no component
    component: Callable[[str, str], Component | None] = no_component
    #: the components that a sentence names, each once, in the order in which it names them
    pictures: Callable[[Text], tuple[Component, ...]] = no_pictures
    #: the tile of each round in order, each `past`, `now` or `next`
    rounds: Callable[[Any], tuple[tuple[Component, str], ...]] = no_rounds
    #: in a whole game, the track that stands in place of these tiles, drawn for narrow and for wide pages, with where
    #: everybody would be on a second board; what it says is about this round
    track: Callable[[Any, Any], tuple[Component, Component] | None] = no_track
    #: the end of a round among what happened, each event with the board before it, which goes along; None if there is none
    sheet: Callable[[Iterable[tuple[Any, Event]]], Sheet | None] = no_sheet
    #: what lies before a seat, by its name in the notation
    mat: Callable[[Any, str], tuple[MatPart, ...]] = no_mat
    #: in a whole game, the action spaces that are there for everybody, while one is chosen
    spaces: Callable[[Any], tuple[Space, ...]] = no_spaces
    #: the drawing on which the places of a value of the owner's copy are tapped, by the key of the value
    chart: Callable[[str, Say], Drawing | None] = no_chart
