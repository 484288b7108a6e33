"""The set-up of a game that begins with the draft: as many pairs of company and officer as players lie out, and nobody has
one (BR-013, BR-014b).

Until then, and in the notation to the end, the seats are called by what they are: `human1`, `human2`, `automa1` …
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

#: where companies and officers come from; the first is what the rulebook does
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
#: a set-up made before there was a draft names everything
BEFORE = {"draft": "chosen", "people": "1", "draft_companies": "none", "draft_officers": "none"}
#: what names a company or an officer for somebody
CHOSEN = ("humans", "human_officers", *(f"{key}{n}" for key in ("company", "officer") for n in SUFFIXES))
#: Mahiri copies one of so many (BR-R01)
POOL = 3


def drafted(source: Mapping[str, str]) -> bool:
    """Whether companies and officers are chosen at the table."""
    return source["draft"] == "table"


def unsaid(options: Mapping[str, str]) -> str:
    """Where companies and officers come from if that is not said: whoever names one has chosen."""
    return DRAFT[1] if any(key in options for key in (*CHOSEN, "extra_officers")) else DRAFT[0]


def check_draft(options: Mapping[str, str], chosen: Mapping[str, str], known: Mapping[str, str]) -> None:
    """Nobody can name a company beforehand that has to be drafted (BR-013); `known` are the defaults."""
    for key in CHOSEN:
        if key in options and chosen[key] not in (known[key], "random", "none"):
            raise ImpossibleError(text("error.draft_chosen", key=key), rule="BR-013", nearest=["draft=chosen"])


def names(chosen: Mapping[str, str]) -> list[str]:
    """What the notation calls the seats: the humans, then the Automa."""
    automas = [suffix for suffix in SUFFIXES if chosen[f"level{suffix}"] != "none"]
    humans = [f"human{n}" for n in range(1, int(chosen["people"]) + 1)]
    return [*humans, *(f"automa{n}" for n in range(1, len(automas) + 1))]


def seats(chosen: Mapping[str, str]) -> list[Seat]:
    """The same seats before the draft: without company and officer."""
    levels = [chosen[f"level{suffix}"] for suffix in SUFFIXES]
    humans = [Seat(-1, HUMAN, -1)] * int(chosen["people"])
    return [*humans, *(Seat(-1, LEVELS.names.index(level), -1) for level in levels if level != "none")]


def lay_out_pairs(chosen: dict[str, str], playable: int, chance: Chance) -> None:
    """Companies and officers drawn and paired at random (BR-013), and for Mahiri Sekibo those that nobody will have
    (BR-R01)."""
    players = len(names(chosen))
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
    """The pairs of a set-up that was laid out (BR-013): as many different companies and officers as there are seats."""
    players = len(names(source))
    read_options(source["draft_companies"], COMPANIES, "draft_companies", players)
    read_options(source["draft_officers"], OFFICERS, "draft_officers", players)


def _laid_out(
    chosen: Mapping[str, str], key: str, draw: str, of: Domain, count: int, among: Mask, chance: Chance
) -> list[int]:
    if chosen[key] in ("random", "none"):
        return draw_options(chance, draw, of, count, among)
    return read_options(chosen[key], of, key, count, among)
