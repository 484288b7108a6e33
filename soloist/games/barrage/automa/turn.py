"""An Automa's turn: turn a tile and try its actions in order; also the income phase."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.bits import iterate_bits
from soloist.core.chance import Chance, Draw
from soloist.core.errors import ImpossibleError
from soloist.core.sink import Sink
from soloist.core.text import Domain, Word, text
from soloist.core.trace import Trace
from soloist.games.barrage.automa import effects
from soloist.games.barrage.automa.construction import STRUCTURE_WORDS, Construction, construct
from soloist.games.barrage.automa.contracts import contracts_of_colour, contracts_within, fulfil_one, refill_display
from soloist.games.barrage.automa.engineers import can_pay, engineers
from soloist.games.barrage.automa.production import take_production_action
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.automa.water import place_drops
from soloist.games.barrage.automa.works import external_works, leslie_work, patent_office
from soloist.games.barrage.board.events import (
    ContractDiscarded,
    Energy,
    HeadstreamsFilled,
    HumanHas,
    Machined,
    Rotated,
    TilesShuffled,
    TileTurned,
    TopShown,
    TurnDone,
)
from soloist.games.barrage.board.laws import is_action_phase_over
from soloist.games.barrage.board.state import INCOME, NOBODY, OVER, Barrage
from soloist.games.barrage.board.tables import (
    AUTOMA_TILES,
    BASE,
    BUILDING,
    COLOURS,
    ELEVATION,
    EXCAVATOR,
    MIXER,
    ROUNDS,
    TECH,
    TILES,
    TileAction,
)
from soloist.games.barrage.board.tables import INCOME as INCOMES

NUMBERS = Domain("numbers", [str(n) for n in range(41)])
TILE = Draw("tile", TILES, text("question.tile"), "BA-040")


def turn(board: Barrage, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Play the income phase if it is due, otherwise the turn of the next Automa or of a human for whom a tile
    decides."""
    if board.phase == OVER:
        raise ImpossibleError(text("error.game_over"), rule="BA-150")
    if board.phase == INCOME:
        income_phase(board, chance, trace, sink)
        return
    seat = board.to_move
    if not board.is_automa(seat) and seat not in board.forced:
        others = [s for s in board.order if board.is_automa(s) and _can_move(board, s)]
        if not others and is_action_phase_over(board):  # the human's last turn is over, but was not ended
            sink.apply_event(board, TurnDone(seat))
            return
        if not others:
            raise ImpossibleError(text("error.no_automa_moves"), rule="BA-031")
        at = board.order.index(seat)
        seat = min(others, key=lambda s: (board.order.index(s) - at) % board.players)
    if not _can_move(board, seat):
        raise ImpossibleError(text("error.no_engineers", seat=board.word(seat)), rule="BA-009")
    take_turn(board, seat, chance, trace, sink)


def _can_move(board: Barrage, seat: int) -> bool:
    return board.engineers[seat] + board.architect[seat] > 0


# ----------------------------------------------------------------------------------------------------------- the income


