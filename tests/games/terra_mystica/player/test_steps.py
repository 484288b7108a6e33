"""Pending steps: their fields, saving by name with defaults for old saves, what is due, and what is refused
meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from soloist.core.errors import BadInputError, ImpossibleError, UnknownError
from soloist.core.rulebook import DIGITAL, Due
from soloist.core.sink import RecordingSink
from soloist.core.steps import Pending, StepClosed, StepDeferred, StepOpened, read_step
from soloist.games.terra_mystica.board.events import Gained, TownFounded
from soloist.games.terra_mystica.board.purse import FROM_FACTION, FROM_LEECH
from soloist.games.terra_mystica.board.tables import AUTOMA
from soloist.games.terra_mystica.player import events as player_events
from soloist.games.terra_mystica.player.bridges import BuildBridge
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.events.power import DECLINED, NOTHING, TAKEN
from soloist.games.terra_mystica.player.favors import TakeFavor
from soloist.games.terra_mystica.player.leech import Offer
from soloist.games.terra_mystica.player.notation import parse
from soloist.games.terra_mystica.player.state import ACTIONS, BONUSES, INCOME, Gift
from soloist.games.terra_mystica.player.step_registry import STEPS, list_legal_moves, play_move
from soloist.games.terra_mystica.player.towns import TakeTown, UseKey
from soloist.games.terra_mystica.player.turn import Turn
from soloist.manifest import find_game
from tests.games.terra_mystica.player.positions import LANGUAGE, arena, do, lines, purse, put, refused, rich

RULES = find_game("terra_mystica").rulebook(DIGITAL)


def sample(kind: type[Pending]) -> Pending:
    """Return a step of this kind with values that are no defaults."""
    step = kind(AUTOMA if kind.automa else 1)
    more = {"steps": 2, "tracks": 0b0101, "spades": 3, "priests": 2}
    return replace(step, **{name: value for name, value in more.items() if hasattr(step, name)})


@pytest.mark.parametrize("kind", STEPS.values(), ids=STEPS)
def test_every_step_comes_and_goes_by_lines_that_name_it(kind: type[Pending]) -> None:
    position, step = arena(), sample(kind)
    for event in (StepOpened(step), StepDeferred(step)):
        noted = RecordingSink(parse)
        before = position.key()
        noted.apply_event(position, event)
        assert position.waits == (step,) and kind.name in noted.lines[0]
        noted.apply_event(position, StepClosed(step))
        assert position.key() == before


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("human: open cult_step steps=2", StepOpened(CultStep(1, 2))),
        ("human: open use_key steps=2 tracks=fire+earth", StepOpened(UseKey(1, 2, 0b0101))),
        ("human2: open take_favor", StepOpened(TakeFavor(2))),
        ("human: turn", player_events.TurnNoted(Turn(1))),
        ("human: turn acted=yes", player_events.TurnNoted(Turn(1, acted=1))),
        (
            "human: turn acted=yes may_build=yes exchanges=2",
            player_events.TurnNoted(Turn(1, 1, may_build=1, exchanges=2)),
        ),
        (
            "human: turn free_spades=1 extra=1 stopped=fire",
            player_events.TurnNoted(Turn(1, free_spades=1, extra=1, stopped=1)),
        ),
        ("table: stage actions", player_events.StageBegun(ACTIONS)),
        ("table: stage bonuses", player_events.StageBegun(BONUSES)),
        ("table: stage income", player_events.StageBegun(INCOME)),
        ("human2: offer giver=human power=3 build=4", player_events.Offered(Offer(2, 1, 3, 4))),
        ("human2: offer giver=human power=3 build=4 at=A3", player_events.Offered(Offer(2, 1, 3, 4, 2))),
        ("human2: answers taken build=4", player_events.Answered(2, 4, TAKEN)),
        ("human2: answers declined build=4", player_events.Answered(2, 4, DECLINED)),
        ("human2: answers nothing build=4", player_events.Answered(2, 4, NOTHING)),
        ("human: awaits answers build=4", player_events.GiftAwaited(1, 4)),
        ("human: closes answers build=4", player_events.GiftClosed(1, 4)),
        ("human: leaves", player_events.Left(1)),
        ("human: levels carpet", player_events.Levelled(1, "carpet")),
        ("human: uses act_nomads", player_events.OwnActionUsed(1, 13)),
        ("human: settles E5,E6", player_events.TownGrown(1, 0)),
        ("human: unlocks swamp", player_events.Unlocked(1, 2)),
        ("human: shifts lakes", player_events.Shifted(1, 3)),
        ("human: town tw5 without steps", TownFounded(1, 4, steps=False)),
        ("human: town tw5", TownFounded(1, 4)),
        ("human: vp +5", Gained(1, 5)),
        ("human: books faction vp +5", Gained(1, 5, FROM_FACTION)),
        ("human: books leech vp -1 bowl1 -2 bowl2 +2", Gained(1, -1, FROM_LEECH, bowl1=-2, bowl2=2)),
    ],
)
def test_lines_and_events(line: str, event: object) -> None:
    position = arena()
    if isinstance(event, player_events.TownGrown):
        event = player_events.TownGrown(1, 1 << position.map.hex("E5") | 1 << position.map.hex("E6"))
    found = parse(position, line)
    assert found == event and found.to_line(position) == line


# ------------------------------------------------------------------------------------------------- saves of other times


@dataclass(frozen=True, slots=True)
class LaterCultStep(CultStep):
    """A cult step as a later version may have it, with one more field."""

    twice: int = 0
    name: ClassVar[str] = "cult_step"


@dataclass(frozen=True, slots=True)
class LaterTurn(Turn):
    bribed: int = 7


def test_a_field_more_makes_no_save_unreadable() -> None:
    position = arena()
    kinds: dict[str, type[Pending]] = {"cult_step": LaterCultStep, "turn": LaterTurn}
    assert read_step(position, 1, kinds, "cult_step steps=2") == LaterCultStep(1, 2, 0)
    assert read_step(position, 1, kinds, "turn acted=yes") == LaterTurn(1, 1, bribed=7)


def test_what_a_line_lacks_has_its_default() -> None:
    position = arena()
    assert parse(position, "human: open cult_step") == StepOpened(CultStep(1))
    assert parse(position, "human: turn homed=E5") == player_events.TurnNoted(
        Turn(1, homed=1 << position.map.hex("E5"))
    )


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("human: open take_favour", "take_favor"),
        ("human: open cult_step setps=2", "steps"),
        ("human: turn actd=yes", "acted"),
        ("human: open use_key tracks=fyre", "fire"),
    ],
)
def test_what_is_not_known_is_refused_with_the_nearest_name(line: str, near: str) -> None:
    with pytest.raises(UnknownError) as why:
        parse(arena(), line)
    assert near in why.value.nearest


@pytest.mark.parametrize("line", ["human5: books faction vp +5", "human5: open take_favor", "human5: vp +5"])
def test_who_does_not_play_has_no_line(line: str) -> None:
    with pytest.raises(ImpossibleError) as why:
        parse(arena(), line)
    assert why.value.nearest == ("automa", "human", "human2")


@pytest.mark.parametrize(
    "line", ["", "human", "human: ", "human: books", "human: books luck vp +1", "nobody: turn", "table: stage 4"]
)
def test_what_is_no_line_is_refused(line: str) -> None:
    with pytest.raises(BadInputError):
        parse(arena(), line)


# ------------------------------------------------------------------------------------------------------ what is due


@pytest.mark.parametrize("kind", STEPS.values(), ids=STEPS)
def test_what_is_due_is_named_by_its_step(kind: type[Pending]) -> None:
    position = arena()
    position.waits = (sample(kind),)
    assert RULES.find_due(position) == Due("automa" if kind.automa else "human", kind.name, kind.automa)


def test_offers_come_after_what_waits_and_before_the_turn() -> None:
    position = arena()
    assert RULES.find_due(position) == Due("human", "turn")
    position.offers = (Offer(2, 1, 3, 1),)
    assert RULES.find_due(position) == Due("human2", "offer")
    position.waits = (TakeFavor(1),)
    assert RULES.find_due(position) == Due("human", "take_favor")


def test_her_turn_is_due_as_hers() -> None:
    position = arena("witches", automa=True)  # type: ignore[arg-type]
    position.give_turn(AUTOMA)
    assert RULES.find_due(position) == Due("automa", "turn", True) and list_legal_moves(position) == []


# ------------------------------------------------------------------------------------ what is refused in the meantime


@pytest.mark.parametrize("kind", [kind for kind in STEPS.values() if not kind.automa], ids=lambda kind: kind.name)
def test_whatever_a_step_does_not_take_is_refused_by_a_rule(kind: type[Pending]) -> None:
    position = arena("riverwalkers", "nomads")
    put(position, 1, "E5")
    rich(position, 1)
    position.waits = (sample(kind),)
    moves = list_legal_moves(position)
    assert moves
    for verb in LANGUAGE.verbs:
        if verb.first_word not in {line.split()[0] for line in lines(position)}:
            assert refused(position, verb.example).startswith("TM-"), verb.example


def test_tiles_may_come_in_any_order_but_nothing_else_passes_them() -> None:
    """A bridge below a town tile on the stack has to wait until the tile is taken."""
    position = arena()
    put(position, 1, "E4", "G1")
    rich(position, 1)
    position.waits = (BuildBridge(1), TakeFavor(1), TakeTown(1))
    assert {line.split()[0] for line in lines(position)} >= {"favor", "town"} and not lines(position, "bridge")
    assert refused(position, "bridge E4:G1") == "TM-086"
    do(position, "favor fav9")
    assert position.waits == (BuildBridge(1), TakeTown(1))


def test_tm_064_nothing_is_converted_while_power_is_offered() -> None:
    position = arena()
    rich(position)
    position.offers = (Offer(1, 2, 3, 1),)
    assert refused(position, "burn 1") == refused(position, "convert power to coin") == "TM-064"
    assert refused(position, "done") == "TM-178" and refused(position, "build E5") == "TM-024"
    position.offers = (Offer(2, 1, 3, 1),)
    assert refused(position, "burn 1") == "TM-036"  # not even his turn


def test_a_move_that_is_refused_halfway_has_changed_nothing() -> None:
    position = arena("acolytes", "witches")
    put(position, 1, "E5")
    purse(position, 1, coins=1)
    before = position.key()
    noted = RecordingSink()
    for line in (
        "transform E6 to swamp",
        "upgrade E5 to th",
        "advance digging",
        "send fire 3",
        "action act1",
    ):
        with pytest.raises(ImpossibleError) as why:
            play_move(position, LANGUAGE.read_move(position, line), noted)
        assert why.value.rule and position.key() == before and noted.events == []


# ------------------------------------------------------------------------------------------------------------ answers


def test_an_offer_that_is_not_there_cannot_be_answered() -> None:
    position = arena("cultists", "darklings")
    position.offers, position.gifts = (Offer(2, 1, 3, 1),), (Gift(1, 1),)
    with pytest.raises(ImpossibleError) as why:
        player_events.Answered(2, 9, TAKEN).apply(position)
    assert why.value.rule == "TM-062"
    player_events.Answered(2, 1, DECLINED).apply(position)
    assert position.offers == () and position.gifts == (Gift(1, 1, declined=1),)


def test_a_turn_that_begins_knows_nothing_of_the_one_before() -> None:
    position = arena()
    rich(position)
    do(position, "send fire 3")
    assert position.turn == Turn(1, acted=1)
    do(position, "done")
    assert position.turn == Turn(2) and position.to_move == 2
