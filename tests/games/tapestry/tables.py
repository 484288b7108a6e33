"""Short ways to build positions and to run turns in tests, and the map measured without the engine."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.board import Event
from soloist.core.chance import Chance, Draw, Seeded
from soloist.core.errors import QuestionError
from soloist.core.explain import list_deciding_rules
from soloist.core.sink import RecordingSink
from soloist.core.trace import Decision, Remark, Step, Trace
from soloist.games.packaged_data import read_toml
from soloist.games.tapestry.automa.distance import middle_island, your_territories
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.notation import read_entered
from soloist.games.tapestry.board.setup import lay_out
from soloist.games.tapestry.board.state import EMPTY, Tapestry, new_board
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    HUMAN,
    LANDMARKS,
    PACKAGE,
    SEATS,
    SHADOW,
    TERRITORIES,
    TRACKS,
)
from soloist.games.tapestry.table_rules import RULES as BOOK


class Told(Chance):
    """Answers of the table: each question takes the first remaining answer that fits it."""

    def __init__(self, answers: Sequence[str]) -> None:
        super().__init__()
        self.unused = list(answers)

    def _draw_outcome(self, draw: Draw, among: Mask, *, several: bool = False) -> Mask | None:
        for answer in self.unused:
            found = draw.of.find_option(answer)
            if found is not None:
                self.unused.remove(answer)
                return 1 << found
        raise QuestionError(draw, among, several=several)

    def _face_down(self, draw: Draw, among: Mask) -> Mask | None:
        """Return None for cards that join the deck unseen; a tile may be named."""
        named = draw.of is TERRITORIES and any(answer in TERRITORIES for answer in self.unused)
        return self._draw_outcome(draw, among) if named else None


#: options without any random choice; her favourite track is technology, the Shadow Empire's science
PLAIN = {
    "level": "2",
    "civilization": "engineers",
    "shadow_favorite": "science",
    "tech": "ammonia bakery barn",
    "seed": "test",
}
CIRCLES = "1 2 3 4 5 6 7"


def table(
    hers: str = "",
    yours: str = "",
    shadows: str = "",
    /,
    *,
    tiles: str = "",
    income: int = 2,
    yours_income: int = 2,
    pair: str = "",
    deck: str = CIRCLES,
    also: str = "",
    **options: str,
) -> Tapestry:
    """A board in play, without the card that joins the decision deck. Outposts are `-1,1`, or `-1,1/` for a toppled one.

    Empty hexes under outposts, and those in `tiles`, get a tile. `pair` are the cards that lie open, `deck` what is left
    in the decision deck; the other circle cards are discarded. It is era 2: in
    income turn 1 there is no pair (TA-112). `also` are further lines of notation, separated by `;`.
    """
    board = new_board(lay_out({**PLAIN, **options}, Seeded("test"), {}))
    for name in tiles.split():
        _lay(board, board.map.hex(name))
    for seat, words in ((AUTOMA, hers), (HUMAN, yours), (SHADOW, shadows)):
        for word in words.split():
            hex_ = board.map.hex(word.rstrip("/"))
            _lay(board, hex_)
            (board.down if word.endswith("/") else board.up)[seat][hex_] += 1
            board.supply[seat] -= 1
    for hex_ in range(len(board.tile)):
        for seat in (AUTOMA, HUMAN):
            board.toppled[seat] += board.lying(hex_, seat) if board.up[seat][hex_] else 0
    board.income[AUTOMA], board.income[HUMAN] = income, yours_income
    known = board.deck
    board.deck = cards(deck) & ~cards(pair)
    open_ = cards(pair)
    board.progress &= ~(board.deck | open_)
    board.discard = known & ~board.deck & ~open_
    if pair:
        left, right = pair.split()
        board.track_card, board.tie_card = int(left) - 1, int(right) - 1
    if also:
        tell(board, also)
    assert not board.status(), board.status()
    return board


def _lay(board: Tapestry, hex_: int) -> None:
    if board.tile[hex_] == EMPTY:
        tile = board.tiles_left.bit_length() - 1
        board.tile[hex_] = tile
        board.tiles_left &= ~(1 << tile)


def alone(**options: str) -> Tapestry:
    """Return a new table of two humans and the Shadow Empire."""
    plain = {key: PLAIN[key] for key in ("level", "shadow_favorite", "tech", "seed")}
    return new_board(lay_out({**plain, "mode": "shadow_only", **options}, Seeded("test"), {}))


def tell(board: Tapestry, lines: str) -> list[Event]:
    """Apply entered lines to the board, without consequences."""
    events = []
    for line in lines.split(";"):
        for event in read_entered(board, line.strip()):
            event.apply(board)
            events.append(event)
    return events


def tell_all(board: Tapestry, lines: str, *answers: str) -> list[str]:
    """Apply entered lines with consequences; return the lines of the consequences."""
    chance, noted = Told(answers), RecordingSink(BOOK.read_event)
    BOOK.apply_move(board, BOOK.read_move(board, lines), chance, noted)
    assert not chance.unused, f"answers left over: {chance.unused}"
    return noted.followed_lines


def spaces(board: Tapestry, seat: int, places: str) -> Tapestry:
    """Set the tokens of a seat, such as `exploration=3 science=5`; landmarks stay as they are."""
    for word in places.split():
        track, _, space = word.partition("=")
        board.spaces[seat][TRACKS.names.index(track)] = int(space)
    return board


def claim(board: Tapestry, names_: str, seat: int = HUMAN) -> Tapestry:
    """Give landmarks to a seat."""
    for name in names_.split():
        board.landmarks[LANDMARKS.names.index(name)] = seat
    return board


def cards(numbers: str) -> Mask:
    """Return decision cards by their printed numbers as a mask."""
    return mask_of(int(n) - 1 for n in numbers.split())


def numbers(mask: Mask) -> str:
    """Return a mask of decision cards as printed numbers."""
    return " ".join(str(c + 1) for c in iterate_bits(mask))


def hexes(board: Tapestry, names_: str) -> Mask:
    """Return hexes named as `0,0 1,-1` as a mask."""
    return mask_of(board.map.hex(name) for name in names_.split())


def names(board: Tapestry, mask: Mask) -> set[str]:
    """Return a mask of hexes as their names."""
    return set(board.map.hexes.name_options(mask))


def tracks(mask: Mask) -> set[str]:
    """Return a mask of tracks as their names."""
    return set(TRACKS.name_options(mask))


def view(board: Tapestry, pair: str = "6 6", *answers: str) -> View:
    """Return the view of an action with this track card and tiebreaker card, which are moved from their piles."""
    left, right = pair.split()
    for pile in ("deck", "discard", "progress"):
        setattr(board, pile, getattr(board, pile) & ~cards(pair))
    board.track_card, board.tie_card = int(left) - 1, int(right) - 1
    noted = RecordingSink(BOOK.read_event)
    return View(board, Told(answers), Trace(noted), noted)


def happened(view: View) -> list[Event]:
    """Return the events of an action."""
    assert isinstance(view.sink, RecordingSink)
    return view.sink.events


def written(view: View) -> list[str]:
    """Return the lines of an action; all answers must have been used."""
    assert isinstance(view.chance, Told) and isinstance(view.sink, RecordingSink)
    assert not view.chance.unused, f"answers left over: {view.chance.unused}"
    return view.sink.lines


def to_you(view: View, name: str) -> int:
    """Return the distance of a hex from the human's territories."""
    return view.steps(your_territories, view.map.hex(name))


