"""Set-up of a digital game: the options of a table without those that need the box, and seats for simulations.

Put here: `OPTIONS` and `lay_out`, made from those of `board/setup.py`, and `seat`, which seats the players of a
simulation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import Option, Player
from soloist.core.text import Domain, text
from soloist.core.user_input import check_keys, make_setup_draw, read_choice
from soloist.games._template.board import setup as board
from soloist.games._template.board.tables import AUTOMA, HUMAN, LEVELS, SEATS

_LEVELS = Domain("levels", list(LEVELS), words="level")


def _offered(option: Option) -> Option:
    """Restrict an option to what a digital game supports: cards are always dealt by the program."""
    return replace(option, offered=("app",)) if option.key == "chance" else option


OPTIONS = tuple(_offered(option) for option in board.OPTIONS)
_LEVEL = next(option for option in OPTIONS if option.key == "level")


def lay_out(options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
    """Return a complete set-up; raise for options that need the box."""
    check_keys(options, OPTIONS, prefix="value.")
    for option in OPTIONS:
        if option.offered and read_choice(options, option) not in option.offered:
            raise ImpossibleError(text("error.needs_the_box", key=option.key), rule=option.rule, nearest=option.offered)
    return board.lay_out(options, chance, owner)


def seat(
    wanted: Sequence[Player], options: Mapping[str, str], chance: Chance
) -> tuple[dict[str, str], tuple[Player, ...]]:
    """Return the options and seats for one agent and the Automa, in any order (XXA-005); an open level is drawn."""
    if sorted(player.who == SEATS.name_option(AUTOMA) for player in wanted) != [False, True]:
        raise ImpossibleError(text("error.players"), rule="XXA-005", nearest=["greedy,automa"])
    if any(player.faction for player in wanted):
        raise ImpossibleError(text("error.no_faction"), nearest=["greedy,automa:easy"])
    hers = next(player.level for player in wanted if player.who == SEATS.name_option(AUTOMA))
    made = {}
    if hers or "level" not in options:
        level = hers or _LEVELS.name_option(chance.pick_option(make_setup_draw("level", _LEVELS), _LEVELS.everything))
        made["level"] = read_choice({"level": level}, _LEVEL)
    return made, tuple(_seated(player, {**options, **made}["level"]) for player in wanted)


def _seated(player: Player, level: str) -> Player:
    if player.who == SEATS.name_option(AUTOMA):
        return replace(player, level=level, name=SEATS.name_option(AUTOMA))
    return replace(player, name=SEATS.name_option(HUMAN))
