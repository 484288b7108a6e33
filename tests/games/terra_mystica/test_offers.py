"""Points that TABLE mode offers because the board decides them: TM-047, TM-048, TM-060, TM-062, TM-063, TM-081, TM-094,
TM-112, TM-119, TM-121. They are those that a DIGITAL game books."""

from __future__ import annotations

import pytest

from soloist.core.bits import iterate_bits
from soloist.core.sink import NULL_SINK
from soloist.games.terra_mystica.board.events import Built, Traded, Upgraded
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, BONUS, HUMAN, TRADING_HOUSE
from soloist.games.terra_mystica.game import GAME
from soloist.session.table import Table
from soloist.session.words import Catalogue
from tests.games.terra_mystica.tables import table

Found = list[tuple[str, str, str]]


def offered(board: TerraMystica, *lines: str) -> Found:
    """Return key, rule and line of the offers when these lines are entered at once."""
    along, events = board.copy(), []
    for line in lines:
        for event in GAME.table.meaning(along, line):
            NULL_SINK.apply_event(along, event)
            events.append(event)
    return short(board, events)


def short(board: TerraMystica, events: list[Built | Upgraded]) -> Found:
    return [(o.text.key.removeprefix("offer."), o.rule, o.line) for o in GAME.table.find_offers(board, events)]


def with_tile(tile: str, yours: str, **options: str) -> TerraMystica:
    others = [t for t in ("score2", "score3", "score4", "score6", "score7", "score9") if t != tile][:5]
    return table("", yours, **{"human": "halflings", "scoring": " ".join([tile, *others]), **options})


# ---------------------------------------------------------------------------------------------------- your own builds


def test_tm_047_a_dwelling_scores_the_round_tile_and_the_favor_tile() -> None:
    board = with_tile("score3", "E5 A1", also="set favors.human = fav11", human="alchemists")
    assert offered(board, "build E6") == [("round", "TM-047", "vp +2"), ("favor", "TM-047", "vp +2")]
    assert offered(with_tile("score9", "E5 A1", human="alchemists"), "build E6") == []


def test_tm_047_a_starting_dwelling_scores_nothing() -> None:
    assert offered(with_tile("score3", "E5", human="alchemists"), "build E6") == []


def test_tm_060_an_upgrade_scores_its_own_tile() -> None:
    board = with_tile("score6", "E5 E6:th A1", also="set favors.human = fav10")
    assert offered(board, "upgrade E5 to th") == [("round", "TM-060", "vp +3"), ("favor", "TM-060", "vp +3")]
    assert offered(board, "upgrade E6 to te") == []
    assert offered(with_tile("score9", "E6:th A1"), "upgrade E6 to te") == [("round", "TM-060", "vp +4")]


def test_tm_048_spades_of_a_hex_that_is_built_on() -> None:
    """E5 is desert, the Alchemists build on swamp: two spades."""
    board = with_tile("score1", "E6 A1", human="alchemists", also="set terrain.E5 = desert")
    assert offered(board, "build E5") == [("round", "TM-048", "vp +4")]
    assert offered(board, "transform E5 to swamp") == []  # perhaps of the cult bonus, which scores nothing
    nomads = with_tile("score1", "E6 A1 A2", human="nomads", also="set terrain.E5 = swamp")
    assert offered(nomads, "build E5") == []  # perhaps a sandstorm, which is no spade


def test_tm_121_halflings_score_each_spade() -> None:
    board = with_tile("score9", "E6 A1", also="set terrain.E5 = swamp")
    assert offered(board, "build E5") == [("faction", "TM-121", "vp +1")]


def test_tm_081_a_town_scores_its_tile_and_the_round_tile() -> None:
    assert offered(with_tile("score9", "A1 A2"), "town tw2") == [("town", "TM-081", "vp +7")]
    assert offered(with_tile("score2", "A1 A2"), "town tw2") == [("town", "TM-081", "vp +12")]


def test_tm_112_witches_score_each_town() -> None:
    board = with_tile("score9", "A1 A2", human="witches")
    assert offered(board, "town tw2") == [("town", "TM-081", "vp +7"), ("faction", "TM-112", "vp +5")]


TILES = [f"tw{n}" for n in range(1, 9)]


def tiles(found: Found) -> list[str]:
    """Return the town tiles that are offered."""
    return [line.split(";")[0].split()[-1] for key, _, line in found if key.startswith("town_tile")]


