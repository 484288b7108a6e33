"""The set-up of a game: mode, level, civilizations, favourite tracks, the tech display (TA-010 … TA-016)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from soloist.core.bits import Mask
from soloist.core.chance import Chance, Draw
from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import Option
from soloist.core.text import Word, text
from soloist.core.user_input import check_complete, check_keys, draw_options, make_setup_draw, read_choice, read_options
from soloist.games.tapestry.board.map import Map, find_map
from soloist.games.tapestry.board.tables import (
    CIV_OF_TRACK,
    CIVS,
    FAVORITE_OF_CIV,
    LEVEL_CHARTS,
    LEVELS,
    TECH_CARDS,
    TRACKS,
    Level,
)

YES_NO = ("no", "yes")
SCIENCE_DIE = Draw("science_die", TRACKS, text("question.science_die"), "TA-060")

#: conditions for options: only with the Automa, only with the Shadow Empire alone
_AUTOMA = ("mode", ("automa",))
_ALONE = ("mode", ("shadow_only",))

OPTIONS: tuple[Option, ...] = (
    Option("level", "2", LEVELS.names, rule="TA-132", screen=2, names="level", when=(_AUTOMA,)),
    Option("mode", "automa", ("automa", "shadow_only"), rule="TA-150", screen=1),
    Option("civilization", "random", ("random", *CIVS.names), rule="TA-011", screen=2, names="civ", when=(_AUTOMA,)),
    Option(
        "civilization2",
        "random",
        ("random", *CIVS.names),
        rule="TA-140",
        screen=2,
        names="civ",
        when=(_AUTOMA, ("level", ("6",))),
    ),
    Option("shadow_favorite", "random", ("random", *TRACKS.names), rule="TA-012", screen=2, names="track"),
    Option("first", "bots", ("bots", "human"), rule="TA-015", screen=1, when=(_AUTOMA,)),
    Option("starred_cards", "removed", ("removed", "kept"), rule="TA-016", screen=1, when=(_AUTOMA,)),
    Option("tech", "random", several=True, rule="TR-016", names="tech", pool=TECH_CARDS.names, many=3),
    Option("chance", "app", ("app", "own")),
    Option("seed", "random"),
    Option("shadow_deck", "keep", ("keep", "add_two"), ruling="TA-152", rule="TA-152", when=(_ALONE,)),
    Option("shadow_reshuffle", "own_turn", ("own_turn", "same_turn"), ruling="TA-152", rule="TA-152", when=(_ALONE,)),
    Option("shadow_reconsider", "if_needed", ("if_needed", "always"), ruling="TA-152", rule="TA-152", when=(_ALONE,)),
    Option("goal_hex", "exempt", ("exempt", "must_be_passable"), ruling="TA-R03", rule="TA-R03", when=(_AUTOMA,)),
    Option("no_path", "furthest", ("furthest", "nearest"), ruling="TA-R05", rule="TA-R05", when=(_AUTOMA,)),
    Option("regress", "benefit", ("benefit", "nothing"), ruling="TA-R09", rule="TA-R09", when=(_AUTOMA,)),
    Option("extra_vp", "in_score_vp", ("in_score_vp", "on_the_spot"), ruling="TA-R14", rule="TA-R14", when=(_AUTOMA,)),
    Option("progress_card", "each_action", ("each_action", "one"), ruling="TA-R23", rule="TA-R23", when=(_AUTOMA,)),
    Option("finished_trap", "no", ("no", "yes"), ruling="TR-R13", rule="TR-R13", when=(_AUTOMA,)),
    Option("topple_two", "history", ("history", "board"), ruling="TR-R23", rule="TR-R23"),
)
#: values of options that set-ups of earlier versions lack: the defaults
LATER = {option.key: option.default for option in OPTIONS if option.key in ("finished_trap", "topple_two")}


@dataclass(frozen=True, slots=True)
class Setup:
    """A complete set-up in the form that rules use; `source` is its text form, for the save."""

    source: Mapping[str, str]
    map: Map
    level: Level
    shadow_only: bool
    civs: tuple[int, ...]
    favorites: tuple[int, int]
    tech: tuple[int, ...]
    rulings: Mapping[str, str]


def lay_out(options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
    """Return a complete set-up: roll or draw the open options (TA-011, TA-012)."""
    check_keys(options, OPTIONS)
    chosen = {o.key: read_choice(options, o) for o in OPTIONS}
    chosen["seed"] = options.get("seed", "random")  # unchanged, because case matters
    if chosen["mode"] == "shadow_only":
        chosen["civilization"] = chosen["civilization2"] = "none"
        automa_favorite = -1
    else:
        automa_favorite = _draw_civilizations(chosen, chance)
    if chosen["shadow_favorite"] == "random":  # TA-012: roll until it differs from the Automa's
        rolled = chance.pick_option(SCIENCE_DIE, TRACKS.everything)
        while rolled == automa_favorite:
            rolled = chance.pick_option(SCIENCE_DIE, TRACKS.everything)
        chosen["shadow_favorite"] = TRACKS.name_option(rolled)
    elif chosen["shadow_favorite"] == (TRACKS.names[automa_favorite] if automa_favorite >= 0 else ""):
        track = Word(f"track.{chosen['shadow_favorite']}")
        raise ImpossibleError(text("error.same_favorite", track=track), rule="TA-012")
    if chosen["tech"] == "random":
        chosen["tech"] = " ".join(
            TECH_CARDS.name_option(t) for t in draw_options(chance, "tech", TECH_CARDS, 3, TECH_CARDS.everything)
        )
    read_setup(chosen)
    return chosen


def _draw_civilizations(chosen: dict[str, str], chance: Chance) -> int:
    """Choose the civilization by a roll, on level 6 a second one, and return the favourite track (TA-011, TA-014,
    TA-140, TA-R40)."""
    if chosen["civilization"] == "random":
        chosen["civilization"] = CIVS.name_option(CIV_OF_TRACK[chance.pick_option(SCIENCE_DIE, TRACKS.everything)])
    first = CIVS.names.index(chosen["civilization"])
    if LEVEL_CHARTS[int(chosen["level"]) - 1].civilizations < 2:
        if chosen["civilization2"] != "random":
            raise ImpossibleError(text("error.one_civilization", level=chosen["level"]), rule="TA-014")
        chosen["civilization2"] = "none"
    elif chosen["civilization2"] == "random":
        among: Mask = CIVS.everything & ~(1 << first)
        chosen["civilization2"] = CIVS.name_option(chance.pick_option(make_setup_draw("civilization2", CIVS), among))
    elif chosen["civilization2"] == chosen["civilization"]:
        others = [c for c in CIVS.names if c != chosen["civilization"]]
        civ = Word(f"civ.{chosen['civilization']}")
        raise ImpossibleError(text("error.same_civilization", civ=civ), rule="TA-140", nearest=others)
    return FAVORITE_OF_CIV[first]


def read_setup(source: Mapping[str, str]) -> Setup:
    """Return the set-up of a complete text form."""
    source = {**LATER, **source}
    check_complete(source, OPTIONS)
    check_keys(source, OPTIONS)
    for option in OPTIONS:
        if option.ruling or option.key in ("level", "mode"):
            read_choice(source, option)
    civs = [
        c
        for key in ("civilization", "civilization2")
        if source[key] != "none"
        for c in read_options(source[key], CIVS, key, 1)
    ]
    if len(set(civs)) != len(civs):
        raise ImpossibleError(text("error.same_civilization", civ=Word(f"civ.{source['civilization']}")), rule="TA-140")
    (shadow,) = read_options(source["shadow_favorite"], TRACKS, "shadow_favorite", 1)
    return Setup(
        source=dict(source),
        map=find_map("small"),  # the Automa game is set up for 3 players (TA-010, TR-013)
        level=LEVEL_CHARTS[int(source["level"]) - 1],
        shadow_only=source["mode"] == "shadow_only",
        civs=tuple(civs),
        favorites=(FAVORITE_OF_CIV[civs[0]] if civs else -1, shadow),
        tech=tuple(read_options(source["tech"], TECH_CARDS, "tech", 3)),
        rulings={o.key: source[o.key] for o in OPTIONS if o.ruling},
    )
