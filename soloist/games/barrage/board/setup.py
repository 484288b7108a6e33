"""The set-up of a game: companies, levels, officers, tiles (BA-020 … BA-026, BR-010, BR-011, BR-012).

A set-up is complete: everything random is drawn. Equal set-ups make equal boards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from soloist.core.bits import Mask, mask_of
from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import Option
from soloist.core.text import Domain, Word, text
from soloist.core.user_input import (
    check_complete,
    check_keys,
    draw_options,
    make_setup_draw,
    read_choice,
    read_options,
    split_names,
)
from soloist.games.barrage.board.laying import lay_board, lay_contracts, lay_tiles
from soloist.games.barrage.board.map import FILES, Map, find_map
from soloist.games.barrage.board.printed import KNOWN, Printed, check_datum
from soloist.games.barrage.board.tables import (
    ADVANCED,
    BONUS,
    BUILDINGS,
    BUILDINGS_IN_GAME,
    COMPANIES,
    CONTRACTS,
    HEADSTREAM,
    HUMAN,
    LEVELS,
    NATIONAL,
    NETHERLANDS,
    NO_AUTOMA_RULE,
    OBJECTIVES,
    OFFICER_TILES,
    OFFICERS,
    ONLY_WITH_LEEGHWATER,
    ROUNDS,
    TECH,
    VERY_HARD,
    WORKS,
)

YES_NO = ("no", "yes")
#: suffixes of the options of the first to the fourth Automa; the rulebook knows three
SUFFIXES = ("", "2", "3", "4")
_LEVELS = ("none", *LEVELS.names)
_COMPANIES = ("random", *COMPANIES.names)
_OFFICERS = ("random", *OFFICERS.names)

_ANY = LEVELS.names
_WITH = (("leeghwater", ("yes",)),)


def _automa_options(n: str) -> tuple[Option, Option]:
    """Return the options for company and officer of an Automa: shown if the Automa plays, the officer only at very hard
    (BA-026)."""
    level = f"level{n}"
    return (
        Option(f"company{n}", "random", _COMPANIES, rule="BA-021", screen=2, names="company", when=((level, _ANY),)),
        Option(
            f"officer{n}",
            "random",
            _OFFICERS,
            rule="BA-026",
            screen=2,
            names="officer",
            when=((level, ("very_hard",)),),
        ),
    )


def _level_option(n: str, *when: tuple[str, tuple[str, ...]]) -> Option:
    return Option(f"level{n}", "none", _LEVELS, rule="BA-001", screen=2, names="level", when=when)


def _tiles_option(
    key: str,
    rule: str,
    names: str,
    pool: tuple[str, ...],
    many: int,
    when: tuple[tuple[str, tuple[str, ...]], ...] = (),
) -> Option:
    """Return an option for tiles of the set-up, drawn at random or named one by one."""
    return Option(key, "random", several=True, rule=rule, names=names, pool=pool, many=many, when=when)


def _ruling_option(key: str, choices: tuple[str, ...], rule: str) -> Option:
    """Return the option for a house ruling; the first choice is the default."""
    return Option(key, choices[0], choices, ruling=rule, rule=rule)


_ADVANCED = TECH.name_options(ADVANCED)

OPTIONS: tuple[Option, ...] = (
    Option("humans", "usa", several=True, rule="BA-021", screen=1, names="company", pool=COMPANIES.names),
    Option("map", "base", tuple(FILES), rule="BR-002", screen=1, names="map"),
    Option("leeghwater", "no", YES_NO, rule="BR-130", screen=1),
    Option("promos", "no", YES_NO, rule="BA-026", screen=1),
    Option("human_officers", "none", several=True, rule="BR-150", screen=1, names="officer", pool=OFFICERS.names),
    Option("level", "medium", LEVELS.names, rule="BA-002", screen=2, names="level"),
    *_automa_options(""),
    _level_option("2"),
    *_automa_options("2"),
    _level_option("3", ("level2", _ANY)),
    *_automa_options("3"),
    _level_option("4", ("level3", _ANY), ("unofficial", ("yes",))),
    *_automa_options("4"),
    Option("chance", "app", ("app", "own"), rule="BA-040"),
    Option("books", "own", ("own", "kept"), rule="BR-008"),
    Option("seed", "random"),
    _tiles_option("order", "BA-024", "company", COMPANIES.names, 0),
    _tiles_option("neutral", "BR-011", "", (), 3),
    _tiles_option("headstreams", "BR-025", "headstream_tile", HEADSTREAM.names, 0),
    _tiles_option("bonus", "BR-102", "bonus", BONUS.names, ROUNDS),
    Option("objective", "random", ("random", *OBJECTIVES.names), rule="BR-120", names="objective"),
    _tiles_option("contracts", "BR-012", "", (), 6),
    _tiles_option("national", "BR-012", "", (), 0),
    _tiles_option("removed_tiles", "BR-130", "tech", _ADVANCED, 3, _WITH),
    _tiles_option("patents", "BR-111", "tech", _ADVANCED, 3),
    _tiles_option("works", "BR-131", "work", WORKS.names, 3, _WITH),
    _tiles_option("buildings", "BR-133", "building", BUILDINGS.names, BUILDINGS_IN_GAME, _WITH),
    Option("unofficial", "no", YES_NO, rule="BA-001"),
    _ruling_option("best_system", ("neutral_code", "first_found"), "BA-R05"),
    _ruling_option("water", ("gain", "letters"), "BA-R06"),
    _ruling_option("third_structure", ("ignore", "narrow"), "BA-R08"),
    _ruling_option("leslie", ("tile", "top_down"), "BA-R11"),
    _ruling_option("margot", ("code_letter", "down"), "BA-R12"),
    _ruling_option("patent_space", ("first_free", "of_the_tile"), "BA-R14"),
    _ruling_option("reward_tile", ("level", "top_most"), "BA-R15"),
    _ruling_option("mahiri", ("tile_turn", "off"), "BA-R19"),
    _ruling_option("france_several", ("sum", "each"), "BA-R44"),
    _ruling_option("viktor_germany", ("no", "yes"), "BA-R46"),
    _ruling_option("income_order", ("reverse_turn_order", "turn_order"), "BR-R04"),
    _ruling_option("production_zero", ("forbidden", "allowed_as_zero"), "BR-R10"),
    _ruling_option("ability_from_contract_powerhouse", ("not_this_production", "at_once"), "BR-R11"),
    _ruling_option("national_with_other_energy", ("no", "yes"), "BR-R15"),
    _ruling_option("discarded_contracts", ("removed", "under_pile"), "BR-R19"),
    _ruling_option("building_site_2", ("four_players", "by_position"), "BR-R27"),
    _ruling_option("turn_order_tie", ("later_first", "keep_order"), "BR-R44"),
    _ruling_option("objective_zero", ("ranks", "no_vp"), "BR-R46"),
)
#: options that set-ups of earlier versions lack, with their defaults
LATER_DEFAULTS = {o.key: o.default for o in OPTIONS if o.ruling.startswith("BR-") or o.key == "books"}


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: company, level (-1 for a human), officer (-1 for none)."""

    company: int
    level: int
    officer: int

    @property
    def automa(self) -> bool:
        return self.level != HUMAN


