"""Properties of every game's screen, on boards of random games: everything shown can be drawn, read and translated."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import pytest

from soloist.core.bits import iterate_bits
from soloist.core.board import Board, Event
from soloist.core.chance import Seeded
from soloist.core.errors import BadInputError
from soloist.core.rulebook import Rulebook
from soloist.core.sink import RecordingSink
from soloist.core.text import Rule
from soloist.core.trace import Decision, Step
from soloist.games.packaged_data import read_toml
from soloist.manifest import Game
from soloist.session.words import languages
from tests.games.laws import is_automas_turn, is_over
from tests.games.screens import (
    GAMES,
    ICONS,
    STATIC,
    catalogues,
    check_markup,
    check_spoken,
    fill_blanks,
    iterate_texts,
    list_all_choices,
    list_boards,
    list_classes,
    list_place_keys,
    markup,
    play_turns,
)

every_game = pytest.mark.parametrize("id", GAMES)
#: of the lines that are offered so many in a hundred must be readable on the board they are offered on, and can be done
READABLE = 99
#: the greatest number of cards turned; some decks never end
MOST_FLIPS = 250
#: options that are always there on one of the first two screens of the set-up; the last one is for those who like more
MOST_OPTIONS = 6

_PAGES = "".join((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in ("components", "app"))


def styled(game: Game, name: str) -> bool:
    """Return whether a class is in the style sheet of the game or of the pages; `ic-b` only names an icon."""
    return name == "ic-b" or any(
        re.search(rf"\.{re.escape(name)}(?![\w-])", style) for style in (game.screen.style(), _PAGES)
    )


def steps(id: str) -> Iterator[tuple[Board, Decision, Step]]:
    for turn in play_turns(id):
        for board, decision in turn.decided():
            for step in decision.steps:
                yield board, decision, step


# ---------------------------------------------------------------------------------------------------------- the drawing


@every_game
def test_every_place_has_a_key_of_its_own_and_an_outline_on_the_drawing(id: str) -> None:
    for board in list_boards(id):
        drawing = GAMES[id].screen.drawing(board, str)
        shown = [place.key for place in drawing.places]
        assert shown and len(set(shown)) == len(shown)
        for place in drawing.places:
            assert place.label and place.key == place.key.strip()
            assert 0 <= place.x <= drawing.width and 0 <= place.y <= drawing.height, place.key
            assert re.fullmatch(r"M[-0-9., A-Za-z]+[zZ]", place.ring), place.ring


@every_game
def test_one_place_is_what_the_drawing_shows_of_it(id: str) -> None:
    game = GAMES[id]
    for board in list_boards(id)[::4]:
        for catalogue in catalogues(game)[:2]:
            for place in game.screen.drawing(board, catalogue.say).places:
                assert game.screen.place(board, place.key, catalogue.say) == place
        for nowhere in ("", "nowhere", "no such domain 1", *(f"{key} " for key in list_place_keys(game, board)[:1])):
            assert game.screen.place(board, nowhere, str) is None, nowhere


@every_game
def test_every_place_is_named_in_every_language(id: str) -> None:
    for board in list_boards(id):
        for place in GAMES[id].screen.drawing(board, str).places:
            check_spoken(GAMES[id], place.name)


@every_game
def test_the_drawing_is_clean_markup_and_every_class_has_a_style(id: str) -> None:
    game, shown = GAMES[id], set()
    for board in list_boards(id):
        for catalogue in catalogues(game):
            root = check_markup(markup(game.screen.drawing(board, catalogue.say)))
            assert not [element for element in root.iter() if "id" in element.attrib]  # the pages have ids of their own
            shown |= list_classes(root)
    assert shown and [name for name in sorted(shown) if not styled(game, name)] == []


@every_game
def test_the_style_sheet_has_only_colours_of_the_design(id: str) -> None:
    style = GAMES[id].screen.style()
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b", style)) <= {"#14161a", "#fff"}  # ink of pieces and their halo
    assert not re.search(r"\b(?:rgb|hsl)a?\(|url\(|@import|expression", style)
    known = "".join((STATIC / sheet).read_text(encoding="utf-8") for sheet in ("tokens.css", "app.css")) + style
    unknown = [name for name in re.findall(r"var\((--[a-z0-9-]+)", style) if not re.search(rf"{name}\s*:", known)]
    assert unknown == []


@every_game
def test_the_cover_is_one_drawing_whose_names_no_other_game_uses(id: str) -> None:
    def names(game: Game) -> set[str]:
        root = ET.fromstring(game.screen.cover())
        return list_classes(root) | {element.attrib["id"] for element in root.iter() if "id" in element.attrib}

    cover = GAMES[id].screen.cover()
    root = ET.fromstring(cover)
    assert root.tag.rpartition("}")[2] == "svg" and len(root.attrib["viewBox"].split()) == 4
    check_markup(cover)
    others = set().union(*(names(game) for other, game in GAMES.items() if other != id))
    assert names(GAMES[id]).isdisjoint(others)


@every_game
def test_looking_leaves_the_board_alone(id: str) -> None:
    screen = GAMES[id].screen
    for board in list_boards(id):
        before = board.key()
        for place in screen.drawing(board, str).places:
            GAMES[id].table.list_choices(board, place.key)
            screen.place(board, place.key, str)
        screen.standing(board)
        screen.faces(board)
        GAMES[id].table.end_of_turn_line(board)
        assert board.key() == before


# ---------------------------------------------------------------------------------------------------- decisions on it


@every_game
def test_every_option_of_every_decision_stands_on_places_of_the_drawing(id: str) -> None:
    game = GAMES[id]
    seen = 0
    for turn in play_turns(id):
        drawn: int | None = None
        for board, decision in turn.decided():
            if drawn != decision.at:
                drawn, places = decision.at, set(list_place_keys(game, board))
            for step in decision.steps:
                for option in iterate_bits(step.before & decision.of.everything):
                    spots = game.screen.spots(board, decision.of.id, decision.of.name_option(option))
                    assert set(spots) <= places, (decision.of.id, decision.of.name_option(option))
                    assert spots or not step.after >> option & 1  # what is still valid can be seen
                    seen += 1
    assert seen > 100
    assert tuple(game.screen.spots(list_boards(id)[0], "no such domain", "nothing")) == ()


@every_game
def test_aids_are_clean_and_tag_only_options_of_their_step(id: str) -> None:
    game, shown, aided = GAMES[id], set(), set()
    for board, decision, step in steps(id):
        for catalogue in catalogues(game)[:1]:
            aid = game.screen.aid(board, decision, step, catalogue.say)
            assert set(aid.tags) <= set(iterate_bits(step.before)), step.rule
            assert all(0 < len(tag) <= 16 for tag in aid.tags.values()), step.rule
            if aid.overlay:
                shown |= list_classes(check_markup(aid.overlay))
            if aid.overlay or aid.tags or step.scores is not None:  # a measure is shown without an aid, too
                aided.add(step.rule)
    assert aided <= set(game.rules()) and len(aided) >= min(2, len(game.tiebreakers))
    assert [name for name in sorted(shown) if not styled(game, name)] == []


# ------------------------------------------------------------------------------------------------------ cards and totals


@every_game
def test_every_open_card_has_icons_rules_and_words(id: str) -> None:
    game, rules, seen = GAMES[id], GAMES[id].rules(), set()
    assert game.table.has_cards == any(game.cards(board) for board in list_boards(id))
    for board in list_boards(id):
        for face in game.screen.faces(board):
            assert face.kind in ("actions", "criteria") and face.rows
            seen.add(face.title)
            for row in face.rows:
                assert row.icon in ICONS, row.icon
                assert row.rule in rules and row.about is not None, row
                assert row.state in ("", "use", "off")
            for said in iterate_texts(face):
                check_spoken(game, said)
    assert (len(seen) > 1) == game.table.has_cards  # what is told in words is also shown


@every_game
def test_the_standing_agrees_with_itself_and_has_words(id: str) -> None:
    game = GAMES[id]
    for board in list_boards(id):
        it = game.screen.standing(board)
        assert tuple(seat.vp for seat in it.seats) == tuple(game.screen.points(board))
        assert it.round == game.table.round_number(board)
        assert len({seat.id for seat in it.seats}) == len({seat.letter for seat in it.seats}) == len(it.seats) > 0
        assert not (is_over(game.table, board) and any(seat.to_move for seat in it.seats))
        for seat in it.seats:
            assert seat.shape in ("you", "automa", "shadow", "neutral") and styled(game, seat.style)
        for total in it.totals:
            assert total.icon in ICONS and len(total.values) == len(it.seats)
        for track in it.tracks:
            assert track.icon in ICONS and len(track.at) == len(it.seats)
            assert all(0 <= at <= track.length for at in (*track.at, *track.marks))
            assert not track.style or styled(game, track.style)
        for said in iterate_texts(it):
            check_spoken(game, said)


@every_game
def test_the_points_of_the_automa_are_those_of_the_results(id: str) -> None:
    game = GAMES[id]
    for board in list_boards(id):
        shown = [seat.vp for seat in game.screen.standing(board).seats if seat.shape == "automa"]
        results = [points for _, points in game.table.list_automa_results(board)]
        assert sorted(shown) == sorted(results)


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_her_cards_turn_through_a_whole_game_and_read_back(id: str, seed: int) -> None:
    """Turning cards never asks the table, because the chance has no answers. An Automa without cards turns none."""
    game, book = GAMES[id], GAMES[id].table
    options = {**book.random_options(Seeded(seed, answers_too=True)), "seed": str(seed)}
    if any(option.key == "chance" for option in book.options):
        options["chance"] = "app"
    chance = Seeded(seed)
    board = book.create_position(book.lay_out(options, Seeded(seed, answers_too=True), {}))
    again = board.copy()
    for number in range(MOST_FLIPS):
        noted = RecordingSink()
        book.reveal_card(board, chance, noted)
        if not noted.events:
            break
        for event, line in zip(noted.events, noted.lines, strict=True):
            if (said := game.screen.said(again, event)) is not None:
                check_spoken(game, said)
            assert book.read_event(again, line) == event
            event.apply(again)
        assert again.key() == board.key()
        assert is_over(book, board) or number == 0 or game.screen.faces(board)
    else:
        return
    assert number >= 4 if book.has_cards else number == 0
    before = board.key()
    noted = RecordingSink()
    book.reveal_card(board, chance, noted)
    assert noted.events == [] and board.key() == before


# --------------------------------------------------------------------------------------------------------- telling moves


@every_game
def test_what_is_offered_is_said_in_every_language(id: str) -> None:
    game = GAMES[id]
    for board in list_boards(id)[::5]:
        for key, found in list_all_choices(game, board):
            assert [m.is_correction for m in found] == sorted(m.is_correction for m in found), (
                key
            )  # corrections come last
            assert len({m.line for m in found}) == len(found), key
            for move in found:
                assert move.icon in ICONS, move.icon
                assert set(re.findall(r"\{([A-Z0-9_]+)\}", move.line)) == {blank.slot for blank in move.blanks}
                for said in iterate_texts((move.says, *(blank.label for blank in move.blanks))):
                    check_spoken(game, said)
                for blank in move.blanks:
                    assert blank.options or blank.least <= blank.most, move.line
                    assert len({word for word, _ in blank.options}) == len(blank.options)
                    for _, said in blank.options[:40]:
                        check_spoken(game, said)


@every_game
def test_what_is_offered_can_be_read_and_done(id: str) -> None:
    """Refusals are BadInputErrors with a reason; any other error fails the test."""
    game = GAMES[id]
    lines, refused = 0, []
    for board in list_boards(id)[::3]:
        before = board.key()
        for _, found in list_all_choices(game, board):
            for line in (line for move in found for line in fill_blanks(move, 4)):
                lines += 1
                after = board.copy()
                try:
                    events = game.table.meaning(board, line)
                    assert events, line
                    for event in events:
                        game.table.doubting(after, event)
                        assert game.table.read_event(after, event.to_line(after)) == event, line
                        event.apply(after)
                except BadInputError as why:
                    check_spoken(game, why.text)
                    refused.append(line)
        assert board.key() == before
    assert lines > 100
    assert len(refused) * 100 <= lines * (100 - READABLE), refused[:5]


#: a turn in which nothing was done may be ended, and is doubted
NOTHING_DONE = {"barrage": {"BR-031"}, "tapestry": {"TR-020"}, "terra_mystica": {"TM-020"}}


@every_game
def test_what_ends_a_turn_can_be_told(id: str) -> None:
    game = GAMES[id]
    for board in list_boards(id):
        line = game.table.end_of_turn_line(board)
        if line:
            assert not is_automas_turn(game.table, board)
            events = game.table.meaning(board, line)
            doubts = {problem.rule for event in events for problem in game.table.doubting(board, event)}
            assert events and doubts <= NOTHING_DONE.get(id, set())
            for event in events:
                event.apply(board.copy())


# ----------------------------------------------------------------------------------------------------------- the history


def happened(id: str) -> Iterator[tuple[Board, Event]]:
    """Yield every event of the games and every event that can be entered, each with the board before it."""
    game = GAMES[id]
    for turn in play_turns(id):
        board = turn.board.copy()
        for event in turn.events:
            yield board, event
            event.apply(board)
    for board in list_boards(id)[::10]:
        for _, found in list_all_choices(game, board):
            for move in found:
                for event in game.table.meaning(board, next(fill_blanks(move))):
                    yield board, event


@every_game
def test_every_class_of_event_is_said_in_every_language_or_is_bookkeeping(id: str) -> None:
    game = GAMES[id]
    told: set[type[Event]] = set()
    silent: set[type[Event]] = set()
    for board, event in happened(id):
        said = game.screen.said(board, event)
        (silent if said is None else told).add(type(event))
        if said is not None:
            check_spoken(game, said)
    events = import_module(f"{game.package}.board.events")
    all_there = {c for c in vars(events).values() if isinstance(c, type) and issubclass(c, Event) and c is not Event}
    assert told | silent == all_there
    assert len(silent) <= 3  # which they are, the game's own tests say


@every_game
def test_every_instruction_for_the_hands_has_an_icon(id: str) -> None:
    game = GAMES[id]
    assert set(game.screen.icons) == {key.removesuffix("_you") for key in game.words("en") if key.startswith("hands.")}
    assert set(game.screen.icons.values()) <= ICONS
    for turn in play_turns(id):
        for line in game.hands(turn.board, turn.events):
            assert line.key in game.screen.icons
            check_spoken(game, line)


# ------------------------------------------------------------------------------------------------------------ the set-up


@every_game
def test_every_option_has_a_name_a_sentence_a_rule_and_a_screen(id: str) -> None:
    game, rules = GAMES[id], GAMES[id].rules()
    for book in game.rulebooks:
        _options_are_told(game, book, rules)


def _options_are_told(game: Game, book: Rulebook, rules: Mapping[str, Rule]) -> None:
    by_key = {option.key: option for option in book.options}
    for option in book.options:
        assert option.screen in (1, 2, 3)
        assert not option.rule or option.rule in rules
        if option.ruling:  # house rulings are folded away on the last screen
            assert (option.screen, option.rule) == (3, option.ruling) and option.ruling in rules
        for key, values in option.when:
            assert set(values) <= set(by_key[key].choices)
        assert not option.pool or option.several
        for catalogue in catalogues(game):
            words = catalogue.words
            assert words[f"label.{option.key}"] and words[f"option.{option.key}"]
            for value in (*option.choices, *option.pool):
                named = (f"{option.names}.{value}", f"choice.{option.key}.{value}")
                assert any(key in words for key in named), named
    for screen in (1, 2):
        always = [o.key for o in book.options if o.screen == screen and not o.when and not o.ruling]
        assert len(always) <= MOST_OPTIONS, always


@every_game
def test_the_words_of_the_pages_replace_none_of_the_others(id: str) -> None:
    def flat(table: dict[str, Any], prefix: str = "") -> set[str]:
        found: set[str] = set()
        for key, value in table.items():
            found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key}
        return found

    for language in languages():
        words, pages = (read_toml(GAMES[id].package, f"locale/{part}{language}.toml") for part in ("", "screen."))
        assert pages and flat(words).isdisjoint(flat(pages))


@every_game
def test_sentences_about_choices_belong_to_choices(id: str) -> None:
    game = GAMES[id]
    options: dict[str, set[str]] = {}
    for book in game.rulebooks:
        for one in book.options:
            options.setdefault(one.key, set()).update(one.choices, one.pool)
    for key in game.words("en"):
        if key.startswith("about."):
            _, option, value = key.split(".")
            assert value in options[option], key
