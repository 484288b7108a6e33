"""Power via structures (TM-062 … TM-068), and what Cultists and Shapeshifters get out of it (TM-124, TM-155)."""

from __future__ import annotations

from soloist.games.terra_mystica.board.tables import AUTOMA
from soloist.games.terra_mystica.human.economy import gain_power, new_build, refuse, room
from soloist.games.terra_mystica.human.state import (
    BESIDE_HER,
    CULT_STEP,
    FROM_FACTION,
    FROM_LEECH,
    GONE,
    NEW_TOKEN,
    Position,
)


def offer_power(s: Position, seat: int, hex_: int, *, dwelling: bool) -> None:
    """TM-062: everybody else with structures directly adjacent, in turn order behind the builder (TM-064)."""
    near = s.beside(1 << hex_)
    order = s.order
    at = order.index(seat) + 1 if seat in order else 0
    serial = 0
    for other in (*order[at:], *order[: max(at - 1, 0)]):
        if other in (seat, AUTOMA) or s.turn[GONE] >> other & 1:
            continue
        power = 0
        values = s.setup.humans[other - 1].power
        for kind, where in enumerate(s.pieces[other]):
            if where & near:
                power += values[kind] * (where & near).bit_count()
        if power:
            serial = serial or new_build(s)
            s.offers.append((other, seat, power, serial))
    if seat == AUTOMA:
        return
    side = s.sides[seat]
    if not (side.cultists or side.shapeshifters):
        return
    if s.setup.automa and near & s.owned(AUTOMA):  # TMA-095, TMA-098 replace the reaction
        if side.cultists:
            s.turn[BESIDE_HER] = seat
        elif dwelling:
            gain_power(s, seat, 1, FROM_FACTION)
    elif serial:
        s.gifts.append((serial, seat, 0, 0))


def decide_offer(s: Position, index: int, take: bool) -> None:
    """TM-063: n power for n - 1 VP, as much as the bowls take and the points allow."""
    receiver, _, amount, serial = s.offers.pop(index)
    gained = min(amount, s.vp[receiver] + 1, room(s, receiver))
    if gained <= 0:
        answer = 0
    elif take:
        gain_power(s, receiver, gained, FROM_LEECH, vp=1 - gained)
        answer = 1
    else:
        answer = -1
    if s.gifts:
        react(s, serial, answer)


def react(s: Position, serial: int, answer: int) -> None:
    """TM-067: the builder's reaction, once per build. What could not be taken counts neither way."""
    for i, (number, giver, taken, declined) in enumerate(s.gifts):
        if number != serial:
            continue
        if answer > 0:
            taken += 1
        elif answer < 0:
            declined += 1
        open_still = any(offer[3] == serial for offer in s.offers)
        if s.site and answer > 0 and taken == 1:
            reward(s, giver)
        if open_still:
            s.gifts[i] = (number, giver, taken, declined)
            return
        del s.gifts[i]
        if taken > 0:
            if not s.site:
                reward(s, giver)
        elif declined and taken == 0:
            gain_power(s, giver, 1, FROM_FACTION)
        return


def reward(s: Position, giver: int) -> None:
    """Somebody took power: a cult step for the Cultists, a token for the Shapeshifters if they pay 1 VP for it. It is
    decided before anybody acts again (TM-077)."""
    if s.sides[giver].cultists:
        s.stack.append((CULT_STEP, giver, 1, 0))
    elif s.vp[giver] > 0:
        s.stack.append((NEW_TOKEN, giver, 1, 0))


def prune(s: Position) -> None:
    """TM-065: who cannot gain anything does not decide."""
    while s.offers and room(s, s.offers[0][0]) == 0:
        decide_offer(s, 0, False)


def answer(s: Position, seat: int, take: bool) -> None:
    """The decision that is due."""
    if not s.offers or s.offers[0][0] != seat:
        refuse("TM-062")
    decide_offer(s, 0, take)
