"""The actions of a turn (TM-022) and all decisions that come of them. `play` carries a move out or names what forbids it.

Whatever is refused is refused before anything has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from soloist.core.board import Event
from soloist.games.terra_mystica.board.events import (
    ActionUsed,
    BonusTaken,
    Bridged,
    Built,
    FavorTaken,
    Gained,
    PriestSent,
    Transformed,
    TurnDone,
    Upgraded,
)
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    DWELLING,
    FAVOR_TILES,
    SHIPYARD,
    STRONGHOLD,
    TOP,
    TRADING_HOUSE,
    UPGRADES,
)
from soloist.games.terra_mystica.human import factions as f
from soloist.games.terra_mystica.human import moves as m
from soloist.games.terra_mystica.human.economy import (
    RIVER_ALL,
    book,
    cult_steps,
    do,
    gain_power,
    gain_priests,
    home_terrains,
    pay,
    priest_room,
    refuse,
)
from soloist.games.terra_mystica.human.events import Awaits, Credited, Levelled, OwnActionUsed, Shifted, Unlocked
from soloist.games.terra_mystica.human.income import begin_actions, begin_round, end_actions
from soloist.games.terra_mystica.human.leech import answer, offer_power, prune
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.passing import pass_round
from soloist.games.terra_mystica.human.reach import ground_of, jump_price, jump_reach, may_stand, reach
from soloist.games.terra_mystica.human.spades import (
    gain_spades,
    lose_tokens,
    tokens,
    transform,
    transform_bonus,
)
from soloist.games.terra_mystica.human.state import (
    ACTED,
    ACTIONS_PHASE,
    AUTOMA_PLACES,
    BESIDE_HER,
    BONUS_PHASE,
    BUILD_BRIDGE,
    CHOOSE_BONUS,
    CULT_SPADES,
    CULT_STEP,
    CULT_TWO,
    EXCHANGES,
    EXTRA,
    FREE_SPADES,
    FROM_CONVERT,
    FROM_FACTION,
    FROM_FAVOR,
    FROM_ROUND,
    FROM_TRACK,
    GAME_OVER,
    HOMED,
    JUMPED,
    MAY_BUILD,
    NEW_TOKEN,
    PLACE_DWELLING,
    RIDE,
    SETTING_UP,
    STAGE,
    STOPPED,
    STORM,
    SWARM,
    TAKE_FAVOR,
    TAKE_TOWN,
    UNLOCK_OR_PRIEST,
    USE_KEY,
    Position,
)
from soloist.games.terra_mystica.human.towns import check_all, check_towns, connect, free_shipping, take_tile, use_key

Reserve = Callable[[Position], list[Event]]


def deciding(s: Position) -> int:
    """Whose decision is due: the top of the stack, then offers of power, then the turn order."""
    if s.stack:
        return s.stack[-1][1]
    if s.offers and not s.site:
        return s.offers[0][0]
    return s.to_move


def act(s: Position, move: Move, reserve: Reserve | None = None) -> list[Event]:
    """Carry a move out; the events it led to. Raises `ImpossibleError` with the rule that refuses it.

    `reserve` draws the Automa's reserve card when the Cultists build beside her (TMA-095); it applies and returns events.
    """
    s.log = []
    try:
        play(s, move, reserve)
        return note_awaiting(s)
    finally:
        s.log = None


def note_awaiting(s: Position) -> list[Event]:
    """The events so far, ended by what has to be decided next."""
    assert s.log is not None
    s.log.append(Awaits(tuple(s.turn), tuple(s.stack), tuple(s.offers), tuple(s.gifts)))
    return s.log


def play(s: Position, move: Move, reserve: Reserve | None = None) -> None:
    """Like `act`, noting nothing."""
    if s.turn[STAGE] == GAME_OVER:
        refuse("TM-100")
    _HANDLERS[move[0]](s, deciding(s), move)
    if s.turn[BESIDE_HER]:
        _reserve_card(s, reserve)
    settle(s)


def _reserve_card(s: Position, reserve: Reserve | None) -> None:
    """TMA-095: the card shows 1 or 2 VP, or else there is a cult step of choice."""
    seat, s.turn[BESIDE_HER] = s.turn[BESIDE_HER], 0
    if reserve is None:
        return
    drawn = reserve(s)
    if s.log is not None:
        s.log.extend(drawn)
    vp = sum(event.vp for event in drawn if isinstance(event, Gained))
    if vp:
        do(s, Credited(seat, FROM_FACTION, vp))
    elif drawn:
        s.stack.append((CULT_STEP, seat, 1, 0))


def after_automa(s: Position, events: Sequence[Event]) -> list[Event]:
    """What follows a turn of the Automa: power for the neighbours (TMA-007), the end of a round."""
    s.log = []
    try:
        if s.stack and s.stack[-1][0] == AUTOMA_PLACES:
            s.stack.pop()
        else:
            for event in events:
                if isinstance(event, Built | Upgraded) and event.seat == AUTOMA:
                    offer_power(s, AUTOMA, event.hex, dwelling=isinstance(event, Built))
        settle(s)
        return note_awaiting(s)
    finally:
        s.log = None


def carry_out(s: Position, seat: int, move: Move) -> None:
    """A move of a seat in the order of a ledger, where power is decided late and nothing follows by itself."""
    _HANDLERS[move[0]](s, seat, move)


# ------------------------------------------------------------------------------------------------ the course of the game


def settle(s: Position) -> None:
    """What follows by itself: empty offers, the end of a turn with nothing left to do, of a phase, of a round."""
    while not s.stack:
        stage = s.turn[STAGE]
        if s.offers and not s.site:
            prune(s)
            if s.offers or s.stack:
                return
            continue
        if stage == SETTING_UP:
            begin_actions(s)
        elif stage == BONUS_PHASE:
            begin_round(s)
        elif stage == GAME_OVER:
            return
        elif len(s.passed) == len(s.order):
            end_actions(s)
        elif s.to_move != AUTOMA and s.turn[ACTED] and not s.site and _nothing_left(s, s.to_move):
            end_turn(s, s.to_move)
        else:
            return


def _nothing_left(s: Position, seat: int) -> bool:
    """Whether only `done` could follow."""
    turn, purse, side = s.turn, s.purses[seat], s.sides[seat]
    if turn[FREE_SPADES] or turn[EXCHANGES]:
        return False
    changes = purse.bowl3 or purse.bowl2 > 1 or purse.workers or purse.priests or side.mermaids or side.alchemists
    if turn[MAY_BUILD] and turn[HOMED] and s.left[seat][DWELLING] and changes:
        return False
    return bool(turn[EXTRA]) or not changes  # conversions can still be made in the second of two actions


def end_turn(s: Position, seat: int) -> None:
    """TM-020; the second of the Chaos Magicians' two actions comes first (TM-114)."""
    extra = s.turn[EXTRA]
    s.new_turn()
    if extra:
        s.turn[EXTRA] = extra - 1
    else:
        do(s, TurnDone(seat))


