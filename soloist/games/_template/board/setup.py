"""Options and set-up of a game.

Put here: `OPTIONS`, always with `seed`, with `chance` (own cards or the app's) if anything is drawn and `level` if
there are levels; and `lay_out`, which draws what the options leave open. A set-up is text, because it is saved.
"""

from __future__ import annotations

from collections.abc import Mapping

from soloist.core.chance import Chance, Draw
from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import Option
from soloist.core.text import text
from soloist.core.user_input import check_complete, check_keys, read_choice, read_field_number
from soloist.games._template.board.printed import STAND_IN, check_datum
from soloist.games._template.board.tables import LEVELS, PITS, STONES

OPTIONS = (
    Option("level", "easy", tuple(LEVELS), rule="XXA-003", screen=1, names="level"),
    Option("pits", "random", rule="XXA-002"),
    Option("chance", "app", ("app", "own"), rule="XXA-004", screen=2),
    Option("seed", "random"),
    Option("last_pit", "any", ("any", "taken"), ruling="XXA-R01", rule="XXA-R01"),
)

FALLING_STONE = Draw("setup.pits", PITS, text("question.setup.pits"), "XXA-002")


def lay_out(options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
    """Return a complete set-up: open options are drawn, printed values looked up, those entered for this table
    first."""
    check_keys(options, OPTIONS, prefix="value.")
    setup = {option.key: read_choice(options, option) for option in OPTIONS}
    if setup["pits"] == "random":
        pits = [0] * len(PITS.names)
        for _ in range(STONES - LEVELS[setup["level"]]):
            pits[chance.pick_option(FALLING_STONE, PITS.everything)] += 1
        setup["pits"] = " ".join(map(str, pits))
    read_pits(setup["pits"])
    entered = options.get("value.worth", owner.get("worth"))
    setup["value.worth"] = f"{STAND_IN} (stand_in)" if entered is None else f"{check_datum('worth', entered)} (printed)"
    return setup


def check_choices(setup: Mapping[str, str]) -> None:
    """Raise if an option is missing or is not one of its choices."""
    check_complete(setup, OPTIONS)
    for option in OPTIONS:
        read_choice(setup, option)


def read_pits(value: str) -> list[int]:
    """Return the stones of all pits, from left to right."""
    words = value.split()
    if len(words) != len(PITS.names):
        raise ImpossibleError(text("error.pits", got=value), rule="XXA-002", nearest=["2 1 1 2 0 2 1 1 2"])
    return [read_field_number(word, "pits", 0, STONES) for word in words]
