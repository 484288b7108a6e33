"""The set-up of a DIGITAL game: what is drawn, what is refused and why (BR-013, BR-014b, BR-156, BR-194, BR-R01)."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import BadInputError, ImpossibleError
from soloist.core.rulebook import Player
from soloist.games.barrage.board.tables import BOX_CONTRACTS, OFFICERS
from soloist.games.barrage.digital_rules import RULES
from soloist.games.barrage.player.space_legality import officers_to_copy


def lay_out(**options: str) -> dict[str, str]:
    return RULES.lay_out(options, Seeded("set-up"), {})


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"chance": "own"}, ""),
        ({"map": "five_player"}, "BR-001"),
        ({"humans": "none", "level2": "easy"}, "BA-001"),
        ({"level": "none"}, "BR-001"),
        ({"human_officers": "angelo_alberti", "promos": "yes"}, "BR-156"),
        ({"human_officers": "margot_fouche"}, "BR-130"),
        ({"human_officers": "wu_fang"}, "BR-194"),
        ({"level": "very_hard", "officer": "jill_mcdowell", "human_officers": "jill_mcdowell"}, "BA-026"),
        ({"company": "usa"}, "BA-021"),
    ],
)
def test_what_cannot_be_played_is_refused(options: dict[str, str], rule: str) -> None:
    with pytest.raises(ImpossibleError) as why:
        lay_out(**options)
    assert why.value.rule == rule


@pytest.mark.parametrize(
    "options",
    [
        {"humans": "usa usa"},
        {"human_officers": "jill_mcdowell anton_krylov"},
        {"starting": "starting_01"},
        {"starting": "green_01 green_02"},
        {"nonsense": "yes"},
        {"level": "hardest"},
    ],
)
def test_what_makes_no_sense_is_one_clear_message(options: dict[str, str]) -> None:
    with pytest.raises(BadInputError):
        lay_out(**options)


def test_br_r50_the_fifth_starting_contract_comes_only_by_option() -> None:
    def drawn(**options: str) -> set[str]:
        some = (RULES.lay_out({"humans": "usa italy", **options}, Seeded(seed), {})["starting"] for seed in range(40))
        return {contract for starting in some for contract in starting.split()}

    box = {f"starting_0{n}" for n in range(1, 5)}
    assert drawn() == box and drawn(fifth_starting_contract="in_pool") == box | {"starting_05"}
    with pytest.raises(BadInputError):
        lay_out(starting="starting_01 starting_05")


def test_br_r50_a_set_up_of_an_earlier_program_has_the_rulings_of_that_time() -> None:
    made = RULES.lay_out({"humans": "usa"}, Seeded(1), {})
    assert {made.pop("fifth_starting_contract"), made.pop("construction_spaces")} == {"no", "any_free"}
    position = RULES.create_position(made)
    assert position.contracts is BOX_CONTRACTS and position.setup.rulings["construction_spaces"] == "any_free"


def test_every_human_has_an_officer_and_nobody_has_anothers() -> None:
    for seed in range(20):
        options = {"humans": "usa italy", "level": "very_hard", "level2": "very_hard", "leeghwater": "yes"}
        made = RULES.lay_out(options, Seeded(seed), {})
        officers = [*made["human_officers"].split(), made["officer"], made["officer2"]]
        assert len(set(officers)) == 4
        assert len(made["starting"].split()) == 4


def test_mahiri_has_three_officers_to_copy_whoever_else_has_one() -> None:
    for level, humans in (("easy", "usa"), ("very_hard", "usa"), ("easy", "usa italy")):
        held = "mahiri_sekibo" if humans == "usa" else "mahiri_sekibo jill_mcdowell"
        made = RULES.lay_out({"level": level, "humans": humans, "human_officers": held}, Seeded(level), {})
        position = RULES.create_position(made)
        assert len(set(officers_to_copy(position, 0))) == 3


def test_mahiri_copies_an_automas_officer_with_an_ability_of_its_own_for_humans() -> None:
    """BR-156, BR-R01: an Automa's Dr. Octavius is among her three."""
    options = {"level": "very_hard", "officer": "dr_octavius", "promos": "yes", "human_officers": "mahiri_sekibo"}
    position = RULES.create_position(lay_out(**options))
    names = [OFFICERS.name_option(officer) for officer in officers_to_copy(position, 0)]
    assert len(names) == 3 and names[0] == "dr_octavius"


def test_nobody_ever_draws_an_officer_of_an_unknown_expansion() -> None:
    """BR-156."""
    for seed in range(30):
        made = RULES.lay_out({"promos": "yes", "leeghwater": "yes", "people": "4", "level": "none"}, Seeded(seed), {})
        assert "angelo_alberti" not in f"{made['draft_officers']} {made['extra_officers']}"


def test_a_fourth_drop_of_a_copied_graziano_is_sound_after_the_turn() -> None:
    """BR-R34: it stays, and nothing is wrong with the position; without Mahiri it is."""
    for officer, sound in (("mahiri_sekibo", True), ("jill_mcdowell", False)):
        position = RULES.create_position(lay_out(humans="usa", human_officers=officer, neutral="4L 7L 10L"))
        RULES.read_event(position, "usa: base 6L").apply(position)
        position.level[position.map.dam("6L")], position.drops[position.map.dam("6L")] = 3, 4
        assert ("BR-004" not in [problem.rule for problem in position.status()]) == sound


def test_players_of_a_simulation_get_companies_and_levels() -> None:
    wanted = (Player("random"), Player("automa"), Player("automa", "hard", "france"))
    made, players = RULES.seat_players(wanted, {}, Seeded(1))
    assert len({p.faction for p in players}) == 3
    assert made["level2"] == "hard" and made["company2"] == "france"
    assert all(p.name == p.faction for p in players)


def test_a_table_without_an_automa_is_humans_only() -> None:
    made = lay_out(humans="usa italy france", level="none")
    position = RULES.create_position(made)
    assert position.humans == [0, 1, 2]