def _acting(s: Position, seat: int) -> None:
    """The action of a turn is still to be taken."""
    if s.stack or s.turn[STAGE] != ACTIONS_PHASE or (s.offers and not s.site):
        refuse("TM-024")
    if s.turn[ACTED]:
        refuse("TM-020")


def _find(s: Position, seat: int, kind: int, rule: str) -> int:
    """The place in the stack of the topmost pending decision of this kind, if it is this seat's turn to decide it."""
    stack = s.stack
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][1] != seat:
            break
        if stack[i][0] == kind:
            return i
    return refuse(rule)


# -------------------------------------------------------------------------------------------------------------- set-up


def _place(s: Position, seat: int, move: Move) -> None:
    """TM-015: a starting dwelling; no cost, no power, no points."""
    if not s.stack or s.stack[-1][0] != PLACE_DWELLING:
        refuse("TM-015")
    if not places(s, seat) >> move.a & 1:
        refuse("TM-151" if s.sides[seat].riverwalkers else "TM-015")
    s.stack.pop()
    ground = ground_of(s, seat)
    if ground != s.home[seat]:
        do(s, Transformed(seat, move.a, ground))  # TM-141, TM-144
    do(s, Built(seat, move.a))


def places(s: Position, seat: int) -> int:
    """Where a starting dwelling may stand."""
    free = s.terrain[s.home[seat]] & ~s.occupied()
    return free & s.map.by_river if s.sides[seat].riverwalkers else free


