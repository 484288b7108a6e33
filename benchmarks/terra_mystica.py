"""Terra Mystica: her half of a game, loading a finished table, copying a board."""

from __future__ import annotations

from functools import cache

from soloist.core.chance import Seeded
from soloist.core.game import find_game
from soloist.core.trace import Trace
from soloist.games.terra_mystica.board.events import Passed
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, HUMAN
from soloist.modes.table import Table

GAME = find_game("terra_mystica")
OPTIONS = {"level": "automa", "human": "witches", "home": "lakes", "pass_values": "stand_in"}
#: what the human has on the map while she plays, so that her distances and neighbours mean something
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
    """A board before her first dwellings."""
    board = GAME.new_board(GAME.lay_out({**OPTIONS, "seed": "bench"}, Seeded("bench"), {}))
    assert isinstance(board, TerraMystica)
    for line in HUMAN_MOVES:
        words = f"bonus {GAME.slots(board, 'BONUS')[0]}" if line == "bonus" else line
        for event in GAME.read(board, words):
            event.apply(board)
    return board


def her_half(seed: int, trace: bool = False) -> int:
    """All her turns of six rounds, deck included; the human passes at once. The number of turns."""
    board = start().copy()
    chance = Seeded(seed)
    turns = 0
    sink = Trace() if trace else None
    GAME.automa.turn(board, chance, sink)
    while not GAME.over(board):
        human = Passed(HUMAN, board.row[0] if board.round < 6 else -1)
        human.apply(board)
        while AUTOMA not in board.passed:
            events = GAME.automa.turn(board, chance, Trace() if trace else None)
            turns += 1
        GAME.consequences(board, events, chance)
    return turns


def her_half_traced(seed: int) -> int:
    return her_half(seed, trace=True)


@cache
def finished_save() -> str:
    """A finished table of 300 events or a little more, as a save."""
    table = Table.new(GAME, {**OPTIONS, "level": "alptrauma"}, seed="bench")
    chance = Seeded("bench human")
    table.tell(f"bonus {GAME.slots(table.board, 'BONUS')[0]}; build C3")
    events = 0
    while not GAME.over(table.board):
        if GAME.automas_turn(table.board):
            events += len(table.turn().events)
        else:
            told = GAME.made_up_move(table.board.copy(), chance)
            shown = table.board.copy()
            lines = []
            for event in told:
                lines.append(event.notation(shown))
                event.apply(shown)
            events += len(table.tell("; ".join(lines)).events)
    while events < 300:
        table.tell("vp +0")
        events += 1
    return table.text()


def load(_: int) -> Table:
    return Table.from_text(finished_save())


def copies(_: int) -> None:
    """A hundred copies of a board."""
    board = start()
    for _ in range(100):
        board.copy()
