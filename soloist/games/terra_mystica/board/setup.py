"""The set-up of a game: options, draws and printed values before the first move (TMA-010 … TMA-018).

A set-up is complete: everything random is drawn, and every printed value is recorded with its origin. Equal set-ups
make equal boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from soloist.core.bits import Mask, mask_of
from soloist.core.chance import Chance
from soloist.core.errors import BadInputError, ImpossibleError, UnknownError, find_nearest
from soloist.core.rulebook import Option
from soloist.core.text import Word, text
from soloist.core.user_input import check_complete, check_keys, draw_options, make_setup_draw, read_choice, read_options
from soloist.games.terra_mystica.board.map import Map, find_map, map_ids
from soloist.games.terra_mystica.board.printed import (
    Printed,
    check_entered,
    find_known,
    pass_key,
    read_value,
    write_value,
)
from soloist.games.terra_mystica.board.tables import (
    AUTOMA_FACTIONS,
    BONUS,
    CARDS,
    FACTIONS,
    FINAL_TILES,
    GOGNOME_TOKENS,
    LEVELS,
    MERCHANT_SCORING,
    PROMO_BONUS,
    PROMO_SCORING,
    ROUNDS,
    SCORING,
    SEATS,
    SPADE_TILE,
    TERRAIN,
    WHEEL,
    Faction,
)

YES_NO = ("no", "yes")
_FACTION_NAMES = tuple(FACTIONS)
#: factions that choose their home terrain: ice, volcano, variable
_WITHOUT_HOME = tuple(name for name, faction in FACTIONS.items() if faction.home is None)

#: all options; the house rulings come last
OPTIONS: tuple[Option, ...] = (
    Option("level", "automalein", LEVELS.names, rule="TMA-010", screen=2, names="level"),
    Option("map", "original", map_ids(), rule="TM-001", screen=1, names="map"),
    Option("human", "witches", _FACTION_NAMES, rule="TMA-014", screen=1, names="human"),
    Option(
        "human_home",
        "random",
        ("random", *WHEEL),
        rule="TMA-014",
        screen=1,
        names="terrain",
        when=(("human", _WITHOUT_HOME),),
    ),
    Option("human2", "none", ("none", *_FACTION_NAMES), rule="TMA-100", screen=1, names="human"),
    Option(
        "human2_home",
        "random",
        ("random", *WHEEL),
        rule="TMA-100",
        screen=1,
        names="terrain",
        when=(("human2", _WITHOUT_HOME),),
    ),
    Option(
        "faction",
        "simpletons",
        ("random", *AUTOMA_FACTIONS.names),
        rule="TMA-014",
        screen=2,
        names="faction",
        when=(("human2", ("none",)),),
    ),
    Option("home", "random", ("random", *WHEEL), rule="TMA-014", screen=2, names="terrain"),
    Option(
        "youth",
        "random",
        ("random", *WHEEL),
        rule="TMA-F08",
        screen=2,
        names="terrain",
        when=(("faction", ("symbionts",)),),
    ),
    Option("final", "none", ("none", "random", *FINAL_TILES.names), rule="TMA-091", screen=1, names="final"),
    Option("mots", "no", YES_NO, rule="TMA-020", screen=1),
    Option("promos", "no", YES_NO, rule="TMA-011", screen=1),
    Option(
        "scoring",
        "random",
        several=True,
        rule="TMA-011",
        names="scoring",
        when=(("mots", ("no",)),),
        pool=SCORING.names,
        many=ROUNDS,
    ),
    Option("bonus", "random", several=True, rule="TMA-017", names="bonus", pool=BONUS.names),
    Option(
        "tokens",
        "random",
        several=True,
        rule="TMA-F10",
        screen=2,
        when=(("faction", ("gognomes",)),),
        pool=GOGNOME_TOKENS.names,
        many=3,
    ),
    Option("chance", "app", ("app", "own"), rule="TMA-023"),
    Option("seed", "random"),
    Option("pass_values", "ask", ("ask", "stand_in"), rule="TMA-050a"),
    Option("atp", "sister", ("sister", "spade_sorted"), rule="TMA-035"),
    Option("order", "clockwise", ("clockwise", "passing"), ruling="TMA-R27", rule="TMA-R27"),
    Option("shipyard", "river", ("river", "anywhere"), ruling="TMA-070", rule="TMA-070"),
    Option("initial_card", "in_game", ("in_game", "all"), ruling="TMA-R03", rule="TMA-R03"),
    Option("round_6_bonus", "none", ("none", "take"), ruling="TMA-R09", rule="TMA-R09"),
    Option("last_priest", "always", ("always", "needs_room"), ruling="TMA-R12", rule="TMA-R12"),
    Option("wanderers", "everywhere", ("everywhere", "reaching"), ruling="TMA-R14", rule="TMA-R14"),
    Option("powermongers", "gained", ("gained", "offered"), ruling="TMA-R15", rule="TMA-R15"),
    Option("reaching", "joins", ("joins", "support"), ruling="TMA-R18", rule="TMA-R18"),
    Option("ship_icon", "exactly", ("exactly", "at_least"), ruling="TMA-R21", rule="TMA-R21"),
)
RULINGS = tuple(o for o in OPTIONS if o.ruling)

#: by round, the index of its pair of rounds
PAIR = (0, 0, 0, 1, 1, 2, 2)


@dataclass(frozen=True, slots=True)
class Setup:
    """A complete set-up in the form that rules use; `source` is its text form, for the save."""

    source: Mapping[str, str]
    map: Map
    level: str
    faction: str
    home: int
    humans: tuple[Faction, ...]
    homes: tuple[int, ...]
    youth: int
    final: str
    mots: bool
    tiles: tuple[str, ...]
    bonus: tuple[int, ...]
    tokens: Mask
    own_cards: bool
    rulings: Mapping[str, str]
    #: whether the Automa takes part; only DIGITAL games can leave her out
    automa: bool = True

    @property
    def in_game(self) -> Mask:
        """The decision cards that take part in this game (TMA-020)."""
        replaced = {"dc2": "dc2_mots", "dc4": "dc4_mots"}
        names = [n for n in CARDS if not n.endswith("_mots")]
        if self.mots:
            names = [replaced.get(n, n) for n in names] + ["dc_mots"]
        return mask_of(CARDS.find_option(n) or 0 for n in names)


def human_keys(chosen: Mapping[str, str]) -> list[str]:
    """Return the option keys of the humans that take part, in seat order."""
    return [key for key in SEATS.names[1:] if chosen.get(key, "none") != "none"]


def with_automa(chosen: Mapping[str, str]) -> bool:
    """Return whether the Automa takes part; only DIGITAL set-ups can leave her out."""
    return chosen.get("automa", "yes") == "yes"


def lay_out(
    options: Mapping[str, str], chance: Chance, owner: Mapping[str, str], listed: tuple[Option, ...] = OPTIONS
) -> dict[str, str]:
    """Return a complete set-up: draw open options and look up printed values, the owner's entries first."""
    check_keys(options, listed, prefix="value.")
    chosen = {o.key: read_choice(options, o) for o in listed}
    chosen["seed"] = options.get("seed", "random")  # unchanged, because case matters
    homes: list[str] = []
    for key in SEATS.names[1:]:
        if chosen.get(key, "none") != "none":
            homes.append(_human_home(chosen, key, homes, chance))
        elif f"{key}_home" in chosen:
            chosen[f"{key}_home"] = "none"
    _automa_options(chosen, homes, chance)
    if chosen["final"] == "random":
        chosen["final"] = FINAL_TILES.name_option(
            chance.pick_option(make_setup_draw("final", FINAL_TILES), FINAL_TILES.everything)
        )
    _draw_scoring(chosen, chance)
    _draw_bonus(chosen, chance)
    if chosen["faction"] == "gognomes":  # TMA-F10
        if chosen["tokens"] == "random":
            three = draw_options(chance, "tokens", GOGNOME_TOKENS, 3, GOGNOME_TOKENS.everything)
            chosen["tokens"] = " ".join(GOGNOME_TOKENS.name_option(t) for t in sorted(three))
        else:
            some = read_options(chosen["tokens"], GOGNOME_TOKENS, "tokens", 3)
            chosen["tokens"] = " ".join(GOGNOME_TOKENS.name_option(t) for t in sorted(some))
    else:
        chosen["tokens"] = "none"
    _note_values(chosen, options, owner)
    read_setup(chosen, listed)
    return chosen


