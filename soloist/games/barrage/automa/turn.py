"""A turn of an Automa: turn a tile, try its actions in order; and the income phase, which is hers to run."""

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
from soloist.games.barrage.automa.contracts import fulfil_one, of_colour, refill, within
from soloist.games.barrage.automa.engineers import can_pay, engineers
from soloist.games.barrage.automa.production import production
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
from soloist.games.barrage.board.laws import nobody_can_move
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
    """Whatever is due: the income phase, or the turn of the Automa (or forced human) to move."""
    if board.phase == OVER:
        raise ImpossibleError(text("error.game_over"), rule="BA-150")
    if board.phase == INCOME:
        income_phase(board, chance, trace, sink)
        return
    seat = board.to_move
    if not board.automa(seat) and seat not in board.forced:
        others = [s for s in board.order if board.automa(s) and _can_move(board, s)]
        if not others and nobody_can_move(board):  # the human's last turn is over: nobody said so
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
    """Income in reverse turn order, then the drops of the headstream tiles (BA-030, BR-020, BR-025).

    Energy gained now counts for the round that begins (BR-024).
    """
    reverse = board.setup.rulings["income_order"] == "reverse_turn_order"  # BR-R04
    for seat in reversed(board.order) if reverse else board.order:
        if board.automa(seat):
            income_of(board, seat, chance, trace, sink)
    if trace is not None:
        trace.seat = board.name(board.to_move)
        trace.add_remark("BR-025")
    sink.apply_event(board, HeadstreamsFilled())


