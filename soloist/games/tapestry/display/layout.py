"""Instructions for setting up a new table (TA-010 … TA-016)."""

from __future__ import annotations

from soloist.core.text import Text, Word, text
from soloist.games.tapestry.board.naming import civ_word, tech_word, track_word
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, REMOVED, SHADOW


def list_layout(board: Tapestry) -> list[Text]:
    """Return the set-up as instructions, in the order of the rulebook."""
    setup = board.setup
    lines = [text("layout.board")]
    if setup.shadow_only:
        lines += [text("layout.incomplete"), text("layout.two_humans")]
    else:
        kept = setup.source["starred_cards"] == "kept"
        stars = set(REMOVED["may_be_kept"]) if kept else set()
        tapestries = tuple(Word(f"removed.{n}") for n in REMOVED["tapestry_cards"] if n not in stars)
        civs = tuple(Word(f"removed.{n}") for n in REMOVED["civilizations"] if n not in stars)
        lines.append(text("layout.removed", cards=tapestries, traps=REMOVED["traps_removed"], civs=civs))  # TA-016
        lines.append(text("layout.human"))
        lines.append(text("layout.automa", level=Word(f"level.{setup.level.number}"), mat=_say_mat(board)))
        lines.append(text("layout.civs", civs=tuple(civ_word(c) for c in setup.civs)))
        lines.append(text("layout.favorite", seat=Word("seat.automa"), track=_say_track(board, AUTOMA)))
    lines.append(text("layout.shadow"))
    lines.append(text("layout.favorite", seat=Word("seat.shadow_empire"), track=_say_track(board, SHADOW)))
    lines.append(text("layout.tech", cards=tuple(tech_word(t) for t in setup.tech)))
    lines.append(text("layout.shadow_deck" if setup.shadow_only else "layout.decks"))
    lines.append(text("layout.own" if setup.source["chance"] == "own" else "layout.app"))
    return lines


def _say_track(board: Tapestry, bot: int) -> Word:
    return track_word(board.favorite[bot])


def _say_mat(board: Tapestry) -> Word:
    level = board.setup.level.number
    return Word("mat.hard" if level >= 5 else "mat.normal" if level == 2 else "mat.card")