@dataclass(frozen=True, slots=True)
class Setup:
    """A complete set-up in the form that rules use; `source` is its text form for the save."""

    source: Mapping[str, str]
    map: Map
    seats: tuple[Seat, ...]
    names: Domain
    leeghwater: bool
    order: tuple[int, ...]
    neutral: tuple[int, ...]
    headstreams: tuple[int, ...]
    bonus: tuple[int, ...]
    objective: str
    contracts: tuple[int, ...]
    national: tuple[int, ...]
    removed: Mask
    patents: tuple[int, ...]
    works: tuple[int, ...]
    buildings: tuple[int, ...]
    #: the private buildings from the top
    column: Domain
    rulings: Mapping[str, str]
    #: per seat: whether an Automa sits there, and the name of its officer (empty for none)
    automas: tuple[bool, ...]
    officers: tuple[str, ...]
    printed: Printed


def lay_out(
    options: Mapping[str, str], chance: Chance, owner: Mapping[str, str], known: Sequence[Option] = OPTIONS
) -> dict[str, str]:
    """Return a complete set-up; what the options leave open is drawn at random."""
    check_keys(options, known, prefix="value.")
    chosen = {o.key: read_choice(options, o) for o in known}
    chosen["seed"] = options.get("seed", "random")  # as given: letter case matters
    leeghwater = chosen["leeghwater"] == "yes"
    seats = _draw_companies(chosen, chance, leeghwater)
    _draw_officers(chosen, chance, leeghwater)
    lay_out_remaining(chosen, seats, chance, entered_values(options, owner))
    read_setup(chosen, known)
    return chosen


