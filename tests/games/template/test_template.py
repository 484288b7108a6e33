"""The template works as it stands, and a copy of it is a game. The tests from “words” on are a model for your own game.

Rules tested below: XXA-002, XXA-003, XXA-004, XXA-005, XXA-010 … XXA-013 with XXA-011, XXA-020, XXA-021, XXA-R01.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from string import Formatter

import pytest

from soloist.cli.main import main
from soloist.core.chance import Asked, Seeded
from soloist.core.decide import decide
from soloist.core.errors import BadInputError, ImpossibleError, QuestionError, UnknownError, UnreadableError
from soloist.core.game import Game, find_game, game_ids
from soloist.core.screen import Place
from soloist.core.text import Text, Word, text
from soloist.core.trace import Decision, Step, Trace
from soloist.games._template.automa.take import TAKE, View
from soloist.games._template.board.events import Drew, Put, Taken
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, CARDS, CARDS_BY_NUMBER, HUMAN, PITS
from soloist.games._template.game import GAME
from soloist.modes.coverage import coverage
from soloist.modes.save import read, write
from soloist.modes.scenario import as_scenario, run_text
from soloist.modes.table import Table
from soloist.modes.verify import verify
from soloist.modes.words import Catalogue, languages
from soloist.sim.soak import soak
from tests.games.template import copies
from tests.games.template.copies import TEMPLATE, copy_to, forget

# ------------------------------------------------------------------------------------------------------- the copies


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """A copy in a package of its own."""
    root = tmp_path_factory.mktemp("copy")
    (root / "games_copy").mkdir()
    (root / "games_copy" / "__init__.py").touch()
    copy_to(root / "games_copy" / "stones", "games_copy.stones")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(root)
        importlib.invalidate_caches()
        yield find_game("stones", package="games_copy")
    forget("games_copy")


@pytest.fixture
def among_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A copy among the real games: saves, scenarios and the terminal find it, too."""
    monkeypatch.setenv("SOLOIST_DATA", str(tmp_path / "data"))
    with copies.among_the_games(tmp_path / "games", "stones") as id:
        yield id


def table(game: Game, pits: str = "1 0 2 0 2 0 2 1 2", **options: str) -> Table:
    """A table with these stones in the pits, and two in your hand."""
    return Table.new(game, {"pits": pits, **options}, seed="test")


def play(game: Game, **options: str) -> Table:
    """A whole game with the same moves each time."""
    played = table(game, **options)
    for line in ("take 3", "put 4", "take 5", "take 1"):
        played.tell(line)
        played.turn()
    return played


# -------------------------------------------------------------------------------------------------------- being found


def test_the_template_is_not_offered() -> None:
    assert not [id for id in game_ids() if id.startswith("_")]
    with pytest.raises(UnknownError):
        find_game("_template")


def test_a_copy_is_found_by_folder_scan(game: Game) -> None:
    assert game_ids(package="games_copy") == ("stones",)
    assert game.id == "stones"
    assert type(game.automa).__module__ == "games_copy.stones.automa.turn"


def test_every_field_of_the_manifest_is_filled_in() -> None:
    assert all(getattr(GAME, field.name) for field in fields(GAME) if field.name not in ("applied", "human", "quick"))


