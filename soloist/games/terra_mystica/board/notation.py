"""The notation: one line per event, typed by people, stored in saves, printed in logs.

    build E5          transform E5 to swamp      upgrade E5 to temple       bridge A3 C1
    priest fire 3     cult fire +1               action act3                favor fav5         town tw2
    bonus bon4        pass bon7                  vp +5                      shipping 2

A line may begin with a seat (`human2: build E5`); without one it is the human's. `parse_event` reads exactly what
`Event.to_line` writes; `read_entered` also accepts the short forms people type and adds implied events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError, UnreadableError, find_nearest
from soloist.core.text import Domain, text
from soloist.core.user_input import read_assignment, read_whole_number, require_option, require_words
from soloist.core.verbs import Verb
from soloist.games.terra_mystica.board import events as board_events
from soloist.games.terra_mystica.board.printed import check_datum
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BONUS,
    CARDS,
    CULTS,
    FAVORS,
    GOGNOME_TOKENS,
    HUMAN,
    ICE,
    KINDS,
    ORDER_SPACES,
    POWER_ACTIONS,
    SEATS,
    TERRAIN,
    TOWNS,
    VOLCANO,
)

#: abbreviations of names that people may type
SHORT = {
    "d": "dwelling",
    "th": "trading_house",
    "tp": "trading_house",
    "trading": "trading_house",
    "te": "temple",
    "sh": "stronghold",
    "sa": "sanctuary",
    "sy": "shipyard",
    "f": "fire",
    "w": "water",
    "e": "earth",
    "a": "air",
}

FORMS: tuple[Verb, ...] = (
    Verb("build", "build HEX", "build E5", "TM-001"),
    Verb("transform", "transform HEX to TERRAIN", "transform E5 to swamp", "TM-049"),
    Verb("upgrade", "upgrade HEX to KIND", "upgrade E5 to temple", "TM-007"),
    Verb("bridge", "bridge HEX HEX", "bridge A3 C1", "TM-087"),
    Verb("priest", "priest CULT SPACE", "priest fire 3", "TM-070"),
    Verb("cult", "cult CULT +N", "cult fire +1", "TM-071"),
    Verb("action", "action ACTION", "action act3", "TM-090"),
    Verb("favor", "favor FAVOR", "favor fav5", "TM-058"),
    Verb("town", "town TOWN", "town tw2", "TM-071"),
    Verb("bonus", "bonus BONUS", "bonus bon4", "TMA-017"),
    Verb("pass", "pass BONUS", "pass bon7", "TMA-052"),
    Verb("vp", "vp +N", "vp +5", "TM-011"),
    Verb("shipping", "shipping N", "shipping 2", "TM-102"),
    Verb("carpet", "carpet N", "carpet 2", "TM-102"),
    Verb("home", "home TERRAIN", "home swamp"),
    Verb("done", "done", "done", "TMA-040"),
    Verb("achievement", "achievement TOKEN", "achievement II", "TMA-F10"),
    Verb("value", "value KEY = VALUE", "value pass_vp.score7.r4_6 = 5"),
    Verb("set_vp", "vp = N", "vp = 40", correction=True),
    Verb("set_cult", "cult CULT = N", "cult fire = 7", correction=True),
    Verb("put", "put HEX KIND", "put E5 temple", correction=True),
    Verb("remove", "remove HEX", "remove E5", correction=True),
    Verb("mark", "automa: mark HEX", "automa: mark E5", "TMA-032", correction=True),
    Verb("unmark", "automa: unmark HEX", "automa: unmark E5", "TMA-032", correction=True),
    Verb("set", "set FIELD = VALUE", "set left.automa.dwelling = 3", correction=True),
)


def list_slot_words(board: TerraMystica, slot: str) -> Sequence[str]:
    """Return the words that fit a slot of a form."""
    domain: dict[str, Sequence[str]] = {
        "HEX": board.map.hexes.name_options(board.map.land),
        "TERRAIN": TERRAIN.names[:7],
        "KIND": KINDS.names if board.setup.mots else KINDS.names[:5],
        "CULT": CULTS.names,
        "SPACE": ("3", "2", "1"),
        "ACTION": POWER_ACTIONS.names if board.setup.mots else POWER_ACTIONS.names[:6],
        "FAVOR": FAVORS.names,
        "TOWN": TOWNS.names,
        "BONUS": tuple(BONUS.names[c] for c in board.row),
        "TOKEN": GOGNOME_TOKENS.name_options(board.tokens),
        "KEY": tuple(board.printed.values),
        "FIELD": tuple(board.facts()),
    }
    return domain.get(slot, ())


# ---------------------------------------------------------------------------------------------------------- words


def _read_kind(board: TerraMystica, word: str) -> int:
    kind = require_option(KINDS, word, "error.no_kind", short=SHORT)
    if kind == len(KINDS.names) - 1 and not board.setup.mots:
        raise ImpossibleError(text("error.no_shipyard"), rule="TMA-015", nearest=KINDS.names[:5])
    return kind


def _read_terrain(word: str) -> int:
    return require_option(TERRAIN, word, "error.no_terrain", short=SHORT)


def _read_cult_track(word: str) -> int:
    return require_option(CULTS, word, "error.no_cult", short=SHORT)


def _read_action(board: TerraMystica, word: str) -> int:
    action = require_option(POWER_ACTIONS, word if not word.isdigit() else f"act{word}", "error.no_action", short=SHORT)
    if action >= 6 and not board.setup.mots:
        raise ImpossibleError(text("error.no_merchants"), rule="TMA-062", nearest=POWER_ACTIONS.names[:6])
    return action


def _read_tile(of: Domain, prefix: str, word: str, key: str) -> int:
    return require_option(of, word if not word.isdigit() else f"{prefix}{word}", key, short=SHORT)


def _require_args(words: list[str], n: int, verb: str) -> list[str]:
    return require_words(words, n, verb, FORMS)


def _without_to(words: list[str]) -> list[str]:
    return [w for w in words if w.lower() not in ("to", "into", "on", "->")]


# -------------------------------------------------------------------------------------------------- one event each

Reader = Callable[[TerraMystica, int, list[str]], Event]


def _read_transform(board: TerraMystica, seat: int, words: list[str]) -> Event:
    hex_, terrain = _require_args(_without_to(words), 2, "transform")
    return board_events.Transformed(seat, board.map.hex(hex_), _read_terrain(terrain))


def _read_upgrade(board: TerraMystica, seat: int, words: list[str]) -> Event:
    hex_, kind = _require_args(_without_to(words), 2, "upgrade")
    return board_events.Upgraded(seat, board.map.hex(hex_), _read_kind(board, kind))


def _read_put(board: TerraMystica, seat: int, words: list[str]) -> Event:
    hex_, kind = _require_args(_without_to(words), 2, "put")
    return board_events.Put(seat, board.map.hex(hex_), _read_kind(board, kind))


def _read_bridge(board: TerraMystica, seat: int, words: list[str]) -> Event:
    ends = _require_args([w for part in words for w in part.split(":") if w], 2, "bridge")
    if seat == AUTOMA:
        raise ImpossibleError(text("error.automa_bridge"), rule="TMA-002")
    return board_events.Bridged(seat, board.map.bridge(*ends))


def _cult_event(board: TerraMystica, seat: int, words: list[str]) -> Event:
    cult, steps = _require_args(words, 2, "cult")
    return board_events.CultAdvanced(seat, _read_cult_track(cult), read_whole_number(steps))


def _read_priest(board: TerraMystica, seat: int, words: list[str]) -> Event:
    cult, space = _require_args(_without_to(words), 2, "priest")
    track, number = _read_cult_track(cult), read_whole_number(space)
    if number == 1:
        return board_events.CultAdvanced(seat, track, 1)
    if number not in ORDER_SPACES:
        near = [f"priest {CULTS.names[track]} {n}" for n in (3, 2, 1)]
        raise ImpossibleError(text("error.order_space", got=number), rule="TM-070", nearest=near)
    return board_events.PriestSent(seat, track, number)


def _read_pass(board: TerraMystica, seat: int, words: list[str]) -> Event:
    if not words:
        return board_events.Passed(seat)
    (card,) = _require_args(words, 1, "pass")
    return board_events.Passed(seat, _read_tile(BONUS, "bon", card, "error.no_bonus"))


def _read_vp(board: TerraMystica, seat: int, words: list[str]) -> Event:
    (n,) = _require_args(words, 1, "vp")
    return board_events.Gained(seat, read_whole_number(n))


def _read_round(board: TerraMystica, seat: int, words: list[str]) -> Event:
    _require_args(words, 1, "round")
    return board_events.RoundEnded()


def _read_game(board: TerraMystica, seat: int, words: list[str]) -> Event:
    _require_args(words, 1, "game")
    return board_events.GameEnded()


def _read_scores(board: TerraMystica, seat: int, words: list[str]) -> Event:
    category, n = _require_args(words, 2, "scores")
    return board_events.Scored(seat, category, read_whole_number(n))


def _read_join(board: TerraMystica, seat: int, words: list[str]) -> Event:
    (card,) = _require_args(words, 1, "join")
    return board_events.Joined(
        NOBODY if card == "unseen" else require_option(CARDS, card, "error.no_card", short=SHORT)
    )


def _read_value(board: TerraMystica, seat: int, words: list[str]) -> Event:
    key, value = read_assignment(words, "value", FORMS)
    return board_events.ValueEntered(key, check_datum(key, value))


def _read_set(board: TerraMystica, seat: int, words: list[str]) -> Event:
    return board_events.Corrected(*read_assignment(words, "set", FORMS))


def _hex_event(make: Callable[[int], Event], verb: str) -> Reader:
    return lambda board, seat, words: make(board.map.hex(_require_args(words, 1, verb)[0]))


def _card_event(make: Callable[[int], Event], verb: str) -> Reader:
    return lambda board, seat, words: make(
        require_option(CARDS, _require_args(words, 1, verb)[0], "error.no_card", short=SHORT)
    )


def _bare_reader(make: Callable[[], Event], verb: str) -> Reader:
    def read_bare(board: TerraMystica, seat: int, words: list[str]) -> Event:
        _require_args(words, 0, verb)
        return make()

    return read_bare


def _read_done(board: TerraMystica, seat: int, words: list[str]) -> Event:
    _require_args(words, 0, "done")
    return board_events.TurnDone(seat)


VERBS: dict[str, Reader] = {
    "build": lambda board, seat, words: board_events.Built(seat, board.map.hex(_require_args(words, 1, "build")[0])),
    "transform": _read_transform,
    "upgrade": _read_upgrade,
    "put": _read_put,
    "remove": lambda board, seat, words: board_events.Removed(
        seat, board.map.hex(_require_args(words, 1, "remove")[0])
    ),
    "bridge": _read_bridge,
    "cult": _cult_event,
    "priest": _read_priest,
    "action": lambda board, seat, words: board_events.ActionUsed(
        seat, _read_action(board, _require_args(words, 1, "action")[0])
    ),
    "favor": lambda board, seat, words: board_events.FavorTaken(
        seat, _read_tile(FAVORS, "fav", _require_args(words, 1, "favor")[0], "error.no_favor")
    ),
    "town": lambda board, seat, words: board_events.TownFounded(
        seat, _read_tile(TOWNS, "tw", _require_args(words, 1, "town")[0], "error.no_town")
    ),
    "bonus": lambda board, seat, words: board_events.BonusTaken(
        seat, _read_tile(BONUS, "bon", _require_args(words, 1, "bonus")[0], "error.no_bonus")
    ),
    "pass": _read_pass,
    "vp": _read_vp,
    "done": _read_done,
    "achievement": lambda board, seat, words: board_events.Achieved(
        require_option(GOGNOME_TOKENS, _require_args(words, 1, "achievement")[0], "error.no_achievement", short=SHORT)
    ),
    "mark": _hex_event(board_events.Marked, "mark"),
    "unmark": _hex_event(board_events.Unmarked, "unmark"),
    "trade": _hex_event(board_events.Traded, "trade"),
    "cube": _hex_event(board_events.CubePlaced, "cube"),
    "blight": _hex_event(board_events.Blighted, "blight"),
    "value": _read_value,
    "set": _read_set,
    "draw": _card_event(board_events.Drew, "draw"),
    "reserve": _card_event(board_events.ReserveDrawn, "reserve"),
    "join": _read_join,
    "slide": _bare_reader(board_events.Slid, "slide"),
    "gather": _bare_reader(board_events.Gathered, "gather"),
    "reshuffle": _bare_reader(board_events.Reshuffled, "reshuffle"),
    "begin": _bare_reader(board_events.Begun, "begin"),
    "round": _read_round,
    "game": _read_game,
    "scores": _read_scores,
    "reminded": lambda board, seat, words: board_events.Reminded(seat, _require_args(words, 1, "reminded")[0]),
}
#: verbs of events that nobody enters: the Automa's, and the ends of rounds and of the game
HERS = ("draw", "slide", "gather", "join", "reserve", "reshuffle", "begin", "round", "game", "scores", "reminded")
#: synonyms of verbs
ALIASES = {
    "dig": "transform",
    "send": "priest",
    "power": "action",
    "block": "action",
    "favour": "favor",
    "end": "done",
    "place": "put",
    "take": "remove",
}


def _split_line(board: TerraMystica, line: str) -> tuple[int, str, list[str]]:
    """Return seat, verb and the remaining words of a line."""
    seat = HUMAN
    head, colon, rest = line.partition(":")
    if colon:
        name = head.strip().lower()
        found = SEATS.find_option(name)
        if found is not None:
            seat, line = found, rest
        elif name == "table":  # a correction belongs to no seat
            seat, line = AUTOMA, rest
        if seat >= len(board.pieces):
            raise ImpossibleError(
                text("error.no_seat", got=head.strip()), rule="TMA-100", nearest=SEATS.names[: len(board.pieces)]
            )
    words = line.split()
    if not words:
        raise UnreadableError(text("error.empty_line"), nearest=[f.example for f in FORMS[:3]])
    return seat, words[0].lower(), words[1:]


def parse_event(board: TerraMystica, line: str) -> Event:
    """Return the event of a logged line."""
    seat, verb, words = _split_line(board, line)
    reader = VERBS.get(verb)
    if reader is None:
        raise UnreadableError(text("error.no_verb", got=verb), nearest=find_nearest(verb, VERBS))
    return reader(board, seat, words)


def read_entered(board: TerraMystica, line: str) -> list[Event]:
    """Return the events of a line that a person entered, including implied ones.

    Building on foreign terrain implies its transformation. `=` sets a value instead of changing it.
    """
    seat, verb, words = _split_line(board, line)
    verb = "build" if verb == "place" and len(words) == 1 else ALIASES.get(verb, verb)
    who = SEATS.names[seat]
    if verb in ("vp", "cult") and "=" in " ".join(words):
        name, value = " ".join(words).split("=", 1)
        field = f"vp.{who}" if verb == "vp" else f"cult.{who}.{CULTS.names[_read_cult_track(name.strip() or '?')]}"
        return [board_events.Corrected(field, value.strip())]
    if verb in ("shipping", "carpet", "home"):
        (value,) = _require_args([w for w in words if w != "="], 1, verb)
        field = {"shipping": "shipping", "carpet": "jump", "home": "home"}[verb]
        if seat == AUTOMA:
            raise ImpossibleError(text("error.automa_track"), rule="TMA-030")
        return [board_events.Corrected(f"{field}.{who}", value.lower())]
    if verb in ("turn", "undo", "redo"):
        raise UnreadableError(text("error.is_command", got=verb))
    known_verbs = [f.pattern.split()[0] for f in FORMS if not f.pattern.startswith("automa:")]
    if verb not in VERBS:
        raise UnreadableError(
            text("error.no_verb", got=verb), nearest=find_nearest(verb, known_verbs) or known_verbs[:6]
        )
    if verb in HERS:
        raise ImpossibleError(text("error.hers", verb=verb), nearest=["set deck = …", "set round = …"])
    event = VERBS[verb](board, seat, words)
    if isinstance(event, board_events.Built):
        return [*_transform_first(board, seat, event.hex), event]
    return [event]


def _transform_first(board: TerraMystica, seat: int, hex_: int) -> list[Event]:
    """Return the transformation that a new dwelling needs: to home terrain, ice or volcano."""
    target = board.home[seat]
    if seat != AUTOMA:
        faction = board.setup.humans[seat - 1]
        if faction.id == "riverwalkers":  # they build on any terrain they have unlocked
            return []
        target = {"ice": ICE, "volcano": VOLCANO}.get(faction.ground, target)
    if board.terrain[target] >> hex_ & 1 or not board.map.land >> hex_ & 1:
        return []
    return [board_events.Transformed(seat, hex_, target)]
