"""The manifest of Tapestry: the only module the outside imports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.game import Game, Stage
from soloist.core.text import Domain, text
from soloist.games.reading import read_rules, read_words
from soloist.games.tapestry.automa.benefits import TECH
from soloist.games.tapestry.automa.conquer import YES_NO
from soloist.games.tapestry.automa.turn import TapestryAutoma
from soloist.games.tapestry.board import events as e
from soloist.games.tapestry.board.fields import position
from soloist.games.tapestry.board.notation import FORMS, parse, read, slots
from soloist.games.tapestry.board.setup import OPTIONS, lay_out
from soloist.games.tapestry.board.state import NOBODY, OVER, Tapestry, new_board
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    COMPLETE_TRACK,
    HUMAN,
    INCOME_TURNS,
    LAST,
    MIDDLE_ISLAND,
    PACKAGE,
    SHADOW,
    TOPPLE_TWO,
    TRACKS,
)
from soloist.games.tapestry.human import made_up
from soloist.games.tapestry.show.hands import cards, hands, prompt, totals
from soloist.games.tapestry.show.layout import check_datum, data, layout
from soloist.games.tapestry.show.picture import PALETTE, picture
from soloist.games.tapestry.show.screen import SCREEN

HER_TRAP = Draw("her_trap", YES_NO, text("question.her_trap"), "TA-102", asked=True)


def consequences(board: Tapestry, events: Sequence[Event], chance: Chance) -> list[Event]:
    """What follows by itself: her traps (TA-102), achievements of the humans (TR-130), new tech cards, the end (TA-128)."""
    followed: list[Event] = []

    def do(event: Event) -> None:
        event.apply(board)
        followed.append(event)

    for event in events:
        if isinstance(event, e.Conquered) and event.seat >= HUMAN and event.traps and board.down[AUTOMA][event.hex]:
            _her_traps(board, event, chance, do)
    for seat in board.seats:
        _achievements(board, seat, (*events, *followed), do)
    if any(isinstance(x, e.TechTaken) for x in events):
        for place, card in enumerate(board.tech):
            among = board.tech_deck or board.tech_discard
            if card == NOBODY and among:
                do(e.TechShown(place, chance.pick(TECH, among)))
    if board.phase != OVER and _everybody_finished(board) and any(isinstance(x, e.IncomeTaken) for x in events):
        do(e.GameEnded())
    return followed


def _her_traps(board: Tapestry, attack: e.Conquered, chance: Chance, do: Callable[[Event], None]) -> None:
    """One of her tapestry cards after the other is turned up at random, until a trap comes or none is left (TA-102)."""
    while board.beside > 0:
        trap = bool(chance.pick(HER_TRAP, YES_NO.everything))
        do(e.TapestryTurned(trap))
        if trap:
            do(e.Trapped(attack.seat, attack.hex, AUTOMA))
            return


def _achievements(board: Tapestry, seat: int, events: Sequence[Event], do: Callable[[Event], None]) -> None:
    """A seat takes its place as soon as it has earned it; a human tells his points himself. What a bot earns in its own turn
    it has taken already; told advances of a bot count too (TA-R31)."""

    def earn(achievement: int) -> None:
        if not board.achieved[seat] >> achievement & 1 and len(board.places[achievement]) < 2:
            do(e.Achieved(seat, achievement))

    mine = [x for x in events if getattr(x, "seat", None) == seat]
    if any(isinstance(x, e.Advanced) for x in mine) and LAST in board.spaces[seat]:
        earn(COMPLETE_TRACK)
    conquests = [x.hex for x in mine if isinstance(x, e.Conquered) and seat in board.humans]
    if board.map.middle in conquests and board.up[seat][board.map.middle]:
        earn(MIDDLE_ISLAND)
    trapped = any(isinstance(x, e.Trapped) and x.defender == seat for x in events)  # whoever controls it now (TR-131)
    if (conquests or trapped) and seat != SHADOW and board.topples_two(seat):
        earn(TOPPLE_TWO)


def _everybody_finished(board: Tapestry) -> bool:
    """All have taken the fifth income turn; the Shadow Empire alone never ends a game (TA-128, TR-025)."""
    bots = board.setup.shadow_only or board.income[AUTOMA] >= INCOME_TURNS
    return bots and all(board.income[s] >= INCOME_TURNS for s in board.humans)


def domain(board: Tapestry, id: str) -> Domain:
    """What the bits of a decision stand for."""
    return TRACKS if id == TRACKS.id else board.map.hexes


GAME = Game(
    id="tapestry",
    stage=Stage.BETA,
    package=PACKAGE,
    quick={},
    prefixes=("TA", "TR"),
    options=OPTIONS,
    forms=FORMS,
    automa=TapestryAutoma(),
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
    check_datum=check_datum,
    made_up_options=made_up.options,
    made_up_move=made_up.move,
    tiebreakers=("TA-051b", "TA-051c", "TA-052", "TA-083a", "TA-084a", "TA-084b", "TA-084c", "TA-091", "TA-100"),
    applied=(
        "TA-033",
        "TA-071",
        "TA-075",
        "TA-078",
        "TA-085c",
        "TA-104",
        "TA-112",
        "TA-120",
        "TA-122",
        "TA-123",
        "TA-130",
        "TA-152",
    ),
    over=lambda board: board.phase == OVER,
    automas_turn=lambda board: board.to_move == (SHADOW if board.setup.shadow_only else AUTOMA),
    results=lambda board: [] if board.setup.shadow_only else [(str(board.setup.level.number), board.vp[AUTOMA])],
    screen=SCREEN,
)
