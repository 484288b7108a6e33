"""The screen of Terra Mystica: drawn board, choices of places, cards, totals, history."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial

import pytest

from soloist.core.bits import iterate_bits
from soloist.core.board import Event
from soloist.core.errors import BadInputError
from soloist.core.menu import Choice
from soloist.core.text import Word
from soloist.core.trace import Decision
from soloist.games.terra_mystica.board.map import find_map, map_ids
from soloist.games.terra_mystica.board.state import OVER, PLACING, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, BONUS, CULTS, KINDS, POWER_ACTIONS
from soloist.manifest import find_game
from soloist.session.words import Catalogue, languages
from tests.games import screens
from tests.games.laws import play_opening, play_traced_turn
from tests.games.screens import ICONS, fill_blanks, iterate_texts, markup
from tests.games.terra_mystica.tables import over

GAME = find_game("terra_mystica")
SCREEN = GAME.screen
SAY = {language: Catalogue(language, GAME).say for language in languages()}
SEEDS = range(1, 31)
spoken = partial(screens.check_spoken, GAME)


@cache
def games() -> list[tuple[TerraMystica, list[Event], list[Decision], TerraMystica]]:
    """Return every turn of some random games: the board before, events and decisions, the board after."""
    turns = []
    for seed in SEEDS:
        board, chance = play_opening(GAME, seed)
        for _ in range(150):
            if over(board):
                break
            before = board.copy()
            events, trace = play_traced_turn(GAME, board, chance)
            turns.append((before, events, trace.decisions, board.copy()))
    return turns


@cache
def boards() -> list[TerraMystica]:
    """Return boards of all kinds: some of each game, including new and finished ones."""
    found = [play_opening(GAME, seed)[0] for seed in SEEDS]
    for seed in SEEDS:  # before anybody has done anything
        board = GAME.table.create_position(dict(play_opening(GAME, seed)[0].setup.source))
        assert isinstance(board, TerraMystica)
        found.append(board)
    for i, (_, _, _, after) in enumerate(games()):
        if i % 19 == 0 or after.phase == OVER:
            found.append(after)
    return found


def test_the_games_show_every_map_every_expansion_and_every_phase() -> None:
    assert {b.map.id for b in boards()} == set(map_ids())
    assert {b.setup.mots for b in boards()} == {True, False}
    assert {b.phase for b in boards()} == {0, 1, 2}
    assert any(any(b.bridges) for b in boards()) and any(b.marks for b in boards()) and any(b.traded for b in boards())
    assert any(len(b.pieces) == 3 for b in boards())


# ---------------------------------------------------------------------------------------------------------- the board


def test_every_option_of_the_visible_domains_has_a_place() -> None:
    for board in boards():
        keys = {place.key for place in SCREEN.drawing(board, SAY["en"]).places}
        names = [("hexes", n) for n in board.map.hexes.name_options(board.map.land)]
        names += [("cults", n) for n in CULTS.names]
        names += [("power_actions", n) for n in (POWER_ACTIONS.names if board.setup.mots else POWER_ACTIONS.names[:6])]
        for domain, name in names:
            assert SCREEN.spots(board, domain, name) == (f"{domain} {name}",)
            assert f"{domain} {name}" in keys
        assert {f"bonus_cards {BONUS.names[c]}" for c in board.row} <= keys
        for name in board.map.hexes.name_options(board.map.river):
            assert SCREEN.spots(board, "hexes", name) == ()
        assert SCREEN.spots(board, "seats", "automa") == ()
        assert SCREEN.spots(board, "hexes", "Z99") == ()


def test_places_come_in_reading_order() -> None:
    for map_id in map_ids():
        board = next(b for b in boards() if b.map.id == map_id)
        shown = [p.label for p in SCREEN.drawing(board, SAY["en"]).places if p.key.startswith("hexes ")]
        where = find_map(map_id)
        assert tuple(shown) == where.hexes.name_options(where.land)


def test_the_name_of_a_place_says_what_stands_there() -> None:
    for board in boards():
        names = {p.label: SAY["en"](p.name) for p in SCREEN.drawing(board, SAY["en"]).places}
        for seat, kinds in enumerate(board.pieces):
            for kind, where in enumerate(kinds):
                word = SAY["en"](Word(f"kind.{KINDS.names[kind]}"))
                for hex_ in iterate_bits(where):
                    name = names[board.map.hexes.names[hex_]]
                    assert f"{('Automa', 'You', 'Player 2')[seat]}: {word}" in name
                    assert ("marked" in name) == bool(board.marks >> hex_ & 1)
        for hex_ in iterate_bits(board.map.land):
            if board.owner_at(hex_) is None:
                assert "empty" in names[board.map.hexes.names[hex_]]


def test_the_drawing_shows_pieces_bridges_and_tokens() -> None:
    for board in boards():
        drawing = SCREEN.drawing(board, SAY["en"])
        standing = sum(board.owned(seat).bit_count() for seat in range(len(board.pieces)))
        svg = markup(drawing)
        assert svg.count('class="tm-halo"') == standing
        assert svg.count('class="tm-mark"') == board.marks.bit_count()
        assert svg.count('class="tm-blight"') == board.blighted.bit_count()
        assert svg.count('class="tm-cube pc-o"') == board.cubes.bit_count()
        assert svg.count('class="tm-token"') == board.used.bit_count()
        assert drawing.above.count('class="tm-bridge"') == sum(m.bit_count() for m in board.bridges)


# ------------------------------------------------------------------------------------------------------------- aids


def aids() -> Iterator[tuple[TerraMystica, Decision, int]]:
    for before, _, decisions, _ in games():
        for decision in decisions:
            for i in range(len(decision.steps)):
                yield before, decision, i


def test_values_and_lines_are_shown_for_counts_terrains_and_distances() -> None:
    seen = set()
    for before, decision, i in aids():
        step = decision.steps[i]
        aid = SCREEN.aid(before, decision, step, SAY["en"])
        if aid.tags:
            seen.add(("tags", step.rule))
        if aid.overlay:
            seen.add(("lines", step.rule))
    assert {("tags", r) for r in ("TMA-036", "TMA-080b", "TMA-080r", "TMA-064b")} <= seen
    assert {("lines", r) for r in ("TMA-031", "TMA-080r", "TMA-080c")} <= seen


def test_the_count_ends_on_the_chosen_option() -> None:
    for before, decision, i in aids():
        step = decision.steps[i]
        if step.rule == "TMA-036":
            tags = SCREEN.aid(before, decision, step, SAY["en"]).tags
            assert step.note is not None
            (kept,) = iterate_bits(step.after)
            assert tags[kept] == str(step.note["count"])
            assert set(tags) == set(iterate_bits(step.before))
            assert len(set(tags.values())) == len(tags)


def test_the_places_of_terrains_agree_with_what_was_kept() -> None:
    for before, decision, i in aids():
        step = decision.steps[i]
        if step.rule == "TMA-080b" and step.after:
            tags = {o: int(t.rstrip(".")) for o, t in SCREEN.aid(before, decision, step, SAY["en"]).tags.items()}
            best = {tags[o] for o in iterate_bits(step.after)}
            assert len(best) == 1
            assert all(tags[o] > min(best) for o in iterate_bits(step.dropped))


def test_the_distances_for_reaching_agree_with_what_was_kept() -> None:
    for before, decision, i in aids():
        step = decision.steps[i]
        if step.rule == "TMA-080r" and step.after:
            tags = SCREEN.aid(before, decision, step, SAY["en"]).tags
            assert set(tags) == set(iterate_bits(step.before))
            assert step.note is not None
            if step.note["distance"] != "∞":
                for option, tag in tags.items():
                    near = tag != "∞" and int(tag) < int(str(step.note["distance"]))
                    assert near == bool(step.after >> option & 1)


# ---------------------------------------------------------------------------------------------------- cards and totals


def test_the_faces_of_every_card_have_rules_icons_and_words() -> None:
    rules = GAME.rules()
    seen = set()
    for board in boards():
        if board.phase == PLACING:
            assert SCREEN.faces(board) == []
        for support in iterate_bits(board.setup.in_game):
            for action in iterate_bits(board.setup.in_game & ~(1 << support)):
                if (support + action + board.round) % 7:  # not every pair on every board: that would take minutes
                    continue
                board = board.copy()
                board.support, board.action = support, action
                faces = SCREEN.faces(board)
                assert [f.kind for f in faces[:2]] == ["actions", "criteria"]
                assert faces[1].title in (board.printed.cards[support].label, "MotS")
                for face in faces:
                    for words in iterate_texts(face):
                        spoken(words)
                    for row in face.rows:
                        seen.add(row.icon)
                        assert row.icon in ICONS and row.rule in rules and row.about is not None
                        assert row.state in ("", "off", "use")
    assert {"spade", "vp", "priest", "favor", "blocked", "trade", "faction", "pass", "catch-up", "scoring-tile"} <= seen


def test_a_pass_icon_counts_on_the_last_two_cards_only() -> None:
    board = next(b for b in boards() if b.phase == 1).copy()
    card = next(i for i in iterate_bits(board.setup.in_game) if board.printed.cards[i].pass_icon)
    board.action, board.support = card, next(i for i in iterate_bits(board.setup.in_game) if i != card)
    board.deck, board.face_down = 0b111, 0
    assert SCREEN.faces(board)[0].rows[0].state == "off"
    board.deck = 0b1
    action, support = SCREEN.faces(board)[:2]
    assert [row.state for row in action.rows] == ["use"] + ["off"] * (len(action.rows) - 1)
    assert [row.icon for row in support.rows[:2]] == ["pass", "bonus-card"]
    assert [row.state for row in support.rows[:2]] == ["use", "off" if board.round == 6 else "use"]
    assert all(row.state == "off" for row in support.rows[2:])


def test_standing_agrees_with_the_board() -> None:
    for board in boards():
        standing = SCREEN.standing(board)
        order = [*range(1, len(board.pieces)), AUTOMA]
        assert [seat.vp for seat in standing.seats] == [board.vp[s] for s in order]
        assert [seat.letter for seat in standing.seats] == ["AYZ"[s] for s in order]
        assert sum(seat.to_move for seat in standing.seats) == (board.phase == 1)
        assert standing.round == board.round
        for track, shown in enumerate(standing.tracks):
            assert list(shown.at) == [board.cults[s][track] for s in order]
        assert len(standing.totals) <= 9
        dwellings = standing.totals[0]
        assert list(dwellings.values) == [str(board.left[s][0]) for s in order]


# -------------------------------------------------------------------------------------------------------- telling moves


def all_moves(board: TerraMystica) -> Iterator[tuple[str, Choice]]:
    return ((key, move) for key, found in screens.list_all_choices(GAME, board) for move in found)


def test_every_verb_can_be_told_by_tapping() -> None:
    verbs = {move.line.split(": ")[-1].split()[0] for board in boards()[::3] for _, move in all_moves(board)}
    assert verbs >= {"build", "transform", "upgrade", "bridge", "priest", "cult", "action", "favor", "town", "bonus"}
    assert verbs >= {"pass", "vp", "shipping", "put", "remove", "mark", "unmark", "set"}


def test_moves_that_are_no_corrections_raise_no_doubts_about_the_place() -> None:
    for board in boards()[::3]:
        for key, move in all_moves(board):
            if move.is_correction or not key.startswith("hexes") or move.line.split(": ")[-1].startswith("build"):
                continue  # whether a hex is in reach is not for the menu to say: power and bonus cards may help
            for line in fill_blanks(move):
                for event in GAME.table.meaning(board, line):
                    assert not event.find_doubts(board), line


def test_what_is_told_about_a_place_is_about_that_place() -> None:
    for board in boards()[::4]:
        for key, move in all_moves(board):
            name = key.partition(" ")[2]
            if key.startswith("hexes"):
                assert name in re.split(r"[ .=]", move.line) or "set " in move.line
                owner = board.owner_at(board.map.hex(name))
                verb = move.line.split(": ")[-1].split()[0]
                if not move.is_correction:
                    fitting = {None: ("build", "transform", "bridge"), AUTOMA: ("bridge",)}
                    assert verb in fitting.get(owner, ("upgrade", "bridge"))
            elif key.startswith(("bonus_cards", "power_actions")):
                assert name in move.line or move.is_correction


def test_the_menu_knows_whose_piece_stands_there() -> None:
    board = next(b for b in boards() if b.phase == 1 and b.marks and b.pieces[1][0])
    hers = board.map.hexes.names[next(iterate_bits(board.owned(AUTOMA) & board.marks))]
    yours = board.map.hexes.names[next(iterate_bits(board.pieces[1][0]))]
    assert {m.line for m in GAME.table.list_choices(board, f"hexes {hers}")} >= {
        f"automa: unmark {hers}",
        f"automa: remove {hers}",
    }
    lines = [m.line for m in GAME.table.list_choices(board, f"hexes {yours}")]
    assert f"remove {yours}" in lines
    assert (f"upgrade {yours} to trading_house" in lines) == (board.left[1][1] > 0)
    assert GAME.table.list_choices(board, "hexes Z99") == [] and GAME.table.list_choices(board, "elsewhere A1") == []


def test_before_round_1_a_first_dwelling_goes_on_home_terrain_only() -> None:
    for board in boards():
        if board.phase != PLACING:
            continue
        late = [s for s in board.humans if board.setup.humans[s - 1].id == "chaos_magicians"]
        placing = [s for s in board.humans if not board.owned(s)]
        told = [m.line for key, m in all_moves(board) if key.startswith("hexes") and not m.is_correction]
        if not placing or placing[0] in late:
            assert not told
        else:
            taken = board.human_structures()
            at_home = board.terrain[board.home[placing[0]]] & ~taken
            if board.setup.humans[placing[0] - 1].id == "riverwalkers":  # TM-151
                at_home &= board.map.by_river
            at_home = board.map.hexes.name_options(at_home)
            assert [line.split()[-1] for line in told] == list(at_home)


def test_the_end_of_a_turn_is_told_when_a_human_is_to_move() -> None:
    for board in boards():
        line = GAME.table.end_of_turn_line(board)
        if board.phase == 1 and board.to_move != AUTOMA:
            after = board.copy()
            for event in GAME.table.meaning(board, line):
                event.apply(after)
            assert after.to_move != board.to_move or len(board.passed) == len(board.pieces) - 1
        else:
            assert line == ""


# ------------------------------------------------------------------------------------------------------------ history


def test_the_history_is_told_in_short_lines_and_only_bookkeeping_is_left_out() -> None:
    silent, told = set(), set()
    for before, events, _, _ in games():
        board = before.copy()
        for event in events:
            words = SCREEN.said(board, event)
            if words is None:
                silent.add(type(event).__name__)
            else:
                told.add(type(event).__name__)
                for say in SAY.values():
                    assert len(say(words)) < 120 and not say(words).endswith(".")
            event.apply(board)
    assert silent == {"TurnDone", "Gathered"}
    assert {"Built", "Upgraded", "PriestSent", "Passed", "Drew", "Scored", "RoundEnded", "GameEnded"} <= told


@pytest.mark.parametrize(
    "line",
    [
        "put E5 temple",
        "remove E5",
        "automa: mark E5",
        "automa: unmark E5",
        "automa: trade E5",
        "automa: cube E5",
        "automa: blight E5",
        "town tw6",
        "vp -3",
        "vp = 40",
        "achievement II",
        "value atp.forest.a = forest lakes plains swamp desert mountains wasteland",
        "automa: reserve dc6",
        "automa: join unseen",
        "automa: join dc7",
        "automa: reshuffle",
        "human: reminded TMA-098",
    ],
)
def test_rare_events_are_said_too(line: str) -> None:
    board = next(b for b in boards() if b.map.id == "original" and b.phase == 1)
    try:
        (event,) = GAME.table.meaning(board, line)
    except BadInputError:
        event = GAME.table.read_event(board, line)
    words = SCREEN.said(board, event)
    assert words is not None
    spoken(words)


def test_you_are_spoken_to_and_she_is_named() -> None:
    board = next(b for b in boards() if b.map.id == "original" and b.phase == 1)
    (event,) = GAME.table.meaning(board, "upgrade E5 to temple")
    assert SAY["en"](SCREEN.said(board, event)) == "You upgraded E5 to a temple"
    assert SAY["de"](SCREEN.said(board, event)) == "Du hast auf E5 einen Tempel errichtet"
    track = next(t for t in range(4) if board.cults[AUTOMA][t] < 9)
    event = GAME.table.read_event(board, f"automa: cult {CULTS.names[track]} +1")
    there = board.cults[AUTOMA][track] + 1
    assert SAY["en"](SCREEN.said(board, event)) == f"Automa advanced to {there} on the {CULTS.names[track]} track"