def _human_home(chosen: dict[str, str], key: str, taken: list[str], chance: Chance) -> str:
    faction, home_key = FACTIONS[chosen[key]], f"{key}_home"
    keys = human_keys(chosen)
    for before in keys[: keys.index(key)]:
        if FACTIONS[chosen[before]].ground == faction.ground:
            raise ImpossibleError(
                text("error.same_ground", a=Word(f"human.{chosen[before]}"), b=Word(f"human.{chosen[key]}")),
                rule="TMA-014",
            )
    if faction.home is not None:
        home = WHEEL[faction.home]
        if chosen[home_key] not in ("random", home):
            raise ImpossibleError(
                text("error.home_of", faction=Word(f"human.{faction.id}"), got=chosen[home_key], want=home),
                rule="TMA-014",
                nearest=[home],
            )
    elif chosen[home_key] == "random":
        others = [FACTIONS[chosen[later]].home for later in keys[keys.index(key) + 1 :]]
        others += [WHEEL.index(h) for later in keys if later != key and (h := chosen[f"{later}_home"]) in WHEEL]
        free = [i for i, t in enumerate(WHEEL) if t not in taken and t != chosen["home"] and i not in others]
        home = TERRAIN.name_option(chance.pick_option(make_setup_draw("home", TERRAIN), mask_of(free)))
    else:
        home = chosen[home_key]
    if home in taken:
        raise ImpossibleError(text("error.home_taken", home=Word(f"terrain.{home}")), rule="TMA-014")
    chosen[home_key] = home
    return home