def income_phase(board: Barrage, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Give income in reverse turn order, then fill the headstreams (BA-030, BR-020, BR-025).

    Energy gained here counts for the round that begins (BR-024).
    """
    reverse = board.setup.rulings["income_order"] == "reverse_turn_order"  # BR-R04
    for seat in reversed(board.order) if reverse else board.order:
        if board.is_automa(seat):
            take_income(board, seat, chance, trace, sink)
    if trace is not None:
        trace.seat = board.name(board.to_move)
        trace.add_remark("BR-025")
    sink.apply_event(board, HeadstreamsFilled())


def take_income(board: Barrage, seat: int, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Take all income that an Automa has uncovered, if her level takes any (BA-030, BA-110)."""
    if not board.takes_income(seat):
        return
    if trace is not None:
        trace.seat = board.name(seat)
    view = View(board, seat, chance, trace, sink)
    company = board.setup.seats[seat].company
    for (structure, nth), gains in INCOMES[company].items():
        if board.built(seat, structure) >= nth:
            view.remark("BA-030", seat=board.word(seat), nth=nth, structure=STRUCTURE_WORDS[structure])
            effects.take_gains(view, gains)


# ------------------------------------------------------------------------------------------------------------- the tile


def turn_tile(board: Barrage, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Turn the top tile to its Criteria side; the next one shows its Actions side (BA-040, BA-R02).

    If no pile is left, all twenty tiles are shuffled and the step is repeated (BA-041, BA-R01).
    """
    if board.top == NOBODY:
        if not board.pile:
            sink.apply_event(board, TilesShuffled())
        sink.apply_event(board, TopShown(chance.pick_option(TILE, board.pile)))
    sink.apply_event(board, TileTurned())
    if not board.pile:
        sink.apply_event(board, TilesShuffled())
        sink.apply_event(board, TopShown(chance.pick_option(TILE, board.pile)))
        sink.apply_event(board, TileTurned())
        if trace is not None:
            trace.add_remark("BA-041")
    sink.apply_event(board, TopShown(chance.pick_option(TILE, board.pile)))
    if trace is not None:
        trace.add_remark("BA-040", criteria=TILES.names[board.criteria], actions=TILES.names[board.top])


def flip(board: Barrage, chance: Chance, sink: Sink) -> None:
    """Turn to the next two sides without playing them, unless the game is over. Tiles are shuffled again whenever they
    run out (BA-041)."""
    if board.phase != OVER:
        turn_tile(board, chance, None, sink)


def take_turn(board: Barrage, seat: int, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Play one tile, and another one if the architect went alone (BA-138)."""
    if trace is not None:
        trace.seat = board.name(seat)
    while True:
        turn_tile(board, chance, trace, sink)
        view = View(board, seat, chance, trace, sink)
        if not board.is_automa(seat):
            view.remark("BA-136", seat=board.word(seat))
            ask_human_supply(view)
        architect = board.architect[seat]
        ended = perform_tile(view)
        refill_display(board, chance, sink)
        # the architect is alone if the action asks for one engineer
        alone = board.architect[seat] < architect and ended is not None and ended.engineers == 1
        if not (alone and _can_move(board, seat)):
            break
        view.remark("BA-138")
    sink.apply_event(board, TurnDone(seat))


def ask_human_supply(view: View) -> None:
    """Ask for the machineries and tiles of a human for whom a tile decides, unless they are tracked (BA-136,
    BA-R19)."""
    if view.board.is_tracked(view.seat):
        return
    who = view.board.word(view.seat)
    counts = []
    for kind in ("excavators", "mixers"):
        draw = Draw(f"forced_{kind}", NUMBERS, text(f"question.forced_{kind}", seat=who), "BA-R19", asked=True)
        counts.append(view.chance.pick_option(draw, NUMBERS.everything))
    draw = Draw("forced_tiles", TECH, text("question.forced_tiles", seat=who), "BA-R19", asked=True)
    owned = view.board.tech[view.seat] | view.board.wheel_tiles(view.seat)
    tiles = view.chance.pick_subset(draw, owned)
    view.do(HumanHas(view.seat, counts[0], counts[1], tiles))


def perform_tile(view: View) -> TileAction | None:
    """Try the actions of the tile in order until one ends the turn; return that action, or None (BA-042, BA-043,
    BA-044, BA-045)."""
    if _wu_fang(view):
        return None
    for action in sort_actions(view, AUTOMA_TILES[view.board.top].actions):
        if action.leeghwater and not view.board.setup.leeghwater:  # BA-046
            continue
        if not _can_move(view.board, view.seat):  # BA-044: the dashed action took the last engineer (BA-R38)
            view.remark("BA-044")
            return None
        if ACTIONS_BY_KIND[action.kind](view, action) and action.ends_turn:
            return action
    return None


def sort_actions(view: View, actions: tuple[TileAction, ...]) -> tuple[TileAction, ...]:
    """Sort actions by column: left, centre, right; centre first for Gennaro Grasso (BA-142, BA-R30)."""
    if view.officer != "gennaro_grasso":
        return actions
    return tuple(sorted(actions, key=lambda a: (2, 1, 3).index(a.column)))


# ----------------------------------------------------------------------------------------------------------- the actions


def _pay(view: View, action: TileAction) -> None:
    """Pay the VP cost of an action (BA-047); a human whose action a tile decides pays credits (BA-R19)."""
    if action.vp_cost:
        view.do(*view.credits(-action.vp_cost))


def water_management(view: View, action: TileAction) -> bool:
    """Place drops if that helps an own dam; takes one engineer and does not end the turn (BA-053 … BA-057)."""
    return place_drops(view, action.drops, immediate=action.immediate, engineers=action.engineers)


def contract_office(view: View, action: TileAction) -> bool:
    """Discard both face-up contracts of the colour, advance two energy steps, refill; does not end the turn
    (BA-058)."""
    view.do(*engineers(view, "contract_office", action.engineers, ends_turn=False))
    view.remark("BA-058", colour=Word(f"colour.{COLOURS.names[action.colour]}"), steps=action.energy)
    view.do(
        *(
            ContractDiscarded(view.seat, view.board.face[p])
            for p in iterate_bits(contracts_of_colour(view, action.colour))
        )
    )
    view.do(Energy(view.seat, action.energy))
    refill_display(view.board, view.chance, view.sink)
    return True


def construction(view: View, action: TileAction) -> bool:
    """Build what the tile shows, or what an officer prefers (BA-060 … BA-065)."""
    if view.officer == "leslie_spencer" and leslie_work(view):
        return True
    return construct(officer_construction(view, action) or _as_shown(view, action))


def _as_shown(view: View, action: TileAction) -> Construction:
    return Construction(
        view, action.structure, action.engineers, area=action.area, min_value=action.min_value, down=action.down
    )


def officer_construction(view: View, action: TileAction) -> Construction | None:
    """Return the construction that an officer prefers to the tile's, if it is possible (BA-R25)."""
    if view.officer == "graziano_del_monte":
        wish = Construction(view, ELEVATION, action.engineers)
        if wish.places:
            view.remark("BA-131")
            return wish
    if view.officer == "margot_fouche":
        wish = Construction(view, BUILDING, 1, down=margot_goes_down(view))
        if wish.places:
            view.remark("BA-140")
            return wish
    if view.officer == "wu_fang":
        for structure in (BASE, ELEVATION):
            wish = Construction(view, structure, action.engineers)
            if wish.places:
                view.remark("BA-143", structure=STRUCTURE_WORDS[structure])
                return wish
    return None


def margot_goes_down(view: View) -> bool:
    """Return whether Margot Fouché goes down through the private buildings: by the building on the tile, otherwise by
    the letter of the conduit code, A up, B down (BA-R12)."""
    for action in AUTOMA_TILES[view.board.top].actions:
        if action.structure == BUILDING and action.kind == "construction":
            return action.down
    return view.board.setup.rulings["margot"] == "down" or view.criteria.conduit_code.endswith("B")


def workshop(view: View, action: TileAction) -> bool:
    """Turn the wheel, unless it is empty (BA-066, BA-069)."""
    if view.board.wheel_empty(view.seat):
        view.remark("BA-066", how=Word("wheel.empty"))
        return False
    if not can_pay(view, action):
        return False
    view.remark("BA-043", action=Word("kind.workshop"))
    view.do(*engineers(view, "workshop", action.engineers))
    _pay(view, action)
    view.do(Rotated(view.seat, action.segments))
    return True


def machinery_shop(view: View, action: TileAction) -> bool:
    """Take machineries, but not in round 5, with or without the printed mark (BA-067, BA-070, BA-R24)."""
    if view.board.round == ROUNDS:
        view.remark("BA-067", how=Word("shop.round_5"))
        return False
    if not can_pay(view, action):
        return False
    view.remark("BA-043", action=Word("kind.machinery_shop"))
    view.do(*engineers(view, "machinery_shop", action.engineers))
    _pay(view, action)
    for kind, n in ((EXCAVATOR, action.excavators), (MIXER, action.mixers)):
        if n:
            view.do(Machined(view.seat, kind, n))
    effects.take_machinery_of_choice(view, action.wild)
    return True


def bank(view: View, action: TileAction) -> bool:
    """Gain VP; the bank is always possible (BA-045, BA-069, BA-070)."""
    view.do(*engineers(view, "bank", action.engineers, space="bank_1"))
    view.remark("BA-045", vp=action.vp_gain)
    view.do(*view.credits(action.vp_gain))
    return True


ACTIONS_BY_KIND: dict[str, Callable[[View, TileAction], bool]] = {
    "production": take_production_action,
    "water_management": water_management,
    "contract_office": contract_office,
    "construction": construction,
    "workshop": workshop,
    "machinery_shop": machinery_shop,
    "patent_office": patent_office,
    "external_works": external_works,
    "bank": bank,
}


def _wu_fang(view: View) -> bool:
    """Use Wu Fang: if the drops in her dams pay for a contract of the tile's production colour, they count as energy
    (BA-143). Return whether she did."""
    if view.officer != "wu_fang":
        return False
    colour = next((a.colour for a in AUTOMA_TILES[view.board.top].actions if a.kind == "production"), -1)
    drops = sum(view.board.drops[d] for d in iterate_bits(view.own_dams()))
    if colour < 0 or not any(
        view.board.contract_value(p) <= drops for p in iterate_bits(contracts_of_colour(view, colour))
    ):
        return False
    view.remark("BA-143", drops=drops)
    view.do(*engineers(view, "officer", 1))
    view.do(Energy(view.seat, drops))
    fulfil_one(view, contracts_within(view, drops, national=effects.allows_national(view)))
    return True
