"""What is chosen and drawn before the game: the options, the complete set-up, the values that only the box can tell.

Put here: `OPTIONS`, among them always `chance` (own cards or the app's) and `seed`, and `level` if there are levels;
`lay_out`, which draws what was left open; and the check of printed values. A set-up is text, because it is saved.
"""

from __future__ import annotations

from collections.abc import Mapping

from soloist.core.chance import Chance, Draw
from soloist.core.entered import all_there, check_keys, choice
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.core.rulebook import Option
from soloist.core.text import text
from soloist.games._template.board.tables import LEVELS, PITS, STONES

OPTIONS = (
    Option("level", "easy", tuple(LEVELS), rule="XXA-003", screen=1, names="level"),
    Option("pits", "random", rule="XXA-002"),
    Option("chance", "app", ("app", "own"), rule="XXA-004", screen=2),
    Option("seed", "random"),
    Option("last_pit", "any", ("any", "taken"), ruling="XXA-R01", rule="XXA-R01"),
)
#: what one of her stones is worth (XXA-021) is printed in the box: until the owner enters it we use a stand-in
STAND_IN = "1"
DATA = ("worth",)

FALLING_STONE = Draw("setup.pits", PITS, text("question.setup.pits"), "XXA-002")


def lay_out(options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
    """A complete set-up: what is open is drawn, what is printed is looked up. The table's own entries come first."""
    check_keys(options, OPTIONS, prefix="value.")
    setup = {option.key: choice(options, option) for option in OPTIONS}
    if setup["pits"] == "random":
        pits = [0] * len(PITS.names)
        for _ in range(STONES - LEVELS[setup["level"]]):
            pits[chance.pick(FALLING_STONE, PITS.everything)] += 1
        setup["pits"] = " ".join(map(str, pits))
    read_pits(setup["pits"])
    entered = options.get("value.worth", owner.get("worth"))
    setup["value.worth"] = f"{STAND_IN} (stand_in)" if entered is None else f"{check_datum('worth', entered)} (printed)"
    return setup


def check_choices(setup: Mapping[str, str]) -> None:
    """Every option must be there and, where the choices are named, be one of them."""
    all_there(setup, OPTIONS)
    for option in OPTIONS:
        choice(setup, option)


def read_number(value: str, most: int = STONES) -> int:
    """A number of stones or points."""
    if not (value.isascii() and value.isdigit() and len(value) < 3) or int(value) > most:
        raise ImpossibleError(text("error.number", got=value, most=most))
    return int(value)


def read_pits(value: str) -> list[int]:
    """The stones of all pits, from left to right."""
    words = value.split()
    if len(words) != len(PITS.names):
        raise ImpossibleError(text("error.pits", got=value), rule="XXA-002", nearest=["2 1 1 2 0 2 1 1 2"])
    return [read_number(word) for word in words]


def check_datum(key: str, value: str) -> str:
    """A value off the owner's copy, in normal form; a remark in brackets (`2 (printed)`) is left out."""
    if key not in DATA:
        raise UnknownError(text("error.no_datum", got=key), nearest=DATA)
    return str(read_number(value.partition(" (")[0].strip(), most=9))
