"""Set-up of a game with a draft: as many pairs of company and officer as players are laid out (BR-013, BR-014b).

In such a game the notation names the seats `human1`, `human2`, `automa1` … until the end.
"""

from __future__ import annotations

from collections.abc import Mapping

from soloist.core.bits import Mask, mask_of
from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import Option
from soloist.core.text import Domain, text
from soloist.core.user_input import draw_options, read_options
from soloist.games.barrage.board.setup import SUFFIXES, Seat
from soloist.games.barrage.board.tables import (
    COMPANIES,
    HUMAN,
    LEVELS,
    NETHERLANDS,
    OFFICERS,
    ONLY_WITH_LEEGHWATER,
)

#: companies and officers are drafted, as in the rulebook, or chosen in the options
DRAFT = ("table", "chosen")
_AT_THE_TABLE = (("draft", ("table",)),)
OPTIONS: tuple[Option, ...] = (
    Option("draft", DRAFT[0], DRAFT, rule="BR-013", screen=1),
    Option("people", "1", ("1", "2", "3", "4"), rule="BR-013", screen=1, when=_AT_THE_TABLE),
    *(
        Option(key, "random", several=True, rule="BR-013", names=of, pool=among.names, when=_AT_THE_TABLE)
        for key, of, among in (("draft_companies", "company", COMPANIES), ("draft_officers", "officer", OFFICERS))
    ),
)
#: defaults for set-ups of versions without a draft
NO_DRAFT = {"draft": "chosen", "people": "1", "draft_companies": "none", "draft_officers": "none"}
#: options that name a company or an officer of a seat
CHOSEN = ("humans", "human_officers", *(f"{key}{n}" for key in ("company", "officer") for n in SUFFIXES))
#: the number of officers that Mahiri Sekibo can copy (BR-R01)
POOL = 3


def has_draft(source: Mapping[str, str]) -> bool:
    """Return whether the game starts with a draft."""
    return source["draft"] == "table"


def default_draft(options: Mapping[str, str]) -> str:
    """Return the `draft` option for options without one: `chosen` if they name a company or an officer, otherwise
    `table`."""
    return DRAFT[1] if any(key in options for key in (*CHOSEN, "extra_officers")) else DRAFT[0]


def check_draft(options: Mapping[str, str], chosen: Mapping[str, str], known: Mapping[str, str]) -> None:
    """Raise if the options name a company or an officer although the game starts with a draft (BR-013); `known` are the
    defaults."""
    for key in CHOSEN:
        if key in options and chosen[key] not in (known[key], "random", "none"):
            raise ImpossibleError(text("error.draft_chosen", key=key), rule="BR-013", nearest=["draft=chosen"])


def seat_names(chosen: Mapping[str, str]) -> list[str]:
    """Return the names of the seats in the notation: humans, then Automa."""
    automas = [suffix for suffix in SUFFIXES if chosen[f"level{suffix}"] != "none"]
    humans = [f"human{n}" for n in range(1, int(chosen["people"]) + 1)]
    return [*humans, *(f"automa{n}" for n in range(1, len(automas) + 1))]


def undrafted_seats(chosen: Mapping[str, str]) -> list[Seat]:
    """Return the seats before the draft, without company and officer."""
    levels = [chosen[f"level{suffix}"] for suffix in SUFFIXES]
    humans = [Seat(-1, HUMAN, -1)] * int(chosen["people"])
    return [*humans, *(Seat(-1, LEVELS.names.index(level), -1) for level in levels if level != "none")]


def lay_out_pairs(chosen: dict[str, str], playable: int, chance: Chance) -> None:
    """Draw companies and officers in random pairs (BR-013), and for Mahiri Sekibo officers that no seat will have
    (BR-R01)."""
    players = len(seat_names(chosen))
    if not 2 <= players <= 4:
        key, rule = ("error.too_few_players", "BR-001") if players < 2 else ("error.too_many_players", "BA-001")
        raise ImpossibleError(text(key, got=players), rule=rule)
    for key in CHOSEN:
        chosen[key] = "none"
    leeghwater = chosen["leeghwater"] == "yes"
    companies = COMPANIES.everything & ~(0 if leeghwater else 1 << NETHERLANDS)
    if not leeghwater:
        playable &= ~mask_of(OFFICERS.names.index(name) for name in ONLY_WITH_LEEGHWATER)
    found = _laid_out(chosen, "draft_companies", "company", COMPANIES, players, companies, chance)
    beside = _laid_out(chosen, "draft_officers", "officer", OFFICERS, players, playable, chance)
    chosen["draft_companies"] = " ".join(COMPANIES.name_option(one) for one in found)
    chosen["draft_officers"] = " ".join(OFFICERS.name_option(one) for one in beside)
    extra = "none"
    if "mahiri_sekibo" in chosen["draft_officers"].split():
        free = playable & ~mask_of(beside)
        more = _laid_out(chosen, "extra_officers", "officer", OFFICERS, POOL, free, chance)
        extra = " ".join(OFFICERS.name_option(one) for one in more)
    chosen["extra_officers"] = extra


def check_pairs(source: Mapping[str, str]) -> None:
    """Raise unless a set-up has as many different companies and officers as seats (BR-013)."""
    players = len(seat_names(source))
    read_options(source["draft_companies"], COMPANIES, "draft_companies", players)
    read_options(source["draft_officers"], OFFICERS, "draft_officers", players)


def _laid_out(
    chosen: Mapping[str, str], key: str, draw: str, of: Domain, count: int, among: Mask, chance: Chance
) -> list[int]:
    if chosen[key] in ("random", "none"):
        return draw_options(chance, draw, of, count, among)
    return read_options(chosen[key], of, key, count, among)
