"""The legal moves of a digital game as menu entries: text, place on the drawing, price.

Prices are not calculated separately: the move is applied to a copy and the difference is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from soloist.core.chance import Asked
from soloist.core.menu import Amount, Choice
from soloist.core.sink import NULL_SINK
from soloist.core.text import Text, Word, text
from soloist.core.verbs import Move
from soloist.display.glyphs import make_amount
from soloist.games.barrage.board import spaces as sp
from soloist.games.barrage.board.spaces import SPACE_LIST
from soloist.games.barrage.board.tables import (
    BUILDINGS,
    COMPANIES,
    MOST_NATIONAL,
    OFFICERS,
    PATENT_PLACES,
    PLACES,
    SECTIONS,
    STRUCTURES,
    TECH,
    WORK_PLACES,
    WORKS,
)
from soloist.games.barrage.display.action_kinds import kind_of_move, kind_of_word
from soloist.games.barrage.display.components import MARKS
from soloist.games.barrage.display.contract_words import contract_words
from soloist.games.barrage.display.notes import list_terms, make_count, say_notes
from soloist.games.barrage.display.side_boards import SECTION_ICONS, sections_in_play
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.construction import VERB_OF, Construct, Pay
from soloist.games.barrage.player.draft import draft_pairs
from soloist.games.barrage.player.moves import LANGUAGE
from soloist.games.barrage.player.production import MoreDams, Produce, conduit_fee
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import pending_step, settle_automatic
from soloist.games.barrage.player.turn import ExtraTurn, Turn

_MINUS = "\u2212"


class MoveView(NamedTuple):
    """Text, icon and place of a move on the drawing ("" if it has none)."""

    says: Text
    icon: str
    place: str = ""


def list_choices(position: Position, legal: Sequence[Move]) -> list[Choice]:
    """Return one choice for each legal move, in order; productions sorted by energy, highest first."""
    found = []
    step = pending_step(position)
    by_verbs = isinstance(step, Turn | Construct)
    for move in legal:
        after = position_after(position, move)
        shown, amounts = _SHOWN[move.verb](position, move), _price(position, after_cheapest_payment(after))
        found.append(
            Choice(
                LANGUAGE.write_move(position, move),
                shown.says,
                shown.icon,
                place=shown.place,
                cost=text("amount.list", parts=tuple(it.says for it in amounts)) if amounts else None,
                group=_group_of(position, move),
                verb=kind_of_word(position, kind_of_move(move)) if by_verbs else "",
                amounts=amounts,
                notes=say_notes(position, move, after),
                sum=list_terms(position, move),
                count=make_count(position, move),
            )
        )
    if isinstance(step, Produce | MoreDams):
        found.sort(key=lambda choice: -int(str(choice.says.args.get("energy", 0))))
    return found


def _group_of(position: Position, move: Move) -> str:
    if move.verb == m.OUT:
        return "end"
    step = pending_step(position)
    if move.verb == m.DONE and isinstance(step, ExtraTurn):
        return "done"
    return "move" if isinstance(step, Construct) or not position.waits else "answer"


# ---------------------------------------------------------------------------------------------------------- the price


def position_after(position: Position, move: Move) -> Position:
    """Return the position after a move and its automatic effects."""
    step = pending_step(position)
    assert step is not None
    after = position.copy()
    step.apply_move(after, move, Asked(), NULL_SINK)
    settle_automatic(after, NULL_SINK)
    return after


def after_cheapest_payment(after: Position) -> Position:
    """Return the position after the payment with fewest credits, if a construction waits for one; otherwise `after`."""
    step = pending_step(after)
    if not isinstance(step, Pay):
        return after
    return position_after(
        after, min(step.list_open_moves(after), key=lambda move: move.c if move.verb == m.SPEND else 0)
    )


def _price(position: Position, after: Position) -> tuple[Amount, ...]:
    """Return what the seat pays and gains immediately; payments come first."""
    step = pending_step(position)
    assert step is not None
    now, then = _holdings(after, step.seat), _holdings(position, step.seat)
    changes = sorted(((key, now[key] - then[key]) for key in now if now[key] != then[key]), key=lambda c: c[1] > 0)
    return tuple(make_amount(key, MARKS[_MARKED[key]], n, text(f"amount.{key}", n=_signed(n))) for key, n in changes)


#: resource -> name of its glyph
_MARKED = {
    "engineers": "engineer",
    "credits": "credit",
    "excavators": "excavator",
    "mixers": "mixer",
    "excamixers": "any_machinery",
    "energy": "energy",
    "vp": "vp",
}


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"{_MINUS}{-n}"


def _holdings(position: Position, seat: int) -> dict[str, int]:
    return {
        "engineers": position.engineers[seat] + position.architect[seat],
        "credits": position.credits[seat],
        "excavators": position.machinery[seat][0],
        "mixers": position.machinery[seat][1],
        "excamixers": position.machinery[seat][2],
        "energy": position.energy[seat],
        "vp": position.vp[seat],
    }


# ------------------------------------------------------------------------------------------------------- action spaces


def _show_use(position: Position, move: Move) -> MoveView:
    space = SPACE_LIST[move.a]
    icon = SECTION_ICONS[space.section]
    if space.does == sp.BANK and move.verb == m.USE:
        return MoveView(text("play.bank", n=move.b), icon, f"{SECTIONS.id} bank")
    key = "play.architect" if move.verb == m.ARCHITECT else "play.use"
    return MoveView(text(key, space=_space(space), n=space.engineers), icon, _at(position, space))


def _space(space: sp.ActionSpace) -> Text | Word:
    """Return the name of a space."""
    if space.shared >= 0:
        return Word(f"space.{space.id}")
    if space.section == "private_buildings":
        return text("play.building_space", building=Word(f"building.{BUILDINGS.names[space.n]}"), n=space.id[-1])
    if space.section == "company_board":
        return text("play.company_board", n=space.id[-1])
    return text("play.officer_space", officer=Word(f"officer.{space.officer}"), n=space.id[-1])


def _at(position: Position, space: sp.ActionSpace) -> str:
    """Return the place on the drawing for a space: its tile, or its section."""
    if space.does == sp.PATENT:
        return f"{PATENT_PLACES.id} {space.n + 1}"
    if space.does == sp.WORK:
        return f"{WORK_PLACES.id} {space.n + 1}"
    if space.does == sp.BUILDING:
        return f"{BUILDINGS.id} {BUILDINGS.names[space.n]}"
    return f"{SECTIONS.id} {space.section}" if space.section in sections_in_play(position) else ""


def _tool(tile: int, copied: int) -> Text | Word:
    """Return the name of the tile that builds, or of the one that Anton Krylov's copies."""
    if copied:
        return text("play.copying", tile=Word(f"tech.{TECH.names[copied - 1]}"))
    return Word(f"tech.{TECH.names[tile - 1]}")


