"""The printed components of Tapestry that the bots' rules use, read from `data/` and numbered as printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from soloist.core.text import Domain, Text, Word, text
from soloist.games.packaged_data import read_entries, read_toml

PACKAGE = "soloist.games.tapestry"


_data = partial(read_entries, PACKAGE)


# ---------------------------------------------------------------------------------------------------------------- seats

AUTOMA, SHADOW, HUMAN, HUMAN2 = range(4)
SEATS = Domain("seats", ["automa", "shadow_empire", "human", "human2"], words="seat")
BOTS = (AUTOMA, SHADOW)
OUTPOSTS = 10
INCOME_TURNS = 5
YES_NO = Domain("yes_no", ["no", "yes"], words="yes_no")
#: limits of entered values; more outposts than there are may be entered, within reason
LEAST_SUPPLY, MOST_VP, MOST_BESIDE, MOST_COVERED, MOST_TOPPLED = -9, 999, 37, 4, 40
#: four kinds, eight of each
MOST_RESOURCES = 32

# --------------------------------------------------------------------------------------------------------------- tracks

TRACKS = Domain("tracks", ["exploration", "science", "military", "technology"], words="track")
EXPLORATION, SCIENCE, MILITARY, TECHNOLOGY = range(4)
LAST = 12
LANDMARK_SPACES = (4, 7, 10)
_LANDMARKS = {
    (TRACKS.names.index(s["track"]), s["n"]): s["landmark"]
    for s in _data("automa_track_benefits", "spaces")
    if "landmark" in s
}
#: the twelve landmarks of the tracks, by track and space
LANDMARKS = Domain("landmarks", [_LANDMARKS[t, n] for t in range(4) for n in LANDMARK_SPACES], words="landmark")


def landmark_at(track: int, space: int) -> int | None:
    """Return the landmark of a track space, None if it has none."""
    return 3 * track + LANDMARK_SPACES.index(space) if space in LANDMARK_SPACES else None


#: the Automa's benefits by track and space, in printed order, each once (TA-061, TA-062, TA-R10,
#: TA-R11)
BENEFITS: dict[tuple[int, int], tuple[str, ...]] = {
    (TRACKS.names.index(s["track"]), s["n"]): tuple(s["gains"]) for s in _data("automa_track_benefits", "spaces")
}

#: in `POINTS_FOR`, stands for the territories the player controls
TERRITORY_CONTROLLED = -1


def _points_for(benefit: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
    """Return what the benefit of a space scores 1 VP each for: tracks, or the territories controlled."""
    found: list[int] = []
    for part in benefit:
        for choice in part.get("all", ()):
            found += _points_for(choice)
        counted, _, track = part.get("vp_per", "").partition(":")
        if counted == "territory_controlled":
            found.append(TERRITORY_CONTROLLED)
        elif counted == "track_space":
            found.append(TRACKS.names.index(track))
    return tuple(found)


#: by track and space, what a player who gains the benefit scores 1 VP each for
POINTS_FOR: dict[tuple[int, int], tuple[int, ...]] = {
    (TRACKS.names.index(s["track"]), s["n"]): counted
    for s in _data("tracks", "space")
    if (counted := _points_for(s["benefit"]))
}

# ------------------------------------------------------------------------------------------------------- decision cards


@dataclass(frozen=True, slots=True)
class Card:
    """A decision card: the track part (indicators, income icon) and the tiebreaker part (tracks, pattern, toppled
    icon).

    In `order`, 4 stands for the bot's own favourite track.
    """

    id: int
    circle: bool
    automa: str
    shadow: str
    order: tuple[int, ...]
    income: bool
    toppled: bool
    pattern: str

    def indicator(self, bot: int) -> str:
        """Return the indicator of a bot, which chooses its track (TA-051)."""
        return self.automa if bot == AUTOMA else self.shadow


FAVORITE = 4
_NAMES = (*TRACKS.names, "favorite")
DECISION_CARDS = tuple(
    Card(
        id=c["id"],
        circle=c["shape"] == "circle",
        automa=c["automa_indicator"],
        shadow=c["shadow_indicator"],
        order=tuple(_NAMES.index(t) for t in c["track_tiebreaker"]),
        income=c["income"],
        toppled=c["toppled_outpost"],
        pattern=c["hex_tiebreaker"],
    )
    for c in _data("decision_cards", "cards")
)
CARDS = Domain("decision_cards", [str(c.id) for c in DECISION_CARDS])
#: by pattern, the hex names in the order in which they are tried (TA-100)
PATTERNS: dict[str, tuple[str, ...]] = {
    p["id"]: tuple(h for row in p["rows"] for h in row) for p in _data("decision_cards", "hex_tiebreakers")
}
#: cards 1 to 12: the deck of the game with two humans and the Shadow Empire (TA-151)
SHADOW_CARDS = (1 << 12) - 1

# --------------------------------------------------------------------------------------------------------------- levels


@dataclass(frozen=True, slots=True)
class ChartEntry:
    """One entry of an income chart: its event, and the income turns it belongs to. Charts are read column by column
    (TA-R19)."""

    event: str
    turns: tuple[int, ...]
    n: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """A level (TA-132): its chart in reading order, the multipliers of the mat, the extras of income turn 1."""

    number: int
    chart: tuple[ChartEntry, ...]
    civilizations: int
    human_advances: bool
    bot_advances: tuple[int, ...]
    landmarks_territories: tuple[int, ...]
    military_science: tuple[int, ...]
    technology_exploration: tuple[int, ...]
    first_in_era: tuple[int, ...]


def _read_level(entry: dict[str, Any]) -> Level:
    mat = next(m for m in _data("automa_levels", "mats") if m["id"] == entry["mat"])
    return Level(
        number=entry["level"],
        chart=tuple(ChartEntry(c["event"], tuple(c["turns"]), c.get("n", 0)) for c in entry["chart"]),
        civilizations=entry["civilizations"],
        human_advances=bool(entry["income_turn_1_human"]),
        bot_advances=tuple(_NAMES.index(t) for t in entry["income_turn_1_bots"]),
        landmarks_territories=tuple(mat["landmarks_territories"]),
        military_science=tuple(mat["military_science"]),
        technology_exploration=tuple(mat["technology_exploration"]),
        first_in_era=tuple(mat["first_in_era"]),
    )


LEVEL_CHARTS = tuple(_read_level(e) for e in _data("automa_levels", "levels"))
LEVELS = Domain("levels", [str(x.number) for x in LEVEL_CHARTS], words="level")
CIVS = Domain("civilizations", [c["id"] for c in _data("automa_civs", "civs")], words="civ")
#: the civilization that a roll of the science die selects, and its favourite track
CIV_OF_TRACK = tuple(
    next(i for i, c in enumerate(_data("automa_civs", "civs")) if c["roll"] == t) for t in TRACKS.names
)
FAVORITE_OF_CIV = tuple(TRACKS.names.index(c["favorite"]) for c in _data("automa_civs", "civs"))

# ------------------------------------------------------------------------------------------------------- achievements

ACHIEVEMENTS = Domain("achievements", [a["id"] for a in _data("achievements", "achievement")], words="achievement")
COMPLETE_TRACK, TOPPLE_TWO, MIDDLE_ISLAND = range(3)
#: small board: first 10, then 5; large board as printed
ACHIEVEMENT_VP = {
    "small": tuple(tuple(a["vp_small"]) for a in _data("achievements", "achievement")),
    "large": tuple(tuple(a["vp_large"]) for a in _data("achievements", "achievement")),
}

# -------------------------------------------------------------------------------------------------- tiles, cards, decks

TERRITORY_TILES: dict[str, dict[str, Any]] = {t["id"]: t for t in _data("territory_tiles", "territory")}


@cache
def tile_text(id: str) -> Text:
    """Return the text by which players find a territory tile.

    Tiles have no number, but no two share both the number of corners of each terrain and the benefit.
    """
    tile = TERRITORY_TILES[id]
    corners = [terrain for terrain in tile["corners"] if terrain != "sea"]
    land = [text("tile.corners", n=corners.count(t), terrain=Word(f"terrain.{t}")) for t in dict.fromkeys(corners)]
    land += [text("tile.islet", terrain=Word(f"terrain.{t}")) for t in tile["land"] if t not in corners]
    return text("tile.name", id=id, land=tuple(land), benefit=say_gifts(tile["benefit"]))


def say_gifts(effects: Sequence[Mapping[str, Any]]) -> tuple[Text, ...]:
    """Return the gains of a tile or card in words."""
    return tuple(_say_gift(e) for e in effects)


def _say_gift(effect: Mapping[str, Any]) -> Text:
    n = effect.get("n", 1)
    if "choose" in effect:
        return text("gift.choose", gifts=tuple(text("gift.all", gifts=say_gifts(some)) for some in effect["choose"]))
    if "regress" in effect:
        return text("gift.regress", tracks=tuple(Word(f"track.{t}") for t in effect["regress"]))
    if "advance" in effect:
        return text("gift.advance", track=Word(f"track.{effect['advance']}"))
    if "vp" in effect:
        return text("gift.vp.many", n=effect["vp"])
    if "vp_per" in effect:
        what, _, track = effect["vp_per"].partition(":")
        return text("gift.vp_per", n=n, what=Word(f"per.{f'space_{track}' if track else what}"))
    if "do" in effect:
        return text(f"gift.{effect['do']}")
    if effect["gain"] == "landmark":
        return text("gift.landmark", landmark=Word(f"landmark.{effect['id']}"))
    return text(f"gift.{effect['gain']}.{'one' if n == 1 else 'many'}", n=n)


TERRITORIES = Domain("territories", list(TERRITORY_TILES), texts=tile_text)
CORNERS = tuple(tuple(t["corners"]) for t in TERRITORY_TILES.values())
TECH: dict[str, dict[str, Any]] = {t["id"]: t for t in read_toml(PACKAGE, "data/tech_cards.toml")["tech"]}
TECH_CARDS = Domain("tech_cards", list(TECH), words="tech")
REMOVED = read_toml(PACKAGE, "data/setup.toml")["solo_removed"]
