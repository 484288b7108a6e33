"""The notation of Tapestry: one line per event.

    advance military      regress science       explore 1,-1 territory_05 2       conquer 1,-1
    trapped 1,-1          landmark forge        tech ammonia                      tech ammonia top
    token 1,-1            building 1,-1         achieve topple_two                income
    vp +5                 done

A line may begin with a seat (`human2: advance military`); without one it is the human's. Hexes are named by their
coordinates as on the page: 0,0 is the middle island. Effects of a human's cards on the bots are entered as the bots'
own: `automa: advance military` (TA-R31, TA-R32).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError, UnreadableError, find_nearest
from soloist.core.text import text
from soloist.core.user_input import read_assignment, read_whole_number, require_option, require_words
from soloist.core.verbs import Verb
from soloist.games.tapestry.board import events as board_events
from soloist.games.tapestry.board.state import NOBODY, UNSEEN, Tapestry
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENTS,
    AUTOMA,
    CARDS,
    HUMAN,
    LANDMARKS,
    SEATS,
    TECH_CARDS,
    TERRITORIES,
    TRACKS,
)

TABLE = -1
SHORT = {"e": "exploration", "s": "science", "m": "military", "t": "technology"}

FORMS: tuple[Verb, ...] = (
    Verb("advance", "advance TRACK", "advance military", "TR-055"),
    Verb("regress", "regress TRACK", "regress science", "TR-063"),
    Verb("explore", "explore HEX TILE ROTATION", "explore 1,-1 territory_05 2", "TR-080"),
    Verb("conquer", "conquer HEX", "conquer 2,-1", "TR-087"),
    Verb("trapped", "trapped HEX SEAT", "trapped 1,0 automa", "TR-093"),
    Verb("landmark", "landmark LANDMARK", "landmark forge", "TR-070"),
    Verb("tech", "tech TECH", "tech ammonia", "TR-102"),
    Verb("tech_top", "tech DECK top", "tech clocks top", "TR-101"),
    Verb("token", "token HEX", "token 1,0", "TR-005"),
    Verb("building", "building HEX", "building 1,0", "TR-095"),
    Verb("achieve", "achieve ACHIEVEMENT", "achieve topple_two", "TR-130"),
    Verb("income", "income", "income", "TR-020"),
    Verb("vp", "vp +N", "vp +5"),
    Verb("done", "done", "done", "TA-015"),
    Verb("set_vp", "vp = N", "vp = 40", correction=True),
    Verb("set_track", "TRACK = N", "military = 4", correction=True),
    Verb("topple", "shadow_empire: topple HEX", "shadow_empire: topple 1,0", "TA-085", correction=True),
    Verb("set", "set FIELD = VALUE", "set tokens.1,0 = human automa/", correction=True),
)


def list_slot_words(board: Tapestry, slot: str) -> Sequence[str]:
    """Return the words that fit a slot of a form."""
    words: dict[str, Sequence[str]] = {
        "HEX": board.map.hexes.names,
        "TRACK": TRACKS.names,
        "TILE": TERRITORIES.name_options(board.tiles_left),
        "ROTATION": tuple("012345"),
        "LANDMARK": LANDMARKS.names,
        "TECH": [TECH_CARDS.names[t] for t in board.tech if t != NOBODY],
        "DECK": TECH_CARDS.name_options(board.tech_deck or board.tech_discard),
        "ACHIEVEMENT": ACHIEVEMENTS.names,
        "SEAT": [SEATS.names[s] for s in board.seats],
        "FIELD": tuple(board.facts()),
    }
    return words.get(slot, ())


def _require_args(words: list[str], n: int, verb: str) -> list[str]:
    return require_words(words, n, verb, FORMS)


Reader = Callable[[Tapestry, int, list[str]], Event]


def _read_track(words: list[str], verb: str) -> int:
    return require_option(TRACKS, _require_args(words, 1, verb)[0], "error.no_track", short=SHORT)


def _read_explore(board: Tapestry, seat: int, words: list[str]) -> Event:
    """Read `explore 1,-1`, with optional tile and rotation."""
    if not 1 <= len(words) <= 3:
        _require_args(words, 3, "explore")
    hex_, name, turned = (*words, "unseen", "0")[:3] if len(words) < 3 else words
    number = name.isascii() and name.isdigit() and len(name) < 4
    tile = f"territory_{int(name):02d}" if number else name
    found = UNSEEN if tile == "unseen" else require_option(TERRITORIES, tile, "error.no_tile")
    return board_events.Explored(
        seat, board.map.hex(hex_), found, read_whole_number(turned if len(words) != 2 else "0")
    )


def _read_conquer(board: Tapestry, seat: int, words: list[str]) -> Event:
    """Read `conquer 1,0`, or with Pillage and Plunder `conquer 1,0 untrapped`."""
    traps = words[1:] != ["untrapped"]
    return board_events.Conquered(
        seat, board.map.hex(_require_args(words if traps else words[:1], 1, "conquer")[0]), traps
    )


def _read_trapped(board: Tapestry, seat: int, words: list[str]) -> Event:
    if len(words) == 1:
        words = [*words, "automa"]
    hex_, defender = _require_args(words, 2, "trapped")
    found = require_option(SEATS, defender, "error.no_seat")
    if found not in board.seats:
        names = [SEATS.names[s] for s in board.seats]
        raise ImpossibleError(text("error.no_seat", got=defender), rule="TA-001", nearest=names)
    return board_events.Trapped(seat, board.map.hex(hex_), found)


def _read_pair(board: Tapestry, seat: int, words: list[str]) -> Event:
    left, right = _require_args(words, 2, "pair")
    return board_events.PairDrawn(
        require_option(CARDS, left, "error.no_card"), require_option(CARDS, right, "error.no_card")
    )


def _read_join(board: Tapestry, seat: int, words: list[str]) -> Event:
    (card,) = _require_args(words, 1, "join")
    return board_events.JoinedDeck(NOBODY if card == "unseen" else require_option(CARDS, card, "error.no_card"))


def _read_tech(board: Tapestry, seat: int, words: list[str]) -> Event:
    if seat == TABLE:
        place, card = _require_args(words, 2, "tech")
        return board_events.TechShown(read_whole_number(place) - 1, require_option(TECH_CARDS, card, "error.no_tech"))
    top = words[1:] == ["top"]
    (card,) = _require_args(words[:1] if top else words, 1, "tech")
    return board_events.TechTaken(seat, require_option(TECH_CARDS, card, "error.no_tech"), top)


def _read_turned(board: Tapestry, seat: int, words: list[str]) -> Event:
    return board_events.TapestryTurned(_require_args(words, 1, "turned")[0] == "trap")


def _alone_reader(make: Callable[[int], Event], verb: str) -> Reader:
    def read_alone(board: Tapestry, seat: int, words: list[str]) -> Event:
        _require_args(words, 0, verb)
        return make(seat)

    return read_alone


def _bare_reader(make: Callable[[], Event], verb: str) -> Reader:
    return _alone_reader(lambda seat: make(), verb)


def _hex_event(make: Callable[[int, int], Event], verb: str) -> Reader:
    return lambda board, seat, words: make(seat, board.map.hex(_require_args(words, 1, verb)[0]))


VERBS: dict[str, Reader] = {
    "advance": lambda board, seat, words: board_events.Advanced(seat, _read_track(words, "advance")),
    "regress": lambda board, seat, words: board_events.Regressed(seat, _read_track(words, "regress")),
    "favorite": lambda board, seat, words: board_events.FavoriteChanged(seat, _read_track(words, "favorite")),
    "explore": _read_explore,
    "conquer": _read_conquer,
    "trapped": _read_trapped,
    "topple": _hex_event(board_events.Toppled, "topple"),
    "token": _hex_event(lambda seat, hex_: board_events.Placed(seat, hex_, building=False), "token"),
    "building": _hex_event(lambda seat, hex_: board_events.Placed(seat, hex_, building=True), "building"),
    "landmark": lambda board, seat, words: board_events.LandmarkTaken(
        seat, require_option(LANDMARKS, _require_args(words, 1, "landmark")[0], "error.no_landmark")
    ),
    "tech": _read_tech,
    "achieve": lambda board, seat, words: board_events.Achieved(
        seat, require_option(ACHIEVEMENTS, _require_args(words, 1, "achieve")[0], "error.no_achievement")
    ),
    "income": _alone_reader(board_events.IncomeTaken, "income"),
    "vp": lambda board, seat, words: board_events.Gained(seat, read_whole_number(_require_args(words, 1, "vp")[0])),
    "done": _alone_reader(board_events.TurnDone, "done"),
    "set": lambda board, seat, words: board_events.Corrected(*read_assignment(words, "set", FORMS)),
    "tapestry": _bare_reader(board_events.TapestryGained, "tapestry"),
    "cover": _bare_reader(board_events.TapestryPlayed, "cover"),
    "turned": _read_turned,
}
TABLE_VERBS: dict[str, Reader] = {
    "refresh": _bare_reader(board_events.TechRefreshed, "refresh"),
    "shuffle": _bare_reader(board_events.DeckShuffled, "shuffle"),
    "add": lambda board, seat, words: board_events.ProgressAdded(
        require_option(CARDS, _require_args(words, 1, "add")[0], "error.no_card")
    ),
    "join": _read_join,
    "pair": _read_pair,
    "tech": _read_tech,
    "game": lambda board, seat, words: board_events.GameEnded(),
    "set": VERBS["set"],
}
ALIASES = {"move": "advance", "end": "done", "attack": "conquer", "take": "tech", "achievement": "achieve"}
#: verbs of events that only the bots cause
HERS = ("tapestry", "cover", "turned", "favorite")


def _split_line(board: Tapestry, line: str) -> tuple[int, str, list[str]]:
    seat = HUMAN
    head, colon, rest = line.partition(":")
    if colon:
        name = head.strip().lower()
        found = TABLE if name == "table" else SEATS.find_option(name)
        if found is None or (found != TABLE and found not in board.seats):
            names = [SEATS.names[s] for s in board.seats]
            raise ImpossibleError(
                text("error.no_seat", got=name), rule="TA-001", nearest=find_nearest(name, names) or names
            )
        seat, line = found, rest
    words = line.split()
    if not words:
        raise UnreadableError(text("error.empty_line"), nearest=[f.example for f in FORMS[:3]])
    return seat, words[0].lower(), words[1:]


def parse_event(board: Tapestry, line: str) -> Event:
    """Return the event of a logged line."""
    seat, verb, words = _split_line(board, line)
    reader = (TABLE_VERBS if seat == TABLE else VERBS).get(verb)
    if reader is None:
        raise UnreadableError(text("error.no_verb", got=verb), nearest=find_nearest(verb, VERBS))
    return reader(board, seat, words)


def read_entered(board: Tapestry, line: str) -> list[Event]:
    """Return the events of a line that a person entered; `military = 4` and `vp = 40` set a value instead of changing
    it."""
    seat, verb, words = _split_line(board, line)
    verb = ALIASES.get(verb, verb)
    if verb == "set":
        return [VERBS["set"](board, TABLE, words)]
    if seat == TABLE:
        if verb == "tech":
            return [_read_tech(board, seat, words)]
        raise ImpossibleError(text("error.hers", verb=verb), nearest=["set FIELD = VALUE"])
    who = SEATS.names[seat]
    if words[:1] == ["="] and verb in (*TRACKS.names, "vp"):
        field = f"vp.{who}" if verb == "vp" else f"space.{who}.{verb}"
        return [board_events.Corrected(field, " ".join(words[1:]) or "?")]
    if verb in ("turn", "undo", "redo"):
        raise UnreadableError(text("error.is_command", got=verb))
    known = sorted({f.pattern.split()[0] for f in FORMS if f.pattern[0].islower() and ":" not in f.pattern})
    if verb not in VERBS:
        raise UnreadableError(text("error.no_verb", got=verb), nearest=find_nearest(verb, known) or known[:6])
    if verb in HERS and seat != AUTOMA:
        raise ImpossibleError(text("error.hers", verb=verb), nearest=["set FIELD = VALUE"])
    event = VERBS[verb](board, seat, words)
    if isinstance(event, board_events.Conquered) and board.down[AUTOMA][event.hex] and not board.up[AUTOMA][event.hex]:
        return [
            board_events.Conquered(event.seat, event.hex, traps=False)
        ]  # she controls nothing there: no card is turned (TA-102)
    return [event]