def _bonus(s: Position, seat: int, move: Move) -> None:
    """TM-016: the first bonus card."""
    if not s.stack or s.stack[-1][0] != CHOOSE_BONUS or move.a not in s.row:
        refuse("TM-016")
    s.stack.pop()
    do(s, BonusTaken(seat, move.a))


# ---------------------------------------------------------------------------------------------------------- conversions

#: rate -> (power, priests, workers, coins, vp) that one conversion takes (-) and gives (+)
CONVERSIONS = {
    m.POWER_TO_PRIEST: (-5, 1, 0, 0, 0),
    m.POWER_TO_WORKER: (-3, 0, 1, 0, 0),
    m.POWER_TO_COIN: (-1, 0, 0, 1, 0),
    m.PRIEST_TO_WORKER: (0, -1, 1, 0, 0),
    m.WORKER_TO_COIN: (0, 0, -1, 1, 0),
    m.VP_TO_COIN: (0, 0, 0, 1, -1),
    m.COIN_TO_VP: (0, 0, 0, -2, 1),
}


def _convert(s: Position, seat: int, move: Move) -> None:
    """TM-032, TM-036, TM-126: on the own turn, in the action phase, before and after the action (TM-021)."""
    _, rate, n, _ = move
    if s.turn[STAGE] != ACTIONS_PHASE or seat != s.to_move or seat == AUTOMA or n < 1:
        refuse("TM-036")
    if s.offers and not s.stack and not s.site:
        refuse("TM-064")
    purse = s.purses[seat]
    if rate == m.BURN:
        if purse.bowl2 < 2 * n:
            refuse("TM-032")
        book(s, seat, FROM_CONVERT, bowl2=-2 * n, bowl3=n)
        return
    power, priests, workers, coins, vp = CONVERSIONS[rate]
    if rate == m.COIN_TO_VP and not s.sides[seat].alchemists:
        if not s.site:
            refuse("TM-037")
        coins = -3  # B2
    elif rate == m.VP_TO_COIN and not s.sides[seat].alchemists:
        refuse("TM-126")
    if purse.bowl3 < -power * n or purse.priests < -priests * n or purse.workers < -workers * n:
        refuse("TM-036")
    if purse.coins < -coins * n or s.vp[seat] < -vp * n:
        refuse("TM-126")
    if priests > 0:
        if s.sides[seat].riverwalkers and purse.unlocked != RIVER_ALL:
            book(s, seat, FROM_CONVERT, bowl1=5 * n, bowl3=-5 * n)
            gain_priests(s, seat, n)
            return
        if priest_room(s, seat) < n:
            refuse("TM-010")
    book(s, seat, FROM_CONVERT, coins * n, workers * n, priests * n, vp * n, -power * n, 0, power * n)


def _exchange(s: Position, seat: int, move: Move) -> None:
    """TM-123: workers become priests, once, with the Darklings' stronghold."""
    n = move.a
    if s.stack or (s.offers and not s.site) or not 1 <= n <= s.turn[EXCHANGES]:
        refuse("TM-123")
    if s.purses[seat].workers < n or priest_room(s, seat) < n:
        refuse("TM-010")
    s.turn[EXCHANGES] -= n
    book(s, seat, FROM_CONVERT, workers=-n, priests=n)


# ------------------------------------------------------------------------------------------------- transform and build


def _transform(s: Position, seat: int, move: Move) -> None:
    _, hex_, terrain, track = move
    top = s.stack[-1][0] if s.stack else -1
    if top == CULT_SPADES:
        transform_bonus(s, seat, hex_, terrain)
    elif top == STORM:
        _sandstorm(s, seat, hex_, terrain)
    elif s.stack or s.turn[STAGE] != ACTIONS_PHASE or (s.offers and not s.site):
        refuse("TM-024")
    else:
        transform(s, seat, hex_, terrain, track)


def _sandstorm(s: Position, seat: int, hex_: int, terrain: int) -> None:
    """TM-113: no spade, no river, no bridge."""
    if terrain != s.home[seat] or not storm_hexes(s, seat) >> hex_ & 1:
        refuse("TM-113")
    s.stack.pop()
    do(s, Transformed(seat, hex_, terrain))
    s.turn[HOMED] |= 1 << hex_
    s.turn[MAY_BUILD] = 1