def _automa_options(chosen: dict[str, str], homes: list[str], chance: Chance) -> None:
    """Choose or check her faction and home terrain (TMA-014); with two humans she plays the Simpletons (TMA-100)."""
    if not with_automa(chosen):
        chosen["home"] = chosen["youth"] = "none"
        return
    giants = "giants" in [chosen[key] for key in human_keys(chosen)]
    if chosen["faction"] == "random":
        among = AUTOMA_FACTIONS.everything
        if giants:  # TMA-097
            among &= ~(1 << (AUTOMA_FACTIONS.find_option("blight") or 0))
        if len(homes) > 1:
            among = 1 << (AUTOMA_FACTIONS.find_option("simpletons") or 0)
        chosen["faction"] = AUTOMA_FACTIONS.name_option(
            chance.pick_option(make_setup_draw("faction", AUTOMA_FACTIONS), among)
        )
    if len(homes) > 1 and chosen["faction"] != "simpletons":
        raise ImpossibleError(
            text("error.two_humans_faction", got=Word(f"faction.{chosen['faction']}")),
            rule="TMA-100",
            nearest=["simpletons"],
        )
    if giants and chosen["faction"] == "blight":
        raise ImpossibleError(text("error.giants_blight"), rule="TMA-097")
    free = [t for t in WHEEL if t not in homes]
    if chosen["home"] == "random":
        chosen["home"] = TERRAIN.name_option(
            chance.pick_option(make_setup_draw("home", TERRAIN), mask_of(WHEEL.index(t) for t in free))
        )
    elif chosen["home"] not in free:
        raise ImpossibleError(
            text("error.home_taken", home=Word(f"terrain.{chosen['home']}")), rule="TMA-014", nearest=free
        )
    if chosen["faction"] != "symbionts":
        chosen["youth"] = "none"
        return
    young = [t for t in free if t != chosen["home"]]  # TMA-F08
    if chosen["youth"] == "random":
        chosen["youth"] = TERRAIN.name_option(
            chance.pick_option(make_setup_draw("youth", TERRAIN), mask_of(WHEEL.index(t) for t in young))
        )
    elif chosen["youth"] not in young:
        raise ImpossibleError(text("error.youth", got=chosen["youth"]), rule="TMA-F08", nearest=young)


