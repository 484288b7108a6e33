"""Positions for tests of Barrage, in a line or two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.chance import Asked, Chance, Seeded
from soloist.core.decide import Procedure, decide
from soloist.core.explain import list_deciding_rules
from soloist.core.sink import RecordingSink
from soloist.core.text import Domain
from soloist.core.trace import Decision, Remark, Step, Trace
from soloist.games.barrage import table_rules as rules
from soloist.games.barrage.automa.placing import Placing, make_placing_procedure
from soloist.games.barrage.automa.turn import turn as her_turn
from soloist.games.barrage.automa.view import Case, View
from soloist.games.barrage.board.notation import parse_event, read_entered
from soloist.games.barrage.board.setup import lay_out
from soloist.games.barrage.board.state import ACTIONS, NOBODY, Barrage, new_board
from soloist.games.barrage.board.tables import AUTOMA_TILES, TECH, TILES, TileAction

BOOK = rules.RULES
C = TypeVar("C", bound=Case)
#: options of a table on which nothing is left to chance
PLAIN = {
    "level": "medium",
    "humans": "usa",
    "company": "germany",
    "company2": "italy",
    "company3": "france",
    "neutral": "1L 5L 8L",
    "headstreams": "headstream_tile_1 headstream_tile_2 headstream_tile_3 headstream_tile_4",
    "bonus": "bonus_contract bonus_base bonus_elevation bonus_conduit bonus_powerhouse",
    "objective": "objective_basins_1",
    "contracts": "green_03 green_13 yellow_01 yellow_11 red_05 red_12",  # values 2 4 5 7 8 10
    "patents": "adv1_base adv1_conduit adv1_wild",
    "removed_tiles": "adv1_elevation adv2_elevation adv3_elevation",
    "works": "work_a1 work_a2 work_a3",
    "buildings": "cofferdam control_station development_office loan_agency research_lab",
    "seed": "test",
}
#: National contracts in this order, one less than players: values 15, 13, 14
NATIONAL = "national_05 national_01 national_03"
_FIVE = ("neutral", "headstreams")


def make_board(*, round: int | str = 1, also: str = "", **options: str) -> Barrage:
    """Return a board in the action phase with empty headstreams; the Automa move before the humans.

    `also` are further lines of notation, separated by `;`. Options are those of `soloist new`; a second and third
    Automa (`level2`, `level3`) are Italy and France.
    """
    chosen = {**PLAIN, **options}
    levels = [s for s in ("", "2", "3") if chosen.get(f"level{s}", "none") != "none"]
    for suffix in ("2", "3"):
        if suffix not in levels:
            del chosen[f"company{suffix}"]
    if chosen.get("map") == "five_player":
        for key in _FIVE:
            if key not in options:
                del chosen[key]
    humans = chosen["humans"].split() if chosen["humans"] != "none" else []
    seats = [*(chosen[f"company{s}"] for s in levels), *humans]
    chosen.setdefault("order", " ".join(seats))
    chosen.setdefault("national", " ".join(NATIONAL.split()[: len(seats) - 1]))
    board = new_board(lay_out(chosen, Seeded("test"), {}))
    board.phase = ACTIONS
    board.round = int(round)
    if also:
        apply_lines(board, also)
    return board


def apply_lines(board: Barrage, lines: str) -> list[Event]:
    """Apply lines to the board without consequences: lines that a player enters, and lines of a log.

    `set dam.6L = germany 2 1` puts a dam of level 2 with 1 drop and leaves the company board alone; `germany: base 6L`
    takes the piece from it.
    """
    events = []
    for line in lines.split(";"):
        words = line.strip()
        told = [parse_event(board, words)] if words.startswith("table:") else read_entered(board, words)
        for event in told:
            event.apply(board)
            events.append(event)
    return events


def work(order: str = "1 2 3", engineers: int = 2) -> TileAction:
    """Return an external work with this order of positions."""
    return TileAction(3, "external_works", engineers, 0, True, order=tuple(int(n) - 1 for n in order.split()))


def seat(board: Barrage, name: str) -> int:
    """Return the number of a company's seat."""
    return board.setup.names.names.index(name)


def action(tile: str, kind: str, nth: int = 0) -> TileAction:
    """Return the n-th action of a kind on the Actions side of a tile: `action("automa_09", "construction")`."""
    return [a for a in AUTOMA_TILES[TILES.names.index(tile)].actions if a.kind == kind][nth]


def make_view(
    board: Barrage,
    seat_name: str = "germany",
    criteria: str = "automa_05",
    actions: str = "automa_05",
    answers: tuple[str, ...] = (),
) -> View:
    """Return an Automa's turn with this Criteria side up and this Actions side on the pile."""
    board.criteria, board.top = TILES.names.index(criteria), TILES.names.index(actions)
    noted = RecordingSink(parse_event)
    trace = Trace(noted)
    trace.seat = seat_name
    return View(board, seat(board, seat_name), Asked(answers), trace, noted)


