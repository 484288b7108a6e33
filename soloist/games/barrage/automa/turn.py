"""A turn of an Automa: turn a tile, try its actions in order; and the income phase, which is hers to run."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.bits import bits
from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.errors import ImpossibleError
from soloist.core.game import Automa
from soloist.core.text import Domain, Word, text
from soloist.core.trace import Trace
from soloist.games.barrage.automa import effects
from soloist.games.barrage.automa.construction import construct, find_place, officer
from soloist.games.barrage.automa.contracts import fulfil_one, of_colour, refill, within
from soloist.games.barrage.automa.engineers import can_pay, place_engineers, used_the_architect
from soloist.games.barrage.automa.production import production
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.automa.water import place_drops
from soloist.games.barrage.automa.works import external_work, leslie_work, patent
from soloist.games.barrage.board.events import (
    ContractDiscarded,
    Energy,
    Gained,
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
    STRUCTURES,
    TECH,
    TILES,
    TileAction,
)
from soloist.games.barrage.board.tables import INCOME as INCOMES

NUMBERS = Domain("numbers", [str(n) for n in range(41)])
TILE = Draw("tile", TILES, text("question.tile"), "BA-040")


class TeslaAutoma(Automa):
    """Whatever is due: the income phase, or the turn of the Automa (or forced human) to move."""

    def turn(self, board: Barrage, chance: Chance, trace: Trace | None = None) -> list[Event]:
        if board.phase == OVER:
            raise ImpossibleError(text("error.game_over"), rule="BA-150")
        if board.phase == INCOME:
            return income_phase(board, chance, trace)
        seat = board.to_move
        if not board.automa(seat) and seat not in board.forced:
            others = [s for s in board.order if board.automa(s) and _can_move(board, s)]
            if not others and nobody_can_move(board):  # the human's last turn is over: nobody said so
                done = TurnDone(seat)
                done.apply(board)
                return [done]
            if not others:
                raise ImpossibleError(text("error.no_automa_moves"), rule="BA-031")
            at = board.order.index(seat)
            seat = min(others, key=lambda s: (board.order.index(s) - at) % board.players)
        if not _can_move(board, seat):
            who = Word(f"company.{board.company(seat)}")
            raise ImpossibleError(text("error.no_engineers", seat=who), rule="BA-009")
        return take_turn(board, seat, chance, trace)


def _can_move(board: Barrage, seat: int) -> bool:
    return board.engineers[seat] + board.architect[seat] > 0


# ----------------------------------------------------------------------------------------------------------- the income


def income_phase(board: Barrage, chance: Chance, trace: Trace | None) -> list[Event]:
    """Income in reverse turn order, then the drops of the headstream tiles (BA-030, BR-020, BR-025).

    Energy gained now counts for the round that begins (BR-024).
    """
    events: list[Event] = []
    for seat in reversed(board.order):
        if board.automa(seat) and board.takes_income(seat):
            v = View(board, seat, chance, trace)
            company = board.setup.seats[seat].company
            for (structure, nth), gains in INCOMES[company].items():
                if board.built(seat, structure) >= nth:
                    v.remark(
                        "BA-030", seat=Word(f"company.{board.company(seat)}"), nth=nth, structure=_structure(structure)
                    )
                    effects.gain(v, gains)
            events += v.events
    if trace is not None:
        trace.remark("BR-025")
    fill = HeadstreamsFilled()
    fill.apply(board)
    return [*events, fill]


def _structure(structure: int) -> Word:
    return Word(f"structure.{STRUCTURES.names[structure]}")


# ------------------------------------------------------------------------------------------------------------- the tile


def turn_tile(board: Barrage, chance: Chance, trace: Trace | None) -> list[Event]:
    """Turn the top tile: its back is the Criteria side, the next one shows its Actions (BA-040, BA-R02).

    When that leaves no pile all twenty are shuffled and the step is done again (BA-041, BA-R01).
    """
    events: list[Event] = []

    def do(event: Event) -> None:
        event.apply(board)
        events.append(event)

    if board.top == NOBODY:
        do(TopShown(chance.pick(TILE, board.pile)))
    do(TileTurned())
    if not board.pile:
        do(TilesShuffled())
        do(TopShown(chance.pick(TILE, board.pile)))
        do(TileTurned())
        if trace is not None:
            trace.remark("BA-041")
    do(TopShown(chance.pick(TILE, board.pile)))
    if trace is not None:
        trace.remark("BA-040", criteria=TILES.names[board.criteria], actions=TILES.names[board.top])
    return events


def take_turn(board: Barrage, seat: int, chance: Chance, trace: Trace | None) -> list[Event]:
    """One turn with its tile; with the Architect another one right after it (BA-138)."""
    events: list[Event] = []
    while True:
        events += turn_tile(board, chance, trace)
        v = View(board, seat, chance, trace)
        if not board.automa(seat):
            v.remark("BA-136", seat=Word(f"company.{board.company(seat)}"))
            what_a_human_has(v)
        perform_tile(v)
        refill(v)
        events += v.events
        if not (used_the_architect(v) and _can_move(board, seat)):
            break
        if trace is not None:
            trace.remark("BA-138")
    done = TurnDone(seat)
    done.apply(board)
    return [*events, done]


def what_a_human_has(v: View) -> None:
    """A human's machineries and tiles are his own business; when a tile decides for him he is asked (BA-136, BA-R19)."""
    who = Word(f"company.{v.board.company(v.seat)}")
    counts = []
    for kind in ("excavators", "mixers"):
        draw = Draw(f"forced_{kind}", NUMBERS, text(f"question.forced_{kind}", seat=who), "BA-R19", asked=True)
        counts.append(v.chance.pick(draw, NUMBERS.everything))
    draw = Draw("forced_tiles", TECH, text("question.forced_tiles", seat=who), "BA-R19", asked=True)
    owned = v.board.tech[v.seat] | v.board.wheel_tiles(v.seat)
    tiles = v.chance.subset(draw, owned)
    v.do(HumanHas(v.seat, counts[0], counts[1], tiles))


