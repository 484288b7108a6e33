"""Finished games ("plays"): what is stored of each, statistics, files and links to share them.

A play outlives its table. Its id is a hash of what happened, so that a game that is exported and imported again stays
one play.
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
#: key in the first line of a file of plays, and its version
KIND, VERSION = "soloist-plays", 1
#: plays one file may hold
MOST_PLAYS = 10_000
MOST_BYTES = 16 * MEGABYTE
_BOUNDS = Bounds(MOST_BYTES, 120 * MOST_PLAYS)
#: a game that took longer than this (in seconds) was interrupted: no duration is reported
_ONE_SITTING = 12 * 60 * 60
_LAST = 20
Data = dict[str, Any]

Key = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9_]+$")]


class _StrictModel(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Score(_StrictModel):
    """A seat of a play: its id, its shape (who played it) and its points."""

    seat: Key
    shape: Literal["you", "automa", "neutral"]
    vp: int = Field(ge=-10_000, le=10_000)


class Play(_StrictModel):
    """A finished game.

    `options` are the levels and the sides of the players as chosen, `stand_ins` counts the values of the table that
    were placeholders for printed ones, `coached` the turns that came from the coach.
    """

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
        """Points of the best human player."""
        return max((score.vp for score in self.scores if score.shape == "you"), default=0)


def make_play(row: StoredTable, table: Table, coached: int = 0) -> Play:
    """Return the play of a table whose game is over; `coached` counts its turns that came from the coach."""
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
    """Return how many values of a table are placeholders for values printed on the owner's copy."""
    return sum(datum.origin == "stand_in" for datum in table.game.data(table.board))


def to_stored(play: Play, table: str | None = None) -> StoredPlay:
    """Return a play as it is stored, with the id of its table if it has one."""
    return StoredPlay(play.uid, table, play.game, play.finished, _write_play(play))


def _write_play(play: Play) -> str:
    """Return a play as JSON; zero turns of the coach are left out, for programs that know no coach."""
    return play.model_dump_json(exclude_defaults=True)


def with_known_end(play: Play, known: StoredPlay) -> Play:
    """Return a play with the id and time of the stored one: a corrected result keeps its date."""
    return play.model_copy(update={"uid": known.uid, "finished": known.finished})


def read_plays(rows: Sequence[StoredPlay]) -> list[tuple[StoredPlay, Play]]:
    """Return stored plays of installed games with their rows; damaged ones are left out and logged."""
    here = game_ids()
    found = ((row, _parse_stored(row)) for row in rows if row.game in here)
    return [(row, play) for row, play in found if play is not None]


def count_damaged(rows: Sequence[StoredPlay]) -> int:
    """Return how many stored plays are unreadable or stored under the wrong game."""
    found = map(_parse_stored, rows)
    return sum(play is None or play.game != row.game for row, play in zip(rows, found, strict=True))


def _parse_stored(row: StoredPlay) -> Play | None:
    try:
        return Play.model_validate_json(row.play)
    except ValidationError as why:
        _log.warning("play %s is damaged: %s", row.uid, why)
        return None


def is_intact(known: StoredPlay) -> bool:
    """Return whether a stored play is readable and agrees with the other columns of its row."""
    play = _parse_stored(known)
    return play is not None and _parse_stored(to_stored(with_known_end(play, known))) is not None


# ------------------------------------------------------------------------------------------------- names of what was chosen


def _option_kind(option: Option) -> str:
    """Return `level` for level and level2, `human` for human, human2 and humans."""
    return option.key.rstrip("0123456789").removesuffix("s")


def is_applicable(option: Option, setup: Mapping[str, str]) -> bool:
    """Return whether an option applies in a set-up."""
    return all(setup.get(key) in values for key, values in option.when)


def _list_player_options(book: Rulebook, setup: Mapping[str, str]) -> list[Option]:
    """Return the applicable options that say who played against whom."""
    wanted = (o for o in book.options if _option_kind(o) in ("level", "human") and is_applicable(o, setup))
    return [option for option in wanted if setup.get(option.key, "none") not in ("none", "")]


def list_choice_names(play: Play, kind: str, words: Catalogue) -> list[str]:
    """Return the names of the chosen levels (`kind` "level") or sides ("human") of a play."""
    options = {option.key: option for option in find_game(play.game).rulebook(play.mode).options}
    found = []
    for key, value in play.options.items():
        if key in options and _option_kind(options[key]) == kind:
            found += [serialize.say_option_value(options[key], one, words) for one in value.split()]
    return found


# -------------------------------------------------------------------------------------------------------- what they tell


@dataclass(frozen=True, slots=True)
class Streak:
    """Consecutive wins: the current run and the longest one."""

    now: int
    longest: int


def find_streak(plays: Sequence[Play]) -> Streak:
    """Return the streaks of plays, given latest first. Games that nobody could win or lose are skipped."""
    results = [play.outcome == WON for play in plays if play.outcome != NONE]
    longest = run = 0
    for won in results:
        run = run + 1 if won else 0
        longest = max(longest, run)
    return Streak(len(list(takewhile(bool, results))), longest)


def make_statistics(plays: Sequence[tuple[StoredPlay, Play]], lang: str) -> Data:
    """Return the statistics of plays, given latest first, as data for a page or the API."""
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
    """Return the best play of one game and how often each level was won: all levels, then combinations."""
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
    """Return one play as a row of a list, in one language."""
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
    """Return a JSON file of plays with one play per line."""
    lines = ",\n".join(map(_write_play, plays))
    return f'{{"{KIND}": {VERSION}, "plays": [\n{lines}\n]}}\n'


def parse_plays(source: bytes) -> list[Play]:
    """Return the plays of such a file. Raises `UnreadableError`, which says which play is wrong and where."""
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
    """Return whether the result of a play follows from its points. With equal points a tiebreaker may have decided."""
    best = max(score.vp for score in play.scores)
    outcome, margin = compare_points(play.scores, [score.vp == best for score in play.scores])
    return margin == play.margin and (outcome == play.outcome or (outcome == TIED and play.outcome != NONE))


def _list_winners(play: Play) -> list[bool]:
    """Return for each seat of a play whether it won; of seats with equal points a tiebreaker may have chosen."""
    best = max(score.vp for score in play.scores)
    lost = {WON: ("automa", "neutral"), LOST: ("you",)}.get(play.outcome, ())
    return [play.outcome != NONE and score.vp == best and score.shape not in lost for score in play.scores]


#: BG Stats takes a play from such a link; docs/players.md describes the fields
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="


def make_bg_stats_link(play: Play, lang: str) -> str:
    """Return the link that passes a play to the app BG Stats, which shows it and asks before storing it."""
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