def storm_hexes(s: Position, seat: int) -> int:
    """Empty land beside an own structure that is not desert, ice or volcano."""
    fixed = s.terrain[7] | s.terrain[8] | s.terrain[s.home[seat]]
    return s.map.around(s.owned(seat)) & s.map.land & ~s.occupied() & ~fixed


def _build(s: Position, seat: int, move: Move) -> None:
    """TM-043, TM-046, TM-047: a dwelling on a hex just made home terrain, or as the whole action on one that is."""
    hex_ = move.a
    here = 1 << hex_
    turn = s.turn
    riding = bool(s.stack) and s.stack[-1][0] == RIDE
    if (s.stack and not riding) or turn[STAGE] != ACTIONS_PHASE or (s.offers and not s.site):
        refuse("TM-024")
    if s.occupied() & here or not s.map.land & here:
        refuse("TM-001")
    if not s.left[seat][DWELLING]:
        refuse("TM-007")
    if not may_stand(s, seat) & here:
        refuse("TM-009")
    if riding:  # TM-112
        s.stack.pop()
        _built(s, seat, hex_)
        return
    if turn[ACTED]:
        if not turn[MAY_BUILD]:
            refuse("TM-020")
        if not turn[HOMED] & here and not (s.site and reach(s, seat) & here):  # B3
            refuse("TM-043")
    workers, coins = s.sides[seat].cost[DWELLING]
    priests = vp = 0
    paid = turn[HOMED] & here and turn[JUMPED] == hex_  # one jump covers transforming and building there (TM-118)
    if not paid and not reach(s, seat) & here:
        if not jump_reach(s, seat) & here:
            refuse("TM-005")
        if turn[JUMPED] >= 0:
            refuse("TM-118")
        jump_workers, priests = jump_price(s, seat)
        workers += jump_workers
        vp = 4
    pay(s, seat, FROM_FACTION, workers, coins, priests, vp, rule="TM-046")
    turn[ACTED] = 1
    turn[FREE_SPADES] = turn[MAY_BUILD] = 0
    _built(s, seat, hex_)


def _built(s: Position, seat: int, hex_: int) -> None:
    """TM-047: points, the dwelling, towns, power for neighbours."""
    vp = s.tiles[s.round - 1].vp[f.DWELLINGS]
    if vp:
        book(s, seat, FROM_ROUND, vp=vp)
    if s.favors[seat] >> f.FAV11 & 1:
        book(s, seat, FROM_FAVOR, vp=2)
    do(s, Built(seat, hex_))
    check_towns(s, seat, 1 << hex_)
    offer_power(s, seat, hex_, dwelling=True)


# -------------------------------------------------------------------------------------------------------------- upgrade


def _upgrade(s: Position, seat: int, move: Move) -> None:
    """TM-056 … TM-061; points, town check and power come in the order of TM-060."""
    _, hex_, kind, _ = move
    free = bool(s.stack) and s.stack[-1][0] == SWARM
    if not free:
        _acting(s, seat)
    old = s.kind_at(seat, hex_)
    if old is None or kind == SHIPYARD or kind not in UPGRADES[old] or (free and kind != TRADING_HOUSE):
        refuse("TM-007")
    if not s.left[seat][kind]:
        refuse("TM-007")
    side = s.sides[seat]
    if free:  # TM-116
        s.stack.pop()
    else:
        workers, coins = side.cost[kind]
        if kind == TRADING_HOUSE and not s.beside(1 << hex_) & (s.occupied() & ~s.owned(seat)):
            workers, coins = side.cost_alone  # TM-057
        pay(s, seat, FROM_CONVERT, workers, coins, rule="TM-056")
    s.turn[ACTED] = 1
    vp = s.tiles[s.round - 1].vp[f.KIND_EVENT[kind]]
    if vp:
        book(s, seat, FROM_ROUND, vp=vp)
    if kind == TRADING_HOUSE and s.favors[seat] >> f.FAV10 & 1:
        book(s, seat, FROM_FAVOR, vp=3)
    do(s, Upgraded(seat, hex_, kind))
    favors = side.favors[kind]
    check_towns(s, seat, 1 << hex_)
    offer_power(s, seat, hex_, dwelling=False)
    if kind == STRONGHOLD:
        favors += _stronghold(s, seat)
    _entitle_favors(s, seat, favors)