def _draw_scoring(chosen: dict[str, str], chance: Chance) -> None:
    """Draw six tiles, the spade tile not in rounds 5 and 6 (TM-013, TMA-011).

    Of the Merchants' tiles only the round is known.
    """
    of = MERCHANT_SCORING if chosen["mots"] == "yes" else SCORING
    if chosen["scoring"] != "random":
        tiles = read_options(chosen["scoring"], of, "scoring", ROUNDS)
    elif of is MERCHANT_SCORING:
        tiles = list(range(ROUNDS))
    else:
        among = of.everything
        if chosen["promos"] == "no":
            among &= ~mask_of(PROMO_SCORING)
        last = draw_options(chance, "scoring", of, 2, among & ~(1 << SPADE_TILE))
        tiles = draw_options(chance, "scoring", of, ROUNDS - 2, among & ~mask_of(last)) + last
    if of is SCORING and SPADE_TILE in tiles[4:]:
        raise ImpossibleError(text("error.spade_tile"), rule="TMA-011")
    chosen["scoring"] = " ".join(of.name_option(t) for t in tiles)


def _draw_bonus(chosen: dict[str, str], chance: Chance) -> None:
    """Draw a row of three more bonus cards than players (TM-013, TMA-017)."""
    count = len(human_keys(chosen)) + with_automa(chosen) + 3
    if chosen["bonus"] != "random":
        row = read_options(chosen["bonus"], BONUS, "bonus", count)
    else:
        among = BONUS.everything
        if chosen["promos"] == "no":
            among &= ~mask_of(PROMO_BONUS)
        row = draw_options(chance, "bonus", BONUS, count, among)
    chosen["bonus"] = " ".join(BONUS.name_option(b) for b in row)


def _note_values(chosen: dict[str, str], options: Mapping[str, str], owner: Mapping[str, str]) -> None:
    """Record every printed value this game will use.

    Values entered for this game come first, then the owner's, then those of the sources.
    """
    entered = {**owner, **{k.removeprefix("value."): v for k, v in options.items() if k.startswith("value.")}}
    if not with_automa(chosen):
        return  # only the Automa's rules read them
    wanted = [f"letters.{chosen['map']}.{chosen['home']}"]
    wanted += [f"atp.{t}.{r}" for t in WHEEL for r in "ab" if _needs_atp(chosen, t)]
    for i, tile in enumerate(chosen["scoring"].split(), 1):
        wanted += [pass_key(tile, i), f"cult.{tile}"]
    wanted += [f"level.{chosen['level']}.{w}" for w in ("shipping", "x_vp")] + [f"cult_start.{chosen['faction']}"]
    for key in wanted:
        source = find_known(key)
        value, origin = source.value, source.origin
        if key.startswith("atp.") and chosen["atp"] == "spade_sorted":
            value = source.stand_in
        if origin == "missing" and source.stand_in and chosen["pass_values"] == "stand_in":
            value, origin = source.stand_in, "stand_in"
        chosen[f"value.{key}"] = write_value(value, origin)
    for key, value in entered.items():
        if key in wanted or key.startswith("card."):
            chosen[f"value.{key}"] = write_value(check_entered(key, value), "printed")
        else:
            check_entered(key, value)  # not used in this game, but it has to be valid


def _needs_atp(chosen: Mapping[str, str], terrain: str) -> bool:
    return chosen["faction"] in ("kuddlers", "mimics") or terrain in (chosen["home"], chosen["youth"])