def to_middle(view: View, name: str) -> int:
    """Return the distance of a hex from the middle island."""
    return view.steps(middle_island, view.map.hex(name))


def turn(board: Tapestry, *answers: str) -> tuple[list[str], Trace]:
    """Play a turn of the bots with these cards, rolls and answers, in order, and its consequences. The board
    changes."""
    return turn_with(board, Told(answers))


def turn_with(board: Tapestry, chance: Chance) -> tuple[list[str], Trace]:
    """Play a turn of the bots with any source of chance."""
    noted = RecordingSink(BOOK.read_event)
    trace = Trace(noted)
    BOOK.play_automa(board, chance, trace, noted)
    if isinstance(chance, Told):
        assert not chance.unused, f"answers left over: {chance.unused}"
    return noted.lines, trace


@dataclass(frozen=True)
class Turn:
    """A turn of a random game: whose it was, the board before it, its events, the bots' decisions."""

    bots: bool
    board: Tapestry
    events: Sequence[Event]
    trace: Trace


def decided_on(turn: Turn, decision: Decision) -> Tapestry:
    """Return the board at the moment of a decision."""
    assert decision.at is not None
    board = turn.board.copy()
    for event in turn.events[: decision.at]:
        event.apply(board)
    return board


def made_up_game(seed: int) -> tuple[Tapestry, Seeded]:
    """Return a random table."""
    chance = Seeded(seed, answers_too=True)
    board = BOOK.create_position(BOOK.lay_out({**BOOK.random_options(chance), "seed": str(seed)}, chance, {}))
    assert isinstance(board, Tapestry)
    return board, chance


