"""Legality of action spaces: in play, free, and with an action that can be carried out (BR-033 … BR-037)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from soloist.core.bits import iterate_bits
from soloist.core.sink import NULL_SINK
from soloist.games.barrage.board import spaces as sp
from soloist.games.barrage.board.spaces import BANK_SPACE, COMPANY_SPACES, FIRST_OF_BUILDING, SPACE_LIST, ActionSpace
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import OFFICERS
from soloist.games.barrage.player.buildings import can_use, own_buildings
from soloist.games.barrage.player.construction import can_construct, moves_without_engineers
from soloist.games.barrage.player.contracts import contracts_to_take
from soloist.games.barrage.player.draft import extra_officers, officers_left
from soloist.games.barrage.player.draft_setup import POOL
from soloist.games.barrage.player.events import Copied, Paid
from soloist.games.barrage.player.production import Produce, water_held
from soloist.games.barrage.player.state import NOT_PLAYED, Position
from soloist.games.barrage.player.works import list_work_payments


def blocking_rule(position: Position, seat: int, number: int) -> str:
    """Return the rule that forbids a space to a seat, whatever it costs; empty if none does."""
    space = SPACE_LIST[number]
    if space.players > position.players:
        return "BR-037"
    if space.shared >= 0:
        if space.section == "external_works" and not position.setup.leeghwater:
            return "BR-130"
        taken = position.space_seat[space.shared] != NOBODY and number != BANK_SPACE
        return "BR-033" if taken else ""
    if space.section == "private_buildings":
        return _building_blocked(position, seat, number)
    if space.officer and not position.has_ability(seat, space.officer):
        return "BR-034"
    if position.used[seat] >> number & 1:
        return "BR-033"
    return "BR-R49" if space.section == "company_board" and not _is_next(position, seat, number) else ""


def _is_next(position: Position, seat: int, number: int) -> bool:
    """Return whether a free space of the company board may be used: any, by house ruling the first from the left
    (BR-R49)."""
    if position.setup.rulings["construction_spaces"] == "any_free":
        return True
    return number == next(space for space in COMPANY_SPACES if not position.used[seat] >> space & 1)


def _building_blocked(position: Position, seat: int, number: int) -> str:
    """Return the rule that forbids a building's action space: it needs an own piece on the tile, once per round
    (BR-134); an Automa's building closes the first space (BR-139)."""
    building = SPACE_LIST[number].n
    if building not in position.setup.buildings:
        return "BR-133"
    at = position.setup.buildings.index(building)
    if not position.own_building(seat, at):
        return "BR-134"
    if number in FIRST_OF_BUILDING and position.is_closed(at):
        return "BR-139"
    own = any(
        SPACE_LIST[used].n == building and SPACE_LIST[used].does == sp.BUILDING
        for used in iterate_bits(position.used[seat])
    )
    if own or any(used >> number & 1 for used in position.used):
        return "BR-134" if own else "BR-033"
    return ""


def is_possible(position: Position, seat: int, space: ActionSpace, credits: int) -> bool:
    """Return whether a space's action can be carried out with these credits (BR-036)."""
    check = _ABLE.get(space.does)
    return credits >= 0 and (check is None or check(position, seat, space, credits))


def _enough_contracts(position: Position, n: int) -> bool:
    """Return whether a contract is on display, by house ruling as many as the space gives (BR-080, BR-R20)."""
    return len(contracts_to_take(position)) >= (
        n if position.setup.rulings["take_two_with_one_left"] == "forbidden" else 1
    )


def _can_follow(position: Position, seat: int, credits: int) -> bool:
    """Return whether Mahiri Sekibo may copy: always, by house ruling only if an action can follow (BR-R33). With
    another engineer one can, because the bank always has room (BR-079)."""
    if (
        position.setup.rulings["mahiri_needs_follow_up"] == "no"
        or position.engineers[seat] + position.architect[seat] > 1
    ):
        return True
    for officer in officers_to_copy(position, seat):
        after = position.copy()
        NULL_SINK.apply_event(after, Copied(seat, officer))
        NULL_SINK.apply_event(after, Paid(seat, credits - position.credits[seat]))
        if moves_without_engineers(after, seat):
            return True
    return False


_ABLE: dict[int, Callable[[Position, int, ActionSpace, int], bool]] = {
    sp.PRODUCE: lambda s, seat, space, credits: Produce(seat, space.n).is_possible(s, credits),
    sp.TAKE: lambda s, seat, space, credits: _enough_contracts(s, space.n),
    sp.PATENT: lambda s, seat, space, credits: s.patents[space.n] != NOBODY,
    sp.WORK: lambda s, seat, space, credits: (
        s.works[space.n] != NOBODY and bool(list_work_payments(s, seat, s.works[space.n]))
    ),
    sp.CONSTRUCT: lambda s, seat, space, credits: can_construct(s, seat, credits),
    sp.OWN_BUILDING: lambda s, seat, space, credits: bool(own_buildings(s, seat, credits)),
    sp.WU: lambda s, seat, space, credits: water_held(s, seat) > 0,
    sp.BUILDING: lambda s, seat, space, credits: can_use(s, seat, space.n, credits),
    sp.COPY: lambda s, seat, space, credits: _can_follow(s, seat, credits),
}
#: effects that cannot always be carried out
CHECKED = frozenset(_ABLE)
#: by effect: the rule that forbids an action that cannot be carried out
WHY_NOT = {
    sp.PRODUCE: "BR-060",
    sp.TAKE: "BR-080",
    sp.PATENT: "BR-081",
    sp.WORK: "BR-131",
    sp.CONSTRUCT: "BR-041",
    sp.OWN_BUILDING: "BR-157",
    sp.WU: "BR-156",
    sp.BUILDING: "BR-134",
    sp.COPY: "BR-R33",
}


@cache
def spaces_for(officer: str, copied: str, leeghwater: bool, players: int) -> tuple[int, ...]:
    """Return the numbers of the spaces that a seat with these officers can ever use in such a game."""
    return tuple(
        i
        for i, space in enumerate(SPACE_LIST)
        if space.players <= players
        and (not space.officer or space.officer in (officer, copied))
        and (leeghwater or space.section not in ("private_buildings", "external_works"))
    )


def officers_to_copy(position: Position, seat: int) -> list[int]:
    """Return the three officers that Mahiri may copy: those of other seats, then undrafted ones, then the extra ones
    (BR-R01), without those that humans cannot use (BR-156)."""
    words = [o for i, o in enumerate(position.setup.officers) if i != seat and o and o not in NOT_PLAYED]
    words += officers_left(position)
    return [*(OFFICERS.names.index(word) for word in words), *extra_officers(position)][:POOL]