def _entitle_favors(s: Position, seat: int, n: int) -> None:
    """TM-058: as many tiles as there are kinds left that the player lacks."""
    n = min(n, sum(1 for _ in favor_choices(s, seat)))
    for _ in range(n):
        s.stack.append((TAKE_FAVOR, seat, 0, 0))


def favor_choices(s: Position, seat: int) -> list[int]:
    """The favor tiles this seat may take (TM-058)."""
    held = s.favors[seat]
    return [t for t in range(len(FAVOR_TILES)) if not held >> t & 1 and s.favors_left(t) > 0]


def _stronghold(s: Position, seat: int) -> int:
    """TM-059: what happens at once; returns the favor tiles it brings."""
    side = s.sides[seat]
    if side.id == "auren":  # TM-111
        return 1
    if side.mermaids:  # TM-117
        free_shipping(s, seat)
    elif side.fakirs:  # TM-120
        do(s, Levelled(seat, "carpet"))
    elif side.halflings:  # TM-121
        gain_spades(s, seat, 3)
    elif side.darklings:  # TM-123
        s.turn[EXCHANGES] = 3
    elif side.cultists:  # TM-124
        book(s, seat, FROM_FACTION, vp=7)
    elif side.alchemists:  # TM-126
        gain_power(s, seat, 12, FROM_FACTION)
    elif side.dragonlords:  # TM-148
        book(s, seat, FROM_FACTION, bowl1=len(s.clockwise()))
    elif side.riverwalkers:  # TM-152
        _entitle_bridges(s, seat, 2)
    return 0


# ---------------------------------------------------------------------------------------------------- tracks and cults


def _ship(s: Position, seat: int, move: Move) -> None:
    """TM-050; the priest goes back to the supply (TM-052)."""
    _acting(s, seat)
    side, level = s.sides[seat], s.shipping[seat]
    if side.ship_max <= level:
        refuse("TM-050")
    pay(s, seat, FROM_TRACK, 0, 4, 1, side.ship_vp[level - side.ship_start], rule="TM-050")
    s.turn[ACTED] = 1
    do(s, Levelled(seat, "shipping"))


def _dig(s: Position, seat: int, move: Move) -> None:
    """TM-051."""
    _acting(s, seat)
    side = s.sides[seat]
    if s.purses[seat].digging + 1 >= len(side.spade_cost):
        refuse("TM-051")
    workers, coins, priests = side.dig_price
    pay(s, seat, FROM_TRACK, workers, coins, priests, 6, rule="TM-051")
    s.turn[ACTED] = 1
    do(s, Levelled(seat, "digging"))


def _send(s: Position, seat: int, move: Move) -> None:
    """TM-070; the Acolytes' stronghold adds a step (TM-146)."""
    _, track, steps, _ = move
    _acting(s, seat)
    if not s.purses[seat].priests or not 1 <= steps <= 3:
        refuse("TM-070")
    if steps > 1 and not free_spaces(s, track)[steps]:
        refuse("TM-070")
    s.turn[ACTED] = 1
    book(s, seat, FROM_CONVERT, priests=-1)
    here = s.cults[seat][track]
    extra = int(s.sides[seat].acolytes and s.has_stronghold(seat))
    if steps == 1:
        cult_steps(s, seat, track, 1 + extra)
        return
    if extra:  # all steps of one priest are one move up
        _stay(s, seat, track, steps)
        cult_steps(s, seat, track, extra)
    else:
        _stay(s, seat, track, steps)
    assert s.cults[seat][track] >= here


def _stay(s: Position, seat: int, track: int, steps: int) -> None:
    """The priest stays on an order space; the steps and their power."""
    here = s.cults[seat][track]
    if here + steps >= TOP > here and not s.keys[seat] and not any(c[track] >= TOP for c in s.cults):
        s.turn[STOPPED] |= 1 << track
    do(s, PriestSent(seat, track, steps))
    power = f.CULT_POWER[s.cults[seat][track]] - f.CULT_POWER[here]
    if power > 0:
        gain_power(s, seat, power)


