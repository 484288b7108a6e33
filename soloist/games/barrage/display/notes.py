"""Notes on a move before it is confirmed: how a production's energy adds up, the contracts it would fulfil; what a
piece connects and uncovers, what its tile does."""

from __future__ import annotations

from soloist.core.bits import iterate_bits
from soloist.core.menu import Count, Term
from soloist.core.text import Text, Word, text
from soloist.core.verbs import Move
from soloist.games.barrage.board.laws import production_bonus
from soloist.games.barrage.board.spaces import BANK_SPACE
from soloist.games.barrage.board.tables import CONDUIT, INCOME, TECH_TILES, effect_text
from soloist.games.barrage.display.contract_words import contract_words
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.construction import VERB_OF, Pay
from soloist.games.barrage.player.contracts import Fulfil
from soloist.games.barrage.player.production import Produce, dam_of_system
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import pending_step

_MINUS = "\u2212"


def say_notes(position: Position, move: Move, after: Position) -> tuple[Text, ...]:
    """Return short notes on a move; `after` is the position it leads to."""
    step = pending_step(position)
    if move.verb == m.PRODUCE and isinstance(step, Produce):
        return (_say_sum(position, step, move), *_say_contracts(position, step.seat, after))
    if move.verb in VERB_OF and step is not None:
        several = [text("note.ways")] if isinstance(pending_step(after), Pay) else []
        return (*_say_built(position, step.seat, VERB_OF.index(move.verb), move), *several)
    return ()


# --------------------------------------------------------------------------------------------------------- production


def _say_sum(position: Position, step: Produce, move: Move) -> Text:
    """Return how the energy adds up: drops times value of the conduit, modifier of the action, production bonus
    (BR-062)."""
    value, energy = position.map.value[move.a // 2], step.energy(position, move.a, move.b)
    if step.second:
        return text("note.sum_second", drops=move.b, value=value, energy=energy)
    added, bonus = step.modifier, production_bonus(position, step.seat)
    product = energy - added - bonus
    key = "note.sum" if product == move.b * value else "note.sum_least"
    numbers = {"drops": move.b, "value": value, "product": product, "energy": energy}
    return text(key, action=_signed(added), company=_signed(bonus), **numbers)


def list_terms(position: Position, move: Move) -> tuple[Term, ...]:
    """Return the sum of a production term by term; nothing for other moves."""
    step = pending_step(position)
    if move.verb != m.PRODUCE or not isinstance(step, Produce):
        return ()
    value, energy = position.map.value[move.a // 2], step.energy(position, move.a, move.b)
    added, bonus = (0, 0) if step.second else (step.modifier, production_bonus(position, step.seat))
    product = energy - added - bonus
    terms = [
        Term("", move.b, text("figure.drops", n=move.b)),
        Term("×", value, text("figure.conduit", conduit=position.map.conduits.names[move.a // 2])),
    ]
    if product != move.b * value:
        terms = [Term("", product, text("figure.least", drops=move.b, value=value))]
    for n, key in ((added, "figure.action"), (bonus, "figure.company")):
        if n or not step.second:
            terms.append(Term(_MINUS if n < 0 else "+", abs(n), text(key)))
    return (*terms, Term("=", energy, text("figure.energy")))


def make_count(position: Position, move: Move) -> Count | None:
    """Return what groups moves that differ in one number: drops of a system, engineers in the bank (BR-061, BR-079)."""
    if move.verb == m.PRODUCE:
        most = position.drops[dam_of_system(move.a)]
        return Count(position.map.systems.names[move.a], move.b, text("figure.count", n=move.b, most=most))
    step = pending_step(position)
    if move.verb == m.USE and move.a == BANK_SPACE and step is not None:
        return Count(
            "bank",
            move.b,
            text("figure.engineers", n=move.b, most=position.engineers[step.seat] + position.architect[step.seat]),
        )
    return None


def _signed(n: int) -> str:
    return f"{_MINUS} {-n}" if n < 0 else f"+ {n}"


def _say_contracts(position: Position, seat: int, after: Position) -> list[Text]:
    """Return the contracts that a production would fulfil, and how much energy the others in hand would lack."""
    step = pending_step(after)
    if not isinstance(step, Fulfil) or step.seat != seat:
        step = None
    within = [] if step is None else [move.a for move in step.list_open_moves(after)]
    found = []
    if within:
        found.append(text("note.fulfils", contracts=tuple(contract_words(position, c) for c in within)))
    if step is not None:
        found += [
            text(
                "note.short",
                contract=contract_words(position, c),
                n=position.printed.contract[c][0] - step.less - step.energy,
            )
            for c in iterate_bits(position.hands[seat])
            if c not in within
        ]
    return found


# ------------------------------------------------------------------------------------------------------- construction


def _say_built(position: Position, seat: int, structure: int, move: Move) -> list[Text]:
    found = [_say_way(position, seat, move.a)] if structure == CONDUIT else []
    gains = INCOME[position.setup.seats[seat].company].get((structure, position.built(seat, structure) + 1), ())
    if gains and position.takes_income(seat):
        found.append(text("note.uncovers", gains=tuple(effect_text(effect) for effect in gains)))
    tile = TECH_TILES[(move.c or move.b) - 1] if move.b else None
    if tile is not None and tile.special != "none":
        told = "special_printed" if tile.special == "credits_by_conduit_value" else "special"
        found.append(text("does.special", what=Word(f"{told}.{tile.special}")))
    return found


def _say_way(position: Position, seat: int, conduit: int) -> Text:
    """Return where a conduit leads, and whether the seat has water and a powerhouse there."""
    source, basin = conduit // 2, position.map.destination[conduit]
    dams = (position.dams[seat] | position.dams[position.neutral]) >> 2 * source & 3
    house = position.house_basins[seat] >> basin & 1
    key = "links" if dams and house else "no_powerhouse" if dams else "no_dam" if house else "alone"
    start, end = (
        position.map.dams.names[2 * source].rstrip("LU"),
        position.map.house_basins.names[basin].removeprefix("P"),
    )
    return text(f"note.{key}", value=position.map.value[conduit], start=start, end=end)
