"""What a game shows on a screen, as plain data: its board, cards, totals, and choices at a tapped place.

Games make this data from their boards. Sentences are `Text`; drawings are SVG markup made with `make_element`, which
escapes its input. Colours come from style sheet classes: the content security policy of the pages forbids style
attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NewType

from soloist.core.board import Event
from soloist.core.rulebook import Credit
from soloist.core.text import Text, Word
from soloist.core.trace import Decision, Step, Trace

#: finished SVG markup; only `make_element`, `join_markup` and a game's own drawing files make it
Svg = NewType("Svg", str)
#: translates a text, word or name into the language of the page
Say = Callable[[object], str]

NOTHING = Svg("")
#: the prefix of an icon's address in a drawing
ICON = "icon:"
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escape_markup(words: str) -> Svg:
    """Return the words escaped for markup."""
    return Svg(words.translate(_ESCAPES))


def make_element(tag: str, *inside: Svg, **attrs: str | int | float) -> Svg:
    """Return one SVG element. Numbers get at most two decimals.

    `class_` becomes `class`; other underscores become hyphens.
    """
    words = "".join(f' {name.rstrip("_").replace("_", "-")}="{_format_value(value)}"' for name, value in attrs.items())
    return Svg(f"<{tag}{words}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{words}/>")


def join_markup(parts: Sequence[Svg]) -> Svg:
    return Svg("".join(parts))


def draw_icon(name: str, x: float, y: float, size: float, class_: str = "") -> Svg:
    """Draw one of our icons with its upper left corner at x, y. The page resolves the icon's address."""
    return make_element("use", href=f"{ICON}{name}", x=x, y=y, width=size, height=size, class_=class_ or "ic-b")


def _format_value(value: str | int | float) -> str:
    return _format_number(value) if isinstance(value, int | float) else escape_markup(value)


def _format_number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.2f}".rstrip("0").rstrip(".")


# ------------------------------------------------------------------------------------------------------------ the board


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the board that can be tapped, highlighted and asked about.

    `key` is unique on the drawing; for a place that is an option of decisions it is `<domain id> <option name>`. `name`
    is the text for screen readers: place, ground, piece, owner. `tile` fades when the place is ruled out; `pieces`
    never fade. `ring` is the path of its outline. A value tag, or the tick of the chosen place, is drawn at `x`, `y`.
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
    """A drawn board in layers: `ground`, the places in reading order, and `above`.

    `above` holds links over the places and ignores taps.
    """

    width: float
    height: float
    ground: Svg
    places: tuple[Place, ...]
    above: Svg = NOTHING


@dataclass(frozen=True, slots=True)
class Aid:
    """An overlay that shows one narrowing on the board: lines, numbers, and the value of each option.

    `tags` are by option. Where a step has measured scores, an option without a tag shows its score.
    """

    overlay: Svg = NOTHING
    tags: Mapping[int, str] = field(default_factory=dict)


# --------------------------------------------------------------------------------------------------- cards and totals


@dataclass(frozen=True, slots=True)
class CardRow:
    """One icon of a card: a few words, its value, and (`about`) how to carry it out by hand.

    `state` is `use` (it was just used), `off` (it does not apply now) or empty. A row that `ends` the turn, once
    carried out, keeps the rows below it from being tried.
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
    """A seat of the game. `id` is its name in the notation; `shape` is `you`, `automa`, `shadow` or `neutral`.

    `style` is the style sheet class with the colour of its pieces.
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
    """One line of the running totals: a value for each seat, in the order of the seats; empty where a seat has none.

    `held` marks what a seat has in hand and pays with; it is shown beside its decisions.
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

    `headline` names level and opponent, `turn` says whose turn it is, `left` what is left (cards, rounds).
    """

    seats: tuple[Seat, ...]
    totals: tuple[Total, ...]
    tracks: tuple[Track, ...]
    headline: Text
    turn: Text
    left: Text
    round: int


def name_in_sentence(line: Text, value: str) -> str:
    """Return the name of an option that fills the slot `value` of a sentence; empty if there is none.

    It is a plain string, the last part of a word's key, or the `id` of a text.
    """
    found = line.args.get(value)
    if isinstance(found, Word):
        return found.key.rpartition(".")[2]
    if isinstance(found, Text):
        found = found.args.get("id")
    return found if isinstance(found, str) else ""


# --------------------------------------------------------------------------------------------------------- components


@dataclass(frozen=True, slots=True)
class Component:
    """A tile, card or space as people know it: drawn from its data, with its name and its effect in a sentence.

    `key` is `<domain id> <option name>`. All drawings scale; at a width of 64 their smallest number is still readable.
    """

    key: str
    name: Text
    says: Text
    width: float
    height: float
    drawing: Svg


def no_component(domain: str, name: str) -> Component | None:
    """Default for games that draw no components."""
    return None


def no_pictures(line: Text) -> tuple[Component, ...]:
    """Default for games that draw no components."""
    return ()


def state_of_round(number: int, now: int) -> str:
    """Return whether a round is `past`, `now` or `next`."""
    return "past" if number < now else "now" if number == now else "next"


def no_rounds(board: Any) -> tuple[tuple[Component, str], ...]:
    """Default for games without round tiles."""
    return ()