def free_spaces(s: Position, track: int) -> tuple[int, int, int, int]:
    """How many order spaces with 3 and 2 are free below a track, by number."""
    a, b, c, d = s.spaces[4 * track : 4 * track + 4]
    return 0, 1, (b == NOBODY) + (c == NOBODY) + (d == NOBODY), int(a == NOBODY)


def _cult(s: Position, seat: int, move: Move) -> None:
    """TM-073: a free step, or the two of the Auren on one track."""
    track = move.a
    top = s.stack[-1][0] if s.stack else -1
    if top not in (CULT_STEP, CULT_TWO):
        refuse("TM-073")
    s.stack.pop()
    cult_steps(s, seat, track, 2 if top == CULT_TWO else 1)


def _favor(s: Position, seat: int, move: Move) -> None:
    """TM-058, TM-061."""
    at = _find(s, seat, TAKE_FAVOR, "TM-058")
    if s.favors[seat] >> move.a & 1 or s.favors_left(move.a) <= 0:
        refuse("TM-058")
    del s.stack[at]
    tile = FAVOR_TILES[move.a]
    here = s.cults[seat][tile.track]
    if here + tile.steps >= TOP > here and not s.keys[seat] and not any(c[tile.track] >= TOP for c in s.cults):
        s.turn[STOPPED] |= 1 << tile.track
    do(s, FavorTaken(seat, move.a))
    power = f.CULT_POWER[s.cults[seat][tile.track]] - f.CULT_POWER[here]
    if power > 0:
        gain_power(s, seat, power)
    if move.a == f.FAV5 and s.turn[STAGE] == ACTIONS_PHASE:
        check_all(s, seat)


def _town(s: Position, seat: int, move: Move) -> None:
    at = _find(s, seat, TAKE_TOWN, "TM-081")
    if not s.town_left[move.a]:
        refuse("TM-081")
    del s.stack[at]
    take_tile(s, seat, move.a)


def _key(s: Position, seat: int, move: Move) -> None:
    at = _find(s, seat, USE_KEY, "TM-074")
    _, _, steps, could = s.stack[at]
    if not could >> move.a & 1:
        refuse("TM-074")
    del s.stack[at]
    use_key(s, seat, move.a, steps, could)


def _connect(s: Position, seat: int, move: Move) -> None:
    if s.turn[STAGE] != ACTIONS_PHASE or seat != s.to_move or (s.stack and s.stack[-1][0] != TAKE_TOWN):
        refuse("TM-122")
    if s.offers and not s.stack and not s.site:
        refuse("TM-064")
    connect(s, seat, move.a)


# ------------------------------------------------------------------------------------------------------ special actions


def action_price(s: Position, seat: int, action: int) -> int:
    """The power an action costs; the Yetis pay 1 less on the board (TM-143)."""
    power = f.ACTION_POWER[action]
    return power - 1 if action <= f.ACT6 and s.sides[seat].yetis else power


def available(s: Position, seat: int, action: int) -> str:
    """The rule that stands against an action, or nothing; whether it can be paid is another question."""
    side = s.sides[seat]
    if action <= f.ACT6:
        if s.used >> action & 1 and not (side.yetis and s.has_stronghold(seat)):
            return "TM-090"
        if side.riverwalkers and action in (f.ACT5, f.ACT6):
            return "TM-150"
        return ""
    if action == f.SPADE_CARD and (s.bonus[seat] != f.BON1 or side.riverwalkers):
        return "TM-150" if side.riverwalkers else "TM-091"
    if action == f.CULT_CARD and s.bonus[seat] != f.BON2:
        return "TM-091"
    if action == f.CULT_TILE and not s.favors[seat] >> f.FAV6 & 1:
        return "TM-091"
    if f.ACTION_FACTION[action] and f.ACTION_FACTION[action] != side.id:
        return "TM-091"
    if f.ACTION_FACTION[action] and action != f.ENGINEERS and not s.has_stronghold(seat):
        return "TM-059"
    if s.purses[seat].used >> action & 1:
        return "TM-091"
    if action == f.CHAOS and s.turn[EXTRA]:
        return "TM-091"
    return ""