def reached(seed: int, length: int) -> tuple[Tapestry, Seeded]:
    """Return a position of a random game after at most `length` turns."""
    board, chance = made_up_game(seed)
    for _ in turns(board, chance, length):
        pass
    return board, chance


def turns(board: Tapestry, chance: Seeded, most: int = 100) -> Iterator[Turn]:
    """Yield the next turns with random humans, each when it is over; the board is changed in place."""
    for _ in range(most):
        due = BOOK.find_due(board)
        if due is None:
            return
        before, noted = board.copy(), RecordingSink(BOOK.read_event)
        trace = Trace(noted)
        if due.automa:
            BOOK.play_automa(board, chance, trace, noted)
        else:
            BOOK.apply_move(board, BOOK.random_human(chance).choose_move(board, ()), chance, noted)
        yield Turn(due.automa, before, noted.events, trace)


def decision(view: View) -> Decision:
    """Return the only decision of an action."""
    assert view.trace is not None
    (found,) = view.trace.decisions
    return found


def step(found: Decision, rule: str) -> Step:
    """Return the step of a decision by rule number; fail if the rule was not applied."""
    steps = [s for s in found.steps if s.rule == rule]
    assert steps, f"{rule} was not applied; steps: {[s.rule for s in found.steps]}"
    return steps[-1]


def asked(found: Decision) -> list[str]:
    """Return the rules of a decision in their order."""
    return [s.rule for s in found.steps]


def chosen(found: Decision) -> str | None:
    return None if found.chosen is None else found.of.name_option(found.chosen)


def remarks(trace: Trace | None, rule: str) -> list[dict[str, object]]:
    """Return the notes of a rule that was applied without a choice."""
    assert trace is not None
    return [dict(x.note) for x in trace.entries if isinstance(x, Remark) and x.rule == rule]


def decided_by(trace: Trace) -> list[str]:
    return list_deciding_rules(trace)


def tokens(board: Tapestry, name: str) -> str:
    """Return the tokens on a hex, such as `automa human/`."""
    hex_ = board.map.hex(name)
    found: list[str] = []
    for seat, who in enumerate(SEATS.names):
        found += [who] * board.up[seat][hex_] + [f"{who}/"] * board.down[seat][hex_]
    return " ".join(found)


# ------------------------------------------------------------------------------------- the map, without the engine

#: the printed and the empty hexes of the small board, from the facts
_SMALL = read_toml(PACKAGE, "data/map.toml")["boards"]["small"]["hexes"]
LAND = {h["id"] for h in _SMALL if h["printed"]}
SPOTS = {h["id"]: (h["q"], h["r"]) for h in _SMALL}
_NAMES = {spot: name for name, spot in SPOTS.items()}


def beside(name: str) -> set[str]:
    """Return the hexes that share a side with one, by coordinates alone."""
    q, r = SPOTS[name]
    around = ((q, r - 1), (q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r))
    return {_NAMES[spot] for spot in around if spot in _NAMES}


def walk(start: str, goals: Iterable[str], blocked: Iterable[str] = ()) -> int | None:
    """Return the steps from a hex to the nearest goal, None without a path; blocked hexes may only be the goal."""
    closed, wanted = set(blocked), set(goals)
    queue = deque([(start, 0)])
    seen = {start}
    while queue:
        here, so_far = queue.popleft()
        if here in wanted:
            return so_far
        for new in beside(here) - seen:
            if new in wanted or new not in closed:
                seen.add(new)
                queue.append((new, so_far + 1))
    return None


def closest(of: Iterable[str], goals: Iterable[str], blocked: Iterable[str] = ()) -> set[str]:
    """Return those of the hexes that are closest to a goal; all of them if none has a path."""
    far = {name: walk(name, goals, blocked) for name in of}
    ways = [steps for steps in far.values() if steps is not None]
    return {name for name, steps in far.items() if not ways or steps == min(ways)}
