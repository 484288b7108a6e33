"""The draft at the table: pairs and starting contracts, last player first; the Automa get what is left (BR-013, BR-014b,
BA-021, BR-R02, BR-R03)."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import Player
from soloist.core.sink import NULL_SINK
from soloist.games.barrage.board.tables import COMPANIES, OFFICERS
from soloist.games.barrage.digital_rules import RULES
from soloist.games.barrage.game import GAME
from soloist.games.barrage.player.space_legality import officers_to_copy
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.strategy.agents import GreedyAgent, contract_value
from soloist.session.table import Table
from soloist.session.words import Catalogue
from tests.games.barrage.player.naive import draft_lines


def start(seed: int = 1, **options: str) -> Position:
    position: Position = RULES.create_position(RULES.lay_out({"draft": "table", **options}, Seeded(seed), {}))
    return position


def lines(position: Position) -> list[str]:
    return [RULES.write_move(position, move) for move in RULES.list_legal_moves(position)]


def say(position: Position, *words: str) -> Position:
    for line in words:
        RULES.apply_move(position, RULES.read_move(position, line), Seeded(7), NULL_SINK)
    return position


def due(position: Position) -> tuple[str, str]:
    found = RULES.find_due(position)
    assert found is not None
    return found.seat, found.what


# ------------------------------------------------------------------------------------------------- which game drafts


def test_a_game_begins_with_the_draft_unless_somebody_names_a_company() -> None:
    assert due(RULES.create_position(RULES.lay_out({}, Seeded(1), {}))) == ("human1", "pair")
    for chosen in ({"humans": "usa"}, {"company": "italy"}, {"human_officers": "none"}, {"draft": "chosen"}):
        assert due(RULES.create_position(RULES.lay_out(chosen, Seeded(1), {})))[1] == "draft", chosen


@pytest.mark.parametrize("named", [{"humans": "italy"}, {"company": "france"}, {"human_officers": "jill_mcdowell"}])
def test_nobody_names_beforehand_what_is_drafted(named: dict[str, str]) -> None:
    with pytest.raises(ImpossibleError) as why:
        start(**named)
    assert (why.value.rule, why.value.nearest) == ("BR-013", ("draft=chosen",))


@pytest.mark.parametrize(("people", "level", "rule"), [("1", "none", "BR-001"), ("4", "easy", "BA-001")])
def test_two_to_four_players_draft(people: str, level: str, rule: str) -> None:
    with pytest.raises(ImpossibleError) as why:
        start(people=people, level=level)
    assert why.value.rule == rule


# ------------------------------------------------------------------------------------------------------- the draft


def test_as_many_pairs_and_contracts_lie_out_as_there_are_players() -> None:
    """BR-014b; what is offered is what the set-up says lies there, and nothing else is taken."""
    for seed in range(12):
        position = start(seed, people="2", level="easy", level2="hard", leeghwater="yes", promos="yes")
        source = position.setup.source
        companies, officers = source["draft_companies"].split(), source["draft_officers"].split()
        assert len(set(companies)) == len(set(officers)) == len(source["starting"].split()) == 4
        assert sorted(lines(position)) == sorted(f"pair {company}" for company in companies)
        for company in set(COMPANIES.names) - set(companies):
            with pytest.raises(ImpossibleError, match="BR-013"):
                say(position.copy(), f"pair {company}")


def test_the_last_player_takes_a_pair_and_a_contract_then_the_one_before_him() -> None:
    position = start(
        people="3",
        level="none",
        order="human2 human3 human1",
        draft_companies="usa italy france",
        draft_officers="jill_mcdowell mahiri_sekibo tommaso_battista",
        leeghwater="yes",
        starting="starting_01 starting_02 starting_03",
    )
    assert due(position) == ("human1", "pair")
    say(position, "pair italy")
    assert due(position) == ("human1", "draft")
    say(position, "draft starting_02")
    assert due(position) == ("human3", "pair") and lines(position) == ["pair usa", "pair france"]
    say(position, "pair france", "draft starting_01")
    assert due(position) == ("human2", "pair") and lines(position) == ["pair usa"]
    say(position, "pair usa")
    assert lines(position) == ["draft starting_03"]
    say(position, "draft starting_03")
    assert due(position) == ("human2", "turn")
    facts = position.facts()
    assert [facts[f"company.human{n}"] for n in (1, 2, 3)] == ["italy", "usa", "france"]
    assert [facts[f"officer.human{n}"] for n in (1, 2, 3)] == ["mahiri_sekibo", "jill_mcdowell", "tommaso_battista"]
    assert [facts[f"credits.human{n}"] for n in (1, 2, 3)] == ["9", "6", "6"]  # BR-010
    assert (facts["engineers.human3"], facts["architect.human3"]) == ("11", "1")


@pytest.mark.parametrize(
    ("officer", "has"),
    [("elon_audia", {"machinery.human1": "0 0 8"}), ("jill_mcdowell", {"machinery.human1": "6 4 0"})],
)
def test_an_officer_brings_what_he_starts_with(officer: str, has: dict[str, str]) -> None:
    """BR-010: Elon Audia has excamixers only, Anton Krylov a further tile."""
    position = start(draft_companies="usa italy", draft_officers=f"{officer} anton_krylov", promos="yes")
    say(position, "pair usa")
    assert {key: position.facts()[key] for key in has} == has
    assert "special_anton" not in position.facts()["tiles.human1"]
    other = say(start(draft_companies="usa italy", draft_officers="jill_mcdowell anton_krylov"), "pair italy")
    assert "special_anton" in other.facts()["tiles.human1"]


# ------------------------------------------------------------------------------------------------------- the Automa


def test_the_automa_get_the_companies_left_and_no_officer_below_very_hard() -> None:
    options = {"draft_companies": "usa italy france", "draft_officers": "jill_mcdowell viktor_fiesler wilhelm_adler"}
    position = start(level="hard", level2="very_hard", **options)
    say(position, "pair italy", lines(say(position.copy(), "pair italy"))[0])
    hers = [position.company(1), position.company(2)]
    assert sorted(hers) == ["france", "usa"]
    assert position.officer(1) == ""  # BR-014
    assert position.officer(2) == {"usa": "jill_mcdowell", "france": "wilhelm_adler"}[hers[1]]  # BA-026
    assert due(position)[0] in ("automa1", "automa2")  # they stand first (BA-024)


def test_by_ruling_the_automa_may_get_a_company_that_did_not_lie_out() -> None:
    """BR-R02: of the four companies of the base box two lie out."""
    for ruling, possible in (("drawn", {"italy"}), ("all_boards", {"italy", "france", "germany"})):
        found = set()
        for seed in range(12):
            position = start(
                draft_companies="usa italy",
                draft_officers="jill_mcdowell viktor_fiesler",
                automa_company_pool=ruling,
                starting="starting_01 starting_02",
            )
            for line in ("pair usa", "draft starting_01"):
                RULES.apply_move(position, RULES.read_move(position, line), Seeded(seed), NULL_SINK)
            found.add(position.company(1))
        assert found == possible


def test_an_automa_at_very_hard_has_an_officer_whatever_company_it_gets() -> None:
    """BA-026 with BR-R02: not one of the humans'."""
    for seed in range(12):
        position = start(seed, level="very_hard", automa_company_pool="all_boards")
        for _ in range(2):
            RULES.apply_move(position, RULES.list_legal_moves(position)[0], Seeded(seed), NULL_SINK)
        assert position.officer(1) not in ("", position.officer(0))