def _action(s: Position, seat: int, move: Move) -> None:
    """TM-090 … TM-092."""
    _, action, target, _ = move
    _acting(s, seat)
    rule = available(s, seat, action)
    if rule:
        refuse(rule)
    power = action_price(s, seat, action)
    purse = s.purses[seat]
    if purse.bowl3 < power:
        refuse("TM-031")
    if (target != 0) != (action in (f.SHIFT_POWER, f.SHIFT_TOKENS)):
        refuse("TM-154")
    if target and not shift_targets(s, seat) >> (target - 1) & 1:
        refuse("TM-154")
    if action == f.ENGINEERS and purse.workers < 2:
        refuse("TM-119")
    if action == f.ENGINEERS and s.bridges[seat].bit_count() >= 3:
        refuse("TM-086")
    if action == f.SHIFT_TOKENS and tokens(s, seat) < 5:
        refuse("TM-154")
    s.turn[ACTED] = 1
    if power:
        book(s, seat, FROM_CONVERT, bowl1=power, bowl3=-power)
    if action <= f.ACT6:
        do(s, ActionUsed(seat, action))
    elif action not in (f.ENGINEERS, f.SHIFT_POWER, f.SHIFT_TOKENS):
        do(s, OwnActionUsed(seat, action))
    _EFFECTS[action](s, seat, target)


def _two_actions(s: Position, seat: int, target: int) -> None:
    """TM-114: the marker costs no action of its own; two follow."""
    s.turn[ACTED] = 0
    s.turn[EXTRA] = 1


def _engineers(s: Position, seat: int, target: int) -> None:
    book(s, seat, FROM_CONVERT, workers=-2)
    _entitle_bridges(s, seat, 1)


def _shift(s: Position, seat: int, target: int) -> None:
    do(s, Shifted(seat, target - 1))


def _shift_tokens(s: Position, seat: int, target: int) -> None:
    lose_tokens(s, seat, 5)
    do(s, Shifted(seat, target - 1))


def shift_targets(s: Position, seat: int) -> int:
    """The terrains the Shapeshifters may turn to: wheel terrains that are nobody's home (TM-154)."""
    return RIVER_ALL & ~home_terrains(s, seat) & ~(1 << s.home[seat])


def _entitle_bridges(s: Position, seat: int, n: int) -> None:
    """TM-086: as many as there are pieces left."""
    n = min(n, 3 - s.bridges[seat].bit_count())
    for _ in range(n):
        s.stack.append((BUILD_BRIDGE, seat, 0, 0))


def _pending(kind: int) -> Callable[[Position, int, int], None]:
    def push(s: Position, seat: int, target: int) -> None:
        s.stack.append((kind, seat, 1, 0))

    return push


_EFFECTS: dict[int, Callable[[Position, int, int], None]] = {
    f.ACT1: lambda s, seat, t: _entitle_bridges(s, seat, 1),
    f.ACT2: lambda s, seat, t: gain_priests(s, seat, 1),
    f.ACT3: lambda s, seat, t: book(s, seat, FROM_CONVERT, workers=2),
    f.ACT4: lambda s, seat, t: book(s, seat, FROM_CONVERT, coins=7),
    f.ACT5: lambda s, seat, t: gain_spades(s, seat, 1),
    f.ACT6: lambda s, seat, t: gain_spades(s, seat, 2),
    f.SPADE_CARD: lambda s, seat, t: gain_spades(s, seat, 1),
    f.CULT_CARD: _pending(CULT_STEP),
    f.CULT_TILE: _pending(CULT_STEP),
    f.AUREN: _pending(CULT_TWO),
    f.CHAOS: _two_actions,
    f.ENGINEERS: _engineers,
    f.GIANTS: lambda s, seat, t: gain_spades(s, seat, 2),
    f.NOMADS: _pending(STORM),
    f.SWARMLINGS: _pending(SWARM),
    f.WITCHES: _pending(RIDE),
    f.SHIFT_POWER: _shift,
    f.SHIFT_TOKENS: _shift_tokens,
}


def bridge_choices(s: Position, seat: int) -> list[int]:
    """TM-087: pairs of the map with an own structure at one end and no bridge yet (B16)."""
    own = s.owned(seat)
    standing = 0
    for mask in s.bridges:
        standing |= mask
    return [i for i, (a, b) in enumerate(s.map.bridges) if not standing >> i & 1 and own & (1 << a | 1 << b)]