def perform_tile(v: View) -> None:
    """Try the actions in order until one ends the turn (BA-042, BA-043, BA-044, BA-045)."""
    if _wu_fang(v):
        return
    for action in in_order(v, AUTOMA_TILES[v.board.top].actions):
        if action.leeghwater and not v.board.setup.leeghwater:  # BA-046
            continue
        if not _can_move(v.board, v.seat):  # BA-044: the dashed action took the last engineer (BA-R38)
            v.remark("BA-044")
            return
        v.action = action
        if ACTIONS_BY_KIND[action.kind](v) and action.ends_turn:
            return


def in_order(v: View, actions: tuple[TileAction, ...]) -> tuple[TileAction, ...]:
    """Left, centre, right column; Gennaro Grasso tries the centre first (BA-142, BA-R30)."""
    if officer(v) != "gennaro_grasso":
        return actions
    return tuple(sorted(actions, key=lambda a: (2, 1, 3).index(a.column)))


# ----------------------------------------------------------------------------------------------------------- the actions


def _pay_vp(v: View) -> None:
    """BA-047; a human whose action a tile decides pays credits himself (BA-R19)."""
    if v.action.vp_cost and v.board.automa(v.seat):
        v.do(Gained(v.seat, -v.action.vp_cost))


def water_management(v: View) -> bool:
    """BA-053 … BA-057: done only if it helps an own dam; one engineer, and the turn goes on."""
    before = len(v.events)
    if not place_drops(v, v.action.drops, immediate=v.action.immediate):
        return False
    placed, v.events = v.events[before:], v.events[:before]
    place_engineers(v, "water_management", v.action.engineers, ends_turn=False)
    v.events += placed
    return True


def contract_office(v: View) -> bool:
    """BA-058: both face-up contracts of the colour go, two energy steps, refill; the turn goes on."""
    place_engineers(v, "contract_office", v.action.engineers, ends_turn=False)
    v.remark("BA-058", colour=Word(f"colour.{COLOURS.names[v.action.colour]}"), steps=v.action.energy)
    v.do(*(ContractDiscarded(v.seat, v.board.face[p]) for p in bits(of_colour(v, v.action.colour))))
    v.do(Energy(v.seat, v.action.energy))
    refill(v)
    return True


