"""Options and set-up of a digital game: the options of TABLE mode, starting contracts, and rulings about the human's
rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from soloist.core.bits import Mask, mask_of
from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import Option, Player
from soloist.core.steps import Pending
from soloist.core.text import Word, text
from soloist.core.user_input import check_keys, draw_options, make_setup_draw, read_choice, read_options, split_names
from soloist.games.barrage.board.setup import OPTIONS as TABLE_OPTIONS
from soloist.games.barrage.board.setup import SUFFIXES, entered_values, lay_out_remaining, officer_pool, read_setup
from soloist.games.barrage.board.setup import lay_out as lay_out_table
from soloist.games.barrage.board.tables import (
    COMPANIES,
    CONTRACT_TILES,
    CONTRACTS,
    LEVELS,
    NETHERLANDS,
    OFFICER_TILES,
    OFFICERS,
    STARTING_CONTRACT,
)
from soloist.games.barrage.player import draft_setup
from soloist.games.barrage.player.automatic_effects import Dealing
from soloist.games.barrage.player.contracts import ChooseStarting
from soloist.games.barrage.player.draft import ChoosePair
from soloist.games.barrage.player.draft_setup import POOL, has_draft
from soloist.games.barrage.player.state import NOT_PLAYED, Position

STARTING = mask_of(i for i, c in enumerate(CONTRACT_TILES) if c.colour == STARTING_CONTRACT and not c.optional)
#: with the fifth one, which the base game's box lacks (BR-R50)
STARTING_AND_FIFTH = mask_of(i for i, c in enumerate(CONTRACT_TILES) if c.colour == STARTING_CONTRACT)
_CHOSEN = (("draft", ("chosen",)),)


def _shown(option: Option) -> Option:
    """Return an option of TABLE mode as the pages of a digital game offer it."""
    if option.key == "human_officers":
        offered = tuple(o for o in OFFICERS.names if o not in NOT_PLAYED)
        return replace(option, default="random", pool=offered, when=_CHOSEN)
    if option.key in draft_setup.CHOSEN:
        return replace(option, when=(*_CHOSEN, *option.when))
    if option.key == "level":
        return replace(option, choices=("none", *LEVELS.names))
    if option.key == "chance":
        return replace(option, offered=("app",))
    if option.key == "map":
        return replace(option, offered=("base",))
    if option.key == "unofficial":
        return replace(option, offered=("no",))
    return option


def _ruling(key: str, choices: tuple[str, ...], rule: str) -> Option:
    """Return the option for a house ruling; the first choice is the default."""
    return Option(key, choices[0], choices, ruling=rule, rule=rule)


OPTIONS: tuple[Option, ...] = (
    *draft_setup.OPTIONS,
    *(_shown(o) for o in TABLE_OPTIONS if o.key != "books"),
    Option(
        "starting",
        "random",
        several=True,
        rule="BR-013",
    ),
    Option("extra_officers", "random", several=True, rule="BR-152", names="officer", pool=OFFICERS.names),
    _ruling("automa_company_pool", ("drawn", "all_boards"), "BR-R02"),
    _ruling("starting_contract_pool", ("players", "humans"), "BR-R03"),
    _ruling("fifth_starting_contract", ("no", "in_pool"), "BR-R50"),
    _ruling("construction_spaces", ("any_free", "from_the_left"), "BR-R49"),
    _ruling("drop_out_final", ("always", "only_chosen"), "BR-R07"),
    _ruling("take_two_with_one_left", ("take_what_is_there", "forbidden"), "BR-R20"),
    _ruling("adv1_wild_buildings", ("waived", "not_waived"), "BR-R21"),
    _ruling("jill_adv2_wild", ("mixers_only", "interchangeable"), "BR-R22"),
    _ruling("tech_tile_reward", ("mandatory", "optional"), "BR-R26"),
    _ruling("research_lab_zero", ("illegal", "legal"), "BR-R29"),
    _ruling("architect_in_bank", ("no_extra_turn", "extra_turn"), "BR-R30"),
    _ruling("mahiri_needs_follow_up", ("no", "yes"), "BR-R33"),
    _ruling("viktor_germany_second", ("not_applied", "applied"), "BR-R12"),
    _ruling("france_simone", ("once", "per_contract"), "BR-R13"),
    _ruling("amir_chain", ("no", "yes"), "BR-R40"),
    _ruling("franz_france", ("printed_value", "reduced_value"), "BR-R42"),
)


def lay_out(options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
    """Return a complete set-up of a digital game; raise for options that need the box."""
    check_keys(options, OPTIONS, prefix="value.")
    options = {"draft": draft_setup.default_draft(options)} | dict(options)
    chosen = {o.key: read_choice(options, o) for o in OPTIONS}
    _check(chosen)
    if has_draft(chosen):
        return _lay_out_draft(options, chosen, chance, owner)
    given = dict(options) | draft_setup.NO_DRAFT
    given["human_officers"] = _human_officers(chosen, chance)
    given["starting"] = _starting(chosen, chance)
    given["extra_officers"] = _extra_officers(chosen, given["human_officers"], chance)
    given |= _her_officers(chosen, f"{given['human_officers']} {given['extra_officers']}", chance)
    return lay_out_table(given, chance, owner, OPTIONS)


def _lay_out_draft(
    options: Mapping[str, str], chosen: dict[str, str], chance: Chance, owner: Mapping[str, str]
) -> dict[str, str]:
    """Return a set-up in which companies and officers are still to be drafted (BR-013)."""
    draft_setup.check_draft(options, chosen, {o.key: o.default for o in OPTIONS})
    chosen["seed"] = options.get("seed", "random")  # as given: letter case matters
    draft_setup.lay_out_pairs(chosen, _playable(chosen), chance)
    chosen["starting"] = _starting(chosen, chance)
    lay_out_remaining(chosen, draft_setup.seat_names(chosen), chance, entered_values(options, owner))
    new_position(chosen)
    return chosen


def _humans(chosen: Mapping[str, str]) -> int:
    return int(chosen["people"]) if has_draft(chosen) else len(split_names(chosen["humans"].replace("none", "")))


def _players(chosen: Mapping[str, str]) -> int:
    return _humans(chosen) + sum(chosen[f"level{suffix}"] != "none" for suffix in SUFFIXES)


def _check(chosen: Mapping[str, str]) -> None:
    """Raise for options that DIGITAL mode does not support."""
    if chosen["chance"] == "own":
        raise ImpossibleError(text("error.digital_chance"), nearest=["chance=app"])
    if chosen["map"] != "base":
        raise ImpossibleError(text("error.digital_map"), rule="BR-001", nearest=["map=base"])
    if chosen["unofficial"] == "yes" or not _humans(chosen):
        raise ImpossibleError(text("error.no_human"), rule="BA-001", nearest=["humans=usa"])


def _playable(chosen: Mapping[str, str]) -> int:
    """Return the officers that a human can have in this game (BR-194)."""
    pool = officer_pool(chosen["leeghwater"] == "yes", chosen["promos"] == "yes")
    return pool & ~mask_of(OFFICERS.names.index(name) for name in NOT_PLAYED)


def _human_officers(chosen: Mapping[str, str], chance: Chance) -> str:
    """Return the officers of the humans, one each (BR-013); an officer named for an Automa is not drawn."""
    humans = len(split_names(chosen["humans"].replace("none", "")))
    if chosen["human_officers"] == "none":
        return "none"
    hers = mask_of(OFFICERS.names.index(o) for o in (chosen[f"officer{x}"] for x in SUFFIXES) if o in OFFICERS)
    if chosen["human_officers"] == "random":
        found = draw_options(chance, "officer", OFFICERS, humans, _playable(chosen) & ~hers)
        return " ".join(OFFICERS.name_option(one) for one in found)
    found = read_options(chosen["human_officers"], OFFICERS, "human_officers", humans)
    for one in found:
        officer = Word(f"officer.{OFFICERS.names[one]}")
        if OFFICERS.names[one] in NOT_PLAYED:
            raise ImpossibleError(text("error.digital_officer", officer=officer), rule="BR-156")
        if OFFICER_TILES[one].expansion == "promo" and chosen["promos"] == "no":
            raise ImpossibleError(text("error.officer_promo", officer=officer), rule="BR-194", nearest=["promos=yes"])
    return " ".join(OFFICERS.name_option(one) for one in found)


def _starting_pool(chosen: Mapping[str, str]) -> Mask:
    """Return the starting contracts that can be laid out."""
    return STARTING_AND_FIFTH if chosen["fifth_starting_contract"] == "in_pool" else STARTING


def _starting(chosen: Mapping[str, str], chance: Chance) -> str:
    """Return the starting contracts: as many as players (BR-014b), or by house ruling as humans (BR-R03), at most
    all."""
    players = _players(chosen) if chosen["starting_contract_pool"] == "players" else _humans(chosen)
    pool = _starting_pool(chosen)
    n = min(players, pool.bit_count())
    if chosen["starting"] == "random":
        found = draw_options(chance, "starting", CONTRACTS, n, pool)
    else:
        found = read_options(chosen["starting"], CONTRACTS, "starting", n, pool)
    return " ".join(CONTRACTS.name_option(one) for one in found)


def _extra_officers(chosen: Mapping[str, str], humans: str, chance: Chance) -> str:
    """Return officers that, with those of other seats, give Mahiri Sekibo three to copy (BR-R01); `none` without
    Mahiri."""
    held = [] if humans == "none" else split_names(humans)
    if "mahiri_sekibo" not in held:
        return "none"
    hers = [chosen[f"officer{x}"] for x in SUFFIXES if chosen[f"level{x}"] == "very_hard"]
    hers = [officer for officer in hers if officer not in NOT_PLAYED]
    n = max(0, POOL - (len(held) - 1) - len(hers))
    named = [o for o in hers if o in OFFICERS]
    free = _playable(chosen) & ~mask_of(OFFICERS.names.index(o) for o in (*held, *named))
    if chosen["extra_officers"] not in ("random", "none"):
        found = read_options(chosen["extra_officers"], OFFICERS, "extra_officers", n, free)
    else:
        found = draw_options(chance, "officer", OFFICERS, n, free)
    return " ".join(OFFICERS.name_option(one) for one in found) or "none"


def _her_officers(chosen: Mapping[str, str], taken: str, chance: Chance) -> dict[str, str]:
    """Draw the officers of very hard Automa that are left to chance (BA-026) from those that no seat has."""
    pool = officer_pool(chosen["leeghwater"] == "yes", chosen["promos"] == "yes")
    if "mahiri_sekibo" in split_names(taken):  # Mahiri may copy it, so a human must be able to use it
        pool &= _playable(chosen)
    named = [*split_names(taken), *(chosen[f"officer{x}"] for x in SUFFIXES)]
    pool &= ~mask_of(OFFICERS.names.index(o) for o in named if o in OFFICERS)
    found = {}
    for suffix in SUFFIXES:
        if chosen[f"level{suffix}"] == "very_hard" and chosen[f"officer{suffix}"] == "random":
            one = chance.pick_option(make_setup_draw("officer", OFFICERS), pool)
            pool &= ~(1 << one)
            found[f"officer{suffix}"] = OFFICERS.name_option(one)
    return found


def new_position(source: Mapping[str, str]) -> Position:
    """Return the position for a complete set-up (BR-014a). In the draft humans choose a pair and a starting contract,
    the last player first (BR-013); then the Automa get theirs (BA-021)."""
    source = LATER_DEFAULTS | dict(source)
    _check_names(source)
    drafting = has_draft(source)
    if drafting:
        draft_setup.check_pairs(source)
    setup = read_setup(
        source,
        OPTIONS,
        draft_setup.undrafted_seats(source) if drafting else (),
        draft_setup.seat_names(source) if drafting else (),
    )
    humans = [seat for seat in setup.order if not setup.automas[seat]]
    waits: list[Pending] = [Dealing(humans[0])] if drafting and any(setup.automas) else []
    for seat in humans:
        waits += [ChooseStarting(seat), ChoosePair(seat)] if drafting else [ChooseStarting(seat)]
    return Position(setup, waits)


def _check_names(source: Mapping[str, str]) -> None:
    """Raise if a set-up names starting contracts or officers that do not exist."""
    read_options(source.get("starting", ""), CONTRACTS, "starting", among=_starting_pool(source))
    if source.get("extra_officers", "none") != "none":
        read_options(source["extra_officers"], OFFICERS, "extra_officers")


#: options that set-ups of earlier versions lack, with their defaults
LATER_DEFAULTS = draft_setup.NO_DRAFT | {
    option.key: option.value_if_unnamed
    for option in OPTIONS
    if option.key not in {o.key for o in TABLE_OPTIONS} and option.ruling
}

# --------------------------------------------------------------------------------------------------------- simulation


def seat(
    wanted: Sequence[Player], options: Mapping[str, str], chance: Chance
) -> tuple[dict[str, str], tuple[Player, ...]]:
    """Return the options and seats for these players; open levels and companies are drawn from those that fit the
    others."""
    if options.get("draft") == "table":
        return _seat_drafting(wanted, chance)
    leeghwater = options.get("leeghwater", "no") == "yes"
    free = COMPANIES.everything & ~(0 if leeghwater else 1 << NETHERLANDS)
    for player in wanted:
        if player.faction:
            (one,) = read_options(player.faction, COMPANIES, "company", 1, free)
            free &= ~(1 << one)
    seats, humans, automas = [], [], 0
    made: dict[str, str] = {"level": "none"}
    for player in wanted:
        company = player.faction
        if not company:
            if not free:
                raise ImpossibleError(text("error.too_many_players", got=len(wanted)), rule="BA-001")
            one = chance.pick_option(make_setup_draw("company", COMPANIES), free)
            free &= ~(1 << one)
            company = COMPANIES.name_option(one)
        if player.who != "automa":
            humans.append(company)
            seats.append(replace(player, faction=company, name=company))
            continue
        level = _level(player, chance)
        made |= {f"level{SUFFIXES[automas]}": level, f"company{SUFFIXES[automas]}": company}
        automas += 1
        seats.append(replace(player, level=level, faction=company, name=company))
    made["humans"] = " ".join(humans) or "none"
    return made, tuple(seats)


def _level(player: Player, chance: Chance) -> str:
    level = player.level or LEVELS.name_option(chance.pick_option(make_setup_draw("level", LEVELS), LEVELS.everything))
    if level not in LEVELS:
        raise ImpossibleError(text("error.option", key="level", got=level, options=LEVELS.names), rule="BA-002")
    return level


def _seat_drafting(wanted: Sequence[Player], chance: Chance) -> tuple[dict[str, str], tuple[Player, ...]]:
    """Return the options and seats for players who will draft; raise if a company is given."""
    if any(player.faction for player in wanted):
        raise ImpossibleError(text("error.draft_chosen", key="humans"), rule="BR-013", nearest=["draft=chosen"])
    made: dict[str, str] = {"level": "none"}
    seats: list[Player] = []
    automas = 0
    for player in wanted:
        if player.who != "automa":
            seats.append(replace(player, name=f"human{len(seats) - automas + 1}"))
            continue
        level = _level(player, chance)
        made[f"level{SUFFIXES[automas]}"] = level
        automas += 1
        seats.append(replace(player, level=level, name=f"automa{automas}"))
    made["people"] = str(len(seats) - automas)
    return made, tuple(seats)
