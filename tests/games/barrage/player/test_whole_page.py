"""The page of a digital game beside the board: track, company board, notes on choices, the end of a round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

import soloist
from soloist.core.menu import ActionKind
from soloist.core.verbs import Move
from soloist.games.barrage.board.laws import energy_reward
from soloist.games.barrage.board.spaces import SPACE_LIST
from soloist.games.barrage.board.tables import CONDUIT, SEGMENTS, SPACES, TECH_TILES
from soloist.games.barrage.digital_rules import RULES
from soloist.games.barrage.display.company import draw_company_board
from soloist.games.barrage.display.digital_menu import position_after
from soloist.games.barrage.display.energy import draw_energy_track
from soloist.games.barrage.display.notes import list_terms
from soloist.games.barrage.display.round_end import make_round_sheet
from soloist.games.barrage.display.spaces import list_spaces
from soloist.games.barrage.game import GAME
from soloist.games.barrage.player.construction import Pay
from soloist.games.barrage.player.contracts import Fulfil
from soloist.games.barrage.player.moves import PRODUCE
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import pending_step
from soloist.games.barrage.strategy.agents import GreedyAgent
from soloist.session.table import Table
from soloist.session.words import Catalogue

WORDS = Catalogue("en", GAME)
#: there only with The Leeghwater Project
LEEGHWATER = {space.id for space in SPACE_LIST if space.section == "external_works"}


def new(**options: str) -> Table:
    return soloist.play("barrage", seed=5, humans="usa", company="italy", **options)


def moves(table: Table) -> Iterator[Position]:
    """The positions at which a greedy human decides, to the end of the game."""
    greedy = GreedyAgent()
    while not table.over:
        if table.automa_due:
            table.turn()
            continue
        position, legal = table.board, table.legal() or ()
        assert isinstance(position, Position)
        yield position
        table.play(greedy.choose_move(position, legal))


@cache
def played() -> tuple[Table, tuple[Position, ...]]:
    """A whole game and all its decisions."""
    table = new(human_officers="solomon_p_jordan")
    return table, tuple(position.copy() for position in moves(table))


def kinds(what: str) -> list[Position]:
    return [s for s in played()[1] if (step := pending_step(s)) is not None and step.name == what]


# ------------------------------------------------------------------------------------------------------------- the track


def test_the_track_shows_everybody_and_where_a_turn_leads() -> None:
    s = kinds("produce")[0]
    step = pending_step(s)
    assert step is not None
    after = position_after(s, step.list_legal_moves(s)[0])
    here, there = draw_energy_track(s, s), draw_energy_track(s, after)
    assert here is not None and there is not None
    for drawn, ahead in zip(here, there, strict=True):
        assert drawn.drawing.count('class="ba-pin') == 2
        assert "ba-ahead" not in drawn.drawing and f">{after.energy[0]}</text>" in ahead.drawing


def test_markers_of_those_without_a_company_yet_are_grey() -> None:
    """BR-013: in the draft nobody has a colour."""
    s = soloist.play("barrage", seed=1, draft="table").board
    found = draw_energy_track(s, s)
    assert found is not None and all(drawn.drawing.count("ba-pin co-neutral") == 2 for drawn in found)
    assert not any("co-neutral" in drawn.drawing for drawn in draw_energy_track(*[kinds("produce")[0]] * 2) or ())


def test_the_track_says_what_the_tile_of_the_round_would_pay() -> None:
    """BR-102: nothing below 6 energy, all of it from 6 times the round on."""
    s = played()[1][-1].copy()
    found = draw_energy_track(s, s)
    assert found is not None
    said = WORDS.say(found[0].says)
    assert said.startswith("Round V: ") and "in full with 30+ energy" in said


def test_at_a_table_there_is_no_track() -> None:
    board = soloist.new("barrage", seed=1, level="easy").board
    assert draw_energy_track(board, board) is None


# ----------------------------------------------------------------------------------------------------- the company board


def test_the_company_board_covers_and_uncovers_income() -> None:
    first, last = played()[1][1], played()[1][-1]
    before, after = (draw_company_board(s, 0).drawing for s in (first, last))
    assert before.count('class="ba-open"') == 0
    assert after.count('class="ba-open"') == _uncovered(last)
    assert "bases 0, elevations 0" in WORDS.say(draw_company_board(first, 0).says)


def _uncovered(position: Position) -> int:
    """USA: the second, fourth and fifth of each, and of powerhouses from the second on (BR-021)."""
    built = [position.built(0, kind) for kind in range(4)]
    return sum((n >= 2) + (n >= 4) + (n >= 5) for n in built[:3]) + max(0, built[3] - 1)


def test_a_space_for_construction_that_is_used_says_so() -> None:
    s = kinds("construct")[0]
    assert draw_company_board(s, 0).drawing.count('class="ba-used"') == s.used[0].bit_count() == 1
    assert draw_company_board(played()[1][1], 0).drawing.count('class="ba-used"') == 0


# -------------------------------------------------------------------------------------------------------------- the notes


def test_a_production_tells_its_sum_and_what_it_would_fulfil() -> None:
    """BR-062, BR-072: by the functions of the rules."""
    seen = 0
    for s in kinds("produce"):
        step = pending_step(s)
        assert step is not None
        offered = [(RULES.read_move(s, choice.line), choice) for choice in RULES.list_choices(s)]
        energy_of = [position_after(s, move).energy[0] for move, _ in offered]
        assert energy_of == sorted(energy_of, reverse=True)
        for move, choice in offered:
            sums = re.match(
                r"(\d) × (\d) ([+−]) (\d) \(action\) ([+−]) (\d) \(company\) = (\d+) energy", WORDS.say(choice.notes[0])
            )
            assert sums
            drops, value, sign, action, _, company, energy = sums.groups()
            total = int(drops) * int(value) + int(f"{'-' if sign == '−' else ''}{action}") + int(company)
            after = position_after(s, move)
            assert total == int(energy) and after.energy[0] - s.energy[0] >= total
            wanted = pending_step(after)
            fulfils = any(note.key == "note.fulfils" for note in choice.notes)
            assert fulfils == (isinstance(wanted, Fulfil) and bool(wanted.list_open_moves(after)))
            seen += 1
    assert seen


def test_a_construction_tells_its_price_where_there_are_several_ways_to_pay() -> None:
    """BR-044: with Solomon P. Jordan credits stand for machineries; the price shown has fewest of them."""
    s = kinds("construct")[0]
    step = pending_step(s)
    assert step is not None
    several = [
        choice
        for move, choice in zip(step.list_legal_moves(s), RULES.list_choices(s), strict=True)
        if isinstance(pending_step(position_after(s, move)), Pay)
    ]
    assert several
    for choice in several:
        assert any(note.key == "note.ways" for note in choice.notes)
        assert any(amount.of in ("excavators", "mixers") and amount.n < 0 for amount in choice.amounts)


def test_productions_of_one_system_are_one_series_and_their_figures_make_the_sum() -> None:
    """BR-061, BR-062: as many as the dam holds."""
    for s in kinds("produce"):
        for choice in RULES.list_choices(s):
            move = RULES.read_move(s, choice.line)
            assert choice.count is not None
            assert (choice.count.of, choice.count.n) == (s.map.systems.names[move.a], move.b)
            first, times, *added, total = choice.sum
            assert (first.n, times.sign, total.sign) == (move.b, "×", "=")
            assert first.n * times.n + sum(it.n if it.sign == "+" else -it.n for it in added) == total.n


def test_a_drop_that_is_worth_more_by_an_officer_is_told_as_the_least() -> None:
    """BR-062: with Viktor Fiesler a production is worth at least 4 before anything is added."""
    s = kinds("produce")[0].copy()
    system = next(i for i in range(len(s.map.systems.names)) if s.map.value[i // 2] == 2)
    assert [it.n for it in list_terms(s, Move(PRODUCE, system, 1))[:2]] == [1, 2]
    s.setup = replace(s.setup, officers=("viktor_fiesler", *s.setup.officers[1:]))
    least = list_terms(s, Move(PRODUCE, system, 1))[0]
    assert (least.n, least.says.key) == (4, "figure.least")


def test_a_structure_tells_its_tiles_or_when_the_first_comes_home() -> None:
    """BR-041, BR-051: off the wheel, else by the turns that are missing."""
    s = next(s for s in kinds("construct") if any(any(segment) for segment in s.wheel[0][1:])).copy()
    conduit = CONDUIT, next(i for i, tile in enumerate(TECH_TILES) if tile.builds == (CONDUIT,))
    s.tech[0] = 0
    s.wheel[0] = [(0, 0, 0, 1 << conduit[1] if segment in (2, 4) else 0) for segment in range(SEGMENTS)]
    assert [_told(deed) for deed in RULES.list_action_kinds(s)] == ["", "", "on the wheel, home in 2 turns", ""]
    s.tech[0] = 1 << conduit[1]
    assert [_told(deed) for deed in RULES.list_action_kinds(s)] == ["", "", "1 tile", ""]


def _told(deed: ActionKind) -> str:
    return WORDS.say(deed.says) if deed.says is not None else ""


def test_with_the_project_there_are_eight_verbs_too() -> None:
    """The shop and the bank share one, and so do external works and private buildings (BR-131, BR-134)."""
    s = next(s for s in moves(new(leeghwater="yes")) if RULES.is_turn_start(s))
    keys = [deed.key for deed in RULES.list_action_kinds(s)]
    assert len(keys) == 8 and keys[-1] == "leeghwater"
    offered = {
        choice.line.split()[1].rstrip("_1234") for choice in RULES.list_choices(s) if choice.verb == "shop_and_bank"
    }
    assert "bank" in offered and len(offered) > 1
    s.credits[s.to_move] = 0
    s.machinery[s.to_move] = [0, 0, 0]
    why = RULES.find_refusal(s, "leeghwater")
    assert why is not None and why.rule == "BR-131"


@pytest.mark.parametrize("key", ["note.links", "note.no_powerhouse", "note.no_dam", "note.alone"])
def test_a_conduit_tells_what_waits_at_its_ends(key: str) -> None:
    """BR-060: a dam that may be used above it, a powerhouse below it."""
    s = next(s for s in kinds("construct") if any(c.verb == "conduit" for c in RULES.list_choices(s))).copy()
    s.dams[0], s.dams[s.neutral], s.house_basins[0] = 0, 0, 0
    found = [c for c in RULES.list_choices(s) if c.verb == "conduit"]
    assert found
    conduit = s.map.conduit(found[0].place.split()[1])
    if key in ("note.links", "note.no_powerhouse"):
        s.dams[s.neutral] = 1 << 2 * (conduit // 2)
    if key in ("note.links", "note.no_dam"):
        s.house_basins[0] = 1 << s.map.destination[conduit]
    choice = next(c for c in RULES.list_choices(s) if c.place == found[0].place)
    assert choice.notes[0].key == key


@pytest.mark.parametrize(("officer", "acts"), [("mahiri_sekibo", True), ("solomon_p_jordan", False)])
def test_an_officer_without_spaces_is_no_verb(officer: str, acts: bool) -> None:
    """BR-150: an ability that needs no engineers is used where it applies."""
    position = next(s for s in moves(new(human_officers=officer)) if RULES.is_turn_start(s))
    assert ("officer" in {deed.key for deed in RULES.list_action_kinds(position)}) == acts


# ------------------------------------------------------------------------------------------------------ the end of a round


def sheets(table: Table) -> list[int]:
    """The entries with which a round ended."""
    return [n for n in range(len(table.entries)) if make_round_sheet(table.events_of(n)) is not None]


def test_the_end_of_a_round_is_a_table_whose_points_add_up() -> None:
    """BR-101, BR-102: places, track and tile are what the points grew by; an Automa takes her credits as points (BA-003)."""
    table, _ = played()
    ends = sheets(table)
    assert len(ends) == 5
    for number, at in enumerate(ends, 1):
        sheet = make_round_sheet(table.events_of(at))
        assert sheet is not None
        energy, place, credits, track, tile, *more, points = (row.values for row in sheet.rows)
        assert bool(more) == (number == 5)  # the objective and what else the end brings (BR-120)
        for seat in (0, 1):
            got = [_points(values[seat]) for values in (place, track, tile, *more)]
            old, new_ = map(int, points[seat].split(" → "))
            assert new_ - old == sum(got)
        assert _points(credits[0]) == energy_reward(int(energy[0]))[0] and credits[1] == "–"
        assert (sheet.go is None) == (sheet.coming is None) == (not sheet.drawn) == (number == 5)
        less = [seat for seat in (0, 1) if "=" in tile[seat]]
        assert [line.key for line in sheet.says].count("round_end.below") == len(less)
    assert make_round_sheet(table.events_of(ends[0] - 1)) is None


def _points(value: str) -> int:
    """`+6`, `−3`, `–`, or the end of a sum."""
    last = value.rpartition("= ")[2]
    return 0 if last == "–" else int(last.replace("−", "-").replace("+", ""))


# -------------------------------------------------------------------------------------------------------- action spaces


def test_the_spaces_in_play_lie_open_with_whoever_stands_there() -> None:
    """BR-037: the rows of more players are not there. BR-033: a taken space says by whom. BR-079: the bank has
    always room."""
    s = next(it for it in kinds("turn") if any(it.space_count) and it.energy[0])
    shown = {space.line.split()[1]: space for space in list_spaces(s)}
    assert set(shown) == {it.id for it in SPACE_LIST if it.shared >= 0 and it.players <= 2} - LEEGHWATER
    taken = {SPACES.names[i]: s.name(seat) for i, seat in enumerate(s.space_seat) if seat >= 0}
    assert {id: it.taken for id, it in shown.items() if it.taken} == {k: v for k, v in taken.items() if k != "bank_1"}
    free = {id for id, it in shown.items() if not it.taken}
    legal = {it.line.split()[1] for it in RULES.list_choices(s) if it.line.startswith("use ")}
    assert legal & set(shown) <= free
    assert [it.extra for id, it in shown.items() if id == "turbine_station_plus2_right"] == [3]


def test_while_something_else_is_asked_no_space_lies_open() -> None:
    assert list_spaces(kinds("produce")[0]) == ()