def construction(v: View) -> bool:
    """BA-060 … BA-065, unless an officer has other plans."""
    a = v.action
    if officer(v) == "leslie_spencer" and leslie_work(v):
        return True
    wish = officers_wish(v)
    if wish is not None:
        structure, engineers, down = wish
        return construct(v, structure, engineers, down=down)
    return construct(v, a.structure, a.engineers, area=a.area, min_value=a.min_value, down=a.down)


def officers_wish(v: View) -> tuple[int, int, bool] | None:
    """What an officer builds instead of what the tile shows: structure, engineers, direction (BA-R25)."""
    who = officer(v)
    if who == "graziano_del_monte" and v.board.left[v.seat][ELEVATION] > 0 and find_place(v, ELEVATION):
        v.remark("BA-131")
        return ELEVATION, v.action.engineers, True
    if who == "margot_fouche" and v.board.left[v.seat][BUILDING] > 0 and find_place(v, BUILDING):
        v.remark("BA-140")
        return BUILDING, 1, margots_way(v)
    if who == "wu_fang":
        for structure in (BASE, ELEVATION):
            if v.board.left[v.seat][structure] > 0 and find_place(v, structure):
                v.remark("BA-143", structure=_structure(structure))
                return structure, v.action.engineers, True
    return None


def margots_way(v: View) -> bool:
    """The direction of the building on the tile, else by the letter of the conduit code: A up, B down (BA-R12)."""
    for action in AUTOMA_TILES[v.board.top].actions:
        if action.structure == BUILDING and action.kind == "construction":
            return action.down
    return v.board.setup.rulings["margot"] == "down" or v.criteria.conduit_code.endswith("B")


def workshop(v: View) -> bool:
    """BA-066, BA-069: only if something lies on the wheel."""
    if v.board.wheel_empty(v.seat):
        v.remark("BA-066", how=Word("wheel.empty"))
        return False
    if not can_pay(v):
        return False
    v.remark("BA-043", action=Word("kind.workshop"))
    place_engineers(v, "workshop", v.action.engineers)
    _pay_vp(v)
    v.do(Rotated(v.seat, v.action.segments))
    return True


def machinery_shop(v: View) -> bool:
    """BA-067, BA-070: not in round 5, whether the tile prints the mark or not (BA-R24)."""
    if v.board.round == ROUNDS:
        v.remark("BA-067", how=Word("shop.round_5"))
        return False
    if not can_pay(v):
        return False
    v.remark("BA-043", action=Word("kind.machinery_shop"))
    place_engineers(v, "machinery_shop", v.action.engineers)
    _pay_vp(v)
    for kind, n in ((EXCAVATOR, v.action.excavators), (MIXER, v.action.mixers)):
        if n:
            v.do(Machined(v.seat, kind, n))
    effects.machinery_of_choice(v, v.action.wild)
    return True


def external_works(v: View) -> bool:
    return external_work(v, v.action.order, v.action.engineers)


def bank(v: View) -> bool:
    """BA-045, BA-069, BA-070: the bank always works."""
    place_engineers(v, "bank", v.action.engineers, space="bank_1")
    v.remark("BA-045", vp=v.action.vp_gain)
    if v.board.automa(v.seat):
        v.do(Gained(v.seat, v.action.vp_gain))
    return True


ACTIONS_BY_KIND: dict[str, Callable[[View], bool]] = {
    "production": production,
    "water_management": water_management,
    "contract_office": contract_office,
    "construction": construction,
    "workshop": workshop,
    "machinery_shop": machinery_shop,
    "patent_office": patent,
    "external_works": external_works,
    "bank": bank,
}


def _wu_fang(v: View) -> bool:
    """Wu Fang: if the drops in her dams reach a contract of the tile's production colour, they count as energy (BA-143)."""
    if officer(v) != "wu_fang":
        return False
    colour = next((a.colour for a in AUTOMA_TILES[v.board.top].actions if a.kind == "production"), -1)
    drops = sum(v.board.drops[d] for d in bits(v.own_dams()))
    if colour < 0 or not any(v.board.contract_value(p) <= drops for p in bits(of_colour(v, colour))):
        return False
    v.remark("BA-143", drops=drops)
    place_engineers(v, "officer", 1)
    v.do(Energy(v.seat, drops))
    fulfil_one(v, within(v, drops, national=False))
    return True
