"""Games that are over: what is kept of each, and what all of them together tell.

A play stays when its table is deleted. It is known by what happened in it, so that the same game, exported here and
imported there, is one play.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile
from typing import Annotated, Any, Literal
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from soloist.core.errors import UnreadableError
from soloist.core.rulebook import Option, Rulebook
from soloist.core.text import text
from soloist.manifest import find_game, game_ids
from soloist.session import serialize
from soloist.session.documents import MEGABYTE, Bounds, read_json
from soloist.session.result import LOST, NONE, TIED, WON, compare_points, find_outcome, list_scoring_seats
from soloist.session.storage import StoredTable
from soloist.session.table import MOST_ENTRIES, Table
from soloist.session.words import Catalogue
from soloist.web.access.idempotency import mark
from soloist.web.rendering.preferences import choose_catalogue
from soloist.web.storage.relations import StoredPlay

_log = logging.getLogger(__name__)
#: what a file of plays is called in its first line, and its version
KIND, VERSION = "soloist-plays", 1
#: so many plays one file may hold
MOST_PLAYS = 10_000
MOST_BYTES = 16 * MEGABYTE
_BOUNDS = Bounds(MOST_BYTES, 120 * MOST_PLAYS)
#: a longer time than this (in seconds) between the first and the last entry was not spent at the table
_ONE_SITTING = 12 * 60 * 60
_LAST = 20
Data = dict[str, Any]

Key = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9_]+$")]


class _StrictModel(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Score(_StrictModel):
    """A seat of a play: its name in the notation, what it is, its points."""

    seat: Key
    shape: Literal["you", "automa", "neutral"]
    vp: int = Field(ge=-10_000, le=10_000)


class Play(_StrictModel):
    """A game that is over. `options` are the levels and the sides of the humans, as they were chosen; `stand_ins` is how
    many values of the table were stand-ins for printed ones, `coached` how many turns were those of the coach."""

    uid: str = Field(pattern=r"^[0-9a-f]{64}$")
    game: Key
    mode: Literal["table", "digital"]
    options: dict[Key, Annotated[str, Field(max_length=200, pattern=r"^[a-z0-9_ ]*$")]] = Field(max_length=20)
    scores: tuple[Score, ...] = Field(min_length=1, max_length=6)
    outcome: Literal["won", "lost", "tied", "none"]
    margin: int = Field(ge=-20_000, le=20_000)
    started: float = Field(ge=0, le=2**33)
    finished: float = Field(ge=0, le=2**33)
    entries: int = Field(ge=0, le=MOST_ENTRIES)
    stand_ins: int = Field(ge=0, le=1000)
    coached: int = Field(default=0, ge=0, le=MOST_ENTRIES)

    @property
    def yours(self) -> int:
        """The points of the best human."""
        return max((score.vp for score in self.scores if score.shape == "you"), default=0)


def make_play(row: StoredTable, table: Table, coached: int = 0) -> Play:
    """The play of a table whose game is over, with so many turns of the coach."""
    seats = list_scoring_seats(table)
    outcome, margin = find_outcome(table)
    lines = [line for entry in table.entries for line in (*entry.events, *entry.followed)]
    return Play.model_validate(
        {
            "uid": mark("play", *table.writer.head_lines(), *lines),
            "game": table.game.id,
            "mode": table.mode,
            "options": {
                option.key: table.setup[option.key] for option in _list_player_options(table.rulebook, table.setup)
            },
            "scores": tuple(Score.model_validate({"seat": s.id, "shape": s.shape, "vp": s.vp}) for s in seats),
            "outcome": outcome,
            "margin": margin,
            "started": row.created,
            "finished": row.changed,
            "entries": len(table.entries),
            "stand_ins": count_stand_ins(table),
            "coached": min(coached, MOST_ENTRIES),
        }
    )


def count_stand_ins(table: Table) -> int:
    """How many values of a table are stand-ins for what is printed on the owner's copy."""
    return sum(datum.origin == "stand_in" for datum in table.game.data(table.board))


def to_stored(play: Play, table: str | None = None) -> StoredPlay:
    return StoredPlay(play.uid, table, play.game, play.finished, _write_play(play))


def _write_play(play: Play) -> str:
    """A play as JSON. Programs that know no coach read every play without one."""
    return play.model_dump_json(exclude_defaults=True)


def with_known_end(play: Play, known: StoredPlay) -> Play:
    """The same play after its end was corrected: it ended when it ended."""
    return play.model_copy(update={"uid": known.uid, "finished": known.finished})


