"""What the pages show of Tapestry: the drawing, its places and aids, totals, the open cards, events in words, set-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, partial

import pytest

from soloist.core.bits import bits
from soloist.core.board import Event
from soloist.core.chance import Seeded
from soloist.core.trace import NEVER, Decision, Step, Trace
from soloist.games.reading import read_toml
from soloist.games.tapestry.board import events as e
from soloist.games.tapestry.board.state import Tapestry
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
from soloist.games.tapestry.game import GAME
from soloist.games.tapestry.show import shapes
from soloist.games.tapestry.show.aid import rows
from soloist.games.tapestry.show.drawing import land
from soloist.games.tapestry.show.moves import end_of_turn
from soloist.modes.words import Catalogue
from tests.games import screens
from tests.games.laws import next_turn, opening
from tests.games.screens import ICONS, classes, clean
from tests.games.tapestry.tables import alone, spaces, table, tell, turn

SCREEN = GAME.screen
ENGLISH = Catalogue("en", GAME)
spoken = partial(screens.spoken, GAME)
SEEDS = (1, 2, 8, 11, 15)
TURNS = 60

Turn = tuple[Tapestry, tuple[Event, ...], Trace]


def _play(board: Tapestry, chance: Seeded) -> Iterator[Turn]:
    for _ in range(TURNS):
        if GAME.over(board):
            return
        before, trace = board.copy(), Trace()
        yield before, tuple(next_turn(GAME, board, chance, trace)), trace


@cache
def games() -> tuple[Turn, ...]:
    """Turns of made-up games: five with Automa, one with the Shadow Empire alone; each with the board before it."""
    found: list[Turn] = []
    for seed in SEEDS:
        board, chance = opening(GAME, seed)
        assert isinstance(board, Tapestry)
        found += _play(board, chance)
    found += _play(alone(), Seeded(5, answers_too=True))
    return tuple(found)


def boards() -> list[Tapestry]:
    """Some of the positions, of every game."""
    some = [board for board, _, _ in games()[::7]]
    assert {board.setup.shadow_only for board in some} == {True, False}
    return some


def steps() -> Iterator[tuple[Tapestry, Decision, Step]]:
    for board, _, trace in games():
        for decision in trace.decisions:
            for step in decision.steps:
                yield board, decision, step


# ---------------------------------------------------------------------------------------------------------- the drawing


def test_hexes_tracks_spaces_tech_cards_and_achievements_are_places() -> None:
    for board in boards():
        kinds = Counter(place.key.partition(" ")[0] for place in SCREEN.drawing(board, str).places)
        assert kinds == {"hexes": 34, "tracks": 4, "space": 48, "tech": 3, "achievements": 3}


def test_hexes_stand_where_the_board_has_them() -> None:
    board = table()
    places = {place.key: place for place in SCREEN.drawing(board, str).places}
    middle, up, right = (places[f"hexes {name}"] for name in ("0,0", "0,-1", "1,0"))
    assert (up.x, up.y < middle.y) == (middle.x, True)
    assert right.x > middle.x
    assert right.y > middle.y
    heights = [place.y for place in SCREEN.drawing(board, str).places if place.key.startswith("hexes ")]
    assert heights == sorted(heights)
    assert {shapes.spot(*spot) for spot in board.map.spots} == {
        (place.x, place.y) for key, place in places.items() if key.startswith("hexes ")
    }


def test_tracks_lie_round_the_sea_and_grow_away_from_their_icon() -> None:
    for name, edge in (("military", "top"), ("science", "right"), ("exploration", "bottom"), ("technology", "left")):
        track = TRACKS.names.index(name)
        boxes = [shapes.centre(shapes.box(track, n)) for n in range(LAST + 1)]
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
        seats = [g.get("class", "") for g in clean(places[key].pieces) if g.get("class", "").startswith("seat-ta")]
        assert sorted(seats) == drawn, key
    lying = clean(places["hexes -1,1"].pieces).findall(".//g[@transform='rotate(78)']")
    assert len(lying) == 1
    assert ENGLISH.say(places["hexes -1,1"].name).endswith("outpost (Automa), toppled outpost (Shadow Empire)")
    assert ENGLISH.say(places["hexes 0,1"].name) == "0,1, empty"
    assert ENGLISH.say(places["hexes 0,0"].name).startswith("0,0, middle island: ")


def test_a_tile_is_drawn_as_it_is_turned() -> None:
    board = table()
    tell(board, "explore 1,-1 territory_01 2")
    corners, inner = land(board, board.map.hex("1,-1"))
    assert corners == ("sea", "sea", "sea", "desert", "sea", "sea")  # the upper right corner, two sixths on
    assert not inner
    tell(board, "explore 1,0 territory_05 4; explore 0,1")
    assert land(board, board.map.hex("1,0")) == (("sea",) * 6, ("desert",))
    places = {place.key: place for place in SCREEN.drawing(board, str).places}
    assert "ta-desert" in classes(clean(places["hexes 1,-1"].tile))
    assert "ta-unknown" in classes(clean(places["hexes 0,1"].tile))
    assert "ta-empty" in classes(clean(places["hexes 0,-1"].tile))


def test_tokens_landmarks_and_favourites_are_on_the_tracks() -> None:
    board = spaces(spaces(table(), AUTOMA, "military=4"), HUMAN, "military=4")
    board.landmarks[LANDMARKS.names.index("barracks")] = SHADOW
    places = {place.key: place for place in SCREEN.drawing(board, str).places}
    drawn = [g.get("class") for g in clean(places["space military 4"].pieces)]
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
        found = rows(board.map, pattern["id"])
        assert [[board.map.hexes.name(h) for h in row] for row in found] == pattern["rows"]
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
        reached = next(n for n, row in enumerate(rows(board.map, pattern)) if first in row)
        assert len(clean(aid.overlay).findall(".//text")) == reached + 1
        checked += 1
    assert checked > 10


def test_the_list_of_the_tiebreaker_card_is_tagged_as_the_bot_reads_it() -> None:
    checked = 0
    for board, decision, step in steps():
        if step.rule == "TA-052":
            tags = SCREEN.aid(board, decision, step, str).tags
            places = {option: int(tag.rstrip(".")) for option, tag in tags.items()}
            assert step.after == 1 << min(places, key=places.__getitem__)
            assert set(places) == set(bits(step.before))
            checked += 1
    assert checked > 50


def test_a_path_has_as_many_steps_as_were_counted() -> None:
    """Each drawn way leads from a hex that stays to a goal, over as many hexes as the score says."""
    checked = 0
    for before, decision, step in steps():
        if step.rule not in ("TA-083a", "TA-084a", "TA-084b", "TA-084c", "TA-091"):
            continue
        aid = SCREEN.aid(before, decision, step, str)
        lines = clean(aid.overlay).findall(".//path[@class='ta-light']")
        ways = [option for option in list(bits(step.after))[:4] if 0 < (step.scores or {})[option] < NEVER]
        if lines:
            assert len(lines) == sum((step.scores or {})[option] for option in ways)
            checked += 1
    assert checked > 5


def test_no_line_is_drawn_that_the_engine_did_not_count() -> None:
    """On another board than that of the decision the distances differ, so no path is shown."""
    board, decision, step = next(
        (b, d, s) for b, d, s in steps() if s.rule == "TA-091" and SCREEN.aid(b, d, s, str).overlay
    )
    other = board.copy()
    for seat in range(4):
        other.up[seat] = [0] * len(other.tile)
    other.up[HUMAN][next(bits(step.after))] = 1
    assert not SCREEN.aid(other, decision, step, str).overlay


def test_the_way_to_a_landmark_goes_over_the_spaces_counted() -> None:
    """Card 10 sends Automa to the nearest landmark or end; military 6 is one step from space 7."""
    board = spaces(table(deck="10 4"), AUTOMA, "military=6")
    before = board.copy()
    _, trace = turn(board, "10", "4", "territory_48", "0")
    decision = trace.decisions[0]
    step = next(s for s in decision.steps if s.rule == "TA-051c")
    assert decision.of.list(step.after) == ("military",)
    overlay = clean(SCREEN.aid(before, decision, step, str).overlay)
    start, end = shapes.stand(TRACKS.names.index("military"), 6), shapes.stand(TRACKS.names.index("military"), 7)
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


@pytest.mark.parametrize("level", range(1, 7))
def test_the_cards_turn_through_a_whole_game(level: int) -> None:
    """Without a board: every card comes as the rules deal it, and after the fifth income turn nothing comes (TA-128)."""
    options = {"level": str(level), "seed": "cards"}
    board = GAME.new_board(GAME.lay_out(options, Seeded(level), {}))
    assert isinstance(board, Tapestry)
    chance = Seeded(level)  # no answers: it never asks
    sizes, charts, drawn = [], [], 0
    for _ in range(100):
        before = board.copy()
        events = SCREEN.flip(board, chance)
        if not events:
            break
        for event in events:
            assert GAME.parse(before, event.notation(before)) == event
            event.apply(before)
        assert before.key() == board.key()
        assert not board.status()
        drawn += sum(isinstance(event, e.PairDrawn) for event in events)
        if any(isinstance(event, e.IncomeTaken) for event in events):
            chart = SCREEN.faces(board)[-1]
            charts.append(chart.title)
            for row in chart.rows:
                spoken(row.says)
                spoken(row.about)
                assert row.rule in GAME.rules()
                assert row.icon in ICONS
            assert (len(SCREEN.faces(board)) == 3) == (board.income[AUTOMA] > 1)  # the last pair lies beside it
        sizes += [board.deck_size() + 2 for event in events if isinstance(event, e.DeckShuffled)]
    assert charts == ["1", "2", "3", "4", "5"]
    assert board.income[AUTOMA] == INCOME_TURNS
    deck = next(x for x in read_toml(PACKAGE, "data/automa_levels.toml")["levels"] if x["level"] == level)
    assert [8, *sizes] == deck["decision_deck_size"]
    assert drawn == sum(deck["decision_deck_size"]) // 2
    assert not SCREEN.flip(board, chance)


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
        before = board.copy()
        events = SCREEN.flip(board, chance)
        assert events
        for event in events:
            assert GAME.parse(before, event.notation(before)) == event
            event.apply(before)
        assert empty == any(isinstance(event, e.DeckShuffled) for event in events)
        if empty:
            assert any(isinstance(event, e.PairDrawn) for event in events) == (when == "same_turn")
        shuffles += empty
    assert shuffles > 3
    cards = board.deck | board.discard | 1 << board.track_card | 1 << board.tie_card
    assert cards.bit_count() == (len(CARDS.names) if ruling == "add_two" else 12)
    board.phase = 1
    assert not SCREEN.flip(board, chance)


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
    for before, events, _ in games():
        board = before.copy()
        for event in events:
            assert (SCREEN.said(board, event) is None) == isinstance(event, e.TurnDone)
            event.apply(board)


def test_the_history_says_who_did_what_and_what_came_of_it() -> None:
    board = table("-1,1", "1,-1", pair="1 2")
    say = ENGLISH.say
    assert say(SCREEN.said(board, e.Conquered(AUTOMA, board.map.hex("1,-1")))) == "Automa conquered 1,-1; toppled: You"
    spaces(board, HUMAN, "military=3")
    landmark = SCREEN.said(board, e.Advanced(HUMAN, TRACKS.names.index("military")))
    assert say(landmark) == "You advanced to 4 on military and took the Barracks"
    assert say(SCREEN.said(board, e.Gained(HUMAN, -3))) == "You: -3 VP, now 0"


def test_the_end_of_a_turn_is_told() -> None:
    assert end_of_turn(table(first="human")) == "done"
    assert end_of_turn(table(first="bots")) == ""
    second = alone()
    second.to_move = HUMAN2
    assert end_of_turn(second) == "human2: done"
    board = table(first="human")
    tell(board, SCREEN.end_of_turn(board))
    assert board.to_move == AUTOMA
