"""The pages of Barrage: board, places and overlays, tiles, totals, entries, history."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from soloist.core.board import Event
from soloist.core.chance import Seeded
from soloist.core.sink import RecordingSink
from soloist.core.text import text
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.notation import parse_event, read_entered
from soloist.games.barrage.board.setup import lay_out
from soloist.games.barrage.board.state import NOBODY, OVER, Barrage, new_board
from soloist.games.barrage.board.tables import (
    AUTOMA_TILES,
    COMPANIES,
    CONDUIT,
    LEVELS,
    OFFICERS,
    PATENT_PLACES,
    PLACES,
    WORK_PLACES,
)
from soloist.games.barrage.display.card_view import officer_rule
from soloist.games.barrage.display.map_geometry import map_points
from soloist.games.barrage.game import GAME
from soloist.session.words import Catalogue
from tests.games import screens
from tests.games.barrage.games import TABLES, game
from tests.games.barrage.tables import BOOK, make_board
from tests.games.screens import ICONS

SCREEN = GAME.screen
spoken = partial(screens.check_spoken, GAME)


def boards(every: int = 7) -> Iterator[Barrage]:
    for number in range(len(TABLES)):
        for turn in game(number)[::every]:
            yield turn.board
        yield game(number)[-1].board


# ------------------------------------------------------------------------------------------------------------ the board


def test_a_name_says_place_ground_piece_owner() -> None:
    board = make_board(
        also="set dam.6L = germany 2 1; set conduit.6B = usa; set powerhouse.P8.1 = germany; set headstream.a = 2"
    )
    catalogue = Catalogue("en", GAME)
    names = {p.key: catalogue.say(p.name) for p in SCREEN.drawing(board, catalogue.say).places}
    assert names["dams 6L"] == "6L, dam, Germany, level 2, 1 drop, hills"
    assert names["dams 6U"] == "6U, dam space with red outline, hills, free"
    assert names["conduits 6B"] == "6B, conduit, USA, value 2, to basin 7"
    assert names["powerhouses P8"] == "basin 8, powerhouses, plains: Germany; free spaces: 2"
    assert names["headstreams a"] == "headstream A, 2 drops"


def test_pieces_show_level_owner_and_drops() -> None:
    board = make_board(also="set dam.6L = germany 3 2")
    places = {p.key: p for p in SCREEN.drawing(board, Catalogue("en", GAME).say).places}
    piece = places["dams 6L"].pieces
    assert piece.count("ba-pc co-germany") == 3
    assert piece.count("ba-drop") == 2
    assert ">DE<" in piece
    assert not places["dams 6U"].pieces


def test_one_place_alone_is_the_one_of_the_whole_drawing() -> None:
    say = Catalogue("en", GAME).say
    for board in boards(every=19):
        for place in SCREEN.drawing(board, say).places:
            assert SCREEN.place(board, place.key, say) == place
        for key in (
            "",
            "dams",
            "dams 99",
            "conduits 6",
            "powerhouses P1",
            "contract_places x",
            "sections bank x",
            "hexes A1",
        ):
            assert SCREEN.place(board, key, say) is None
    assert SCREEN.place(make_board(), "work_places 1", say) is None  # not without Leeghwater


@pytest.mark.parametrize("options", [{}, {"leeghwater": "yes"}, {"map": "five_player"}])
def test_every_option_of_a_visible_domain_has_a_place(options: dict[str, str]) -> None:
    board = make_board(**options)
    map_ = board.map
    keys = {p.key for p in SCREEN.drawing(board, Catalogue("en", GAME).say).places}
    for id_ in (map_.dams.id, map_.conduits.id, map_.house_basins.id, map_.systems.id, "placements", PATENT_PLACES.id):
        for name in GAME.domain(board, id_):
            found = SCREEN.spots(board, id_, name)
            assert found and set(found) <= keys, (id_, name)
    for name in PLACES:
        found = SCREEN.spots(board, PLACES.id, name)
        assert set(found) <= keys
        assert bool(found) == (not name.startswith("national") or int(name[-1]) < board.players)
    for name in WORK_PLACES:
        assert bool(SCREEN.spots(board, WORK_PLACES.id, name)) == board.setup.leeghwater
        assert set(SCREEN.spots(board, WORK_PLACES.id, name)) <= keys


def test_compound_options_stand_for_all_their_places() -> None:
    board = make_board()
    assert SCREEN.spots(board, "systems", "6B/6L") == ("dams 6L", "conduits 6B", "powerhouses P7")
    assert SCREEN.spots(board, "placements", "aab") == ("headstreams a", "headstreams b")
    assert SCREEN.spots(board, "unknown", "x") == ()


def test_whatever_she_chooses_in_any_domain_can_be_seen() -> None:
    seen = set()
    for number in range(len(TABLES)):
        for turn in game(number):
            keys = {p.key for p in SCREEN.drawing(turn.board, str).places} if turn.decisions else set()
            for decision in turn.decisions:
                if decision.chosen is not None:
                    seen.add(decision.of.id)
                    spots = SCREEN.spots(turn.board, decision.of.id, decision.of.name_option(decision.chosen))
                    assert spots and set(spots) <= keys
    maps = {"dams", "conduits", "powerhouses", "systems", "placements", "column"}
    assert seen >= {*maps, PLACES.id, WORK_PLACES.id, PATENT_PLACES.id}


@pytest.mark.parametrize("id_", ["base", "five_player"])
def test_every_place_of_a_map_has_a_point_of_its_own(id_: str) -> None:
    board = make_board(map=id_)
    at, map_ = map_points(id_), board.map
    dams = [at.dams[i] for i, name in enumerate(map_.dams.names) if name]
    conduits = [at.conduits[i] for i, name in enumerate(map_.conduits.names) if name]
    points = [*at.heads, *dams, *conduits, *at.houses]
    assert len(set(points)) == len(points)
    assert all(0 < x < at.width and 0 < y < 1464 for x, y in points)
    assert all(at.pipes[i] and at.lights[i] for i, name in enumerate(map_.conduits.names) if name)


# ---------------------------------------------------------------------------------------------------------------- tiles


@pytest.mark.parametrize("leeghwater", ["no", "yes"])
@pytest.mark.parametrize("tile", range(len(AUTOMA_TILES)))
def test_the_face_of_every_tile_says_what_to_do(tile: int, leeghwater: str) -> None:
    board = make_board(leeghwater=leeghwater)
    board.top = board.criteria = tile
    faces = SCREEN.faces(board)
    assert [face.kind for face in faces] == ["actions", "criteria", "criteria", "criteria", "criteria"]
    printed = AUTOMA_TILES[tile]
    shown = [a for a in printed.actions if leeghwater == "yes" or not a.leeghwater]
    assert [row.value for row in faces[0].rows] == [str(a.engineers) for a in shown]
    assert len(faces[0].rows) == len(shown)
    rules = GAME.rules()
    for face in faces:
        assert face.title == printed.id[-2:]
        spoken(face.role)
        for row in face.rows:
            assert row.icon in ICONS
            assert row.rule in rules
            assert row.about is not None
            spoken(row.says)
            spoken(row.about)
    codes = [row.value for face in faces[1:4] for row in face.rows if row.icon == "code"]
    assert codes == [printed.dam_code, printed.conduit_code, printed.powerhouse_code]
    assert [len(face.rows) for face in faces[1:]] == [6, 5, 6, 1]


def test_in_round_5_the_machinery_shop_does_not_count() -> None:
    for round_, off in (("4", False), ("5", True)):
        board = make_board(round=round_)
        board.top = next(i for i, t in enumerate(AUTOMA_TILES) if any(a.kind == "machinery_shop" for a in t.actions))
        rows = SCREEN.faces(board)[0].rows
        assert any(row.state == "off" for row in rows) == off


def test_officers_of_the_automa_have_a_face_of_their_own() -> None:
    board = make_board(level="very_hard", officer="viktor_fiesler")
    board.top, board.criteria = 0, 1
    face = SCREEN.faces(board)[-1]
    assert (face.title, [row.rule for row in face.rows]) == ("A", ["BA-132"])
    spoken(face.rows[0].says)
    spoken(face.rows[0].about)
    for name in OFFICERS:
        assert GAME.rules()[officer_rule(name)].title.startswith(Catalogue("en", GAME).words[f"officer.{name}"])


def test_no_tile_no_face() -> None:
    assert SCREEN.faces(game(0)[0].board) == []


@pytest.mark.parametrize("level", LEVELS.names)
def test_tiles_are_turned_without_end_as_in_the_game(level: str) -> None:
    chance = Seeded(level)
    source = lay_out({"humans": "usa", "level": level, "seed": level}, chance, {})
    board, again = new_board(source), new_board(source)
    shuffled = 0
    for _ in range(90):
        noted = RecordingSink(parse_event)
        BOOK.reveal_card(board, chance, noted)
        assert noted.events
        shuffled += sum(isinstance(x, e.TilesShuffled) for x in noted.events)
        for line in noted.lines:
            parse_event(again, line).apply(again)
        assert again.key() == board.key()
        assert board.top != NOBODY and board.criteria != NOBODY and board.top != board.criteria
        assert len(SCREEN.faces(board)) == (6 if level == "very_hard" else 5)
    assert shuffled >= 4  # 19 turns per pile
    board.phase = OVER
    noted = RecordingSink()
    BOOK.reveal_card(board, chance, noted)
    assert noted.events == []


# -------------------------------------------------------------------------------------------------------------- standing


def test_the_standing_agrees_with_the_board() -> None:
    for board in boards():
        standing = SCREEN.standing(board)
        assert [seat.id for seat in standing.seats] == list(board.setup.names.names)
        assert [seat.vp for seat in standing.seats] == board.vp
        assert standing.round == board.round
        assert all(seat.shape == ("automa" if board.is_automa(i) else "you") for i, seat in enumerate(standing.seats))
        assert len({seat.letter for seat in standing.seats}) == board.players
        assert sum(seat.to_move for seat in standing.seats) <= 1
        totals = {total.icon: total.values for total in standing.totals}
        assert totals["energy"] == tuple(map(str, board.energy))
        assert totals["conduit"] == tuple(str(left[CONDUIT]) for left in board.left)
        for i, values in enumerate(totals["excavator"]):
            assert values == (str(board.machinery[i][0]) if board.is_automa(i) else "")
        assert len(standing.totals) <= 10


def test_letters_of_seats() -> None:
    board = make_board(humans="usa italy", level2="hard", company2="france")
    assert [(seat.id, seat.letter) for seat in SCREEN.standing(board).seats] == [
        ("usa", "Y"),
        ("italy", "Z"),
        ("germany", "A"),
        ("france", "B"),
    ]


# ----------------------------------------------------------------------------------------------------------- telling moves


def test_only_what_fits_a_place_is_offered() -> None:
    board = make_board(
        also="set dam.6L = usa 1 1; set dam.5L = germany 1 0; set conduit.6B = germany; set powerhouse.P7.1 = usa; "
        "set to_move = usa"
    )

    def lines(key: str) -> list[str]:
        return [move.line for move in BOOK.list_choices(board, key) if not move.is_correction]

    assert lines("dams 6L") == ["elevation 6L", "produce 6B/6L {DROPS} {ENERGY}"]
    assert lines("dams 6U") == ["base 6U"]
    assert lines("dams 5L") == []
    assert lines("conduits 6B") == lines("powerhouses P7") == ["produce 6B/6L {DROPS} {ENERGY}"]
    assert lines("conduits 6A") == ["conduit 6A"]
    assert lines("contract_places green_left") == ["take green_03"]
    assert lines("contract_places national_1") == ["fulfil national_05"]
    assert lines("patent_places 1") == ["patent adv1_base"]
    assert "out" in lines("")
    assert [m.is_correction for m in BOOK.list_choices(board, "dams 6L")] == sorted(
        m.is_correction for m in BOOK.list_choices(board, "dams 6L")
    )


def test_with_several_humans_a_line_names_the_company() -> None:
    board = make_board(humans="usa italy", also="set to_move = italy")
    assert BOOK.list_choices(board, "dams 6U")[0].line == "italy: base 6U"
    assert BOOK.end_of_turn_line(board) == "italy: done"


def test_the_end_of_a_turn() -> None:
    board = make_board(also="set to_move = usa")
    assert BOOK.end_of_turn_line(board) == "done"
    assert isinstance(read_entered(board, "done")[0], e.TurnDone)
    board.forced = [board.to_move]
    assert BOOK.end_of_turn_line(board) == ""
    assert BOOK.end_of_turn_line(make_board(also="set to_move = germany")) == ""


# ------------------------------------------------------------------------------------------------------------- history


def test_only_bookkeeping_goes_without_saying() -> None:
    silent: set[type[Event]] = set()
    for number in range(len(TABLES)):
        for turn in game(number):
            board = turn.board.copy()
            for event in turn.events:
                if SCREEN.said(board, event) is None:
                    silent.add(type(event))
                event.apply(board)
    assert silent <= {e.TurnDone, e.Rotated, e.Wheeled}


def test_you_are_the_only_human() -> None:
    board = make_board(also="set to_move = usa")
    english, german = Catalogue("en", GAME), Catalogue("de", GAME)
    built = read_entered(board, "base 6U")[0]
    words = SCREEN.said(board, built)
    assert english.say(words) == "You built a base on 6U"
    assert german.say(words) == "Du hast eine Basis auf 6U gebaut"
    hers = read_entered(board, "germany: conduit 5B")[0]
    assert english.say(SCREEN.said(board, hers)) == "Germany built a conduit on 5B"
    two = make_board(humans="usa italy")
    assert english.say(SCREEN.said(two, read_entered(two, "usa: base 6U")[0])) == "The USA built a base on 6U"


# ----------------------------------------------------------------------------------------------- icons, style, options


def test_every_company_has_its_colour() -> None:
    for company in COMPANIES:
        for kind in ("seat", "co", "on"):
            assert f".{kind}-{company}" in SCREEN.style()


def test_every_option_but_the_seed_rests_on_a_rule() -> None:
    assert [option.key for option in BOOK.options if not option.rule] == ["seed"]


def test_a_reason_that_holds_the_id_of_an_automa_tile_says_its_number() -> None:
    said = text("remark.BA-040", criteria="automa_05", actions="automa_11")
    assert Catalogue("en", GAME).say(said) == "Criteria tile 05, Actions tile 11."


def test_the_place_of_a_powerhouse_is_found_in_the_instruction_that_names_its_basin() -> None:
    board = next(boards())
    line = text("hands.build", place=board.map.houses.option_value(board.map.house("P8.2")))
    assert GAME.screen.at(board, line) == ("powerhouses P8",)
    assert Catalogue("en", GAME).say(line.args["place"]) == "space 2 of basin 8"
