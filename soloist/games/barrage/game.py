"""The manifest of Barrage: the only module the outside imports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.game import Game, Stage
from soloist.core.text import Domain, text
from soloist.games.barrage.automa.contracts import REVEAL
from soloist.games.barrage.automa.turn import TeslaAutoma
from soloist.games.barrage.automa.water import placements
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.fields import position
from soloist.games.barrage.board.laws import empty_places, final_scoring, nobody_can_move, round_scoring
from soloist.games.barrage.board.notation import FORMS, parse, read, slots
from soloist.games.barrage.board.printed import checked
from soloist.games.barrage.board.setup import OPTIONS, lay_out
from soloist.games.barrage.board.state import ACTIONS, INCOME, OVER, Barrage, new_board
from soloist.games.barrage.board.tables import (
    LEVELS,
    MARKET,
    MOST_NATIONAL,
    PACKAGE,
    PATENT_PLACES,
    PLACES,
    ROUNDS,
    TECH,
    WORK_PILES,
    WORK_PLACES,
    WORKS,
)
from soloist.games.barrage.human import made_up
from soloist.games.barrage.show.hands import cards, hands, prompt, totals
from soloist.games.barrage.show.layout import data, layout
from soloist.games.barrage.show.picture import PALETTE, picture
from soloist.games.barrage.show.screen import SCREEN
from soloist.games.reading import read_rules, read_words

PATENT_TILE = Draw("patent_tile", TECH, text("question.patent_tile"), "BR-111")
WORK_TILE = Draw("work_tile", WORKS, text("question.work_tile"), "BR-111")


def consequences(board: Barrage, events: Sequence[Event], chance: Chance) -> list[Event]:
    """What follows by itself: empty contract places are refilled; when the last one is out the round is scored."""
    followed: list[Event] = []

    def do(event: Event) -> None:
        event.apply(board)
        followed.append(event)

    if any(isinstance(x, e.Taken | e.Fulfilled | e.ContractDiscarded) for x in events):
        for place in empty_places(board):  # BR-038, BA-R34
            colour = (place - MOST_NATIONAL) // 2
            if not board.contract_piles[colour] and board.contract_discards[colour]:
                do(e.PileRefilled(colour))
            if board.contract_piles[colour]:
                do(e.Revealed(place, chance.pick(REVEAL, board.contract_piles[colour])))
    if not any(isinstance(x, e.TileTurned) for x in events):
        for produced in (x for x in events if isinstance(x, e.Produced)):
            _owner_of_the_conduit(board, produced, do)
    moved = board.phase == ACTIONS and nobody_can_move(board)
    if moved and any(isinstance(x, e.Out | e.TurnDone) for x in events):
        do(e.WaterFlowed())
        for scored in round_scoring(board):
            do(scored)
        if board.round == ROUNDS:
            do(e.GameEnded())
            for scored in final_scoring(board):
                do(scored)
        else:
            do(e.RoundEnded())
            _new_displays(board, chance, do)
    return followed


def _owner_of_the_conduit(board: Barrage, produced: e.Produced, do: Callable[[Event], None]) -> None:
    """What a human pays for another's conduit: its owner scores 1 VP per drop, an Automa its credit as VP too (BA-003,
    BR-063)."""
    owner = board.owner_of_conduit(produced.system // 2)
    if owner is not None and owner != produced.seat and produced.drops > 0:
        do(e.Gained(owner, produced.drops * (2 if board.automa(owner) else 1)))


def _new_displays(board: Barrage, chance: Chance, do: Callable[[Event], None]) -> None:
    """Three advanced tiles by level and three external works by pile (BR-111)."""
    for slot, level in enumerate(MARKET[board.round - 1]):
        if board.tech_piles[level - 1]:
            do(e.PatentShown(slot, chance.pick(PATENT_TILE, board.tech_piles[level - 1])))
    if board.setup.leeghwater:
        for slot, pile in enumerate(WORK_PILES[board.round - 1]):
            if board.work_piles[pile]:
                do(e.WorkShown(slot, chance.pick(WORK_TILE, board.work_piles[pile])))


def domain(board: Barrage, id: str) -> Domain:
    """What the bits of a decision stand for."""
    domains = {
        of.id: of
        for of in (
            board.map.dams,
            board.map.conduits,
            board.map.house_basins,
            board.map.systems,
            placements(board.map.headstreams.names)[1],
            PLACES,
            PATENT_PLACES,
            WORK_PLACES,
        )
    }
    return domains[id]


GAME = Game(
    id="barrage",
    stage=Stage.BETA,
    package=PACKAGE,
    quick={},
    prefixes=("BA", "BR"),
    options=OPTIONS,
    forms=FORMS,
    automa=TeslaAutoma(),
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
    pictured="dams",
    palette=PALETTE,
    data=data,
    check_datum=checked,
    made_up_options=made_up.options,
    made_up_move=made_up.move,
    tiebreakers=(
        "BA-051",
        "BA-R05",
        "BA-052",
        "BA-R21",
        "BA-055",
        "BA-R06",
        "BA-120",
        "BA-056",
        "BA-068",
        "BA-R15",
        "BA-073",
        "BA-081",
        "BA-083",
        "BA-084",
        *(f"BA-{n:03d}" for n in range(85, 103)),
        "BA-115a",
        "BA-115c",
        "BA-130",
        "BA-144",
        "BA-146",
    ),
    applied=(
        "BA-130",
        "BA-131",
        "BA-132",
        "BA-133",
        "BA-134",
        "BA-135",
        "BA-136",
        "BA-137",
        "BA-138",
        "BA-139",
        "BA-140",
        "BA-141",
        "BA-142",
        "BA-143",
        "BA-144",
        "BA-145",
        "BA-146",
        "BA-121",
        "BA-122",
        "BA-124",
        "BA-115b",
        "BA-115e",
    ),
    over=lambda board: board.phase == OVER,
    automas_turn=lambda board: board.phase == INCOME or board.automa(board.to_move) or board.to_move in board.forced,
    results=lambda board: [(LEVELS.names[s.level], board.vp[i]) for i, s in enumerate(board.setup.seats) if s.automa],
    screen=SCREEN,
)
