"""What the pages show of Barrage: the board, its places and aids, tiles, totals, moves to tell, the history."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from xml.etree import ElementTree

import pytest

import soloist.web
from soloist.core.bits import bits
from soloist.core.board import Event
from soloist.core.chance import Seeded
from soloist.core.screen import Blank, Move, Screen
from soloist.core.text import Text, Word
from soloist.core.trace import Decision, Trace
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.state import NOBODY, OVER, Barrage
from soloist.games.barrage.board.tables import (
    AUTOMA_TILES,
    BASE,
    COMPANIES,
    CONDUIT,
    LEVELS,
    OFFICERS,
    PATENT_PLACES,
    PLACES,
    WORK_PLACES,
)
from soloist.games.barrage.game import GAME
from soloist.games.barrage.show.faces import officer_rule
from soloist.games.barrage.show.where import where
from soloist.modes.words import Catalogue, languages
from tests.games.barrage.tables import table

assert GAME.screen is not None
SCREEN: Screen = GAME.screen
STATIC = Path(soloist.web.__file__).parent / "static"
ICONS = set(re.findall(r'id="i-([a-z0-9-]+)"', (STATIC / "icons.svg").read_text(encoding="utf-8")))
TABLES = (
    {"humans": "usa", "level": "easy"},
    {"humans": "usa", "level": "medium", "level2": "easy", "leeghwater": "yes"},
    {"humans": "france", "level": "hard", "level2": "hard", "level3": "medium", "leeghwater": "yes"},
    {"humans": "italy usa", "level": "very_hard", "leeghwater": "yes", "promos": "yes"},
    {"humans": "germany", "level": "very_hard", "level2": "very_hard", "promos": "yes"},
    {"humans": "usa", "level": "very_hard", "level2": "hard", "map": "five_player", "leeghwater": "yes"},
    {"humans": "none", "unofficial": "yes", "level": "hard", "level2": "very_hard", "officer2": "mahiri_sekibo"},
    {"humans": "usa", "level": "very_hard", "officer": "mahiri_sekibo"},
)


@dataclass(frozen=True)
class Turn:
    """A turn of a made-up game: the board before it, what happened, what was decided."""

    board: Barrage
    events: Sequence[Event]
    decisions: Sequence[Decision]


@cache
def game(number: int) -> tuple[Turn, ...]:
    """A whole game with made-up humans."""
    chance = Seeded(number, answers_too=True)
    board = GAME.new_board(GAME.lay_out({**TABLES[number], "seed": str(number)}, chance, {}))
    assert isinstance(board, Barrage)
    turns = []
    while not GAME.over(board):
        before, trace = board.copy(), Trace()
        hers = GAME.automas_turn(board)
        events = list(GAME.automa.turn(board, chance, trace) if hers else GAME.made_up_move(board, chance))
        events += GAME.consequences(board, events, chance)
        turns.append(Turn(before, events, trace.decisions))
    return (*turns, Turn(board, (), ()))


def boards(every: int = 7) -> Iterator[Barrage]:
    for number in range(len(TABLES)):
        for turn in game(number)[::every]:
            yield turn.board
        yield game(number)[-1].board


def said_everywhere(value: object) -> None:
    """Every key in a text has words in every language, and every slot of the words has a value."""
    if isinstance(value, Text):
        for language in languages():
            template = Catalogue(language, GAME).words.get(value.key)
            assert template, f"{language}: {value.key}"
            slots = {name for _, name, _, _ in Formatter().parse(template) if name}
            assert slots <= set(value.args), value.key
        for arg in value.args.values():
            said_everywhere(arg)
    elif isinstance(value, Word):
        for language in languages():
            assert value.key in Catalogue(language, GAME).words, f"{language}: {value.key}"
    elif isinstance(value, tuple | list):
        for part in value:
            said_everywhere(part)
    else:
        assert isinstance(value, str | int)


def well_formed(markup: str) -> ElementTree.Element:
    """Markup that is XML, without style attributes, whose only references are icons that exist."""
    root = ElementTree.fromstring(f"<svg>{markup}</svg>")
    for element in root.iter():
        assert "style" not in element.attrib
        assert element.tag not in ("style", "script", "image")
        href = element.attrib.get("href")
        if href is not None:
            assert href.removeprefix("/static/icons.svg#i-") in ICONS, href
    return root


# ------------------------------------------------------------------------------------------------------------ the board


@pytest.mark.parametrize("language", languages())
def test_the_drawing_is_well_formed_and_every_place_has_its_own_key(language: str) -> None:
    say = Catalogue(language, GAME).say
    for board in boards(31):
        drawing = SCREEN.drawing(board, say)
        keys = [place.key for place in drawing.places]
        assert len(set(keys)) == len(keys)
        well_formed(drawing.ground + drawing.above)
        for place in drawing.places:
            well_formed(place.tile + place.pieces)
            assert place.ring.startswith("M") and place.ring.endswith("z")
            assert 0 <= place.x <= drawing.width and 0 <= place.y <= drawing.height, place.key
            assert place.label


def test_the_names_of_places_are_said_in_every_language() -> None:
    for board in boards(61):
        for place in SCREEN.drawing(board, Catalogue("en", GAME).say).places:
            said_everywhere(place.name)


def test_a_name_says_place_ground_piece_owner() -> None:
    board = table(
        also="set dam.6L = germany 2 1; set conduit.6B = usa; set powerhouse.P8.1 = germany; set headstream.a = 2"
    )
    catalogue = Catalogue("en", GAME)
    names = {p.key: catalogue.say(p.name) for p in SCREEN.drawing(board, catalogue.say).places}
    assert names["dams 6L"] == "6L, dam, Germany, level 2, 1 × drop, hills"
    assert names["dams 6U"] == "6U, dam space with red outline, hills, free"
    assert names["conduits 6B"] == "6B, conduit, USA, value 2, to basin 7"
    assert names["powerhouses P8"] == "P8, powerhouses, plains: Germany; free spaces: 2"
    assert names["headstreams a"] == "headstream A, 2 × drop"


def test_pieces_show_level_owner_and_drops() -> None:
    board = table(also="set dam.6L = germany 3 2")
    places = {p.key: p for p in SCREEN.drawing(board, Catalogue("en", GAME).say).places}
    piece = places["dams 6L"].pieces
    assert piece.count("ba-pc co-germany") == 3
    assert piece.count("ba-drop") == 2
    assert ">DE<" in piece
    assert not places["dams 6U"].pieces


@pytest.mark.parametrize("options", [{}, {"leeghwater": "yes"}, {"map": "five_player"}])
def test_every_option_of_a_visible_domain_has_a_place(options: dict[str, str]) -> None:
    board = table(**options)
    m = board.map
    keys = {p.key for p in SCREEN.drawing(board, Catalogue("en", GAME).say).places}
    for id_ in (m.dams.id, m.conduits.id, m.house_basins.id, m.systems.id, "placements", PATENT_PLACES.id):
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
    board = table()
    assert SCREEN.spots(board, "systems", "6B/6L") == ("dams 6L", "conduits 6B", "powerhouses P7")
    assert SCREEN.spots(board, "placements", "aab") == ("headstreams a", "headstreams b")
    assert SCREEN.spots(board, "unknown", "x") == ()


def test_every_option_of_every_decision_played_is_on_the_drawing() -> None:
    seen = set()
    for number in range(len(TABLES)):
        for turn in game(number):
            if not turn.decisions:
                continue
            keys = {p.key for p in SCREEN.drawing(turn.board, str).places}
            for decision in turn.decisions:
                seen.add(decision.of.id)
                for option in bits(decision.steps[0].before if decision.steps else 0):
                    name = decision.of.name(option)
                    assert set(SCREEN.spots(turn.board, decision.of.id, name)) <= keys
                if decision.chosen is not None:
                    assert SCREEN.spots(turn.board, decision.of.id, decision.of.name(decision.chosen))
    assert seen >= {
        "dams",
        "conduits",
        "powerhouses",
        "systems",
        "placements",
        PLACES.id,
        WORK_PLACES.id,
        PATENT_PLACES.id,
    }


@pytest.mark.parametrize("id_", ["base", "five_player"])
def test_every_place_of_a_map_has_a_point_of_its_own(id_: str) -> None:
    board = table(map=id_)
    at, m = where(id_), board.map
    dams = [at.dams[i] for i, name in enumerate(m.dams.names) if name]
    conduits = [at.conduits[i] for i, name in enumerate(m.conduits.names) if name]
    points = [*at.heads, *dams, *conduits, *at.houses]
    assert len(set(points)) == len(points)
    assert all(0 < x < at.width and 0 < y < 1464 for x, y in points)
    assert all(at.pipes[i] and at.lights[i] for i, name in enumerate(m.conduits.names) if name)


# --------------------------------------------------------------------------------------------------------------- the aids


def test_aids_are_about_the_options_of_their_step() -> None:
    say = Catalogue("en", GAME).say
    tagged = set()
    for number in range(len(TABLES)):
        for turn in game(number):
            for decision in turn.decisions:
                for step in decision.steps:
                    aid = SCREEN.aid(turn.board, decision, step, say)
                    well_formed(aid.overlay)
                    assert set(aid.tags) <= set(bits(step.before))
                    assert all(0 < len(tag) <= 16 for tag in aid.tags.values()), aid.tags
                    if aid.tags:
                        tagged.add(step.rule)
    assert tagged >= {"BA-054", "BA-081", "BA-083", "BA-085", "BA-093", "BA-095", "BA-097", "BA-101"}


def _decided(board: Barrage, structure: int, **criteria: object) -> tuple[Barrage, Decision]:
    """The placing of a structure by Germany with a made-up Criteria side."""
    from soloist.core.decide import decide
    from soloist.games.barrage.automa.construction import open_places
    from soloist.games.barrage.automa.placing import placing
    from soloist.games.barrage.automa.view import View

    trace = Trace()
    v = View(board, board.setup.names.names.index("germany"), Seeded(1), trace)
    v.criteria = next(t for t in AUTOMA_TILES if all(getattr(t, k) == value for k, value in criteria.items()))
    v.structure = structure
    v.eligible = open_places(v, structure)
    decide(placing(v), v, trace, v.chance)
    return board, trace.decisions[0]


def test_a_conduit_shows_where_it_leads_and_whose_powerhouse_is_there() -> None:
    tile = next(t for t in AUTOMA_TILES if t.conduit[0] == "powerhouse_own_opponent")
    board = table(also="set powerhouse.P6.1 = germany; set powerhouse.P5.1 = usa")
    board, decision = _decided(board, CONDUIT, id=tile.id)
    step = next(s for s in decision.steps if s.rule == "BA-095")
    say = Catalogue("en", GAME).say
    aid = SCREEN.aid(board, decision, step, say)
    tags = {board.map.conduits.name(o): tag for o, tag in aid.tags.items()}
    assert tags["2A"] == "→ 6 own"
    assert tags["3A"] == "→ 5 US"
    assert tags["1A"] == "→ 8"
    lit = aid.overlay.split('class="ba-lit"')[0]
    for option in bits(step.before):
        assert (where("base").lights[option] in lit) == bool(step.left >> option & 1)


def test_a_walk_numbers_the_options_from_the_code_on() -> None:
    board, decision = _decided(table(), BASE, dam_code="6")
    step = next(s for s in decision.steps if s.rule == "BA-083")
    aid = SCREEN.aid(board, decision, step, str)
    numbers = {board.map.dams.name(o): tag for o, tag in aid.tags.items()}
    assert {name for name, n in numbers.items() if n == "1"} == set(board.map.dams.list(step.after))
    assert len(set(numbers.values())) == len({name[:-1] for name in numbers})


def test_a_value_that_tells_another_story_is_not_shown() -> None:
    board, decision = _decided(table(also="set powerhouse.P6.1 = germany"), CONDUIT, conduit=AUTOMA_TILES[0].conduit)
    step = next(s for s in decision.steps if s.rule in ("BA-093", "BA-094", "BA-095", "BA-096"))
    assert SCREEN.aid(board, decision, step, str).tags
    step.after = 1 << (step.before.bit_length() - 1)  # not what the rule does on this board
    assert not SCREEN.aid(board, decision, step, str).tags


def test_a_water_decision_draws_the_course_of_the_drops() -> None:
    found = 0
    for number in range(len(TABLES)):
        for turn in game(number):
            for decision in turn.decisions:
                if decision.of.id == "placements" and decision.chosen is not None:
                    aid = SCREEN.aid(turn.board, decision, decision.steps[0], str)
                    if aid.overlay:
                        found += 1
                        assert "ba-way" in aid.overlay and "ba-stop" in aid.overlay
    assert found > 10


# ---------------------------------------------------------------------------------------------------------------- tiles


@pytest.mark.parametrize("leeghwater", ["no", "yes"])
@pytest.mark.parametrize("tile", range(len(AUTOMA_TILES)))
def test_the_face_of_every_tile_says_what_to_do(tile: int, leeghwater: str) -> None:
    board = table(leeghwater=leeghwater)
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
        said_everywhere(face.role)
        for row in face.rows:
            assert row.icon in ICONS
            assert row.rule in rules
            assert row.about is not None
            said_everywhere(row.says)
            said_everywhere(row.about)
    codes = [row.value for face in faces[1:4] for row in face.rows if row.icon == "code"]
    assert codes == [printed.dam_code, printed.conduit_code, printed.powerhouse_code]
    assert [len(face.rows) for face in faces[1:]] == [6, 5, 6, 1]


def test_in_round_5_the_machinery_shop_does_not_count() -> None:
    for round_, off in (("4", False), ("5", True)):
        board = table(round=round_)
        board.top = next(i for i, t in enumerate(AUTOMA_TILES) if any(a.kind == "machinery_shop" for a in t.actions))
        rows = SCREEN.faces(board)[0].rows
        assert any(row.state == "off" for row in rows) == off


def test_officers_of_the_automa_have_a_face_of_their_own() -> None:
    board = table(level="very_hard", officer="viktor_fiesler")
    board.top, board.criteria = 0, 1
    face = SCREEN.faces(board)[-1]
    assert (face.title, [row.rule for row in face.rows]) == ("A", ["BA-132"])
    said_everywhere(face.rows[0].says)
    said_everywhere(face.rows[0].about)
    for name in OFFICERS:
        assert GAME.rules()[officer_rule(name)].title.startswith(Catalogue("en", GAME).words[f"officer.{name}"])


def test_no_tile_no_face() -> None:
    assert SCREEN.faces(game(0)[0].board) == []


@pytest.mark.parametrize("level", LEVELS.names)
def test_tiles_are_turned_without_end_as_in_the_game(level: str) -> None:
    chance = Seeded(level)
    source = GAME.lay_out({"humans": "usa", "level": level, "seed": level}, chance, {})
    board, again = GAME.new_board(source), GAME.new_board(source)
    assert isinstance(board, Barrage)
    shuffled = 0
    for _ in range(90):
        events = SCREEN.flip(board, chance)
        assert events
        shuffled += sum(isinstance(x, e.TilesShuffled) for x in events)
        for event in events:
            copy = GAME.parse(again, event.notation(again))
            assert copy == event
            copy.apply(again)
        assert again.key() == board.key()
        assert board.top != NOBODY and board.criteria != NOBODY and board.top != board.criteria
        assert len(SCREEN.faces(board)) == (6 if level == "very_hard" else 5)
    assert shuffled >= 4  # 19 turns per pile
    board.phase = OVER
    assert SCREEN.flip(board, chance) == []


# -------------------------------------------------------------------------------------------------------------- standing


def test_the_standing_agrees_with_the_board() -> None:
    for board in boards():
        standing = SCREEN.standing(board)
        assert [seat.id for seat in standing.seats] == list(board.setup.names.names)
        assert [seat.vp for seat in standing.seats] == board.vp == list(SCREEN.points(board))
        assert standing.round == SCREEN.round(board) == board.round
        assert all(seat.shape == ("automa" if board.automa(i) else "you") for i, seat in enumerate(standing.seats))
        assert len({seat.letter for seat in standing.seats}) == board.players
        assert sum(seat.to_move for seat in standing.seats) <= 1
        totals = {total.icon: total.values for total in standing.totals}
        assert totals["energy"] == tuple(map(str, board.energy))
        assert totals["conduit"] == tuple(str(left[CONDUIT]) for left in board.left)
        for i, values in enumerate(totals["excavator"]):
            assert values == (str(board.machinery[i][0]) if board.automa(i) else "")
        assert len(standing.totals) <= 10
        for total in standing.totals:
            assert total.icon in ICONS and len(total.values) == board.players
            said_everywhere(total.label)
        for track in standing.tracks:
            assert all(0 <= at <= track.length for at in track.at)
            said_everywhere(track.label)
        for line in (standing.headline, standing.turn, standing.left, *(seat.name for seat in standing.seats)):
            said_everywhere(line)


def test_letters_of_seats() -> None:
    board = table(humans="usa italy", level2="hard", company2="france")
    assert [(seat.id, seat.letter) for seat in SCREEN.standing(board).seats] == [
        ("usa", "Y"),
        ("italy", "Z"),
        ("germany", "A"),
        ("france", "B"),
    ]


# ----------------------------------------------------------------------------------------------------------- telling moves


def _words(blank: Blank) -> list[str]:
    """The first and the last word that fits."""
    options = [word for word, _ in blank.options] or [str(blank.least), str(blank.most)]
    return [options[0], options[-1]]


def _lines(move: Move) -> list[str]:
    lines = [move.line] * 2
    for blank in move.blanks:
        assert f"{{{blank.slot}}}" in move.line
        lines = [line.replace(f"{{{blank.slot}}}", word) for line, word in zip(lines, _words(blank), strict=True)]
    return lines


def test_every_move_offered_can_be_read_and_done() -> None:
    for board in boards():
        keys = [place.key for place in SCREEN.drawing(board, str).places]
        for key in (*keys, ""):
            for move in SCREEN.moves(board, key):
                assert move.icon in ICONS
                for line in _lines(move):
                    assert "{" not in line
                    after = board.copy()
                    events = GAME.read(after, line)
                    assert events, line
                    for event in events:
                        event.apply(after)


def test_moves_are_said_in_every_language() -> None:
    for board in boards(97):
        for key in (*(place.key for place in SCREEN.drawing(board, str).places), ""):
            for move in SCREEN.moves(board, key):
                said_everywhere(move.says)
                for blank in move.blanks:
                    said_everywhere(blank.label)
                    assert blank.options or blank.least <= blank.most
                    for _, option in blank.options:
                        said_everywhere(option)


def test_only_what_fits_a_place_is_offered() -> None:
    board = table(
        also="set dam.6L = usa 1 1; set dam.5L = germany 1 0; set conduit.6B = germany; set powerhouse.P7.1 = usa; "
        "set to_move = usa"
    )

    def lines(key: str) -> list[str]:
        return [move.line for move in SCREEN.moves(board, key) if not move.correction]

    assert lines("dams 6L") == ["elevation 6L", "produce 6B/6L {DROPS} {ENERGY}"]
    assert lines("dams 6U") == ["base 6U"]
    assert lines("dams 5L") == []
    assert lines("conduits 6B") == lines("powerhouses P7") == ["produce 6B/6L {DROPS} {ENERGY}"]
    assert lines("conduits 6A") == ["conduit 6A"]
    assert lines("contract_places green_left") == ["take green_03"]
    assert lines("contract_places national_1") == ["fulfil national_05"]
    assert lines("patent_places 1") == ["patent adv1_base"]
    assert "out" in lines("")
    assert [m.correction for m in SCREEN.moves(board, "dams 6L")] == sorted(
        m.correction for m in SCREEN.moves(board, "dams 6L")
    )


def test_with_several_humans_a_line_names_the_company() -> None:
    board = table(humans="usa italy", also="set to_move = italy")
    assert SCREEN.moves(board, "dams 6U")[0].line == "italy: base 6U"
    assert SCREEN.end_of_turn(board) == "italy: done"


def test_the_end_of_a_turn() -> None:
    board = table(also="set to_move = usa")
    assert SCREEN.end_of_turn(board) == "done"
    assert isinstance(GAME.read(board, "done")[0], e.TurnDone)
    board.forced = [board.to_move]
    assert SCREEN.end_of_turn(board) == ""
    assert SCREEN.end_of_turn(table(also="set to_move = germany")) == ""


# ------------------------------------------------------------------------------------------------------------- history


def test_every_event_of_a_game_is_said() -> None:
    seen: set[type[Event]] = set()
    silent: set[type[Event]] = set()
    for number in range(len(TABLES)):
        for turn in game(number):
            board = turn.board.copy()
            for event in turn.events:
                words = SCREEN.said(board, event)
                if words is None:
                    silent.add(type(event))
                elif type(event) not in seen or number == 2:
                    seen.add(type(event))
                    said_everywhere(words)
                event.apply(board)
    assert silent <= {e.TurnDone, e.Rotated, e.Wheeled}
    assert {e.Built, e.Produced, e.Fulfilled, e.Scored, e.RoundEnded, e.WaterFlowed, e.TopShown} <= seen


def test_corrections_and_entered_values_are_said_too() -> None:
    board = table()
    for event in (e.Corrected("vp.usa", "9"), e.ValueEntered("contract.green_03", "2"), e.DamFilled(0, 2, 1)):
        words = SCREEN.said(board, event)
        assert words is not None
        said_everywhere(words)


def test_you_are_the_only_human() -> None:
    board = table(also="set to_move = usa")
    english, german = Catalogue("en", GAME), Catalogue("de", GAME)
    built = GAME.read(board, "base 6U")[0]
    words = SCREEN.said(board, built)
    assert english.say(words) == "You built a base on 6U"
    assert german.say(words) == "Du hast eine Basis auf 6U gebaut"
    hers = GAME.read(board, "germany: conduit 5B")[0]
    assert english.say(SCREEN.said(board, hers)) == "Germany built a conduit on 5B"
    two = table(humans="usa italy")
    assert english.say(SCREEN.said(two, GAME.read(two, "usa: base 6U")[0])) == "The USA built a base on 6U"


# ----------------------------------------------------------------------------------------------- icons, style, options


def test_every_instruction_for_the_hands_has_an_icon() -> None:
    keys = {key for key in GAME.words("en") if key.startswith("hands.")}
    assert keys == set(SCREEN.icons)
    assert set(SCREEN.icons.values()) <= ICONS


def test_the_style_sheet_uses_the_colours_of_the_design() -> None:
    style = SCREEN.style()
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b", style)) <= {"#14161a", "#fff"}
    assert not re.search(r"\b(?:rgb|hsl)a?\(", style)
    tokens = (STATIC / "tokens.css").read_text(encoding="utf-8")
    for name in set(re.findall(r"var\((--[a-z0-9-]+)\)", style)):
        assert f"{name}:" in tokens, name
    for company in COMPANIES:
        assert f".seat-{company}" in style and f".co-{company}" in style and f".on-{company}" in style


def test_every_class_of_the_drawing_is_in_the_style_sheet() -> None:
    style = SCREEN.style()
    for board in boards(61):
        drawing = SCREEN.drawing(board, Catalogue("en", GAME).say)
        root = well_formed(drawing.ground + "".join(p.tile + p.pieces for p in drawing.places))
        for name in {name for element in root.iter() for name in element.attrib.get("class", "").split()}:
            assert f".{name}" in style, name


def test_the_cover_is_a_whole_drawing() -> None:
    root = ElementTree.fromstring(SCREEN.cover())
    assert root.tag.endswith("svg") and "viewBox" in root.attrib
    for element in root.iter():
        assert "style" not in element.attrib
        assert not element.tag.endswith("style")
        assert all(name.startswith("ba-") for name in element.attrib.get("class", "").split())
        assert element.attrib.get("id", "ba-").startswith("ba-")


def test_options_have_a_short_name_a_rule_and_a_screen() -> None:
    rules = GAME.rules()
    keys = {option.key for option in GAME.options}
    for option in GAME.options:
        said_everywhere(Word(f"label.{option.key}"))
        assert option.screen in (1, 2, 3)
        assert option.key == "seed" or option.rule in rules
        if option.ruling:
            assert option.screen == 3 and option.rule == option.ruling
        words = Catalogue("en", GAME).words
        for choice in (*option.choices, *option.pool):
            named = option.names and f"{option.names}.{choice}" in words
            assert named or f"choice.{option.key}.{choice}" in words, (option.key, choice)
        for key, values in option.when:
            assert key in keys
            other = next(o for o in GAME.options if o.key == key)
            assert set(values) <= set(other.choices)
    always = [sum(o.screen == n and not o.when and not o.ruling for o in GAME.options) for n in (1, 2)]
    assert all(n <= 6 for n in always)


def test_sentences_about_choices_belong_to_choices() -> None:
    options = {option.key: option for option in GAME.options}
    for key in Catalogue("en", GAME).words:
        if key.startswith("about."):
            _, option, value = key.split(".")
            assert value in (*options[option].choices, *options[option].pool), key