def test_by_ruling_as_many_starting_contracts_as_humans() -> None:
    """BR-R03."""
    for ruling, many in (("players", 3), ("humans", 1)):
        made = RULES.lay_out({"level": "easy", "level2": "easy", "starting_contract_pool": ruling}, Seeded(1), {})
        assert len(made["starting"].split()) == many


def test_mahiri_copies_the_officers_that_nobody_drafted_before_others() -> None:
    """BR-R01: three in all, those of the pairs left first."""
    position = start(draft_companies="usa italy", draft_officers="mahiri_sekibo viktor_fiesler")
    say(position, "pair usa", lines(say(position.copy(), "pair usa"))[0])
    three = [OFFICERS.name_option(one) for one in officers_to_copy(position, 0)]
    assert three[0] == "viktor_fiesler" and len(set(three)) == 3 and "mahiri_sekibo" not in three


# ------------------------------------------------------------------------------------------- agents, saves, words


def test_nobody_of_a_simulation_has_a_company_before_the_draft() -> None:
    with pytest.raises(ImpossibleError, match="BR-013"):
        RULES.seat_players((Player("random", faction="usa"), Player("automa")), {"draft": "table"}, Seeded(1))
    made, players = RULES.seat_players(
        (Player("automa"), Player("random"), Player("greedy")), {"draft": "table"}, Seeded(1)
    )
    assert [p.name for p in players] == ["automa1", "human1", "human2"] and made["people"] == "2"


