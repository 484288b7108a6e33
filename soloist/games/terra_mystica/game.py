"""The manifest of Terra Mystica: the only module the outside imports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from soloist.core.board import Event, Problem
from soloist.core.chance import Chance
from soloist.core.game import Agent, Game, Human, Imported, Seat, Stage
from soloist.core.text import Domain
from soloist.games.reading import read_rules, read_words
from soloist.games.terra_mystica.automa.deck import cultists_draw
from soloist.games.terra_mystica.automa.turn import TerraMysticaAutoma
from soloist.games.terra_mystica.board.events import Built, GameEnded, Passed, Reminded, RoundEnded, Upgraded
from soloist.games.terra_mystica.board.fields import position
from soloist.games.terra_mystica.board.laws import final_scoring
from soloist.games.terra_mystica.board.notation import FORMS, parse, read, slots
from soloist.games.terra_mystica.board.printed import check
from soloist.games.terra_mystica.board.setup import OPTIONS, lay_out
from soloist.games.terra_mystica.board.state import OVER, PLACING, PLAYING, TerraMystica, new_board
from soloist.games.terra_mystica.board.tables import AUTOMA, CULTS, PACKAGE, POWER_ACTIONS, ROUNDS, SEATS
from soloist.games.terra_mystica.human import accounts, actions, events, ledger, made_up, pending
from soloist.games.terra_mystica.human import legal as legal_moves
from soloist.games.terra_mystica.human import setup as digital
from soloist.games.terra_mystica.human.agents import AGENTS
from soloist.games.terra_mystica.human.moves import Move, parse_move
from soloist.games.terra_mystica.human.state import GAME_OVER, STAGE, Position
from soloist.games.terra_mystica.show.hands import cards, hands, prompt, totals
from soloist.games.terra_mystica.show.layout import data, layout
from soloist.games.terra_mystica.show.picture import PALETTE, picture
from soloist.games.terra_mystica.show.screen import SCREEN


def consequences(board: TerraMystica, events: Sequence[Event], chance: Chance) -> list[Event]:
    """What follows by itself: the Cultists' card (TMA-095), the Shapeshifters' power (TMA-098), the end of a round
    (TMA-053) and of the game (TMA-090)."""
    followed: list[Event] = []
    for i, event in enumerate(events):
        if isinstance(event, Built | Upgraded) and _beside_her(board, event, events[i + 1 :]):
            faction = board.setup.humans[event.seat - 1].id
            if faction == "cultists":
                followed += cultists_draw(board, chance)
            elif faction == "shapeshifters" and isinstance(event, Built):
                followed.append(Reminded(event.seat, "TMA-098"))
    passed = any(isinstance(event, Passed) for event in events)
    if passed and board.phase == PLAYING and len(board.passed) == len(board.order):
        ends: list[Event] = [RoundEnded()] if board.round < ROUNDS else [GameEnded(), *final_scoring(board)]
        for event in ends:
            event.apply(board)
        followed += ends
    return followed


def _beside_her(board: TerraMystica, event: Built | Upgraded, later: Sequence[Event]) -> bool:
    """Whether a human built or upgraded next to her; for his abilities she is another player (TMA-R01). Starting
    dwellings are placed, not built; what was told `later` does not count yet."""
    if event.seat == AUTOMA or board.phase != PLAYING:
        return False
    starting = board.setup.humans[event.seat - 1].dwellings
    standing = board.owned(event.seat).bit_count() - sum(isinstance(x, Built) and x.seat == event.seat for x in later)
    placing = isinstance(event, Built) and board.round == 1 and standing <= starting
    return not placing and bool(board.beside(1 << event.hex) & board.owned(AUTOMA))


class TerraMysticaHuman(Human):
    """The human's rules. Here, and only here, they meet the Automa: her reserve card for the Cultists (TMA-095)."""

    options = digital.OPTIONS
    agents: Mapping[str, Callable[[str], Agent]] = AGENTS

    def lay_out(self, options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
        return digital.lay_out(options, chance, owner)

    def new(self, setup: Mapping[str, str]) -> Position:
        return digital.new_position(setup)

    def legal(self, position: Position) -> list[Move]:
        return legal_moves.legal(position)

    def deciding(self, position: Position) -> str:
        return SEATS.names[pending.deciding(position)]

    def automas_turn(self, position: Position) -> bool:
        return position.turn[STAGE] != GAME_OVER and pending.deciding(position) == AUTOMA

    def act(self, position: Position, move: Move, chance: Chance) -> list[Event]:
        return actions.act(position, move, lambda board: cultists_draw(board, chance))

    def after_automa(self, position: Position, events: Sequence[Event]) -> list[Event]:
        return actions.after_automa(position, events)

    def read_move(self, position: Position, line: str) -> Move:
        return parse_move(position, line)

    def parse(self, position: Position, line: str) -> Event:
        return events.parse(position, line)

    def imported(self, source: str) -> Imported:
        return ledger.imported(source)

    def over(self, position: Position) -> bool:
        return position.turn[STAGE] == GAME_OVER

    def scores(self, position: Position) -> Mapping[str, int]:
        return {SEATS.names[seat]: position.vp[seat] for seat in position.clockwise()}

    def seat(
        self, wanted: Sequence[Seat], options: Mapping[str, str], chance: Chance
    ) -> tuple[dict[str, str], tuple[Seat, ...]]:
        return digital.seat(wanted, options, chance)

    def round(self, position: Position) -> int:
        return position.round

    def points(self, events: Sequence[Event]) -> list[tuple[str, str, int]]:
        return accounts.points(events)

    def broken(self, before: Position, event: Event, after: Position) -> list[Problem]:
        return accounts.broken(before, event, after)


_DOMAINS = {of.id: of for of in (CULTS, POWER_ACTIONS)}


def domain(board: TerraMystica, id: str) -> Domain:
    """What the bits of a decision stand for: tracks, power actions, or the hexes of this map."""
    return _DOMAINS.get(id, board.map.hexes)


GAME = Game(
    id="terra_mystica",
    stage=Stage.BETA,
    package=PACKAGE,
    quick={"pass_values": "stand_in"},
    prefixes=("TMA", "TM"),
    options=OPTIONS,
    forms=FORMS,
    automa=TerraMysticaAutoma(),
    rules=partial(read_rules, PACKAGE),
    words=partial(read_words, PACKAGE),
    lay_out=lay_out,
    new_board=new_board,
    layout=layout,
    read=read,
    parse=parse,
    consequences=consequences,
    position=position,
    hands=hands,
    cards=cards,
    totals=totals,
    prompt=prompt,
    slots=slots,
    domain=domain,
    picture=picture,
    pictured="hexes",
    palette=PALETTE,
    data=data,
    check_datum=check,
    made_up_options=made_up.options,
    made_up_move=made_up.move,
    tiebreakers=(
        "TMA-036",
        "TMA-064a",
        "TMA-064b",
        "TMA-064c",
        "TMA-071a",
        "TMA-071b",
        "TMA-080r",
        "TMA-080b",
        "TMA-080c",
        "TMA-085a",
        "TMA-F02",
        "TMA-F06",
        "TMA-F07",
        "TMA-F08",
        "TMA-F09",
    ),
    applied=("TMA-050b", "TMA-054", "TMA-081c", "TMA-083", "TMA-F04", "TMA-R15"),
    over=lambda board: board.phase == OVER,
    automas_turn=lambda board: board.phase == PLACING or board.to_move == AUTOMA,
    results=lambda board: [(board.setup.level, board.vp[AUTOMA])],
    screen=SCREEN,
    human=TerraMysticaHuman(),
)