def read_plays(rows: Sequence[StoredPlay]) -> list[tuple[StoredPlay, Play]]:
    """The stored plays of games that are there. One that is damaged hides no other: it is left out, and noted again when
    its table is opened."""
    here = game_ids()
    found = ((row, _parse_stored(row)) for row in rows if row.game in here)
    return [(row, play) for row, play in found if play is not None]


def count_damaged(rows: Sequence[StoredPlay]) -> int:
    """Return how many stored plays cannot be read, or are stored under another game than theirs."""
    found = map(_parse_stored, rows)
    return sum(play is None or play.game != row.game for row, play in zip(rows, found, strict=True))


def _parse_stored(row: StoredPlay) -> Play | None:
    try:
        return Play.model_validate_json(row.play)
    except ValidationError as why:
        _log.warning("play %s is damaged: %s", row.uid, why)
        return None


def is_intact(known: StoredPlay) -> bool:
    """Whether a stored play is one, with what stands beside it."""
    play = _parse_stored(known)
    return play is not None and _parse_stored(to_stored(with_known_end(play, known))) is not None


# ------------------------------------------------------------------------------------------------- names of what was chosen


def _option_kind(option: Option) -> str:
    """`level` of level and level2, `human` of human, human2 and humans."""
    return option.key.rstrip("0123456789").removesuffix("s")


def is_applicable(option: Option, setup: Mapping[str, str]) -> bool:
    return all(setup.get(key) in values for key, values in option.when)


def _list_player_options(book: Rulebook, setup: Mapping[str, str]) -> list[Option]:
    """The options that say who played against whom."""
    wanted = (o for o in book.options if _option_kind(o) in ("level", "human") and is_applicable(o, setup))
    return [option for option in wanted if setup.get(option.key, "none") not in ("none", "")]


def list_choice_names(play: Play, kind: str, words: Catalogue) -> list[str]:
    """The levels, or the sides of the humans, as people read them."""
    options = {option.key: option for option in find_game(play.game).rulebook(play.mode).options}
    found = []
    for key, value in play.options.items():
        if key in options and _option_kind(options[key]) == kind:
            found += [serialize.say_option_value(options[key], one, words) for one in value.split()]
    return found


# -------------------------------------------------------------------------------------------------------- what they tell


@dataclass(frozen=True, slots=True)
class Streak:
    now: int
    longest: int


def find_streak(plays: Sequence[Play]) -> Streak:
    """Wins in a row, now and at most; `plays` are the latest first. What nobody could win or lose breaks none."""
    results = [play.outcome == WON for play in plays if play.outcome != NONE]
    longest = run = 0
    for won in results:
        run = run + 1 if won else 0
        longest = max(longest, run)
    return Streak(len(list(takewhile(bool, results))), longest)


def make_statistics(plays: Sequence[tuple[StoredPlay, Play]], lang: str) -> Data:
    """All statistics of these plays, the latest first, in one language."""
    alone = [play for _, play in plays]
    decided = [play for play in alone if play.outcome != NONE]
    won = sum(play.outcome == WON for play in decided)
    runs = find_streak(alone)
    last = decided[:10]
    return {
        "plays": len(alone),
        "since": alone[-1].finished if alone else 0.0,
        "decided": len(decided),
        "won": won,
        "share": round(100 * won / len(decided)) if decided else 0,
        "streak": runs.now,
        "longest": runs.longest,
        "average": round(sum(play.margin for play in last) / len(last)) if last else 0,
        "averaged": len(last),
        "games": [
            _make_game_statistics(id, [p for p in plays if p[1].game == id], lang) for id in _list_played_games(alone)
        ],
        "last": [(play.outcome, play.margin) for play in reversed(decided[:_LAST])],
    }


def _list_played_games(plays: Sequence[Play]) -> list[str]:
    return [id for id in game_ids() if any(play.game == id for play in plays)]


def _make_game_statistics(id: str, plays: Sequence[tuple[StoredPlay, Play]], lang: str) -> Data:
    """One game: its best play, and how often each level was won; every level it has, then what was mixed."""
    game = find_game(id)
    words = choose_catalogue(lang, game)
    levels: dict[str, list[int]] = {}
    option = next((o for o in game.table.options if o.key == "level"), None)
    for value in option.choices if option else ():
        levels[serialize.say_option_value(option, value, words) if option else value] = [0, 0]
    for _, play in plays:
        if play.outcome != NONE:
            row = levels.setdefault(" + ".join(list_choice_names(play, "level", words)) or "–", [0, 0])
            row[0] += play.outcome == WON
            row[1] += 1
    best = max(plays, key=lambda it: (it[1].yours, it[1].finished))
    return {
        "id": id,
        "title": words.say(text("game.title")),
        "levels": [{"name": name, "won": won, "plays": n} for name, (won, n) in levels.items()],
        "best": serialize_play(*best, lang),
    }


