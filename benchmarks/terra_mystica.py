"""Terra Mystica: the Automa's half of a game, loading a finished table, copying a board."""

from __future__ import annotations

from functools import cache

from soloist.core.chance import Seeded
from soloist.core.sink import NULL_SINK, CollectingSink
from soloist.core.trace import Trace
from soloist.games.terra_mystica.board.events import Passed
from soloist.games.terra_mystica.board.state import OVER, TerraMystica
from soloist.games.terra_mystica.board.tables import HUMAN
from soloist.manifest import find_game
from soloist.session.table import Table

GAME = find_game("terra_mystica")
BOOK = GAME.table
OPTIONS = {"level": "automa", "human": "witches", "home": "lakes", "pass_values": "stand_in"}
#: pieces of the human on the map, so that distances and neighbours are not trivial
HUMAN_MOVES = (
    "bonus",
    "build C3",
    "build E9",
    "put D4 trading_house",
    "put F4 dwelling",
    "put B5 temple",
    "put G3 dwelling",
)


@cache
def start() -> TerraMystica:
    """Return a board before the Automa's first dwellings."""
    board = BOOK.create_position(BOOK.lay_out({**OPTIONS, "seed": "bench"}, Seeded("bench"), {}))
    assert isinstance(board, TerraMystica)
    for line in HUMAN_MOVES:
        words = f"bonus {BOOK.slots(board, 'BONUS')[0]}" if line == "bonus" else line
        for event in BOOK.meaning(board, words):
            event.apply(board)
    return board


def her_half(seed: int, trace: bool = False) -> int:
    """Play the Automa's turns of six rounds and return their number; the human passes at once."""
    board = start().copy()
    chance = Seeded(seed)
    turns = 0
    _turn(board, chance, trace)
    while board.phase != OVER:
        human = Passed(HUMAN, board.row[0] if board.round < 6 else -1)
        human.apply(board)
        this = board.round
        while board.round == this and board.phase != OVER:
            _turn(board, chance, trace)
            turns += 1
    return turns


def _turn(board: TerraMystica, chance: Seeded, trace: bool) -> None:
    """Play a turn as in simulations, or with a full trace."""
    if trace:
        heard = CollectingSink(NULL_SINK)
        BOOK.play_automa(board, chance, Trace(heard), heard)
    else:
        BOOK.play_automa(board, chance, None, NULL_SINK)


def her_half_traced(seed: int) -> int:
    return her_half(seed, trace=True)


@cache
def finished_save() -> str:
    """Return the save of a finished table of at least 300 events."""
    table = Table.new(GAME, {**OPTIONS, "level": "alptrauma"}, seed="bench")
    chance = Seeded("bench human")
    table.tell(f"bonus {BOOK.slots(table.board, 'BONUS')[0]}; build C3")
    events = 0
    while not table.over:
        if table.automa_due:
            events += len(table.turn().events)
        else:
            told = BOOK.random_human(chance).choose_move(table.board, ())
            events += len(table.tell("; ".join(told.lines)).events)
    while events < 300:
        table.tell("vp +0")
        events += 1
    return table.text()


def load(_: int) -> Table:
    return Table.from_text(finished_save())


def copies(_: int) -> None:
    """Copy a board a hundred times."""
    board = start()
    for _ in range(100):
        board.copy()