def read_setup(source: Mapping[str, str], listed: tuple[Option, ...] = OPTIONS) -> Setup:
    """Return the set-up of a complete text form; raise when something is missing or inconsistent."""
    check_complete(source, listed)
    check_keys(source, listed, prefix="value.")
    for option in listed:
        if option.ruling or option.key in ("mots", "promos", "chance", "pass_values", "atp", "map"):
            read_choice(source, option)
    keys = human_keys(source) if source["human"] != "none" else ["human"]
    humans = [source[key] for key in keys]
    automa = with_automa(source)
    for name in humans:
        if name not in FACTIONS:
            raise UnknownError(
                text("error.option", key="human", got=name, options=_FACTION_NAMES),
                nearest=find_nearest(name, FACTIONS),
            )
    homes = [_read_terrain(source[f"{key}_home"]) for key in keys]
    home = _read_terrain(source["home"]) if automa else 0
    if automa and home in homes:
        raise ImpossibleError(text("error.home_taken", home=Word(f"terrain.{source['home']}")), rule="TMA-014")
    for key, of in (("level", LEVELS), ("faction", AUTOMA_FACTIONS)):
        if source[key] not in of:
            raise UnknownError(text("error.option", key=key, got=source[key], options=of.names), nearest=of.names)
    mots = source["mots"] == "yes"
    of = MERCHANT_SCORING if mots else SCORING
    tiles = tuple(of.name_option(t) for t in read_options(source["scoring"], of, "scoring", ROUNDS))
    if not mots and SCORING.names[SPADE_TILE] in tiles[4:]:
        raise ImpossibleError(text("error.spade_tile"), rule="TMA-011")
    if "giants" in humans and source["faction"] == "blight":
        raise ImpossibleError(text("error.giants_blight"), rule="TMA-097")
    for name, terrain in zip(humans, homes, strict=True):
        if FACTIONS[name].home not in (None, terrain):
            raise ImpossibleError(
                text("error.home_of", faction=Word(f"human.{name}"), got=WHEEL[terrain], want=FACTIONS[name].ground),
                rule="TMA-014",
            )
    final = source["final"]
    if final != "none" and final not in FINAL_TILES:
        raise UnknownError(text("error.option", key="final", got=final, options=FINAL_TILES.names))
    tokens = 0
    if source["tokens"] != "none":
        tokens = mask_of(read_options(source["tokens"], GOGNOME_TOKENS, "tokens", 3))
    return Setup(
        source=dict(source),
        map=find_map(source["map"]),
        level=source["level"],
        faction=source["faction"],
        home=home,
        humans=tuple(FACTIONS[h] for h in humans),
        homes=tuple(homes),
        youth=-1 if source["youth"] == "none" else _read_terrain(source["youth"]),
        final=final,
        mots=mots,
        tiles=tiles,
        bonus=tuple(read_options(source["bonus"], BONUS, "bonus", len(humans) + automa + 3)),
        tokens=tokens,
        own_cards=source["chance"] == "own",
        rulings={o.key: source[o.key] for o in listed if o.ruling},
        automa=automa,
    )


def _read_terrain(name: str) -> int:
    if name not in WHEEL:
        raise UnknownError(text("error.no_terrain", got=name), nearest=find_nearest(name, WHEEL) or WHEEL)
    return WHEEL.index(name)


def read_printed(setup: Setup) -> Printed:
    """Return the checked printed values of a set-up."""
    values = {}
    for key, entry in setup.source.items():
        if key.startswith("value."):
            name = key.removeprefix("value.")
            value, origin = read_value(entry)
            if not value and name.partition(".")[0] in ("letters", "level", "cult_start"):
                raise ImpossibleError(text("error.datum", key=name, got="?"))  # nobody is asked for these later
            try:
                values[name] = (check_entered(name, value) if value else "", origin)
            except BadInputError as why:
                raise ImpossibleError(text("error.datum", key=name, got=value), nearest=why.nearest) from why
    return Printed(values, setup.tiles, setup.level, letters_key(setup))


def letters_key(setup: Setup) -> str:
    """Return the key of the six hexes on the initial dwelling card in use."""
    return f"letters.{setup.map.id}.{WHEEL[setup.home]}"


def with_entered(setup: Setup, printed: Printed, key: str, value: str) -> Printed:
    """Return the printed values with one more entered by the owner."""
    values = {**printed.values, key: (check_entered(key, value), "printed")}
    return Printed(values, setup.tiles, setup.level, letters_key(setup))
