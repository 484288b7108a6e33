"""Turns of digital games entered at a table with tracked costs: both book the same.

A turn is entered as a player would enter it: each line once, with what only the player knows. All credits and
machineries paid must be booked automatically; gains must be booked or offered.
"""

from __future__ import annotations

from collections import Counter

from soloist.core.board import Event
from soloist.core.chance import Chance, Seeded
from soloist.core.rulebook import Player
from soloist.core.sink import NULL_SINK, CollectingSink, RecordingSink
from soloist.core.steps import StepClosed, StepOpened
from soloist.games.barrage import digital_rules, table_rules
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.setup import OPTIONS
from soloist.games.barrage.board.spaces import ACTION_SPACES
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import OFFICERS, SEGMENTS, TECH, WORKS
from soloist.games.barrage.player import events as own
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.works import loan_price
from soloist.games.barrage.strategy.agents import RandomAgent
from soloist.games.barrage.table.tracked_board import TrackedBoard, new_table

#: nobody tells these: they are the app's own, or what a table does by itself
_NOT_TOLD = (StepOpened, StepClosed, e.Revealed, e.PileRefilled, own.LaidAside)
#: doubts of the books, of which there is none in a game where every rule is enforced
_HELD = ("BR-008", "BR-033", "BR-034", "BR-041", "BR-043", "BR-063", "BR-131", "BR-134")
#: officers whose doings are told in other words, or who do what no line tells
_OTHERWISE = ("angelo_alberti", "anton_krylov", "mahiri_sekibo", "dr_octavius", "margot_fouche", "franz_de_lasse")
#: what is gained without a decision
_GAINS = ("vp", "energy", "credits", "machinery", "excavator", "mixer", "rotate")


def beside(position: Position) -> TrackedBoard:
    """Return the position as a table with tracked costs."""
    source = {option.key: position.setup.source.get(option.key, "kept") for option in OPTIONS}
    board = new_table(source)
    assert isinstance(board, TrackedBoard)
    for slot in {*Barrage.__slots__, *Position.__slots__} - {"setup"}:
        setattr(board, slot, getattr(position.copy(), slot))
    board.waits = ()
    return board


def line_of(board: TrackedBoard, events: list[Event]) -> str:
    """Return the line by which a player enters the first of these events."""
    event = events[0]
    match event:
        case e.Placed(_, where, n, architect):
            used = events[1] if len(events) > 1 else None
            space = ACTION_SPACES.names[used.space] if isinstance(used, own.SpaceUsed) else where
            return f"{'architect' if architect and n == 1 else 'engineers'} {n} {space}"
        case e.Built() | e.WorkDone():
            return f"{event.to_line(board).split(': ')[1]}{' free' if isinstance(event, e.Built) else ''}"
        case e.Wheeled(_, ex, mi, xm, tile):
            after = next(x for x in events if isinstance(x, e.Built | e.WorkDone))
            if isinstance(after, e.WorkDone):
                return f"work {WORKS.names[after.work]} wheel pay {ex} {mi} {xm}"
            return f"{after.to_line(board).split(': ')[1]} with {TECH.names[tile]} pay {ex} {mi} {xm}"
        case own.Paid(_, credits) if credits < 0 and len(events) > 1 and isinstance(events[1], e.Wheeled):
            wheeled = events[1]
            built = next(x for x in events if isinstance(x, e.Built))
            pay = f"spend {wheeled.excavators} {wheeled.mixers} {-credits}"
            return f"{built.to_line(board).split(': ')[1]} with {TECH.names[wheeled.tile]} {pay}"
        case own.Paid(_, credits) if credits < 0 and len(events) > 1 and isinstance(events[1], e.WorkDone):
            assert -credits == loan_price(board, events[1].work)
            return f"work {WORKS.names[events[1].work]} loan"
        case e.Machined(_, _, n) if n < 0:
            given = Counter({x.kind: -x.n for x in events[:3] if isinstance(x, e.Machined) and x.n < 0})
            work = next(x for x in events if isinstance(x, e.WorkDone))
            return f"work {WORKS.names[work.work]} pay {given[0]} {given[1]} {given[2]}"
        case e.Machined():
            taken = Counter({x.kind: x.n for x in events[:2] if isinstance(x, e.Machined)})
            return f"machinery {taken[0]} {taken[1]}"
        case own.TileRetrieved(_, tile):
            return f"retrieve {TECH.names[tile]}"
        case own.MachineriesRetrieved(_, segment, ex, mi, _):
            return f"recover {SEGMENTS - segment} {ex} {mi}"
    return event.to_line(board).split(": ")[1]