def no_track(board: Any, ahead: Any) -> tuple[Component, Component] | None:
    """Default for games whose round tiles have no track."""
    return None


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line of a sheet: its subject, and a value for each seat in order.

    `drawn` is a tile shown instead of the icon.
    """

    icon: str
    label: Text
    values: tuple[str, ...]
    drawn: Component | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The results of a round as a table, with the rule and the reasons in sentences.

    Under the heading `coming` follows what comes next, in sentences and drawn; `go` is the label of the button that
    goes on. Both are None when the game is over.
    """

    title: Text
    rule: str
    rows: tuple[SheetRow, ...]
    says: tuple[Text, ...] = ()
    coming: Text | None = None
    next: tuple[Text, ...] = ()
    drawn: tuple[Component, ...] = ()
    go: Text | None = None


def no_sheet(happened: Iterable[tuple[Any, Event]]) -> Sheet | None:
    """Default for games that report the end of a round in words only."""
    return None


@dataclass(frozen=True, slots=True)
class MatPart:
    """A part of a seat's personal area: a title, drawings, then words. A `wide` part fills the column."""

    title: Text
    drawn: tuple[Component, ...] = ()
    says: Text | None = None
    wide: bool = False


def no_mat(board: Any, seat: str) -> tuple[MatPart, ...]:
    """Default for games whose seats have no personal area to show."""
    return ()


@dataclass(frozen=True, slots=True)
class Space:
    """An action space: its action kind, its name, the line that uses it, and a drawing 24 high.

    The drawing shows cost and effect. `taken` is the seat that occupies it; `extra` the additional coins that a red
    outline costs.
    """

    kind: str
    says: Text
    line: str
    width: float
    drawing: Svg
    taken: str = ""
    extra: int = 0


def no_spaces(board: Any) -> tuple[Space, ...]:
    """Default for games whose actions are not spaces, and while no action is being chosen."""
    return ()


# -------------------------------------------------------------------------------------------- all parts of a game's screen


def no_chart(key: str, say: Say) -> Drawing | None:
    """Default for games none of whose owner values is entered on a drawing."""
    return None


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything a page needs from a game; each field is a plain function of the game's folder."""

    #: the board, with labels in the language of the page
    drawing: Callable[[Any, Say], Drawing]
    #: one place of that drawing by its key, without drawing the others; None if there is no such place
    place: Callable[[Any, str, Say], Place | None]
    #: the keys of the places on the drawing that belong to an option (domain id, name) of a decision
    spots: Callable[[Any, str, str], Sequence[str]]
    #: lines and values for one step of a decision, on the board at that moment
    aid: Callable[[Any, Decision, Step, Say], Aid]
    #: the open cards
    faces: Callable[[Any], list[Face]]
    standing: Callable[[Any], Standing]
    #: the points of each seat, in the order of `Standing.seats`, and the round (or era): for plots
    points: Callable[[Any], tuple[int, ...]]
    #: what the points of one act were for, given the board before it, its events and, for Automa, the trace; points that
    #: were entered without a reason are left out
    credits: Callable[[Any, Sequence[Event], Trace | None], list[Credit]]
    #: an event in words, on the board before it; None for mere bookkeeping
    said: Callable[[Any, Event], Text | None]
    #: key of an instruction for the player -> icon
    icons: Mapping[str, str]
    #: the keys of the places on the drawing that an instruction mentions
    at: Callable[[Any, Text], Sequence[str]]
    #: key of an instruction -> the part of the round that begins with it: `water`, `income`, `round` or `scoring`
    phases: Mapping[str, str]
    #: the drawing on the home page: a whole `svg` element
    cover: Callable[[], Svg]
    #: the game's own style sheet
    style: Callable[[], str]
    #: keys of instructions and of event texts that move no piece on the table
    without_pieces: frozenset[str] = frozenset()
    #: key of an instruction -> keys of the instructions after which it belongs to the same step
    same_step: Mapping[str, frozenset[str]] = field(default_factory=dict)
    #: the heading of a turn, given the board before it and its seat; None where all turns are Automa's
    heading: Callable[[Any, str], Text] | None = None
    #: the component of an option (domain id, name); None if it has none
    component: Callable[[str, str], Component | None] = no_component
    #: the components that a sentence names, each once, in order
    pictures: Callable[[Text], tuple[Component, ...]] = no_pictures
    #: the tile of each round in order, each `past`, `now` or `next`
    rounds: Callable[[Any], tuple[tuple[Component, str], ...]] = no_rounds
    #: in DIGITAL mode, the track shown instead of these tiles, drawn for narrow and for wide pages; it also marks where
    #: the seats would be on the second board given
    track: Callable[[Any, Any], tuple[Component, Component] | None] = no_track
    #: the sheet of a round that ended among these events, each given with the board before it (one board that is mutated
    #: between steps); None if no round ended
    sheet: Callable[[Iterable[tuple[Any, Event]]], Sheet | None] = no_sheet
    #: the personal area of a seat, by its name in the notation
    mat: Callable[[Any, str], tuple[MatPart, ...]] = no_mat
    #: in DIGITAL mode, the action spaces shared by all seats, while an action is being chosen
    spaces: Callable[[Any], tuple[Space, ...]] = no_spaces
    #: the drawing on which the owner taps the places of a printed value, by the key of the value
    chart: Callable[[str, Say], Drawing | None] = no_chart