def test_every_module_is_short() -> None:
    for path in TEMPLATE.rglob("*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) < 120, path.name
        assert lines[0].startswith('"""'), path.name


# ------------------------------------------------------------------------------------------------------------ playing


def test_a_turn_with_its_reasons_in_both_languages(game: Game) -> None:
    played = table(game)
    assert [e.notation(played.board) for e in played.tell("take 3").events] == ["human: take 3"]
    turn = played.turn()
    assert [d.decided_by for d in turn.trace.decisions] == ["XXA-012b"]
    english, german = turn.words("en"), turn.words("de")
    assert "-> Take a stone from pit 9 and give it to Automa: she has 1 now." in english
    assert "XXA-012b    pits furthest from the one you used last: 9  (drops 5, 7)" in english
    assert "-> Nimm einen Stein aus Mulde 9 und gib ihn Automa: Sie hat jetzt 1." in german
    assert "Mulde 9: 6 entfernt" in german
    assert "XXA" not in english.replace("XXA-0", "")  # no key without its words


def test_undo_and_redo(game: Game) -> None:
    played = play(game)
    keys = [played.board.key()]
    while played.entries:
        played.undo()
        keys.append(played.board.key())
    assert len(set(keys)) == 9
    assert keys[-1] == game.new_board(played.setup).key()
    for key in reversed(keys[:-1]):
        played.redo()
        assert played.board.key() == key
    played.undo()
    drawn = played.entries
    played.turn()
    assert [e.outcomes for e in played.entries] == [e.outcomes for e in drawn]  # the same card again


def test_own_cards_are_asked_for(game: Game) -> None:
    played = table(game, chance="own")
    played.tell("take 3")
    with pytest.raises(QuestionError) as asked:
        played.turn()
    assert asked.value.options == ("c1", "c2", "c3", "c4")
    assert asked.value.rule == "XXA-004"
    assert len(played.entries) == 1
    assert Catalogue("de", game).say(asked.value.text) == "Ziehe Automas nächste Karte. Welche ist es?"
    assert played.turn(["C3"]).cards == [text("cards.open", card="c3", count=1, direction=Word("direction.backward"))]
    played.tell("put 3")
    with pytest.raises(ImpossibleError):
        played.turn(["c3"])  # it is gone


def test_verify_finds_no_difference(game: Game) -> None:
    played = play(game)
    assert game.over(played.board)
    assert verify(played) == []


def test_a_save_is_the_same_table(among_the_games: str) -> None:
    played = play(find_game(among_the_games))
    played.undo()
    again = Table.from_text(played.text())
    assert again.board.key() == played.board.key()
    assert again.text() == played.text() == write(read(played.text()))
    assert verify(again) == []


def test_a_turn_becomes_a_scenario(among_the_games: str) -> None:
    game = find_game(among_the_games)
    played = play(game)
    played.tell("value worth = 3")
    for number in range(len(played.entries)):
        verdict = run_text(as_scenario(played, number))
        assert verdict.holds, verdict.differences
    fresh = game.new_board(played.setup)
    for line in game.position(played.board):
        for event in game.read(fresh, line):
            event.apply(fresh)
    assert fresh.key() == played.board.key()


def test_soak_without_faults_and_every_tiebreaker_decides(game: Game) -> None:
    census = soak(game, games=20)
    assert census.faults == []
    assert census.games == 20
    assert census.never_decided(game) == []
    assert set(census.decided) >= {"XXA-012a", "XXA-012b", "XXA-012c"}
    assert set(census.scores) == {"easy", "hard"}


def test_in_the_terminal(among_the_games: str, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> str:
        assert main([*words, "--lang", "en", "--no-color"]) == 0
        return capsys.readouterr().out

    assert "stones           Stones (a template) (stage: alpha)" in run("games")
    assert "House ruling XXA-R01" in run("new", "stones")
    run("data", "stones", "worth=2")
    run("new", "stones", "mine", "pits=1 0 2 0 2 0 2 1 2", "--seed", "1")
    assert "Noted: human: take 3" in run("tell", "mine", "take 3")
    assert "pits with the most stones" in run("turn", "mine", "--why")
    assert "Stones: you 3, Automa 1." in run("show", "mine")
    assert "dropped in Take a stone" in run("why-not", "mine", "5")
    assert "pit 9: 6 away" in run("explain", "mine")
    assert "printed: entered by you" in run("data", "mine")
    assert "stand-in" not in run("data", "mine", "worth=3")
    assert "Take a stone: most stones" in run("rule", "XXA-012a")
    assert "no difference" in run("verify", "mine")
    assert "every tiebreaker dropped an option" in run("soak", "stones", "--games", "20")


# -------------------------------------------------------------------------------------------------------------- words


def template_fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_both_languages_say_the_same_things() -> None:
    assert set(languages()) >= {"de", "en"}
    german, english = GAME.words("de"), GAME.words("en")
    assert {k for k in german if not k.startswith("rule.")} == set(english)
    assert {k for k in german if k.startswith("rule.")} == {
        f"rule.{r}.{w}" for r in GAME.rules() for w in ("title", "says")
    }
    for key, template in english.items():
        assert template_fields(template) == template_fields(german[key]), key


@pytest.mark.parametrize("language", ["de", "en"])
def test_nothing_is_said_without_words(game: Game, language: str) -> None:
    catalogue = Catalogue(language, game)
    wanted = [f"option.{o.key}" for o in game.options] + [f"form.{f.key}" for f in game.forms]
    wanted += ["game.title", "game.about", *(f"level.{level}" for level in game.options[0].choices)]
    assert [key for key in wanted if not catalogue.has(key)] == []
    said: list[Text] = []
    for options in ({}, {"chance": "own"}, {"level": "hard"}):
        played = table(game, **options)
        said += [*game.layout(played.board), *game.prompt(played.board), *(d.where for d in game.data(played.board))]
        for line, card in (("take 3", "c1"), ("put 4", "c2"), ("take 5", "c3"), ("take 1", "c4")):
            said += [p.text for p in played.tell(line).problems] + game.prompt(played.board)
            turn = played.turn([card] if played.own_cards else [])
            said += turn.hands + turn.cards + game.totals(played.board) + game.prompt(played.board)
            assert "narrow." not in turn.words(language)
    assert [one for one in said if one.key not in catalogue.words] == []
    assert not [one for one in said if "{" in catalogue.say(one)]


# ----------------------------------------------------------------------------------------------- the screen
# Whatever holds of every screen is in tests/games/test_every_screen.py; here is what only this board shows.


def places(position: Stones) -> dict[str, Place]:
    return {place.label: place for place in GAME.screen.drawing(position, str).places}


def test_every_stone_lies_in_its_pit_and_your_last_pit_is_marked() -> None:
    position = board("1 0 3 0 2 0 2 1 1")
    Taken(HUMAN, 2).apply(position)
    shown = places(position)
    assert [shown[name].pieces.count("xx-stone") for name in PITS.names] == [1, 0, 2, 0, 2, 0, 2, 1, 1]
    assert [name for name in PITS.names if "xx-you" in shown[name].pieces] == ["3"]
    assert Catalogue("en", GAME).say(shown["3"].name) == "pit 3, stones: 2, your last pit"
    assert [place.x for place in shown.values()] == sorted(place.x for place in shown.values())


def test_the_aids_go_the_way_the_engine_went() -> None:
    position = board("2 0 2 0 2 0 2 0 0")
    for card in CARDS.names:
        chosen, decision = choose(position, card)
        aid = GAME.screen.aid(position, decision, step(decision, "XXA-012c"), str)
        count = (CARDS_BY_NUMBER[CARDS.index(card) or 0].count - 1) % len(aid.tags) + 1
        assert [PITS.name(pit) for pit, tag in aid.tags.items() if tag == f"{count}."] == [chosen]
    Taken(HUMAN, 2).apply(position)
    _, decision = choose(position)
    lines = GAME.screen.aid(position, decision, step(decision, "XXA-012b"), str).overlay
    assert lines.count("xx-way") == 1  # to pit 7, which is furthest from pit 3
    assert "M300 " in lines and " 700 " in lines


def test_a_pit_offers_what_fits_it() -> None:
    def lines(position: Stones, pit: str) -> list[str]:
        return [move.line for move in GAME.screen.moves(position, f"pits {pit}")]

    position = board("2 0 2 0 2 0 2 0 2")
    assert lines(position, "1") == ["take 1", "put 1", "automa: take 1", "set pits = {N} 0 2 0 2 0 2 0 2"]
    assert lines(position, "2") == ["put 2", "set pits = 2 {N} 2 0 2 0 2 0 2"]
    assert lines(board("2 0 2 0 2 2 2 0 2", level="hard"), "2") == ["set pits = 2 {N} 2 0 2 2 2 0 2"]
    assert lines(position, "10") == []


def test_every_event_is_told(game: Game) -> None:
    played = play(game)
    played.tell("put 1; set held.human = 4")
    said = [
        game.screen.said(before, event) for n in range(len(played.entries)) for before, event in played.events_of(n)
    ]
    english = [Catalogue("en", game).say(line) for line in said]
    assert None not in said
    assert english[0] == "You took a stone from pit 3"
    assert "Automa took a stone from pit 9" in english
    assert english[-3:] == ["The game ended", "You put a stone into pit 1", "Corrected: held.human is 4"]


def test_points_and_rounds_go_with_the_game(game: Game) -> None:
    played = table(game, level="hard", pits="1 0 2 2 2 0 2 1 2")
    played.tell("value worth = 2")
    assert [game.screen.points(played.board), game.screen.round(played.board)] == [(0, 0), 1]
    played.tell("take 3")
    played.turn()
    assert [game.screen.points(played.board), game.screen.round(played.board)] == [(1, 2), 2]
    assert [seat.to_move for seat in game.screen.standing(played.board).seats] == [True, False]
    assert [face.title for face in game.screen.faces(played.board)] == [CARDS.name(played.board.card)]


# ------------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("line", "error", "near"),
    [
        ("take 2", ImpossibleError, "1"),
        ("take 12", UnknownError, "1"),
        ("tkae 3", UnreadableError, "take 3"),
        ("", UnknownError, "take 3"),
        ("set pits 3", UnreadableError, "set held.automa = 4"),
        ("set pits = 1 2", ImpossibleError, "2 1 1 2 0 2 1 1 2"),
        ("set pit = 3", UnknownError, "pits"),
        ("set held.human = -1", ImpossibleError, None),
        ("set card = c9", UnknownError, "c1"),
        ("value worth = much", ImpossibleError, None),
        ("value wort = 1", UnknownError, "worth"),
        ("automa: draw c1", ImpossibleError, "set deck = c1 c2"),
        ("table: end", ImpossibleError, "set over = yes"),
        ("turn", UnreadableError, None),
    ],
)
def test_what_cannot_be_told_changes_nothing(
    game: Game, line: str, error: type[BadInputError], near: str | None
) -> None:
    played = table(game)
    before = played.text(), played.board.key()
    with pytest.raises(error) as why:
        played.tell(line)
    assert (played.text(), played.board.key()) == before
    assert near is None or near in why.value.nearest
    for language in languages():
        assert not Catalogue(language, game).error(why.value).startswith("error.")


@pytest.mark.parametrize(
    "options",
    [{"level": "harder"}, {"pits": "1 2 3"}, {"pits": "1 2 3 4 5 6 7 8 x"}, {"colour": "red"}, {"last_pit": "both"}],
)
def test_a_set_up_that_cannot_be(game: Game, options: dict[str, str]) -> None:
    with pytest.raises(BadInputError):
        Table.new(game, options, seed=1)


def test_what_can_hardly_be_true_is_told_and_accepted(game: Game) -> None:
    played = table(game, "2 1 1 2 1 2 1 1 1", level="hard")
    told = played.tell("put 3")
    assert [p.rule for p in told.problems] == ["XXA-005", "XXA-002"]
    again = played.tell("take 3")
    assert [p.text.key for p in again.problems] == ["doubt.not_your_turn"]
    assert [p.text.key for p in played.tell("set held.automa = 3").problems] == ["problem.stones"]


# -------------------------------------------------------------------------------------------------------------- rules


def board(pits: str, **options: str) -> Stones:
    return Stones(GAME.lay_out({"pits": pits, "seed": "test", **options}, Seeded("test"), {}))


def choose(position: Stones, card: str = "c1") -> tuple[str | None, Decision]:
    """The pit she takes from with this card, and how it was decided."""
    trace = Trace()
    chosen = decide(TAKE, View(position, CARDS_BY_NUMBER[CARDS.index(card) or 0]), trace)
    return None if chosen is None else PITS.name(chosen), trace.decisions[0]


def step(decision: Decision, rule: str) -> Step:
    return next(s for s in decision.steps if s.rule == rule)


def test_every_rule_is_cited_by_code_and_tests() -> None:
    found = coverage(GAME)
    assert found.uncovered_by_code == found.uncovered_by_tests == found.foreign == []
    assert set(found.descriptive) == {"XXA-001"}


def test_xxa_002_the_stones_that_are_not_yours_fall_into_the_pits() -> None:
    for level, hand in (("easy", 2), ("hard", 0)):  # XXA-003
        made = Stones(GAME.lay_out({"level": level, "seed": "1"}, Seeded("1"), {}))
        assert made.held == [0, hand]
        assert sum(made.pits) == 12 - hand
        assert made.status() == []


def test_xxa_005_you_and_she_take_turns() -> None:
    position = board("1 0 2 0 2 0 2 1 2")
    assert not GAME.automas_turn(position)
    Taken(HUMAN, 2).apply(position)
    assert position.held == [0, 3]
    assert GAME.automas_turn(position)
    GAME.automa.turn(position, Asked(["c1"]))
    assert not GAME.automas_turn(position)


def test_xxa_010_without_a_stone_she_only_draws() -> None:
    position = board("0 0 0 0 0 0 0 0 0")
    chosen, decision = choose(position)
    assert (chosen, decision.failed) == (None, "XXA-010")
    assert GAME.automa.turn(position, Asked(["c1"])) == [Drew(0)]


def test_xxa_011_only_pits_with_stones() -> None:
    chosen, decision = choose(board("0 0 0 0 3 0 0 0 0"))
    assert (chosen, decision.decided_by) == ("5", "XXA-010")  # there never was a second
    assert PITS.list(decision.options) == ("5",)


def test_xxa_012a_the_most_stones() -> None:
    chosen, decision = choose(board("1 0 3 0 2 0 2 1 1"))
    assert (chosen, decision.decided_by) == ("3", "XXA-012a")
    assert step(decision, "XXA-012a").scores == {0: 1, 2: 3, 4: 2, 6: 2, 7: 1, 8: 1}


def test_xxa_012a_drops_nothing_among_equals() -> None:
    _, decision = choose(board("2 0 2 0 2 0 2 0 2"))
    assert not step(decision, "XXA-012a").dropped


def test_xxa_012b_furthest_from_your_last_pit() -> None:
    position = board("2 0 2 0 2 0 2 0 3")
    Taken(HUMAN, 8).apply(position)
    chosen, decision = choose(position)
    assert (chosen, decision.decided_by) == ("1", "XXA-012b")


def test_xxa_012b_drops_nothing_before_your_first_move() -> None:
    _, decision = choose(board("2 0 2 0 2 0 2 0 2"))
    assert not step(decision, "XXA-012b").dropped


@pytest.mark.parametrize(("card", "pit"), [("c1", "1"), ("c2", "3"), ("c3", "7"), ("c4", "3")])
def test_xxa_012c_as_her_card_counts(card: str, pit: str) -> None:
    chosen, decision = choose(board("2 0 2 0 2 0 2 0 0"), card)
    assert (chosen, decision.decided_by) == (pit, "XXA-012c")


def test_xxa_012c_counts_round_at_the_end() -> None:
    assert choose(board("3 0 3 0 0 0 0 0 0"), "c4")[0] == "3"  # 3, 1, 3


def test_xxa_012c_is_not_asked_when_one_pit_is_left() -> None:
    _, decision = choose(board("1 0 3 0 2 0 2 1 1"))
    assert [s.rule for s in decision.steps] == ["XXA-011", "XXA-012a"]


def test_xxa_013_the_stone_goes_into_her_hand() -> None:
    position = board("1 0 3 0 2 0 2 1 1")
    assert GAME.automa.turn(position, Asked(["c2"])) == [Drew(1), Taken(AUTOMA, 2)]
    assert (position.pits[2], position.held[AUTOMA]) == (2, 1)


def test_xxa_020_the_last_stone_ends_the_game(game: Game) -> None:
    played = table(game, "0 0 1 0 0 0 0 0 0")
    assert played.tell("take 3").hands == [text("hands.end")]
    assert game.over(played.board)
    with pytest.raises(ImpossibleError) as why:
        played.turn()
    assert why.value.rule == "XXA-020"


def test_xxa_020_the_last_card_ends_the_game(game: Game) -> None:
    played = table(game)
    played.tell("set deck = c4")
    assert not game.over(played.board)
    played.turn()
    assert game.over(played.board)
    played.tell("set over = no")
    with pytest.raises(ImpossibleError) as why:
        played.turn()
    assert why.value.rule == "XXA-004"


def test_xxa_021_what_her_stones_are_worth(game: Game) -> None:
    played = play(game)
    assert [points for _, points in game.results(played.board)] == [4]
    assert game.prompt(played.board)[0].key == "prompt.automa_wins"  # a tie is hers
    played.tell("value worth = 0")
    assert [d.origin for d in game.data(played.board)] == ["printed"]
    assert game.prompt(played.board)[0].key == "prompt.human_wins"
    owned = Table.new(game, {}, owner={"worth": "3"}, seed=1)
    assert owned.setup["value.worth"] == "3 (printed)"


def test_xxa_r01_whether_a_pit_you_put_into_counts() -> None:
    for ruling, last in (("any", 4), ("taken", 2)):
        position = board("1 0 2 0 2 0 2 1 2", last_pit=ruling)
        Taken(HUMAN, 2).apply(position)
        Put(4).apply(position)
        assert position.last == last  # XXA-R01