def test_a_table_in_the_middle_of_the_draft_is_saved_and_undone() -> None:
    table = Table.new(GAME, {"draft": "table", "people": "2", "level": "easy"}, mode="digital", seed="middle")
    before = table.board.key()
    table.play((table.legal() or ())[1])
    again = Table.from_text(table.text())
    assert again.board.key() == table.board.key() != before
    assert again.lines() == table.lines()
    table.undo()
    assert table.board.key() == before


def test_before_the_draft_a_seat_is_called_by_what_it_is_and_then_by_its_company() -> None:
    words = Catalogue("en", GAME)
    position = start(
        people="2",
        level="easy",
        draft_companies="usa italy france",
        draft_officers="jill_mcdowell viktor_fiesler wilhelm_adler",
        order="automa1 human2 human1",
    )
    assert words.say(RULES.list_prompts(position)[0]) == "Player 1: Choose your company, with the officer beside it"
    says = words.say(RULES.list_choices(position)[0].says)
    assert says.startswith("USA with Jill McDowell: a conduit may cost 1 mixer") and "third powerhouse" in says
    say(position, "pair usa")
    assert words.say(RULES.list_prompts(position)[0]) == "USA: Choose a starting contract"


def test_greedy_drafts_by_what_a_pair_starts_with_and_brings() -> None:
    """Of two companies the one with the better incomes (Italy); of two officers the one who brings more credits; of two
    contracts the one with the better reward."""
    officers = "wilhelm_adler viktor_fiesler"
    for companies in ("france italy", "italy france"):
        position = start(draft_companies=companies, draft_officers=officers)
        assert (
            RULES.write_move(position, GreedyAgent().choose_move(position, RULES.list_legal_moves(position)))
            == "pair italy"
        )
    position = start(draft_companies="usa germany", draft_officers="mahiri_sekibo wilhelm_adler")
    assert (
        RULES.write_move(position, GreedyAgent().choose_move(position, RULES.list_legal_moves(position))) == "pair usa"
    )
    say(position, "pair usa")
    worths = {
        RULES.write_move(position, move): contract_value(position, move.a) for move in RULES.list_legal_moves(position)
    }
    chosen = RULES.write_move(position, GreedyAgent().choose_move(position, RULES.list_legal_moves(position)))
    assert worths[chosen] == max(worths.values())


@pytest.mark.parametrize(
    ("humans", "automas", "counts"),
    [(1, 1, (2, 4)), (1, 2, (3, 9)), (2, 0, (2, 4, 4, 4)), (2, 1, (3, 9, 18, 36)), (3, 1, (4, 16, 48, 144, 288, 576))],
)
def test_br_013_every_draft_is_what_the_naive_generator_finds(
    humans: int, automas: int, counts: tuple[int, ...]
) -> None:
    """Perft from the first pair to the last contract."""
    made, _ = RULES.seat_players(
        (Player("random"),) * humans + (Player("automa"),) * automas, {"draft": "table"}, Seeded(1)
    )
    setup = RULES.lay_out({**made, "draft": "table"}, Seeded(1), {})
    layer = [RULES.create_position(setup)]
    for count in counts:
        after = []
        for position in layer:
            assert sorted(lines(position)) == sorted(draft_lines(setup, position.facts()))
            for move in RULES.list_legal_moves(position):
                after.append(position.copy())
                RULES.apply_move(after[-1], move, Seeded(1), NULL_SINK)
        assert len(after) == count
        layer = after
    assert all(not draft_lines(setup, position.facts()) for position in layer)