def entered_values(options: Mapping[str, str], owner: Mapping[str, str]) -> dict[str, str]:
    """Return the values printed on the owner's copy, replaced by those entered for this game."""
    return {**owner, **{k.removeprefix("value."): v for k, v in options.items() if k.startswith("value.")}}


def lay_out_remaining(chosen: dict[str, str], seats: list[str], chance: Chance, entered: Mapping[str, str]) -> None:
    """Complete `chosen` except companies and officers. `seats` are the names of humans, then Automa."""
    automas = len(_automa_keys(chosen))
    _draw_order(chosen, chance, seats, len(seats) - automas)
    lay_board(chosen, chance)
    lay_contracts(chosen, chance, len(seats))
    lay_tiles(chosen, chance, chosen["leeghwater"] == "yes")
    chosen.update({f"value.{key}": check_datum(key, value) for key, value in entered.items()})


def _automa_keys(chosen: Mapping[str, str]) -> list[str]:
    return [suffix for suffix in SUFFIXES if chosen[f"level{suffix}"] != "none"]


def _draw_companies(chosen: dict[str, str], chance: Chance, leeghwater: bool) -> list[str]:
    """Draw companies for the Automa from those that no human has chosen (BA-021); return the names of all seats. Raise
    if there are more than four players (BA-001)."""
    pool = COMPANIES.everything & ~(0 if leeghwater else 1 << NETHERLANDS)
    humans = [] if chosen["humans"] in ("none", "") else read_options(chosen["humans"], COMPANIES, "humans", among=pool)
    automas = _automa_keys(chosen)
    if not humans and chosen["unofficial"] == "no":
        raise ImpossibleError(text("error.no_human"), rule="BA-001", nearest=["humans=usa", "unofficial=yes"])
    if len(automas) > 3 and chosen["unofficial"] == "no":
        raise ImpossibleError(
            text("error.too_many_automa", got=len(automas)), rule="BA-001", nearest=["unofficial=yes"]
        )
    if len(humans) + len(automas) > 4:
        raise ImpossibleError(text("error.too_many_players", got=len(humans) + len(automas)), rule="BA-001")
    if len(humans) + len(automas) < 2:
        raise ImpossibleError(text("error.too_few_players"), rule="BR-001")
    taken = mask_of(humans)
    for suffix in automas:
        key = f"company{suffix}"
        if chosen[key] != "random":
            (one,) = read_options(chosen[key], COMPANIES, key, 1, pool)
            if taken >> one & 1:
                raise ImpossibleError(
                    text("error.company_taken", company=Word(f"company.{chosen[key]}")), rule="BA-021"
                )
            taken |= 1 << one
    for suffix in SUFFIXES:
        key = f"company{suffix}"
        if suffix not in automas:
            chosen[key] = "none"
        elif chosen[key] == "random":
            one = chance.pick_option(make_setup_draw("company", COMPANIES), pool & ~taken)
            taken |= 1 << one
            chosen[key] = COMPANIES.name_option(one)
    chosen["humans"] = " ".join(COMPANIES.name_option(h) for h in humans) or "none"
    return [*split_names(chosen["humans"].replace("none", "")), *(chosen[f"company{s}"] for s in automas)]


