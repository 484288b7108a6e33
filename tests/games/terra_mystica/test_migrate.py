"""Lines of version 1 in today's form: every kind of pending decision and every number of a turn is named.

Whole saves, with their legal moves, scores and undo, are in `tests/session/test_old_saves.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from soloist.core.errors import UnreadableError
from soloist.core.steps import Pending
from soloist.games.terra_mystica.migrate import from_1
from soloist.games.terra_mystica.player.bridges import BuildBridge
from soloist.games.terra_mystica.player.building import Ride, Storm, Swarm
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.events.version_1 import Awaits, CleanedUp, Credited
from soloist.games.terra_mystica.player.favors import TakeFavor
from soloist.games.terra_mystica.player.leech import NewToken, Offer
from soloist.games.terra_mystica.player.notation import parse
from soloist.games.terra_mystica.player.priests import UnlockOrPriest
from soloist.games.terra_mystica.player.setup_steps import AutomaPlaces, ChooseBonus, PlaceDwelling
from soloist.games.terra_mystica.player.spades import CultSpades
from soloist.games.terra_mystica.player.state import ACTIONS, BONUSES, SETTING_UP, Gift, Position
from soloist.games.terra_mystica.player.step_registry import STEPS
from soloist.games.terra_mystica.player.towns import TakeTown, UseKey
from soloist.games.terra_mystica.player.turn import Turn
from tests.games.terra_mystica.player.positions import arena

FOLDER = Path(__file__).parents[2] / "saves" / "version-1"
#: stage, acted, free spades, homed, short, may build, jumped, extra, exchanges, stopped, builds, beside her, gone
NEW_TURN = "1,0,0,0,0,0,-1,0,0,0,0,0,0"


def awaits(line: str, s: Position | None = None) -> Awaits:
    """Return the event of an old line and check that its line is read back."""
    s = s or arena("cultists", "darklings")
    event = parse(s, from_1(line))
    assert isinstance(event, Awaits)
    assert parse(s, event.to_line(s)) == event
    return event


#: the stack of version 1: kind, seat, number, mask
PENDING: list[tuple[str, Pending]] = [
    ("0,1,0,0", PlaceDwelling(1)),
    ("1,2,0,0", ChooseBonus(2)),
    ("2,0,0,0", AutomaPlaces(0)),
    ("3,1,0,0", TakeFavor(1)),
    ("4,1,0,0", TakeTown(1)),
    ("5,2,2,9", UseKey(2, 2, 0b1001)),
    ("6,1,1,0", CultStep(1)),
    ("7,1,1,0", CultStep(1, 2)),
    ("8,1,0,0", BuildBridge(1)),
    ("9,1,1,0", Ride(1)),
    ("10,1,1,0", Storm(1)),
    ("11,2,1,0", Swarm(2)),
    ("12,1,3,0", CultSpades(1, 3)),
    ("13,1,2,0", UnlockOrPriest(1, 2)),
    ("14,2,1,0", NewToken(2)),
]


@pytest.mark.parametrize(("row", "step"), PENDING)
def test_every_kind_of_pending_decision(row: str, step: Pending) -> None:
    assert awaits(f"table: awaits {NEW_TURN} ; stack {row}").waits == (step,)


def test_every_kind_that_can_wait_is_among_them_and_the_last_stays_the_last() -> None:
    assert {type(step) for _, step in PENDING} == {kind for name, kind in STEPS.items() if name != "reserve_card"}
    line = f"table: awaits {NEW_TURN} ; stack {' '.join(row for row, _ in PENDING)}"
    assert awaits(line).waits == tuple(step for _, step in PENDING)


TURNS: list[tuple[str, Turn]] = [
    (NEW_TURN, Turn(1)),
    ("1,1,0,0,0,0,-1,0,0,0,0,0,0", Turn(1, acted=1)),
    ("1,1,2,0,0,0,-1,0,0,0,0,0,0", Turn(1, acted=1, free_spades=2)),
    ("1,0,0,5,0,0,-1,0,0,0,0,0,0", Turn(1, homed=0b101)),
    ("1,0,0,0,16384,0,-1,0,0,0,0,0,0", Turn(1, short=1 << 14)),
    ("1,0,0,0,0,1,-1,0,0,0,0,0,0", Turn(1, may_build=1)),
    ("1,0,0,0,0,0,0,0,0,0,0,0,0", Turn(1, jumped=0)),
    ("1,0,0,0,0,0,57,0,0,0,0,0,0", Turn(1, jumped=57)),
    ("1,0,0,0,0,0,-1,1,0,0,0,0,0", Turn(1, extra=1)),
    ("1,0,0,0,0,0,-1,0,3,0,0,0,0", Turn(1, exchanges=3)),
    ("1,0,0,0,0,0,-1,0,0,6,0,0,0", Turn(1, stopped=0b0110)),
]


@pytest.mark.parametrize(("numbers", "turn"), TURNS)
def test_every_number_of_a_turn(numbers: str, turn: Turn) -> None:
    event = awaits(f"table: awaits {numbers}")
    assert (event.turn, event.stage, event.builds, event.gone) == (turn, ACTIONS, 0, 0)


@pytest.mark.parametrize(("number", "stage"), [(0, SETTING_UP), (1, ACTIONS), (2, BONUSES), (3, ACTIONS)])
def test_where_the_round_is_and_the_end_which_the_board_knows_itself(number: int, stage: int) -> None:
    assert awaits(f"table: awaits {number},0,0,0,0,0,-1,0,0,0,17,0,4").stage == stage
    event = awaits(f"table: awaits {number},0,0,0,0,0,-1,0,0,0,17,0,4")
    assert (event.builds, event.gone) == (17, 0b100)


def test_offers_and_those_who_wait_for_the_answers() -> None:
    line = f"table: awaits {NEW_TURN} ; offers 1,0,5,1 2,1,3,2 ; gifts 2,1,1,0 3,1,-99,1"
    event = awaits(line)
    assert event.offers == (Offer(1, 0, 5, 1), Offer(2, 1, 3, 2))
    assert event.gifts == (Gift(1, 2, taken=1),)  # the other one was paid for already


def test_it_makes_everything_so() -> None:
    position = arena("cultists", "darklings")
    awaits(f"table: awaits {TURNS[2][0]} ; stack 3,1,0,0 ; offers 2,1,3,1 ; gifts 1,1,0,0", position).apply(position)
    assert (position.turn, position.waits, position.offers, position.gifts) == (
        TURNS[2][1],
        (TakeFavor(1),),
        (Offer(2, 1, 3, 1),),
        (Gift(1, 1),),
    )


def test_hexes_that_had_numbers_have_the_names_of_their_map() -> None:
    position = arena()
    e5, f3 = position.map.hex("E5"), position.map.hex("F3")
    event = awaits(f"table: awaits 1,1,0,{1 << e5 | 1 << f3},0,1,{e5},0,0,0,0,0,0", position)
    assert "turn acted=yes homed=E5+F3 may_build=yes jumped=E5" in event.to_line(position)


def test_a_town_tile_is_told_in_the_words_of_every_table() -> None:
    position = arena()
    event = parse(position, from_1("human: founds tw5"))
    assert event == parse(position, "human: town tw5 without steps")
    event.apply(position)
    assert (
        position.purses[1].tiles[4] == 1 and position.keys[1] == 1 and sum(position.cults[1]) == sum(arena().cults[1])
    )


def test_what_only_old_saves_hold_is_read_and_known_as_such() -> None:
    position = arena()
    for line in ("table: cleans", "human: credits faction 2"):
        event = parse(position, from_1(line))
        assert event.outdated and event.to_line(position) == line
    assert (
        parse(position, "human: credits faction 2") == Credited(1, 6, 2)
        and parse(position, "table: cleans") == CleanedUp()
    )


@pytest.mark.parametrize(
    "line", ["table: awaits 1,2", f"table: awaits {NEW_TURN} ; stack 99,1,0,0", f"table: awaits {NEW_TURN} ; stack 3,1"]
)
def test_what_version_1_never_wrote_is_refused_when_it_is_read(line: str) -> None:
    assert from_1(line) == line
    with pytest.raises(UnreadableError):
        parse(arena(), line)


def test_every_other_line_stays_as_it_is() -> None:
    kept = 0
    for path in FOLDER.glob("terra_mystica-*.soloist"):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            body = line.partition(" ")[2].removeprefix("+ ")
            if ": awaits " not in body and ": founds " not in body:
                assert from_1(body) == body
                kept += 1
    assert kept > 5000