def retell(before: Position, after: Position, happened: list[Event], chance: Chance) -> Counter[str]:
    """Enter a turn at a table with tracked costs and compare; return how often further entries were offered."""
    seat, board = before.to_move, beside(before)
    left = [x for x in happened if not isinstance(x, _NOT_TOLD)]
    told: Counter[str] = Counter()
    offered: list[str] = []
    while left:
        line = f"{board.name(seat)}: {line_of(board, left)}"
        verb = line.split()[1]
        if verb in _GAINS:
            told[f"{verb} {'offered' if {line, left[0].to_line(board)} & set(offered) else 'by himself'}"] += 1
        move, noted = table_rules.RULES.read_move(board, line), RecordingSink(table_rules.RULES.parsing)
        was = board.copy()
        table_rules.RULES.apply_move(board, move, chance, noted)
        assert not [problem.rule for problem in noted.problems if problem.rule in _HELD], line
        for event in noted.events:
            if not isinstance(event, _NOT_TOLD):
                assert event in left, (line, event, left)
                left.remove(event)
        for offer in table_rules.RULES.find_offers(was, noted.events):
            offered += [*offer.line.split("; "), offer.line]
    for name in ("credits", "machinery", "wheel", "tech", "engineers", "architect", "left", "vp"):
        assert getattr(board, name)[seat] == getattr(after, name)[seat], (name, happened)
    return told


def turns(number: int) -> Counter[str]:
    """Play a whole digital game of random players; enter each turn of a human again."""
    told: Counter[str] = Counter()
    chance = Seeded(f"retold {number}")
    seats = (Player("random"),) * (1 + number % 3) + (Player("automa", "hard"),)
    options = {"leeghwater": "yes", "promos": "yes"}
    made, _ = digital_rules.RULES.seat_players(seats, options, chance)
    made = dict(made)
    officers = [name for name in OFFICERS.names if name not in _OTHERWISE]
    made["human_officers"] = " ".join(officers[(number + 5 * at) % len(officers)] for at in range(len(seats) - 1))
    position = digital_rules.RULES.create_position(digital_rules.RULES.lay_out({**options, **made}, chance, {}))
    assert isinstance(position, Position)
    stranger = RandomAgent(str(number))
    before: Position | None = None
    happened: list[Event] = []
    while (due := digital_rules.RULES.find_due(position)) is not None:
        if before is None and not due.automa and digital_rules.RULES.is_turn_start(position):
            before, happened = position.copy(), []
        heard = CollectingSink(NULL_SINK)
        along = position.copy()
        if due.automa:
            digital_rules.RULES.play_automa(position, chance, None, heard)
            continue
        digital_rules.RULES.apply_move(
            position, stranger.choose_move(position, digital_rules.RULES.list_legal_moves(position)), chance, heard
        )
        for event in heard.events:
            if before is not None and isinstance(event, e.TurnDone | e.Out):
                told += retell(before, along, happened, Seeded("displays"))
                before = None
            event.apply(along)
            happened.append(event)
    return told


def test_the_books_of_a_table_agree_with_the_whole_game() -> None:
    """BR-008, BR-042, BR-043, BR-063, BR-079, BR-131: in every turn of games in which every rule is enforced."""
    told: Counter[str] = Counter()
    for number in range(6):
        told += turns(number)
    assert {key for key in told if key.endswith("by himself")} == set()
    assert {key.split()[0] for key in told} >= {"vp", "energy", "credits", "machinery", "rotate"}