def serialize_play(row: StoredPlay, play: Play, lang: str) -> Data:
    """One play as a line of a list."""
    words = choose_catalogue(lang, find_game(play.game))
    sides, levels = list_choice_names(play, "human", words), list_choice_names(play, "level", words)
    return {
        "uid": play.uid,
        "table": row.table_id,
        "game": play.game,
        "title": words.say(text("game.title")),
        "who": ", ".join([*sides, *levels]),
        "outcome": play.outcome,
        "margin": play.margin,
        "yours": play.yours,
        "points": " : ".join(str(score.vp) for score in play.scores),
        "finished": play.finished,
        "mode": play.mode,
        "coached": play.coached,
    }


# ------------------------------------------------------------------------------------------------------ files and others


def write_plays(plays: Sequence[Play]) -> str:
    """A file of plays: one in each line, so that people and programs can read it."""
    lines = ",\n".join(map(_write_play, plays))
    return f'{{"{KIND}": {VERSION}, "plays": [\n{lines}\n]}}\n'


def parse_plays(source: bytes) -> list[Play]:
    """The plays of such a file, all of them right. Raises `UnreadableError`, which says which of them is not, and why."""
    try:
        found = read_json(source, _BOUNDS)
    except ValueError as why:
        raise UnreadableError(text("error.plays_file")) from why
    if not isinstance(found, dict) or found.get(KIND) != VERSION or not isinstance(found.get("plays"), list):
        raise UnreadableError(text("error.plays_file"))
    if len(found["plays"]) > MOST_PLAYS:
        raise UnreadableError(text("error.plays_many", most=MOST_PLAYS))
    return [_parse_play(number, it) for number, it in enumerate(found["plays"], 1)]


def _parse_play(number: int, it: object) -> Play:
    try:
        play = Play.model_validate_json(json.dumps(it))
    except ValidationError as why:
        where = ".".join(str(part) for part in why.errors()[0]["loc"]) or "-"
        raise UnreadableError(text("error.plays_one", number=number, where=where)) from why
    if play.game not in game_ids():
        raise UnreadableError(text("error.plays_game", number=number, game=play.game))
    if not _is_consistent(play):
        raise UnreadableError(text("error.plays_one", number=number, where="outcome"))
    return play


def _is_consistent(play: Play) -> bool:
    """Return whether the result of a play follows from its points. With equal points a tie-breaker may have decided."""
    best = max(score.vp for score in play.scores)
    outcome, margin = compare_points(play.scores, [score.vp == best for score in play.scores])
    return margin == play.margin and (outcome == play.outcome or (outcome == TIED and play.outcome != NONE))


def _list_winners(play: Play) -> list[bool]:
    """Return for each seat of a play whether it won; of seats with equal points the tie-breaker may have chosen."""
    best = max(score.vp for score in play.scores)
    lost = {WON: ("automa", "neutral"), LOST: ("you",)}.get(play.outcome, ())
    return [play.outcome != NONE and score.vp == best and score.shape not in lost for score in play.scores]


#: where BG Stats takes a play from a link; what it reads is described in docs/players.md
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="


def make_bg_stats_link(play: Play, lang: str) -> str:
    """The link that hands a play to the app BG Stats, which shows it and asks before it keeps it."""
    words = choose_catalogue(lang, find_game(play.game))
    sides, levels = list_choice_names(play, "human", words), list_choice_names(play, "level", words)
    yours, hers = iter(sides), iter(levels)
    found: Data = {
        "sourceName": "Soloist",
        "sourcePlayId": play.uid,
        "playDate": datetime.fromtimestamp(play.finished, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": words.say(text("game.title")),
            "sourceGameId": play.game,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": words.say(text("plays.you" if score.shape == "you" else "plays.automa")),
                "sourcePlayerId": score.seat if score.shape != "you" else f"you-{number}",
                "startPlayer": False,
                "role": next(yours if score.shape == "you" else hers, ""),
                "score": score.vp,
                "winner": won,
            }
            for number, (score, won) in enumerate(zip(play.scores, _list_winners(play), strict=True))
        ],
    }
    spent = play.finished - play.started
    if 0 < spent <= _ONE_SITTING:
        found["durationMin"] = max(1, round(spent / 60))
    return BG_STATS + quote(json.dumps(found, ensure_ascii=False, separators=(",", ":")), safe="")