def place(view: View, structure: int, among: Mask, tile: int = NOBODY) -> tuple[str | None, Decision]:
    """Return the place chosen for a piece, and the decision; no event is applied."""
    p = Placing(view, structure, among, tile)
    return choose(make_placing_procedure(p, lambda p, place: []), p)


def choose(procedure: Procedure[C], case: C) -> tuple[str | None, Decision]:
    """Return the name of the option that a procedure chooses, and the decision."""
    trace = Trace()
    chosen = decide(procedure, case, trace)
    return (None if chosen is None else procedure.domain(case).name_option(chosen)), trace.decisions[0]


def places(of: Domain, words: str) -> Mask:
    """Return the mask for names such as `6L 6U`."""
    mask = 0
    for name in words.split():
        mask |= 1 << of.names.index(name)
    return mask


def names(of: Domain, mask: Mask) -> str:
    """Return the names in a mask, such as `6L 6U`, in the order of the domain."""
    return " ".join(of.name_options(mask))


def step(decision: Decision, rule: str, nth: int = 0) -> Step:
    """Return the n-th step of a decision with a rule number; fail if there is none."""
    found = [s for s in decision.steps if s.rule == rule]
    assert len(found) > nth, f"{rule} was not applied; steps: {[s.rule for s in decision.steps]}"
    return found[nth]


def has_narrowed(decision: Decision, rule: str) -> bool:
    """Return whether a rule ruled out an option."""
    return any(s.rule == rule and s.after and s.dropped for s in decision.steps)


def was_asked(decision: Decision, rule: str) -> bool:
    """Return whether a rule was applied at all."""
    return any(s.rule == rule for s in decision.steps)


def play_turn(board: Barrage, *answers: str) -> tuple[list[str], Trace]:
    """Play the turn of the seat to move with consequences; return its lines and trace. The board changes.

    On a new table the first answer is the tile turned over (Criteria), the second the one then on top (Actions); new
    contracts follow, in the order in which their places are refilled.
    """
    noted = RecordingSink(parse_event)
    trace = Trace(noted)
    chance = Asked(answers)
    BOOK.play_automa(board, chance, trace, noted)
    assert not chance.unused, f"answers left over: {chance.unused}"
    return noted.lines, trace


def play_automa(board: Barrage, chance: Chance, trace: Trace | None = None) -> list[Event]:
    """Play what is due for an Automa without consequences; return the events. The board changes."""
    noted = RecordingSink(parse_event)
    her_turn(board, chance, trace, noted)
    return noted.events


def apply_follow_ups(board: Barrage, events: Sequence[Event], chance: Chance) -> list[Event]:
    """Apply the consequences of events; return them. The board changes."""
    noted = RecordingSink(parse_event)
    rules.apply_consequences(board, events, chance, noted)
    return noted.events


def play_next(board: Barrage, chance: Chance) -> list[Event]:
    """Play the turn of the seat to move with consequences, random moves for a human; return its events. The board
    changes."""
    return play_next_traced(board, chance)[0]


def play_next_traced(board: Barrage, chance: Chance) -> tuple[list[Event], Trace]:
    """Play the turn of the seat to move as `play_next` does; return its events and the trace."""
    noted = RecordingSink(parse_event)
    trace = Trace(noted)
    due = BOOK.find_due(board)
    assert due is not None
    if due.automa:
        BOOK.play_automa(board, chance, trace, noted)
    else:
        BOOK.apply_move(board, BOOK.random_human(chance).choose_move(board, ()), chance, noted)
    return noted.events, trace


def is_over(board: Barrage) -> bool:
    return BOOK.find_due(board) is None


def events(view: View) -> list[Event]:
    """Return the events of a view."""
    assert isinstance(view.sink, RecordingSink)
    return view.sink.events


def list_lines(view: View) -> list[str]:
    """Return the events of a view as lines."""
    assert isinstance(view.sink, RecordingSink)
    return view.sink.lines


def failures(trace: Trace | None, rule: str) -> list[dict[str, object]]:
    """Return the notes of decisions whose condition failed by this rule."""
    assert trace is not None
    return [dict(d.note or {}) for d in trace.decisions if d.failed == rule]


def remarks(trace: Trace | None, rule: str) -> list[dict[str, object]]:
    """Return the notes of remarks with this rule."""
    assert trace is not None
    return [dict(e.note) for e in trace.entries if isinstance(e, Remark) and e.rule == rule]


def decision(trace: Trace | None, rule: str, nth: int = 0) -> Decision:
    """Return the n-th decision of the procedure with this rule number."""
    assert trace is not None
    found = [d for d in trace.decisions if d.rule == rule]
    assert len(found) > nth, f"no {rule}; decisions: {[d.rule for d in trace.decisions]}"
    return found[nth]


def chosen_name(of: Decision) -> str:
    """Return the name of the chosen option."""
    assert of.chosen is not None
    return of.of.name_option(of.chosen)


def decided_by(trace: Trace) -> list[str]:
    return list_deciding_rules(trace)


def tech_mask(words: str) -> Mask:
    """Return the mask for technology tiles such as `basic_base adv1_wild`."""
    return places(TECH, words)