def income_of(board: Barrage, seat: int, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """All income that an Automa has uncovered, if its level takes any (BA-030, BA-110)."""
    if not board.takes_income(seat):
        return
    if trace is not None:
        trace.seat = board.name(seat)
    v = View(board, seat, chance, trace, sink)
    company = board.setup.seats[seat].company
    for (structure, nth), gains in INCOMES[company].items():
        if board.built(seat, structure) >= nth:
            v.remark("BA-030", seat=board.word(seat), nth=nth, structure=STRUCTURE_WORDS[structure])
            effects.gain(v, gains)


# ------------------------------------------------------------------------------------------------------------- the tile


def turn_tile(board: Barrage, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Turn the top tile: its back is the Criteria side, the next one shows its Actions (BA-040, BA-R02).

    When that leaves no pile all twenty are shuffled and the step is done again (BA-041, BA-R01).
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
    """The next two sides, without playing them. All twenty tiles are shuffled again and again (BA-041), so only the end of
    the game ends it; what a round is the tiles do not know."""
    if board.phase != OVER:
        turn_tile(board, chance, None, sink)


def take_turn(board: Barrage, seat: int, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """One turn with its tile; with the Architect another one right after it (BA-138)."""
    if trace is not None:
        trace.seat = board.name(seat)
    while True:
        turn_tile(board, chance, trace, sink)
        v = View(board, seat, chance, trace, sink)
        if not board.automa(seat):
            v.remark("BA-136", seat=board.word(seat))
            what_a_human_has(v)
        architect = board.architect[seat]
        ended = perform_tile(v)
        refill(board, chance, sink)
        # he stood alone if he went with an action that asks for one engineer
        alone = board.architect[seat] < architect and ended is not None and ended.engineers == 1
        if not (alone and _can_move(board, seat)):
            break
        v.remark("BA-138")
    sink.apply_event(board, TurnDone(seat))


def what_a_human_has(v: View) -> None:
    """A human's machineries and tiles are his own business; when a tile decides for him he is asked, unless they are known
    here (BA-136, BA-R19)."""
    if v.board.tracked(v.seat):
        return
    who = v.board.word(v.seat)
    counts = []
    for kind in ("excavators", "mixers"):
        draw = Draw(f"forced_{kind}", NUMBERS, text(f"question.forced_{kind}", seat=who), "BA-R19", asked=True)
        counts.append(v.chance.pick_option(draw, NUMBERS.everything))
    draw = Draw("forced_tiles", TECH, text("question.forced_tiles", seat=who), "BA-R19", asked=True)
    owned = v.board.tech[v.seat] | v.board.wheel_tiles(v.seat)
    tiles = v.chance.pick_subset(draw, owned)
    v.do(HumanHas(v.seat, counts[0], counts[1], tiles))


def perform_tile(v: View) -> TileAction | None:
    """Try the actions in order until one ends the turn (BA-042, BA-043, BA-044, BA-045); that one, if it was one."""
    if _wu_fang(v):
        return None
    for action in in_order(v, AUTOMA_TILES[v.board.top].actions):
        if action.leeghwater and not v.board.setup.leeghwater:  # BA-046
            continue
        if not _can_move(v.board, v.seat):  # BA-044: the dashed action took the last engineer (BA-R38)
            v.remark("BA-044")
            return None
        if ACTIONS_BY_KIND[action.kind](v, action) and action.ends_turn:
            return action
    return None


def in_order(v: View, actions: tuple[TileAction, ...]) -> tuple[TileAction, ...]:
    """Left, centre, right column; Gennaro Grasso tries the centre first (BA-142, BA-R30)."""
    if v.officer != "gennaro_grasso":
        return actions
    return tuple(sorted(actions, key=lambda a: (2, 1, 3).index(a.column)))


# ----------------------------------------------------------------------------------------------------------- the actions


def _pay(v: View, action: TileAction) -> None:
    """BA-047; a human whose action a tile decides pays credits (BA-R19)."""
    if action.vp_cost:
        v.do(*v.credits(-action.vp_cost))


def water_management(v: View, action: TileAction) -> bool:
    """BA-053 … BA-057: done only if it helps an own dam; one engineer, and the turn goes on."""
    return place_drops(v, action.drops, immediate=action.immediate, engineers=action.engineers)


def contract_office(v: View, action: TileAction) -> bool:
    """BA-058: both face-up contracts of the colour go, two energy steps, refill; the turn goes on."""
    v.do(*engineers(v, "contract_office", action.engineers, ends_turn=False))
    v.remark("BA-058", colour=Word(f"colour.{COLOURS.names[action.colour]}"), steps=action.energy)
    v.do(*(ContractDiscarded(v.seat, v.board.face[p]) for p in iterate_bits(of_colour(v, action.colour))))
    v.do(Energy(v.seat, action.energy))
    refill(v.board, v.chance, v.sink)
    return True


def construction(v: View, action: TileAction) -> bool:
    """BA-060 … BA-065, unless an officer has other plans."""
    if v.officer == "leslie_spencer" and leslie_work(v):
        return True
    return construct(officers_wish(v, action) or _as_shown(v, action))


def _as_shown(v: View, a: TileAction) -> Construction:
    return Construction(v, a.structure, a.engineers, area=a.area, min_value=a.min_value, down=a.down)


def officers_wish(v: View, action: TileAction) -> Construction | None:
    """What an officer builds instead of what the tile shows, if it can be built (BA-R25)."""
    if v.officer == "graziano_del_monte":
        wish = Construction(v, ELEVATION, action.engineers)
        if wish.places:
            v.remark("BA-131")
            return wish
    if v.officer == "margot_fouche":
        wish = Construction(v, BUILDING, 1, down=margots_way(v))
        if wish.places:
            v.remark("BA-140")
            return wish
    if v.officer == "wu_fang":
        for structure in (BASE, ELEVATION):
            wish = Construction(v, structure, action.engineers)
            if wish.places:
                v.remark("BA-143", structure=STRUCTURE_WORDS[structure])
                return wish
    return None


def margots_way(v: View) -> bool:
    """The direction of the building on the tile, else by the letter of the conduit code: A up, B down (BA-R12)."""
    for action in AUTOMA_TILES[v.board.top].actions:
        if action.structure == BUILDING and action.kind == "construction":
            return action.down
    return v.board.setup.rulings["margot"] == "down" or v.criteria.conduit_code.endswith("B")


def workshop(v: View, action: TileAction) -> bool:
    """BA-066, BA-069: only if something lies on the wheel."""
    if v.board.wheel_empty(v.seat):
        v.remark("BA-066", how=Word("wheel.empty"))
        return False
    if not can_pay(v, action):
        return False
    v.remark("BA-043", action=Word("kind.workshop"))
    v.do(*engineers(v, "workshop", action.engineers))
    _pay(v, action)
    v.do(Rotated(v.seat, action.segments))
    return True


def machinery_shop(v: View, action: TileAction) -> bool:
    """BA-067, BA-070: not in round 5, whether the tile prints the mark or not (BA-R24)."""
    if v.board.round == ROUNDS:
        v.remark("BA-067", how=Word("shop.round_5"))
        return False
    if not can_pay(v, action):
        return False
    v.remark("BA-043", action=Word("kind.machinery_shop"))
    v.do(*engineers(v, "machinery_shop", action.engineers))
    _pay(v, action)
    for kind, n in ((EXCAVATOR, action.excavators), (MIXER, action.mixers)):
        if n:
            v.do(Machined(v.seat, kind, n))
    effects.machinery_of_choice(v, action.wild)
    return True


def bank(v: View, action: TileAction) -> bool:
    """BA-045, BA-069, BA-070: the bank always works."""
    v.do(*engineers(v, "bank", action.engineers, space="bank_1"))
    v.remark("BA-045", vp=action.vp_gain)
    v.do(*v.credits(action.vp_gain))
    return True


ACTIONS_BY_KIND: dict[str, Callable[[View, TileAction], bool]] = {
    "production": production,
    "water_management": water_management,
    "contract_office": contract_office,
    "construction": construction,
    "workshop": workshop,
    "machinery_shop": machinery_shop,
    "patent_office": patent_office,
    "external_works": external_works,
    "bank": bank,
}


def _wu_fang(v: View) -> bool:
    """Wu Fang: if the drops in her dams reach a contract of the tile's production colour, they count as energy (BA-143)."""
    if v.officer != "wu_fang":
        return False
    colour = next((a.colour for a in AUTOMA_TILES[v.board.top].actions if a.kind == "production"), -1)
    drops = sum(v.board.drops[d] for d in iterate_bits(v.own_dams()))
    if colour < 0 or not any(v.board.contract_value(p) <= drops for p in iterate_bits(of_colour(v, colour))):
        return False
    v.remark("BA-143", drops=drops)
    v.do(*engineers(v, "officer", 1))
    v.do(Energy(v.seat, drops))
    fulfil_one(v, within(v, drops, national=effects.national_too(v)))
    return True
