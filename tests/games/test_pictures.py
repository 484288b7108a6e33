"""The board in the terminal: every sign on it is in the legend below it."""

from __future__ import annotations

import re

import pytest

from soloist.cli.main import main
from soloist.core.chance import Seeded
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import Due
from soloist.core.sink import RecordingSink
from soloist.core.trace import Trace
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.display.text_map import draw_text_map
from soloist.manifest import find_game
from soloist.session.words import Catalogue, languages
from soloist.simulation.soak import SameAgentForAll

TAPESTRY = find_game("tapestry")


class Signs(Watcher):
    """Collects the signs on hexes and tracks, without their names."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def after_event(self, position: Tapestry, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        for line in draw_text_map(position):
            for word in " ".join(span.text for span in line).split():
                if not re.fullmatch(r"-?\d,-?\d|[a-z]{5,}", word):
                    self.seen.update(word)


def test_every_letter_and_sign_on_tapestrys_map_is_in_the_key() -> None:
    """Human, Automa and Shadow Empire, upright and toppled, on hexes and tracks."""
    signs = Signs()
    for seed in range(3):
        chance, book = Seeded(f"picture {seed}", answers_too=True), TAPESTRY.table
        board = book.create_position(book.lay_out({**book.random_options(chance), "seed": str(seed)}, chance, {}))
        stranger = book.random_human(chance)
        book.apply_move(board, stranger.choose_move(board, ()), chance, RecordingSink())
        assert run_game(book, board, SameAgentForAll(stranger), chance, [signs])
    assert signs.seen >= set("ASYasy~·■")
    for language in languages():
        key = Catalogue(language, TAPESTRY).words["picture.key"]
        named = set(re.findall(r"(?:^|[,;] )(?:[^,;·■]* )?([A-Z~·■])(?= )", key))
        assert {sign.upper() for sign in signs.seen} <= named, language


@pytest.mark.parametrize("language", languages())
def test_the_key_is_printed_below_the_map(
    language: str, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path_factory.mktemp("tables"))
    for id in ("tapestry", "terra_mystica"):
        game = find_game(id)
        assert main(["--data-dir", folder, "new", id, id, "--seed", "3"]) == 0
        capsys.readouterr()
        assert main(["--data-dir", folder, "--lang", language, "show", id]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert " ".join(Catalogue(language, game).words["picture.key"].split()) in said
