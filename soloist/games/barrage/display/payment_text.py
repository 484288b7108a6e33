"""Payments in words: credits that humans move by hand, and reasons why points move (BA-003, BR-045, BR-063, BR-101)."""

from __future__ import annotations

from soloist.core.board import Event
from soloist.core.text import Text, Word, text
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.laws import energy_reward
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import BASE, BUILDING, POWERHOUSE, RED_OUTLINE, SITES


def is_on_red(board: Barrage, built: e.Built) -> bool:
    """Return whether a piece stands on a red-outlined space; elevations and conduits never do (BR-045)."""
    if built.structure == BASE:
        return bool(board.map.red_dams >> built.place & 1)
    if built.structure == POWERHOUSE:
        return board.map.house_red[built.place]
    return built.structure == BUILDING and SITES[built.place % 4][0]


def say_conduit_use(board: Barrage, event: Event) -> list[Text]:
    """Return instructions for the use of another's conduit: a human pays, or takes, 1 credit per drop; Automa move VP
    (BA-003, BR-063)."""
    if not isinstance(event, e.Produced | e.Drained):
        return []
    owner = board.owner_of_conduit(event.system // 2)
    if owner is None or owner == event.seat or event.drops <= 0:
        return []
    pipe = board.map.conduits.names[event.system // 2]
    producer, n = board.word(event.seat), event.drops
    lines = []
    if not board.is_automa(event.seat):
        lines.append(text("hands.conduit_fee", seat=producer, owner=board.word(owner), conduit=pipe, n=n))
    if not board.is_automa(owner):
        lines.append(text("hands.conduit_credits", seat=board.word(owner), producer=producer, conduit=pipe, n=n))
    return lines


def say_red_outline(board: Barrage, built: Event) -> list[Text]:
    """Return the instruction to pay for a red outline if a tile decides for a human (BA-R19)."""
    if not isinstance(built, e.Built) or board.is_automa(built.seat) or not is_on_red(board, built):
        return []
    return [text("hands.red_credits", seat=board.word(built.seat), n=RED_OUTLINE)]


def say_credits(board: Barrage) -> list[Text]:
    """Return the credits that humans take by their energy (BR-101), and for Automa without energy that payment and
    income cancel out (BA-003)."""
    lines = []
    for seat in range(board.players):
        taken, vp = energy_reward(board.energy[seat])
        if not board.is_automa(seat):
            lines.append(text("hands.credits", seat=board.word(seat), credits=taken))
        elif taken + vp == 0:
            lines.append(text("hands.no_energy", seat=board.word(seat), vp=f"{vp:+d}", credits=f"{taken:+d}"))
    return lines


def say_reason(board: Barrage, cause: Event | None, gained: e.Gained) -> Word | None:
    """Return why points move, or None if the event before says it."""
    if isinstance(cause, e.Produced | e.Drained) and board.owner_of_conduit(cause.system // 2) != cause.seat:
        if gained.seat == cause.seat and gained.vp < 0:
            return Word("reason.conduit_fee")
        if gained.seat == board.owner_of_conduit(cause.system // 2):
            return Word("reason.conduit")
    if gained.vp >= 0 or getattr(cause, "seat", None) != gained.seat:
        return None
    if isinstance(cause, e.Built) and gained.vp == -RED_OUTLINE and is_on_red(board, cause):
        return Word("reason.red_outline")
    if isinstance(cause, e.Rotated):
        return Word("reason.machinery")  # Solomon P. Jordan pays after the wheel and before the piece (BA-134)
    return Word("reason.action") if isinstance(cause, e.Placed) else None
