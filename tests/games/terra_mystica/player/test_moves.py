"""Moves as people write them, and their numbers in a catalogue of all actions."""

from __future__ import annotations

from random import Random

import pytest

from soloist.core.errors import BadInputError, ImpossibleError, UnknownError, UnreadableError
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.state import OVER
from soloist.games.terra_mystica.player import moves as m
from soloist.games.terra_mystica.player.moves import LANGUAGE
from soloist.games.terra_mystica.player.step_registry import list_legal_moves, play_move
from tests.games.terra_mystica.player.positions import arena
from tests.games.terra_mystica.player.test_legal import table

S = arena()
E5, A3_C1 = S.map.hex("E5"), S.map.bridge("A3", "C1")


@pytest.mark.parametrize(
    ("line", "move", "written"),
    [
        ("burn", Move(m.BURN, 1), "burn 1"),
        ("burn 3", Move(m.BURN, 3), "burn 3"),
        ("convert power to coin 2", Move(m.CONVERT, m.POWER, m.COIN, 2), "convert power to coin 2"),
        ("convert power coin", Move(m.CONVERT, m.POWER, m.COIN, 1), "convert power to coin 1"),
        ("Convert VP into coin", Move(m.CONVERT, m.VP, m.COIN, 1), "convert vp to coin 1"),
        ("place e5", Move(m.PLACE, E5), "place E5"),
        ("bonus BON4", Move(m.BONUS_CARD, 3), "bonus bon4"),
        ("build on E5", Move(m.BUILD, E5), "build E5"),
        ("transform E5 swamp", Move(m.TRANSFORM, E5, 2), "transform E5 to swamp"),
        ("transform E5 to volcano with fire", Move(m.TRANSFORM, E5, 8, 1), "transform E5 to volcano with fire"),
        ("transform E5 volcano a", Move(m.TRANSFORM, E5, 8, 4), "transform E5 to volcano with air"),
        ("upgrade E5 to th", Move(m.UPGRADE, E5, 1), "upgrade E5 to trading_house"),
        ("upgrade E5 TE", Move(m.UPGRADE, E5, 2), "upgrade E5 to temple"),
        ("advance shipping", Move(m.ADVANCE, m.SHIPPING), "advance shipping"),
        ("advance ship", Move(m.ADVANCE, m.SHIPPING), "advance shipping"),
        ("advance dig", Move(m.ADVANCE, m.DIGGING), "advance digging"),
        ("send fire 3", Move(m.SEND, 0, 3), "send fire 3"),
        ("send w 2", Move(m.SEND, 1, 2), "send water 2"),
        ("action act5", Move(m.ACTION, 4), "action act5"),
        ("action act_shapeshifters_power lakes", Move(m.ACTION, 16, 4), "action act_shapeshifters_power lakes"),
        ("bridge A3:C1", Move(m.BRIDGE, A3_C1), "bridge A3:C1"),
        ("bridge A3 C1", Move(m.BRIDGE, A3_C1), "bridge A3:C1"),
        ("bridge c1 a3", Move(m.BRIDGE, A3_C1), "bridge A3:C1"),
        ("cult e", Move(m.CULT, 2), "cult earth"),
        ("favor fav5", Move(m.FAVOR, 4), "favor fav5"),
        ("town tw2", Move(m.TOWN, 1), "town tw2"),
        ("key water", Move(m.KEY, 1), "key water"),
        ("connect r20", Move(m.CONNECT, S.map.hex("r20")), "connect r20"),
        ("exchange", Move(m.EXCHANGE, 1), "exchange 1"),
        ("exchange 2", Move(m.EXCHANGE, 2), "exchange 2"),
        ("unlock swamp", Move(m.UNLOCK, 2), "unlock swamp"),
        ("unlock priest", Move(m.UNLOCK, m.THE_PRIEST), "unlock priest"),
        ("take", Move(m.TAKE), "take"),
        ("decline", Move(m.DECLINE), "decline"),
        ("token yes", Move(m.TOKEN, 1), "token yes"),
        ("token no", Move(m.TOKEN, 0), "token no"),
        ("done", Move(m.DONE), "done"),
        ("pass", Move(m.PASS, -1), "pass"),
        ("pass bon7", Move(m.PASS, 6), "pass bon7"),
    ],
)
def test_lines_people_type(line: str, move: Move, written: str) -> None:
    assert LANGUAGE.read_move(S, line) == move
    assert LANGUAGE.write_move(S, move) == written
    assert LANGUAGE.read_move(S, written) == move


def test_every_verb_has_an_example_that_is_read() -> None:
    for number, verb in enumerate(m.VERBS):
        move = LANGUAGE.read_move(S, verb.example)
        assert move.verb == number and LANGUAGE.write_move(S, move) == verb.example


@pytest.mark.parametrize(
    ("line", "error", "near"),
    [
        ("", UnreadableError, "burn"),
        ("biuld E5", UnreadableError, "build"),
        ("build", UnreadableError, "build E5"),
        ("build E5 E6", UnreadableError, "build E5"),
        ("build E12", ImpossibleError, "E11"),
        ("upgrade E5 to tempel", UnknownError, "temple"),
        ("send fyre 3", UnknownError, "fire"),
        ("send fire many", UnreadableError, None),
        ("advance carpet", UnknownError, "shipping"),
        ("bridge A3:A4", ImpossibleError, "A3:C1"),
        ("pass bon99", UnknownError, "bon9"),
        ("token yess", UnknownError, "yes"),
    ],
)
def test_what_cannot_be_read_names_what_would_be_right(line: str, error: type[BadInputError], near: str | None) -> None:
    with pytest.raises(error) as why:
        LANGUAGE.read_move(S, line)
    assert near is None or near in why.value.nearest


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_move_has_a_number_of_its_own_in_the_catalogue(seed: int) -> None:
    position = table(3000 + seed)
    dice = Random(seed)
    size = sum(LANGUAGE.count_actions(position))
    while position.phase != OVER:
        moves = list_legal_moves(position)
        numbers = [LANGUAGE.action_index(position, move) for move in moves]
        assert numbers == sorted(set(numbers)) and numbers[0] >= 0 and numbers[-1] < size
        assert [LANGUAGE.move_at_index(position, number) for number in numbers] == moves
        play_move(position, dice.choice(moves))
    assert sum(LANGUAGE.count_actions(position)) == size


def test_the_catalogue_is_the_same_on_every_position_of_a_map() -> None:
    one, other = arena("witches", "darklings"), arena("dwarves", "cultists", "mermaids")
    assert LANGUAGE.count_actions(one) == LANGUAGE.count_actions(other)
    for move in list_legal_moves(one):
        assert LANGUAGE.action_index(one, move) == LANGUAGE.action_index(other, move)
