"""The screen of Tapestry: the drawing, places and overlays, totals, open cards, events in words, set-up."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from itertools import pairwise

import pytest

from soloist.core.bits import iterate_bits
from soloist.core.board import Event
from soloist.core.chance import Seeded
from soloist.core.sink import RecordingSink, iterate_positions
from soloist.core.trace import NEVER, Decision, Step
from soloist.games.packaged_data import read_toml
from soloist.games.tapestry.automa.conquer import conquer
from soloist.games.tapestry.automa.distance import levels, passable
from soloist.games.tapestry.automa.tracks import to_landmark_or_end, to_the_end
from soloist.games.tapestry.automa.turn import flip
from soloist.games.tapestry.board import events as board_events
from soloist.games.tapestry.board.map import steps_in
from soloist.games.tapestry.board.setup import lay_out
from soloist.games.tapestry.board.state import Tapestry, new_board
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    CARDS,
    DECISION_CARDS,
    HUMAN,
    HUMAN2,
    INCOME_TURNS,
    LANDMARKS,
    LAST,
    PACKAGE,
    SEATS,
    SHADOW,
    TRACKS,
)
from soloist.games.tapestry.display import shapes
from soloist.games.tapestry.display.drawing import land_of
from soloist.games.tapestry.display.overlays import GOALS, MOST_PATHS, rows_of_pattern, shortest_ways
from soloist.games.tapestry.display.table_menu import end_of_turn
from soloist.games.tapestry.game import GAME
from soloist.session.words import Catalogue
from tests.games import screens
from tests.games.screens import ICONS, check_markup, list_classes
from tests.games.tapestry.tables import Turn, alone, decided_on, made_up_game, spaces, table, tell, turn, turns, view
from tests.games.tapestry.tables import decision as decision_of

SCREEN = GAME.screen
ENGLISH = Catalogue("en", GAME)
spoken = partial(screens.check_spoken, GAME)
SEEDS = (1, 2, 8, 11, 15, 17, 34)
TURNS = 60


@cache
def games() -> tuple[Turn, ...]:
    """Return turns of random games: seven with the Automa, one with the Shadow Empire alone."""
    found: list[Turn] = []
    for seed in SEEDS:
        found += turns(*made_up_game(seed), TURNS)
    found += turns(alone(), Seeded(5, answers_too=True), TURNS)
    return tuple(found)


def boards() -> list[Tapestry]:
    """Return some positions of every game."""
    some = [turn.board for turn in games()[::7]]
    assert {board.setup.shadow_only for board in some} == {True, False}
    return some


@cache
def steps() -> tuple[tuple[Tapestry, Decision, Step], ...]:
    """Return every step of every decision, with the board of that moment."""
    decided = [(decided_on(played, decision), decision) for played in games() for decision in played.trace.decisions]
    return tuple((board, decision, step) for board, decision in decided for step in decision.steps)


# ---------------------------------------------------------------------------------------------------------- the drawing


def test_hexes_tracks_spaces_tech_cards_and_achievements_are_places() -> None:
    for board in boards():
        kinds = Counter(place.key.partition(" ")[0] for place in SCREEN.drawing(board, str).places)
        assert kinds == {"hexes": 34, "tracks": 4, "space": 48, "tech": 3, "achievements": 3}


def test_one_place_is_drawn_as_on_the_whole_board_and_alone() -> None:
    for board in boards()[::4]:
        for place in SCREEN.drawing(board, ENGLISH.say).places:
            assert SCREEN.place(board, place.key, ENGLISH.say) == place
    said: list[object] = []
    SCREEN.place(table(), "tech 1", lambda word: str(said.append(word)))
    assert len(said) == 1  # nothing else was labelled


@pytest.mark.parametrize(
    "key",
    ["", "hexes", "hexes 9,9", "tracks magic", "space military 0", "space military 13", "tech 0", "tech 4", "x y"],
)
def test_what_is_not_on_the_drawing_is_no_place(key: str) -> None:
    assert SCREEN.place(table(), key, str) is None


def test_hexes_stand_where_the_board_has_them() -> None:
    board = table()
    places = {place.key: place for place in SCREEN.drawing(board, str).places}
    middle, up, right = (places[f"hexes {name}"] for name in ("0,0", "0,-1", "1,0"))
    assert (up.x, up.y < middle.y) == (middle.x, True)
    assert right.x > middle.x
    assert right.y > middle.y
    heights = [place.y for place in SCREEN.drawing(board, str).places if place.key.startswith("hexes ")]
    assert heights == sorted(heights)
    assert {shapes.centre_of(*spot) for spot in board.map.spots} == {
        (place.x, place.y) for key, place in places.items() if key.startswith("hexes ")
    }


def test_tracks_lie_round_the_sea_and_grow_away_from_their_icon() -> None:
    for name, edge in (("military", "top"), ("science", "right"), ("exploration", "bottom"), ("technology", "left")):
        track = TRACKS.names.index(name)
        boxes = [shapes.centre_of_corners(shapes.box_of(track, n)) for n in range(LAST + 1)]
        inside = {"top": (1, 42), "right": (0, 758), "bottom": (1, 758), "left": (0, 42)}[edge]
        assert {box[inside[0]] for box in boxes} == {float(inside[1])}
        along = [box[1 - inside[0]] for box in boxes]
        assert along == sorted(along, reverse=edge in ("left", "right"))
        assert len(set(along)) == LAST + 1


def test_outposts_stand_and_lie_as_on_the_board() -> None:
    board = table("-1,1", "1,-1", "-1,1/")
    places = {place.key: place for place in SCREEN.drawing(board, str).places}
    for key, drawn in (
        ("hexes -2,2", ["seat-ta-automa"] * 2),
        ("hexes -1,1", ["seat-ta-automa", "seat-ta-shadow-empire"]),
        ("hexes 1,-1", ["seat-ta-human"]),
        ("hexes 0,1", []),
    ):
        seats = [
            g.get("class", "") for g in check_markup(places[key].pieces) if g.get("class", "").startswith("seat-ta")
        ]
        assert sorted(seats) == drawn, key
    lying = check_markup(places["hexes -1,1"].pieces).findall(".//g[@transform='rotate(78)']")
    assert len(lying) == 1
    assert ENGLISH.say(places["hexes -1,1"].name).endswith("outpost (Automa), toppled outpost (Shadow Empire)")
    assert ENGLISH.say(places["hexes 0,1"].name) == "0,1, empty"
    assert ENGLISH.say(places["hexes 0,0"].name).startswith("0,0, centre island: ")


def test_a_tile_is_drawn_as_it_is_turned() -> None:
    board = table()
    tell(board, "explore 1,-1 territory_01 2")
    corners, inner = land_of(board, board.map.hex("1,-1"))
    assert corners == ("sea", "sea", "sea", "desert", "sea", "sea")  # the upper right corner, two sixths on
    assert not inner
    tell(board, "explore 1,0 territory_05 4; explore 0,1")
    assert land_of(board, board.map.hex("1,0")) == (("sea",) * 6, ("desert",))
    places = {place.key: place for place in SCREEN.drawing(board, str).places}
    assert "ta-desert" in list_classes(check_markup(places["hexes 1,-1"].tile))
    assert "ta-unknown" in list_classes(check_markup(places["hexes 0,1"].tile))
    assert "ta-empty" in list_classes(check_markup(places["hexes 0,-1"].tile))


def test_tokens_landmarks_and_favourites_are_on_the_tracks() -> None:
    board = spaces(spaces(table(), AUTOMA, "military=4"), HUMAN, "military=4")
    board.landmarks[LANDMARKS.names.index("barracks")] = SHADOW
    places = {place.key: place for place in SCREEN.drawing(board, str).places}
    drawn = [g.get("class") for g in check_markup(places["space military 4"].pieces)]
    assert drawn == ["seat-ta-shadow-empire", "seat-ta-human", "seat-ta-automa"]  # the Automa on top
    assert not places["space military 5"].pieces
    assert "favorite" in places["tracks technology"].pieces  # hers
    assert "favorite" in places["tracks science"].pieces  # that of the Shadow Empire
    assert "favorite" not in places["tracks military"].pieces
    said = ENGLISH.say(places["space military 4"].name)
    assert said.startswith("military 4: Barracks, taken (Shadow Empire), token (Automa), token (You)")
    assert "Automa 4" in ENGLISH.say(places["tracks military"].name)


def test_every_option_of_every_decision_is_one_place() -> None:
    for board, decision, _ in steps():
        assert decision.of.id in ("hexes", "tracks")
        assert all(len(SCREEN.spots(board, decision.of.id, name)) == 1 for name in decision.of)
    assert not SCREEN.spots(boards()[0], "tech_cards", "ammonia")
    assert not SCREEN.spots(boards()[0], "hexes", "9,9")


# ------------------------------------------------------------------------------------------------------------- the aids


def test_the_rows_of_a_hex_tiebreaker_are_those_of_the_data_in_the_engines_order() -> None:
    board = table()
    for pattern in read_toml(PACKAGE, "data/decision_cards.toml")["hex_tiebreakers"]:
        found = rows_of_pattern(board.map, pattern["id"])
        assert [[board.map.hexes.name_option(h) for h in row] for row in found] == pattern["rows"]
        assert tuple(h for row in found for h in row) == board.map.orders[pattern["id"]]


def test_lines_are_drawn_for_hex_tiebreakers_tracks_and_distances() -> None:
    seen = {step.rule for board, decision, step in steps() if SCREEN.aid(board, decision, step, str).overlay}
    assert {"TA-100", "TA-051b", "TA-051c", "TA-084a", "TA-084c", "TA-091"} <= seen


def test_the_hex_tiebreaker_counts_in_the_order_that_decided() -> None:
    """The option with tag 1 is the one the engine took; as many lines as rows were read."""
    checked = 0
    for board, decision, step in steps():
        if step.rule != "TA-100":
            continue
        aid = SCREEN.aid(board, decision, step, str)
        (first,) = (option for option, tag in aid.tags.items() if tag == "1.")
        assert step.after == 1 << first
        assert len(aid.tags) == step.before.bit_count()
        assert step.note is not None
        pattern = str(getattr(step.note["pattern"], "key", "")).partition(".")[2]
        reached = next(n for n, row in enumerate(rows_of_pattern(board.map, pattern)) if first in row)
        assert len(check_markup(aid.overlay).findall(".//text")) == reached + 1
        checked += 1
    assert checked > 10


def test_the_list_of_the_tiebreaker_card_is_tagged_as_the_bot_reads_it() -> None:
    checked = 0
    for board, decision, step in steps():
        if step.rule == "TA-052":
            tags = SCREEN.aid(board, decision, step, str).tags
            places = {option: int(tag.rstrip(".")) for option, tag in tags.items()}
            assert step.after == 1 << min(places, key=places.__getitem__)
            assert set(places) == set(iterate_bits(step.before))
            checked += 1
    assert checked > 50


def test_a_path_has_as_many_steps_as_were_counted() -> None:
    """Each drawn path goes from a remaining hex to a goal, over passable neighbours, with as many steps as the score.

    Each remaining hex that has a path gets one.
    """
    checked: Counter[str] = Counter()
    for board, decision, step in steps():
        if step.rule not in GOALS:
            continue
        scores = step.scores or {}
        wanted = [hex_ for hex_ in list(iterate_bits(step.after))[:MOST_PATHS] if 0 < scores[hex_] < NEVER]
        found = shortest_ways(board, step)
        assert [path[0] for path in found] == wanted
        free, goals = passable(board), GOALS[step.rule](board)
        for path in found:
            assert len(path) == scores[path[0]] + 1
            assert goals >> path[-1] & 1 and not any(goals >> hex_ & 1 for hex_ in path[:-1])
            assert all(free >> hex_ & 1 for hex_ in path[:-1])
            assert all(board.map.near[a] >> b & 1 for a, b in pairwise(path))
        drawn = check_markup(SCREEN.aid(board, decision, step, str).overlay).findall(".//path[@class='ta-light']")
        assert len(drawn) == sum(scores[hex_] for hex_ in wanted)
        checked[step.rule] += bool(found)
    assert set(checked) == set(GOALS)
    assert [rule for rule, n in checked.items() if not n] == ["TA-083a"]  # she has taken the middle island itself


def test_the_way_to_the_middle_island_from_a_territory_of_yours() -> None:
    board = table("", "-2,1 -1,2")
    v = view(board, "6 9", "no")
    before = board.copy()
    conquer(v, anywhere=False)
    step = next(s for s in decision_of(v).steps if s.rule == "TA-083a")
    found = [[board.map.hexes.name_option(hex_) for hex_ in path] for path in shortest_ways(before, step)]
    assert found == [["-2,1", "-1,0", "0,0"], ["-1,2", "-1,1", "0,0"]]


def test_what_the_aids_look_up_is_what_the_engine_measured() -> None:
    """Every recorded score of every step of both bots is confirmed on the board of that moment."""
    checked: Counter[tuple[str, str]] = Counter()
    for board, decision, step in steps():
        bot = SEATS.names.index(decision.seat)
        for option, score in (step.scores or {}).items():
            checked[decision.seat, step.rule] += 1
            if step.rule == "TA-051b":
                assert score == to_the_end(board, bot, option)
            elif step.rule == "TA-051c":
                assert score == to_landmark_or_end(board, bot, option)
            else:
                steps_ = steps_in(levels(board, GOALS[step.rule]), option, NEVER)
                near = step.rule == "TA-091" and board.setup.rulings["no_path"] == "nearest"
                assert score == (0 if near and steps_ == NEVER else steps_)
    assert {rule for seat, rule in checked if seat == "automa"} == {"TA-051b", "TA-051c", *GOALS}
    assert {rule for seat, rule in checked if seat == "shadow_empire"} == {"TA-051b", "TA-051c"}


def test_the_way_of_a_token_begins_where_it_stands_and_has_as_many_spaces_as_were_counted() -> None:
    checked: Counter[str] = Counter()
    for board, decision, step in steps():
        if step.rule not in ("TA-051b", "TA-051c"):
            continue
        bot = SEATS.names.index(decision.seat)
        drawn = check_markup(SCREEN.aid(board, decision, step, str).overlay).findall(".//path[@class='ta-light']")
        for track, line in zip(iterate_bits(step.after), drawn, strict=True):
            here = board.spaces[bot][track]
            (x, y), (to_x, to_y) = (
                shapes.token_position(track, here),
                shapes.token_position(track, here + (step.scores or {})[track]),
            )
            assert line.get("d") == f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"
        checked[decision.seat] += 1
    assert min(checked["automa"], checked["shadow_empire"]) > 10


def test_every_decision_and_remark_of_a_soak_has_a_seat_and_a_moment() -> None:
    seats: Counter[str] = Counter()
    for played in games():
        last = 0
        for entry in played.trace.entries:
            assert entry.at is not None and last <= entry.at <= len(played.events)
            assert entry.seat in ("automa", "shadow_empire")
            assert entry.seat == "shadow_empire" or not played.board.setup.shadow_only
            last = entry.at
            seats[entry.seat] += isinstance(entry, Decision)
    assert min(seats["automa"], seats["shadow_empire"]) > 100


def test_what_was_chosen_happens_at_the_moment_of_the_decision() -> None:
    """The next event belongs to the deciding seat and its chosen option."""
    checked: Counter[str] = Counter()
    for played in games():
        entries = played.trace.entries
        for i, decision in enumerate(entries):
            if not isinstance(decision, Decision) or decision.chosen is None:
                continue
            bot, chosen = SEATS.names.index(decision.seat), decision.chosen
            event = played.events[decision.at or 0]
            if decision.rule == "TA-050" and entries[i - 2].rule == "TA-120":
                if decided_on(played, decision).favorite[bot] != chosen:  # otherwise it stays, and nothing happens
                    assert event == board_events.FavoriteChanged(bot, chosen)
                    checked["TA-120"] += 1
                continue
            if decision.rule == "TA-050":
                assert event == board_events.Advanced(bot, chosen)
            elif decision.rule == "TA-122":
                assert event == board_events.Toppled(SHADOW, chosen)
            else:
                assert isinstance(event, board_events.Explored | board_events.Conquered)
                assert (event.seat, event.hex) == (bot, chosen)
            checked[decision.rule] += 1
    assert set(checked) == {"TA-050", "TA-083", "TA-084", "TA-090", "TA-120", "TA-122"}


def test_the_way_to_a_landmark_goes_over_the_spaces_counted() -> None:
    """Card 10 sends Automa to the nearest landmark or end; military 6 is one step from space 7."""
    board = spaces(table(deck="10 4"), AUTOMA, "military=6")
    before = board.copy()
    _, trace = turn(board, "10", "4", "territory_48", "0")
    decision = trace.decisions[0]
    assert (decision.seat, decision.at) == ("automa", 1)  # only the pair lies there
    step = next(s for s in decision.steps if s.rule == "TA-051c")
    assert decision.of.name_options(step.after) == ("military",)
    overlay = check_markup(SCREEN.aid(before, decision, step, str).overlay)
    start, end = (
        shapes.token_position(TRACKS.names.index("military"), 6),
        shapes.token_position(TRACKS.names.index("military"), 7),
    )
    line = overlay.findall(".//path[@class='ta-light']")[0].get("d")
    assert line == f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"


# ------------------------------------------------------------------------------------------------------- beside the board


def test_standing_agrees_with_the_board() -> None:
    for board in boards():
        standing = SCREEN.standing(board)
        ids = [seat.id for seat in standing.seats]
        alone_ = board.setup.shadow_only
        assert ids == (["human", "human2", "shadow_empire"] if alone_ else ["human", "automa", "shadow_empire"])
        seats = [SEATS.names.index(id) for id in ids]
        assert tuple(board.vp[s] for s in seats) == tuple(s.vp for s in standing.seats)
        assert [seat.letter for seat in standing.seats] == (["Y", "Z", "S"] if alone_ else ["Y", "A", "S"])
        for i, track in enumerate(standing.tracks):
            assert track.at == tuple(board.spaces[s][i] for s in seats)
            assert track.marks == (4, 7, 10, 12)
        totals = {ENGLISH.say(total.label): total.values for total in standing.totals}
        assert len(totals) <= 8
        assert totals["Outposts left"] == tuple(str(board.supply[s]) for s in seats)
        assert totals["Territories"][0] == str(board.controlled(HUMAN).bit_count())
        assert totals["Territories"][2] == ""
        if not alone_:
            assert totals["Landmarks"] == (str(board.landmarks.count(HUMAN)), str(board.landmark_count()), "")
            assert totals["Tapestry cards"] == ("", str(board.beside), "")
            assert standing.round == board.income[AUTOMA]


def test_both_bots_are_to_move_together() -> None:
    assert [seat.to_move for seat in SCREEN.standing(table(first="bots")).seats] == [False, True, True]
    assert [seat.to_move for seat in SCREEN.standing(table(first="human")).seats] == [True, False, False]
    over = table()
    over.phase = 1
    assert not any(seat.to_move for seat in SCREEN.standing(over).seats)


# ------------------------------------------------------------------------------------------------------------- the cards


@pytest.mark.parametrize("card", range(len(DECISION_CARDS)))
def test_every_decision_card_has_its_rows_in_printed_order(card: int) -> None:
    board = table()
    board.track_card = board.tie_card = card
    left, right = SCREEN.faces(board)[:2]
    printed = DECISION_CARDS[card]
    assert (left.title, left.kind, right.title, right.kind) == (str(printed.id), "actions", str(printed.id), "criteria")
    indicator = {"all": "all-tracks", "finish": "finish", "landmark_or_finish": "landmark"}
    assert [row.icon for row in left.rows] == [indicator[printed.automa], indicator[printed.shadow], "income"]
    order = [(*TRACKS.names, "favorite")[entry] for entry in printed.order]
    assert [row.icon for row in right.rows] == [*order, "hex-path", "toppled"]
    assert (right.rows[-1].state == "off") == (not printed.toppled)
    for face in (left, right):
        spoken(face.role)
        for row in face.rows:
            spoken(row.says)
            spoken(row.about)
            assert row.rule in GAME.rules()
            assert row.icon in ICONS
            assert row.state in ("", "use", "off")


def test_the_income_icon_counts_only_when_the_deck_is_empty() -> None:
    def state(card: int, deck: str) -> str:
        return SCREEN.faces(table(pair=f"{card} 6", deck=deck))[0].rows[2].state

    assert DECISION_CARDS[0].income
    assert state(1, "2 3") == "off"
    assert state(1, "") == "use"
    without = next(c.id for c in DECISION_CARDS[:7] if not c.income)
    assert state(without, "") == "off"


def test_alone_the_shadow_empire_needs_only_its_own_rows() -> None:
    board = alone()
    board.track_card, board.tie_card = 0, 1
    left, right = SCREEN.faces(board)
    assert [row.state for row in left.rows] == ["off", "", "off"]
    assert [row.state for row in right.rows] == [""] * 5 + ["off"] * 2


def flipped(board: Tapestry, chance: Seeded) -> list[Event]:
    """Turn up her next cards; every event must be readable from its line."""
    noted = RecordingSink(GAME.table.read_event)
    flip(board, chance, noted)
    return noted.events


@pytest.mark.parametrize("level", range(1, 7))
def test_the_cards_turn_through_a_whole_game(level: int) -> None:
    """Without a board every card comes as the rules deal it, and none after the fifth income turn (TA-128)."""
    options = {"level": str(level), "seed": "cards"}
    board = new_board(lay_out(options, Seeded(level), {}))
    chance = Seeded(level)  # no answers: it never asks
    sizes, charts, drawn = [], [], 0
    for _ in range(100):
        events = flipped(board, chance)
        if not events:
            break
        assert not board.status()
        drawn += sum(isinstance(event, board_events.PairDrawn) for event in events)
        if any(isinstance(event, board_events.IncomeTaken) for event in events):
            chart = SCREEN.faces(board)[-1]
            charts.append(chart.title)
            for row in chart.rows:
                spoken(row.says)
                spoken(row.about)
                assert row.rule in GAME.rules()
                assert row.icon in ICONS
            assert (len(SCREEN.faces(board)) == 3) == (board.income[AUTOMA] > 1)  # the last pair lies beside it
        sizes += [board.deck_size() + 2 for event in events if isinstance(event, board_events.DeckShuffled)]
    assert charts == ["1", "2", "3", "4", "5"]
    assert board.income[AUTOMA] == INCOME_TURNS
    deck = next(x for x in read_toml(PACKAGE, "data/automa_levels.toml")["levels"] if x["level"] == level)
    assert [8, *sizes] == deck["decision_deck_size"]
    assert drawn == sum(deck["decision_deck_size"]) // 2
    assert not flipped(board, chance)


@pytest.mark.parametrize("ruling", ["keep", "add_two"])
@pytest.mark.parametrize("when", ["own_turn", "same_turn"])
def test_the_shadow_empires_cards_turn_on_and_on(ruling: str, when: str) -> None:
    board = alone(shadow_deck=ruling, shadow_reshuffle=when)
    chance = Seeded(1)
    shuffles = 0
    for _ in range(60):
        empty = board.deck_size() == 0 and board.income[SHADOW] > 0
        if empty:
            assert SCREEN.faces(board)[-1].rows[-1].icon == "shuffle"
        events = flipped(board, chance)
        assert events
        assert empty == any(isinstance(event, board_events.DeckShuffled) for event in events)
        if empty:
            assert any(isinstance(event, board_events.PairDrawn) for event in events) == (when == "same_turn")
        shuffles += empty
    assert shuffles > 3
    cards = board.deck | board.discard | 1 << board.track_card | 1 << board.tie_card
    assert cards.bit_count() == (len(CARDS.names) if ruling == "add_two" else 12)
    board.phase = 1
    assert not flipped(board, chance)


def test_faces_of_the_shadow_empires_reshuffle_follow_the_rulings() -> None:
    icons = {}
    for deck in ("keep", "add_two"):
        for reconsider in ("if_needed", "always"):
            board = alone(shadow_deck=deck, shadow_reconsider=reconsider)
            board.income[SHADOW], board.track_card, board.tie_card = 1, 0, 1
            board.discard, board.deck = board.deck & ~3, 0
            face = SCREEN.faces(board)[-1]
            for row in face.rows:
                spoken(row.says)
                spoken(row.about)
            icons[deck, reconsider] = [row.icon for row in face.rows]
    assert icons["keep", "always"] == ["favorite", "shuffle"]
    assert icons["add_two", "if_needed"] == ["favorite", "deck", "shuffle"]


# ----------------------------------------------------------------------------------------------------------- what happened


def test_only_the_end_of_a_turn_goes_without_saying() -> None:
    for played in games():
        for board, event in iterate_positions(played.board, played.events):
            assert (SCREEN.said(board, event) is None) == isinstance(event, board_events.TurnDone)


def test_the_history_says_who_did_what_and_what_came_of_it() -> None:
    board = table("-1,1", "1,-1", pair="1 2")
    say = ENGLISH.say
    assert (
        say(SCREEN.said(board, board_events.Conquered(AUTOMA, board.map.hex("1,-1"))))
        == "Automa conquered 1,-1; toppled: You"
    )
    spaces(board, HUMAN, "military=3")
    landmark = SCREEN.said(board, board_events.Advanced(HUMAN, TRACKS.names.index("military")))
    assert say(landmark) == "You advanced to 4 on military and took the Barracks"
    assert say(SCREEN.said(board, board_events.Gained(HUMAN, -3))) == "You: -3 VP (now 0)"


def test_the_end_of_a_turn_is_told() -> None:
    assert end_of_turn(table(first="human")) == "done"
    assert end_of_turn(table(first="bots")) == ""
    second = alone()
    second.to_move = HUMAN2
    assert end_of_turn(second) == "human2: done"
    board = table(first="human")
    tell(board, end_of_turn(board))
    assert board.to_move == AUTOMA