def test_tm_078_a_group_that_has_become_a_town_is_offered_every_tile_with_its_points() -> None:
    board = with_tile("score9", "E9:sh E10 F6:th", human="witches")
    assert tiles(offered(board, "build F5")) == TILES
    assert ("town_tile_more", "TM-078", "town tw2; vp +7; vp +5") in offered(board, "build F5")
    (offer, *others) = [o for o in GAME.table.find_offers(board, [Built(HUMAN, board.map.hex("F5"))]) if o.asks]
    assert Catalogue("en", GAME).say(offer.asks or "") == (
        "You have founded a town (E9, E10, F5, F6). Which town tile do you take?"
    )
    assert {it.group for it in (offer, *others)} == {offer.group} != {""}
    assert tiles(offered(board, "build F5", "town tw1")) == []  # told at once
    assert tiles(offered(board, "upgrade F6 to te")) == []  # three only, and 7 power: no sanctuary


def test_tm_079_what_joins_a_town_founds_none() -> None:
    board = with_tile("score9", "E9:sh E10 F6:th F5", human="witches")
    assert tiles(offered(board, "build E8")) == tiles(offered(board, "upgrade E10 to th")) == []


@pytest.mark.parametrize(
    ("yours", "line"),
    [
        ("E9:th E10 F6 F5", "upgrade E10 to th"),  # 5 power, then 6: only with fav5
        ("E9:th E10:th F6 F5", "favor fav5"),
    ],
)
def test_tm_061_power_6_is_enough_with_fav5(yours: str, line: str) -> None:
    with_it = with_tile(
        "score9", yours, human="witches", also="set favors.human = fav5" if "fav" not in line else "vp = 20"
    )
    assert tiles(offered(with_it, line)) == TILES
    if "fav" not in line:
        assert tiles(offered(with_tile("score9", yours, human="witches"), line)) == []


def test_tm_122_mermaids_have_a_town_across_the_river() -> None:
    board = with_tile("score9", "", human="mermaids", home="swamp")
    around, ends = board.map.around, board.map.hexes.name_options(board.map.by_river)
    pairs = ((a, b) for a in ends for b in ends if board.map.distance(board.map.hex(a), board.map.hex(b)) == 2)
    river = next(
        (a, b) for a, b in pairs if around(1 << board.map.hex(a)) & around(1 << board.map.hex(b)) & board.map.river
    )
    a, b = (board.map.hex(name) for name in river)
    near = list(iterate_bits(around(1 << a) & board.map.land & ~around(1 << b)))[:2]
    names = board.map.hexes.names
    pieces = " ".join([f"{names[a]}:sh", *(f"{names[h]}:th" for h in near)])
    for human, found in (("mermaids", TILES), ("auren", [])):
        there = with_tile("score9", pieces, human=human, home="swamp")
        assert tiles(short(there, [Built(HUMAN, b)])) == found


def test_tm_050_a_step_in_shipping_scores() -> None:
    board = with_tile("score9", "A1 A2", human="witches")
    assert offered(board, "shipping 1") == [("shipping", "TM-050", "vp +2")]
    assert offered(with_tile("score9", "A1 A2", human="witches", also="shipping 2"), "shipping 3") == [
        ("shipping", "TM-050", "vp +4")
    ]
    assert offered(board, "shipping 3") == []  # a correction


def test_tm_124_the_stronghold_of_the_cultists_scores() -> None:
    assert ("faction", "TM-124", "vp +7") in offered(
        with_tile("score9", "E5:th A1", human="cultists"), "upgrade E5 to sh"
    )
    assert offered(with_tile("score9", "E5:th A1", human="auren"), "upgrade E5 to sh") == []


def test_tm_118_a_tunnel_scores_once_for_its_hex() -> None:
    board = with_tile("score9", "E5 A1", human="dwarves")
    reached = board.map.around(1 << board.map.hex("E5"))
    far = next(
        name
        for name in board.map.hexes.name_options(board.map.land)
        if board.map.distance(board.map.hex(name), board.map.hex("E5")) == 2
        and not board.map.around(1 << board.map.hex(name)) & reached & board.map.river
        and not board.map.around(1 << board.map.hex(name)) & 1 << board.map.hex("A1")
        and board.map.distance(board.map.hex(name), board.map.hex("A1")) > 2
    )
    assert offered(board, f"build {far}").count(("faction", "TM-118", "vp +4")) == 1
    assert not [
        it for it in offered(with_tile("score9", "E5 A1", human="nomads"), f"build {far}") if it[0] == "faction"
    ]


def test_tm_051_a_turn_without_anything_told_offers_the_points_of_digging() -> None:
    it = Table.new(GAME, {"level": "automalein", "human": "witches", "home": "lakes", **GAME.table.quick}, seed=7)
    it.tell(f"bonus {BONUS.names[it.board.row[0]]}; build E9")
    it.turn()
    it.tell("build E10; done")
    assert it.list_offers() == []
    while it.automa_due:
        it.turn()
    it.tell("done")
    assert [(o.rule, o.line) for o in it.list_offers()] == [("TM-051", "vp +6")]
    it.tell("vp +6")
    assert it.list_offers() == []