def officer_pool(leeghwater: bool, promos: bool) -> Mask:
    """Return the officers that an Automa may get: those with Automa rules, of the boxes in play."""
    return mask_of(
        i
        for i, o in enumerate(OFFICER_TILES)
        if o.id not in NO_AUTOMA_RULE
        and (
            o.expansion == "base" or (o.expansion == "promo" and promos) or (o.expansion == "leeghwater" and leeghwater)
        )
    )


def _draw_officers(chosen: dict[str, str], chance: Chance, leeghwater: bool) -> None:
    """Draw an officer for every very hard Automa from those left (BA-026)."""
    humans = split_names(chosen["humans"].replace("none", ""))
    held = (
        [] if chosen["human_officers"] == "none" else read_options(chosen["human_officers"], OFFICERS, "human_officers")
    )
    if len(held) > len(humans):
        raise ImpossibleError(text("error.option_count", key="human_officers", got=len(held), want=len(humans)))
    taken = mask_of(held)
    for one in held:
        if OFFICERS.names[one] in ONLY_WITH_LEEGHWATER and not leeghwater:
            held_by = Word(f"officer.{OFFICERS.names[one]}")
            raise ImpossibleError(text("error.officer_leeghwater", officer=held_by), rule="BR-130")
    for suffix in SUFFIXES:
        key = f"officer{suffix}"
        if chosen[f"level{suffix}"] != "very_hard":
            if chosen[key] != "random":
                raise ImpossibleError(
                    text("error.officer_level", officer=Word(f"officer.{chosen[key]}")), rule="BA-004"
                )
            chosen[key] = "none"
        elif chosen[key] != "random":
            name = chosen[key]
            if name in NO_AUTOMA_RULE:
                raise ImpossibleError(text("error.officer_unknown", officer=Word(f"officer.{name}")), rule="BA-147")
            if name in ONLY_WITH_LEEGHWATER and not leeghwater:
                raise ImpossibleError(text("error.officer_leeghwater", officer=Word(f"officer.{name}")), rule="BR-130")
            one = OFFICERS.names.index(name)
            if taken >> one & 1:
                raise ImpossibleError(text("error.officer_taken", officer=Word(f"officer.{name}")), rule="BA-026")
            taken |= 1 << one
    for suffix in SUFFIXES:
        if chosen[f"officer{suffix}"] == "random":
            pool = officer_pool(leeghwater, chosen["promos"] == "yes") & ~taken
            one = chance.pick_option(make_setup_draw("officer", OFFICERS), pool)
            taken |= 1 << one
            chosen[f"officer{suffix}"] = OFFICERS.name_option(one)


def _draw_order(chosen: dict[str, str], chance: Chance, seats: list[str], humans: int) -> None:
    """Draw the turn order: Automa first, then humans, each group in random order (BA-024)."""
    names = Domain("seats", seats)
    if chosen["order"] != "random":
        order = read_options(chosen["order"], names, "order", len(seats))
    else:
        automas = mask_of(range(humans, len(seats)))
        order = draw_options(chance, "order", names, len(seats) - humans, automas)
        order += draw_options(chance, "order", names, humans, mask_of(range(humans)))
    chosen["order"] = " ".join(seats[s] for s in order)


