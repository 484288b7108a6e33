"""The reader of logged events of a DIGITAL game: events of any table, of purses, and of pending steps."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError, UnreadableError
from soloist.core.steps import Pending, read_step, read_step_event
from soloist.core.text import text
from soloist.games.terra_mystica.board.events import AMOUNTS, Gained, TownFounded
from soloist.games.terra_mystica.board.notation import parse_event as parse_board
from soloist.games.terra_mystica.board.purse import SOURCES
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import AUTOMA, SEATS, TERRAIN, TOWNS
from soloist.games.terra_mystica.player import events as player_events
from soloist.games.terra_mystica.player.events.power import ANSWERS
from soloist.games.terra_mystica.player.events.purses import TRACKS
from soloist.games.terra_mystica.player.events.version_1 import Awaits, CleanedUp, Credited
from soloist.games.terra_mystica.player.factions import ACTIONS
from soloist.games.terra_mystica.player.leech import Offer
from soloist.games.terra_mystica.player.priests import UnlockOrPriest
from soloist.games.terra_mystica.player.state import INCOME, STAGES, Gift, Position
from soloist.games.terra_mystica.player.step_registry import STEPS
from soloist.games.terra_mystica.player.turn import Turn

#: saved in the form of steps, but not on the stack of pending ones: the turn, and offers of power
_TURN: dict[str, type[Pending]] = {Turn.name: Turn}
_OFFER: dict[str, type[Pending]] = {Offer.name: Offer}


def parse(board: Position, line: str) -> Event:
    """Return the event of a line that `Event.to_line` wrote or `migrate` converted; raise `UnreadableError`
    otherwise."""
    head, _, rest = line.partition(": ")
    verb, *words = rest.split() or [""]
    reader = _READERS.get(verb)
    if reader is not None and not (verb == "town" and len(words) == 1):
        try:
            return reader(board, _seat(board, head), words)
        except (ValueError, IndexError, TypeError) as why:
            raise UnreadableError(text("error.no_verb", got=line[:60])) from why
    waiting = read_step_event(board, SEATS, STEPS, line)
    if waiting is None:
        return parse_board(board, line)
    _seat(board, head)
    return waiting


def _seat(board: Position, name: str) -> int:
    """Return the seat of this name; the table itself counts as the Automa's. Refuse a seat that does not play."""
    if name == "table":
        return AUTOMA
    seat = SEATS.names.index(name)
    if seat >= len(board.pieces):
        seats = SEATS.names[: len(board.pieces)]
        raise ImpossibleError(text("error.no_seat", got=name), rule="TMA-100", nearest=seats)
    return seat


def _number(name: str, word: str) -> int:
    """Return the number of a word `name=N`."""
    key, _, value = word.partition("=")
    if key != name:
        raise ValueError(word)
    return int(value)


def _books(board: Position, seat: int, words: list[str]) -> Event:
    amounts = {words[i]: int(words[i + 1]) for i in range(1, len(words), 2)}
    if not set(amounts) <= set(AMOUNTS):
        raise ValueError(words)
    return Gained(seat, source=SOURCES.index(words[0]), **amounts)


def _town(board: Position, seat: int, words: list[str]) -> Event:
    tile, *rest = words
    if rest != ["without", "steps"]:
        raise ValueError(words)
    return TownFounded(seat, TOWNS.names.index(tile), steps=False)


def _settles(board: Position, seat: int, words: list[str]) -> Event:
    hexes = 0
    for name in words[0].split(","):
        if name:
            hexes |= 1 << board.map.hex(name)
    return player_events.TownGrown(seat, hexes, board.map.hex(words[1]) if len(words) > 1 else NOBODY)


def _turn(board: Position, seat: int, words: list[str]) -> Turn:
    found = read_step(board, seat, _TURN, " ".join([Turn.name, *words]))
    assert isinstance(found, Turn)
    return found


def _offer(board: Position, seat: int, words: list[str]) -> Offer:
    found = read_step(board, seat, _OFFER, " ".join([Offer.name, *words]))
    assert isinstance(found, Offer)
    return found


# --------------------------------------------------------------------------------------------------- saves of version 1


def _awaits(board: Position, seat: int, words: list[str]) -> Event:
    """Read the builder's wait for answers or, in version 1, everything that is pending."""
    if words[0] == "answers":
        return player_events.GiftAwaited(seat, _number("build", words[1]))
    first, turn, *rest = " ".join(words).split(" ; ")
    stage, builds, gone = first.split()
    waits: list[Pending] = []
    offers: list[Offer] = []
    gifts: list[Gift] = []
    for part in rest:
        who, _, told = part.partition(": ")
        owner, (name, *given) = SEATS.names.index(who), told.split()
        if name == Offer.name:
            offers.append(_offer(board, owner, given))
        elif name == "gift":
            gifts.append(Gift(owner, **{key: int(n) for key, _, n in (word.partition("=") for word in given)}))
        else:
            waits.append(read_step(board, owner, STEPS, told))
    begun = _turn(board, board.to_move, [_hexes(board, word) for word in turn.split()[1:]])
    return Awaits(
        INCOME if stage == "actions" and _income(begun, waits) else STAGES.index(stage),
        _number("builds", builds),
        _seats(gone),
        begun,
        tuple(waits),
        tuple(offers),
        tuple(gifts),
    )


def _income(turn: Turn, waits: list[Pending]) -> bool:
    """Return whether the position was in the income stage, which version 1 recorded as the start of the actions."""
    return turn == turn.begun[turn.seat] and any(type(step) is UnlockOrPriest for step in waits)


def _seats(word: str) -> int:
    key, _, names = word.partition("=")
    if key != "gone":
        raise ValueError(word)
    return sum(1 << SEATS.names.index(name) for name in names.split("+") if name != "-")


def _hexes(board: Position, word: str) -> str:
    """Return `homed=#4097` with the hexes by name: version 1 numbered them, and only the map knows their names."""
    key, sign, number = word.partition("=#")
    return f"{key}={'+'.join(board.map.hexes.name_options(int(number))) or '-'}" if sign else word


_READERS: dict[str, Callable[[Position, int, list[str]], Event]] = {
    "books": _books,
    "town": _town,
    "levels": lambda board, seat, words: player_events.Levelled(seat, TRACKS[TRACKS.index(words[0])]),
    "uses": lambda board, seat, words: player_events.OwnActionUsed(seat, ACTIONS.names.index(words[0])),
    "settles": _settles,
    "unlocks": lambda board, seat, words: player_events.Unlocked(seat, TERRAIN.names.index(words[0])),
    "shifts": lambda board, seat, words: player_events.Shifted(seat, TERRAIN.names.index(words[0])),
    "turn": lambda board, seat, words: player_events.TurnNoted(_turn(board, seat, words)),
    "stage": lambda board, seat, words: player_events.StageBegun(STAGES.index(words[0])),
    "leaves": lambda board, seat, words: player_events.Left(seat),
    "offer": lambda board, seat, words: player_events.Offered(_offer(board, seat, words)),
    "answers": lambda board, seat, words: player_events.Answered(
        seat, _number("build", words[1]), ANSWERS.index(words[0])
    ),
    "awaits": _awaits,
    "closes": lambda board, seat, words: player_events.GiftClosed(seat, _number("build", words[1])),
    "credits": lambda board, seat, words: Credited(seat, SOURCES.index(words[0]), int(words[1])),
    "cleans": lambda board, seat, words: CleanedUp(),
}