def test_tm_094_passing_scores_the_card_that_is_put_back() -> None:
    options = {"bonus": "bon1 bon2 bon7 bon9 bon5", "human": "halflings"}
    board = table("", "E5 E6:th A1:th", also="bonus bon9; set favors.human = fav12", **options)
    assert offered(board, "pass bon7") == [("pass_card", "TM-094", "vp +1"), ("pass_favor", "TM-094", "vp +3")]
    assert offered(table("", "E5 E6:th A1:th", also="bonus bon2", **options), "pass bon7") == []


def test_tm_119_engineers_score_their_bridges_when_they_pass() -> None:
    board = table("", "C2:sh E5", human="engineers", also="bonus bon5; bridge C2 E5")
    assert offered(board, "pass bon2") == [("faction", "TM-094", "vp +3")]


def test_the_second_human_tells_his_own() -> None:
    board = table("", "A1 A2", "E5 E6 E7", human2="nomads", scoring="score3 score2 score4 score6 score7 score9")
    assert ("round", "TM-047", "human2: vp +2") in offered(board, "human2: build E8")


def test_of_the_tiles_of_the_merchants_nothing_is_known() -> None:
    assert offered(table("", "E5 A1", human="alchemists", mots="yes"), "build E6") == []


# ---------------------------------------------------------------------------------------------------------- her build


@pytest.mark.parametrize(("vp", "line"), [(20, "vp -2"), (1, "vp -1"), (0, "")])
def test_tm_063_power_of_her_build_for_points(vp: int, line: str) -> None:
    board = table("E4", "E6:sh", also=f"vp = {vp}")
    found = short(board, [Built(AUTOMA, board.map.hex("E5"))])
    assert found == ([("power", "TM-063", line)] if line else [])


def said(board: TerraMystica, *events: Built | Upgraded | Traded) -> list[str]:
    words = Catalogue("en", GAME)
    return [words.say(offer.text) for offer in GAME.table.find_offers(board, events)]


def test_tm_062_an_offer_says_what_she_built_where_and_beside_what() -> None:
    board = table("E4", "E6:sh F3:th", also="vp = 20")
    e5 = board.map.hex("E5")
    assert said(board, Built(AUTOMA, e5)) == ["Gain 5 power for 4 VP (dwelling on E5, next to your E6, F3)"]
    near = table("E5", "F3:th", also="vp = 20")
    assert said(near, Upgraded(AUTOMA, e5, TRADING_HOUSE)) == [
        "Gain 2 power for 1 VP (trading house on E5, next to your F3)"
    ]


def test_tma_085b_a_trade_marker_offers_power_too() -> None:
    board = table("E4", "D3:sh", also="vp = 20", mots="yes")
    assert said(board, Traded(board.map.hex("D3"))) == ["Gain 3 power for 2 VP (her trade marker on D3)"]
    assert short(table("E4", "D3", mots="yes"), [Traded(board.map.hex("D3"))]) == []


def test_tm_063_a_single_power_costs_nothing() -> None:
    board = table("E4", "E6")
    assert short(board, [Upgraded(AUTOMA, board.map.hex("E5"), TRADING_HOUSE)]) == []


# ------------------------------------------------------------------------------------------------------- at the table


def new_table() -> Table:
    options = {"human": "alchemists", "home": "lakes", "scoring": "score3 score2 score4 score6 score7 score9"}
    it = Table.new(GAME, options, seed=1)
    it.tell("bonus " + it.board.facts()["bonus.row"].split()[0])
    it.tell("build E6; build A1")
    it.turn()
    return it


def lines(it: Table) -> list[str]:
    return [offer.line for offer in it.list_offers() if offer.rule != "TM-063"]


def test_an_offer_stands_until_it_is_told() -> None:
    it = new_table()
    assert lines(it) == []
    it.tell("build E5; done")
    assert lines(it) == ["vp +2"]
    it.tell("vp +2")
    assert lines(it) == []
    it.undo()
    assert lines(it) == ["vp +2"]


def test_an_offer_stands_over_the_end_of_the_turn_and_hers() -> None:
    it = new_table()
    it.tell("build E5")
    it.tell("done")
    it.turn()
    assert lines(it) == ["vp +2"]
    it.tell("action act3")
    assert lines(it) == []  # the next move has begun


def test_a_line_that_was_not_offered_takes_nothing() -> None:
    it = new_table()
    it.tell("build E5; done")
    it.tell("vp +1")
    assert lines(it) == ["vp +2"]