def _bridge(s: Position, seat: int, move: Move) -> None:
    """TM-086 … TM-088."""
    at = _find(s, seat, BUILD_BRIDGE, "TM-086")
    if move.a not in bridge_choices(s, seat):
        refuse("TM-087")
    del s.stack[at]
    do(s, Bridged(seat, move.a))
    a, b = s.map.bridges[move.a]
    check_towns(s, seat, (1 << a | 1 << b) & s.owned(seat))


# ------------------------------------------------------------------------------------------------- reactions, ending


def _unlock(s: Position, seat: int, move: Move) -> None:
    """TM-150: the priest, or one more terrain."""
    at = _find(s, seat, UNLOCK_OR_PRIEST, "TM-150")
    kind, _, n, _ = s.stack[at]
    if move.a == m.THE_PRIEST:
        if priest_room(s, seat) < 1:
            refuse("TM-010")
        book(s, seat, FROM_CONVERT, priests=1)
    else:
        price = unlock_price(s, seat, move.a)
        if move.a > 6 or s.purses[seat].unlocked >> move.a & 1 or s.purses[seat].coins < price:
            refuse("TM-150")
        book(s, seat, FROM_CONVERT, coins=-price)
        do(s, Unlocked(seat, move.a))
    if n > 1:
        s.stack[at] = (kind, seat, n - 1, 0)
    else:
        del s.stack[at]


def unlock_price(s: Position, seat: int, terrain: int) -> int:
    """1 coin, 2 for the home terrain of another player."""
    return 1 + (home_terrains(s, seat) >> terrain & 1)


def _take(s: Position, seat: int, move: Move) -> None:
    if s.stack:
        refuse("TM-064")
    answer(s, seat, True)


def _decline(s: Position, seat: int, move: Move) -> None:
    if s.stack:
        refuse("TM-064")
    answer(s, seat, False)


def _token(s: Position, seat: int, move: Move) -> None:
    """TM-155."""
    if not s.stack or s.stack[-1][0] != NEW_TOKEN:
        refuse("TM-155")
    if move.a and s.vp[seat] < 1:
        refuse("TM-011")
    s.stack.pop()
    if move.a:
        book(s, seat, FROM_FACTION, vp=-1, bowl3=1)


#: what may be given up (TM-024, TM-045, TM-089); favor and town tiles may not
OPTIONAL = (BUILD_BRIDGE, RIDE, STORM, SWARM, CULT_SPADES)


def _done(s: Position, seat: int, move: Move) -> None:
    """Give up what is pending, or end the turn."""
    if s.stack:
        if s.stack[-1][0] == UNLOCK_OR_PRIEST and not unlock_choices(s, seat):
            s.stack.pop()  # nothing to take and nothing to pay with: the priest is lost
            return
        if s.stack[-1][0] not in OPTIONAL:
            refuse("TM-024")
        s.stack.pop()
        return
    if s.turn[STAGE] != ACTIONS_PHASE or not s.turn[ACTED] or (s.offers and not s.site):
        refuse("TM-178")
    end_turn(s, seat)


def unlock_choices(s: Position, seat: int) -> list[int]:
    """What the Riverwalkers can do with a priest."""
    purse = s.purses[seat]
    found = [t for t in range(7) if not purse.unlocked >> t & 1 and purse.coins >= unlock_price(s, seat, t)]
    if priest_room(s, seat) > 0:
        found.append(m.THE_PRIEST)
    return found


def _pass(s: Position, seat: int, move: Move) -> None:
    """TM-094; as the first of the Chaos Magicians' two actions it ends the turn (TM-114)."""
    _acting(s, seat)
    pass_round(s, seat, move.a)
    s.new_turn()


_HANDLERS: tuple[Callable[[Position, int, Move], None], ...] = (
    _convert,
    _place,
    _bonus,
    _build,
    _transform,
    _upgrade,
    _ship,
    _dig,
    _send,
    _action,
    _bridge,
    _cult,
    _favor,
    _town,
    _key,
    _connect,
    _exchange,
    _unlock,
    _take,
    _decline,
    _token,
    _done,
    _pass,
)