def _show_construct(position: Position, move: Move) -> MoveView:
    return MoveView(text("play.construct", tile=_tool(move.a, move.b)), "execute", f"{SECTIONS.id} company_board")


# -------------------------------------------------------------------------------------------------------- construction


def _show_build(position: Position, move: Move) -> MoveView:
    structure = VERB_OF.index(move.verb)
    name = STRUCTURES.names[structure]
    domains = (position.map.dams, position.map.dams, position.map.conduits)
    if move.verb == m.POWERHOUSE:
        shown: object = position.map.houses.option_value(move.a)
        place = f"{position.map.house_basins.id} {position.map.house_basins.names[position.map.basin_of[move.a]]}"
    elif move.verb == m.BUILDING:
        building = BUILDINGS.names[position.setup.buildings[move.a // 4]]
        shown, place = (
            text("play.site", building=Word(f"building.{building}"), n=move.a % 4 + 1),
            f"{BUILDINGS.id} {building}",
        )
    else:
        shown = domains[structure].names[move.a]
        place = f"{domains[structure].id} {shown}"
    kind = Word(f"a.{name}")
    if not move.b:
        return MoveView(text("play.build_free", kind=kind, place=shown), name, place)
    return MoveView(text("play.build", kind=kind, place=shown, tile=_tool(move.b, move.c)), name, place)


def _say_counted(excavators: int, mixers: int, excamixers: int = 0, credits: int = 0) -> tuple[Text, ...]:
    """Return numbers of machineries and credits, without zeros."""
    kinds = (("excavator", excavators), ("mixer", mixers), ("excamixer", excamixers))
    found = [text(f"count.{kind}", n=n) for kind, n in kinds if n]
    return (*found, *([text("effect.credit", n=credits)] if credits else []))


def _show_pay(position: Position, move: Move) -> MoveView:
    if move.verb == m.SPEND:
        return MoveView(text("play.pay", parts=_say_counted(move.a, move.b, credits=move.c)), "coin")
    return MoveView(text("play.pay", parts=_say_counted(move.a, move.b, move.c)), "machinery")


# ---------------------------------------------------------------------------------------------- production, contracts


def _show_produce(position: Position, move: Move) -> MoveView:
    step = pending_step(position)
    assert isinstance(step, Produce | MoreDams)
    conduit, dam = position.map.systems.names[move.a].split("/")
    energy = step.energy(position, move.a, move.b) if isinstance(step, Produce) else step.after(position, move).energy
    args = {"conduit": conduit, "dam": dam, "drops": move.b, "energy": energy}
    key = "play.produce_fee" if conduit_fee(position, step.seat, move.a, move.b) else "play.produce"
    return MoveView(text(key, **args), "production", f"{position.map.dams.id} {dam}")


def _contract(key: str) -> Callable[[Position, Move], MoveView]:
    def shown(position: Position, move: Move) -> MoveView:
        place = ""
        if move.a in position.face and (move.verb == m.TAKE or position.face.index(move.a) < MOST_NATIONAL):
            place = f"{PLACES.id} {PLACES.names[position.face.index(move.a)]}"
        return MoveView(text(key, contract=contract_words(position, move.a)), "contract", place)

    return shown


def _show_machinery(position: Position, move: Move) -> MoveView:
    return MoveView(text("play.machinery", parts=_say_counted(move.a, move.b)), "machinery")


def _headstream(key: str, icon: str) -> Callable[[Position, Move], MoveView]:
    def shown(position: Position, move: Move) -> MoveView:
        name = position.map.headstreams.names[move.a]
        return MoveView(text(key, head=Word(f"headstream.{name}")), icon, f"{position.map.headstreams.id} {name}")

    return shown


def _show_fill(position: Position, move: Move) -> MoveView:
    name = position.map.dams.names[move.a]
    return MoveView(text("play.fill", place=name), "drop", f"{position.map.dams.id} {name}")


# ----------------------------------------------------------------------------------------------------------- the rest


def _show_patent(position: Position, move: Move) -> MoveView:
    slot = position.patents.index(move.a - 1) + 1
    return MoveView(text("play.patent", tile=_tool(move.a, 0)), "patent", f"{PATENT_PLACES.id} {slot}")


def _work(key: str) -> Callable[[Position, Move], MoveView]:
    def shown(position: Position, move: Move) -> MoveView:
        return MoveView(text(key, work=Word(f"work.{WORKS.names[move.a]}")), "external")

    return shown


def _show_own(position: Position, move: Move) -> MoveView:
    name = BUILDINGS.names[move.a]
    return MoveView(text("play.own", building=Word(f"building.{name}")), "building", f"{BUILDINGS.id} {name}")


def _show_retrieve(position: Position, move: Move) -> MoveView:
    return MoveView(text("play.retrieve", tile=_tool(move.a, 0)), "wheel")


def _show_recover(position: Position, move: Move) -> MoveView:
    return MoveView(text("play.recover", turns=move.a, excavators=move.b, mixers=move.c), "wheel")


def _show_copy(position: Position, move: Move) -> MoveView:
    return MoveView(text("play.copy", officer=Word(f"officer.{OFFICERS.names[move.a]}")), "you")


def _show_pair(position: Position, move: Move) -> MoveView:
    """Return a pair of the draft with both abilities, which the choice depends on."""
    company, officer = COMPANIES.names[move.a], OFFICERS.names[draft_pairs(position)[move.a]]
    said = text(
        "play.pair",
        company=Word(f"company.{company}"),
        officer=Word(f"officer.{officer}"),
        does=Word(f"officer_does.{officer}"),
        ability=Word(f"about.humans.{company}"),
    )
    return MoveView(said, "you")


def _show_done(position: Position, move: Move) -> MoveView:
    step = pending_step(position)
    assert step is not None and not isinstance(step, Pay)
    return MoveView(text(f"play.without.{step.name}"), "close")


_SHOWN: dict[int, Callable[[Position, Move], MoveView]] = {
    m.DRAFT: _contract("play.draft"),
    m.USE: _show_use,
    m.ARCHITECT: _show_use,
    m.CONSTRUCT: _show_construct,
    **dict.fromkeys(VERB_OF, _show_build),
    m.PAY: _show_pay,
    m.SPEND: _show_pay,
    m.PRODUCE: _show_produce,
    m.FULFIL: _contract("play.fulfil"),
    m.REWARD: _contract("play.reward"),
    m.MACHINERY: _show_machinery,
    m.WATER: _headstream("play.water", "drop"),
    m.FLOW: _headstream("play.flow", "water-management"),
    m.FILL: _show_fill,
    m.TAKE: _contract("play.take"),
    m.DISCARD: _contract("play.discard"),
    m.PATENT: _show_patent,
    m.WORK: _work("play.work"),
    m.WHEEL: _work("play.wheel"),
    m.OWN: _show_own,
    m.RETRIEVE: _show_retrieve,
    m.RECOVER: _show_recover,
    m.COPY: _show_copy,
    m.EFFECT: lambda s, move: MoveView(text(f"play.effect.{_name(s)}"), "check"),
    m.DONE: _show_done,
    m.OUT: lambda s, move: MoveView(text("play.out"), "pass"),
    m.PAIR: _show_pair,
}


def _name(position: Position) -> str:
    step = pending_step(position)
    assert step is not None
    return step.name
