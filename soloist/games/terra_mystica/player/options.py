"""The set-up of a DIGITAL game: the options of TABLE mode, more seats, and the options that only the humans' rules
need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from soloist.core.bits import mask_of
from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import Option, Player
from soloist.core.text import Domain, Word, text
from soloist.core.user_input import check_keys, make_setup_draw, read_choice
from soloist.games.terra_mystica.board.printed import Printed, automa_factions
from soloist.games.terra_mystica.board.setup import OPTIONS as TABLE_OPTIONS
from soloist.games.terra_mystica.board.setup import YES_NO, human_keys, read_printed, read_setup, with_automa
from soloist.games.terra_mystica.board.setup import lay_out as lay_out_table
from soloist.games.terra_mystica.board.tables import AUTOMA, FACTIONS, LEVELS, MOST_HUMANS, SEATS, WHEEL
from soloist.games.terra_mystica.player.setup_steps import list_setup_steps
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.turn import Turn

#: the Automa factions with fully known cards; the others need values from the physical box
KNOWN_AUTOMA = tuple(faction.id for faction in automa_factions() if faction.fully_known)

#: choices of options that offer less than in TABLE mode; other choices are refused with the reason
_OFFERED: dict[str, tuple[str, ...]] = {
    "pass_values": ("stand_in",),
    "powermongers": ("offered",),
    "mots": ("no",),
    "chance": ("app",),
    "faction": ("random", *KNOWN_AUTOMA),
}
#: options about the Automa, asked only when she takes part
_HERS = ("level", "faction", "home", "youth", "tokens", "pass_values", "atp")
#: factions that choose their home terrain
_WITHOUT_HOME = tuple(name for name, faction in FACTIONS.items() if faction.home is None)


def _shown(option: Option) -> Option:
    """Return an option of TABLE mode as a DIGITAL game offers it."""
    offered = _OFFERED.get(option.key, ())
    if offered:
        default = option.default if option.default in offered else offered[0]
        option = replace(option, offered=offered, default=default)
    hers = option.key in _HERS or (option.ruling and option.key != "order")
    return replace(option, when=(("automa", ("yes",)), *option.when)) if hers else option


OPTIONS: tuple[Option, ...] = (
    Option("automa", "yes", YES_NO, rule="TM-013", screen=2),
    *(_shown(o) for o in TABLE_OPTIONS),
    *(
        option
        for before, seat in pairwise(SEATS.names[2:])
        for option in (
            Option(
                seat,
                "none",
                ("none", *FACTIONS),
                rule="TM-014",
                screen=1,
                names="human",
                when=((before, tuple(FACTIONS)),),
            ),
            Option(
                f"{seat}_home",
                "random",
                ("random", *WHEEL),
                rule="TM-014",
                screen=1,
                names="terrain",
                when=((seat, _WITHOUT_HOME),),
            ),
        )
    ),
    Option("fire_and_ice", "yes", YES_NO, rule="TM-140"),
    Option("mini_expansion", "no", YES_NO, rule="TM-081"),
    Option("starting_vp", "20", ("20", "revised_2017"), rule="TM-014"),
    Option("site", "no", YES_NO),
    Option(
        "halfling_spades",
        "free_only",
        ("free_only", "added"),
        ruling="TM-R01",
        rule="TM-R01",
        earlier="added",
    ),
)
#: values of options that set-ups of earlier versions lack
LATER = {option.key: option.value_if_unnamed for option in OPTIONS if option.key == "halfling_spades"}


def lay_out(options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
    """Return a complete set-up of a DIGITAL game; refuse options that need the physical box."""
    check_keys(options, OPTIONS, prefix="value.")
    chosen = {o.key: read_choice(options, o) for o in OPTIONS}
    _check(chosen)
    given = dict(options)
    if with_automa(chosen) and chosen["faction"] == "random":
        humans = len(human_keys(chosen))
        of = Domain("automa_factions", list(KNOWN_AUTOMA[:1] if humans > 1 else KNOWN_AUTOMA), words="faction")
        given["faction"] = of.name_option(chance.pick_option(make_setup_draw("faction", of), of.everything))
    return lay_out_table(given, chance, owner, OPTIONS)


def _check(chosen: Mapping[str, str]) -> None:
    humans = human_keys(chosen)
    players = len(humans) + with_automa(chosen)
    if not 2 <= players <= MOST_HUMANS or "human" not in humans:
        raise ImpossibleError(text("error.players", got=players), rule="TM-013")
    gap = [key for key in SEATS.names[1 : len(humans) + 1] if key not in humans]
    if gap:
        raise ImpossibleError(text("error.seat_gap", seat=gap[0]), rule="TM-014")
    for key in humans:
        if chosen["fire_and_ice"] == "no" and FACTIONS[chosen[key]].expansion != "base":
            raise ImpossibleError(text("error.needs_fire_and_ice", faction=Word(f"human.{chosen[key]}")), rule="TM-140")
    if chosen["mots"] == "yes":
        raise ImpossibleError(text("error.mots_table_only"))
    if with_automa(chosen):
        if chosen["faction"] not in ("random", *KNOWN_AUTOMA):
            raise ImpossibleError(
                text("error.automa_unknown", faction=Word(f"faction.{chosen['faction']}")), nearest=KNOWN_AUTOMA
            )
        if chosen["pass_values"] == "ask" or chosen["chance"] == "own" or chosen["powermongers"] == "gained":
            raise ImpossibleError(text("error.digital_asks"))


@cache
def _not_needed(tiles: tuple[str, ...], level: str, map_id: str) -> Printed:
    """Return the printed values of a game without the Automa, which reads none of them."""
    return Printed({}, tiles, level, f"letters.{map_id}.{WHEEL[0]}")


_HUMANS = Domain("human_factions", list(FACTIONS), words="human")
_KNOWN = Domain("automa_factions", list(KNOWN_AUTOMA), words="faction")


def seat(
    wanted: Sequence[Player], options: Mapping[str, str], chance: Chance
) -> tuple[dict[str, str], tuple[Player, ...]]:
    """Return the options and the seats for these players; draw open levels and factions from those that fit the
    others."""
    by_key = {o.key: o for o in OPTIONS}
    names = iter(SEATS.names[1:])
    humans = sum(s.who != SEATS.names[AUTOMA] for s in wanted)
    if not 2 <= len(wanted) <= MOST_HUMANS or not humans:
        raise ImpossibleError(text("error.players", got=len(wanted)), rule="TM-013")
    if len(wanted) - humans > 1:
        raise ImpossibleError(text("simulate.automa_twice"))
    made = {"automa": "no" if humans == len(wanted) else "yes"}
    seats = []
    for s in wanted:
        if s.who == SEATS.names[AUTOMA]:
            level = s.level or LEVELS.name_option(
                chance.pick_option(make_setup_draw("level", LEVELS), LEVELS.everything)
            )
            among = _KNOWN.everything if humans == 1 else 1  # TMA-100: the Simpletons
            faction = s.faction or _KNOWN.name_option(chance.pick_option(make_setup_draw("faction", _KNOWN), among))
            made |= {"level": level, "faction": faction}
            level, faction = read_choice(made, by_key["level"]), read_choice(made, by_key["faction"])
            seats.append(replace(s, level=level, faction=faction, name=SEATS.names[AUTOMA]))
        else:
            key = next(names)
            if s.faction:
                made[key] = s.faction
                made[key] = read_choice(made, by_key[key])
            seats.append(replace(s, name=key))
    for i, s in enumerate(seats):
        if s.name != SEATS.names[AUTOMA]:
            faction = made.get(s.name) or _draw_human(s.name, made, options, chance)
            made[s.name] = faction
            seats[i] = replace(s, faction=faction)
    return made, tuple(seats)


def _draw_human(key: str, made: Mapping[str, str], options: Mapping[str, str], chance: Chance) -> str:
    """Draw a faction that the options allow and whose terrain is still free."""
    taken = {FACTIONS[made[other]].ground for other in SEATS.names[1:] if other in made}
    homes = {options.get(f"{other}_home", "random") for other in SEATS.names[1:] if other != key}
    homes.add(options.get("home", "random"))
    own = options.get(f"{key}_home", "random")
    fits = mask_of(
        i
        for i, faction in enumerate(FACTIONS.values())
        if faction.ground not in taken | homes
        and (faction.expansion == "base" or options.get("fire_and_ice", "yes") == "yes")
        and (own == "random" or faction.ground == own or faction.home is None)
    )
    if not fits:
        raise ImpossibleError(text("simulate.no_faction", seat=key), rule="TMA-014")
    return _HUMANS.name_option(chance.pick_option(make_setup_draw("human", _HUMANS), fits))


def new_position(source: Mapping[str, str]) -> Position:
    """Return the position of a complete set-up, with the decisions of the set-up pending."""
    setup = read_setup(LATER | dict(source), OPTIONS)
    printed = read_printed(setup) if setup.automa else _not_needed(setup.tiles, setup.level, setup.map.id)
    return Position(setup, printed, Turn.begun, list_setup_steps(setup)[::-1])