def read_setup(
    source: Mapping[str, str],
    known: Sequence[Option] = OPTIONS,
    drafting: Sequence[Seat] = (),
    names: Sequence[str] = (),
) -> Setup:
    """Return a complete set-up from its text form; raise if something is missing or contradictory. Before a draft
    (BR-013), `drafting` are the seats that take part and `names` their names in the notation."""
    keys = {option.key for option in known}
    source = {**{key: value for key, value in LATER_DEFAULTS.items() if key in keys}, **source}
    check_complete(source, known)
    check_keys(source, known, prefix="value.")
    printed = KNOWN
    for key, value in source.items():
        if key.startswith("value."):
            printed = printed.with_value(key.removeprefix("value."), value)
    for option in known:
        if option.ruling:
            read_choice(source, option)
    where = find_map(source["map"])
    seats = list(drafting) or _read_seats(source)
    called = Domain(
        "seats", names or [COMPANIES.name_option(s.company) for s in seats], words="seat" if names else "company"
    )
    leeghwater = source["leeghwater"] == "yes"
    buildings = tuple(_read_optional(source["buildings"], BUILDINGS, "buildings"))
    (objective,) = read_options(source["objective"], OBJECTIVES, "objective", 1)
    return Setup(
        source=dict(source),
        map=where,
        seats=tuple(seats),
        names=called,
        leeghwater=leeghwater,
        order=tuple(read_options(source["order"], called, "order", len(seats))),
        neutral=tuple(read_options(source["neutral"], where.dams, "neutral", len(where.neutral_sites))),
        headstreams=tuple(read_options(source["headstreams"], HEADSTREAM, "headstreams", len(where.head_basin))),
        bonus=tuple(read_options(source["bonus"], BONUS, "bonus", ROUNDS)),
        objective=OBJECTIVES.name_option(objective),
        contracts=tuple(read_options(source["contracts"], CONTRACTS, "contracts", 6)),
        national=tuple(read_options(source["national"], CONTRACTS, "national", len(seats) - 1, NATIONAL)),
        removed=mask_of(_read_optional(source["removed_tiles"], TECH, "removed_tiles")),
        patents=tuple(read_options(source["patents"], TECH, "patents", 3)),
        works=tuple(_read_optional(source["works"], WORKS, "works")),
        buildings=buildings,
        column=Domain("column", [BUILDINGS.names[b] for b in buildings], words="building"),
        rulings={o.key: source[o.key] for o in known if o.ruling},
        automas=tuple(s.automa for s in seats),
        officers=tuple(OFFICERS.names[s.officer] if s.officer >= 0 else "" for s in seats),
        printed=printed,
    )


def _read_seats(source: Mapping[str, str]) -> list[Seat]:
    """Return the seats of a set-up that names companies and officers: humans, then Automa."""
    seats = [Seat(c, HUMAN, -1) for c in _read_optional(source["humans"], COMPANIES, "humans")]
    for i, officer in enumerate(_read_optional(source["human_officers"], OFFICERS, "human_officers")):
        if i >= len(seats):
            raise ImpossibleError(text("error.option_count", key="human_officers", got=i + 1, want=len(seats)))
        seats[i] = Seat(seats[i].company, HUMAN, officer)
    for suffix in _automa_keys(source):
        (level,) = read_options(source[f"level{suffix}"], LEVELS, "level", 1)
        (company,) = read_options(source[f"company{suffix}"], COMPANIES, "company", 1)
        officer = -1
        if level == VERY_HARD:
            (officer,) = read_options(source[f"officer{suffix}"], OFFICERS, "officer", 1)
        seats.append(Seat(company, level, officer))
    if len({s.company for s in seats}) != len(seats) or not 2 <= len(seats) <= 4:
        raise ImpossibleError(text("error.seats", got=len(seats)), rule="BA-001")
    return seats


def with_drafted_seat(setup: Setup, seat: int, company: int, officer: int) -> Setup:
    """Return a copy of the set-up in which a seat has its company and perhaps an officer from the draft (BR-013,
    BA-021)."""
    seats = list(setup.seats)
    seats[seat] = replace(seats[seat], company=company, officer=officer)
    officers = tuple(OFFICERS.names[s.officer] if s.officer >= 0 else "" for s in seats)
    return replace(setup, seats=tuple(seats), officers=officers)


def _read_optional(value: str, of: Domain, key: str) -> list[int]:
    return [] if value == "none" else read_options(value, of, key)
