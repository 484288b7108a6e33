"""Instructions for moving the Automa's pieces by hand, in order, and totals to compare afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.text import Text, Word, text
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.laws import find_winning_seats, is_action_phase_over
from soloist.games.barrage.board.state import INCOME, NOBODY, OVER, Barrage
from soloist.games.barrage.board.tables import (
    AREAS,
    AUTOMA_TILES,
    BONUS,
    BUILDING,
    BUILDINGS,
    COLOURS,
    CONDUIT,
    MACHINERIES,
    PLACES,
    SECTIONS,
    SPACES,
    STRUCTURES,
    TECH,
    WORKS,
    AutomaTile,
    TileAction,
    tile_number,
)
from soloist.games.barrage.display.contract_words import contract_words
from soloist.games.barrage.display.payment_text import say_conduit_use, say_credits, say_reason, say_red_outline
from soloist.games.barrage.display.totals import list_table_totals


def list_instructions(board: Barrage, events: Sequence[Event]) -> list[Text]:
    """Return one instruction for each thing to move, with its former state (`was`) for undoing it.

    `board` is the position before the events; it is not changed. A piece comes first in its construction, because
    people look for it.
    """
    board = board.copy()
    lines: list[Text] = []
    #: the last event that was not about points
    cause: Event | None = None
    architect = None
    #: index of the line where the current construction begins
    begun: int | None = None
    for event in events:
        before, energy = board.drops[:], board.energy[:]
        begun = _construction(begun, cause, event, len(lines))
        line = _say_points(board, cause, event) if isinstance(event, e.Gained) else _say_instruction(board, event)
        if isinstance(event, e.RoundEnded | e.GameEnded):
            lines += say_credits(board)
        closes = _say_closes(board, event)
        machinery = board.machinery[event.seat][:] if isinstance(event, e.Rotated) else []
        event.apply(board)
        if line is not None:
            lines.insert(len(lines) if begun is None or not isinstance(event, e.Built) else begun, line)
        lines += [*closes, *say_red_outline(board, event), *say_conduit_use(board, event)]
        if isinstance(event, e.DropFlowed | e.Produced | e.Drained | e.WaterFlowed):
            lines += _say_water(board, before)
            lines += _say_usa(board, energy, event)
        if isinstance(event, e.Rotated) and board.is_automa(event.seat):
            lines.append(_off_the_wheel(board, event.seat, machinery))
        if isinstance(event, e.Placed) and event.architect:
            architect = event.seat
        if isinstance(event, e.TileTurned) and architect is not None:  # another tile: the architect went alone (BA-138)
            lines.append(text("hands.second_turn", seat=board.word(architect)))
            architect = None
        cause = cause if isinstance(event, e.Gained) else event
    return lines


def _construction(begun: int | None, last: Event | None, event: Event, here: int) -> int | None:
    """Return the index of the line where the construction of an event begins, or None if it belongs to none: engineers,
    wheel, piece (BR-042). `last` is the event before it, without points; `here` is the next index."""
    same = getattr(last, "seat", None) == getattr(event, "seat", None)
    match event:
        case e.Gained():
            return begun
        case e.Placed():
            return here
        case e.Wheeled():
            return begun if same and isinstance(last, e.Placed) else here
        case e.Rotated():
            return begun if same and isinstance(last, e.Wheeled) else None
        case e.Built():
            return begun if same and isinstance(last, e.Rotated) else None
        case _:
            return None


def list_announcements(board: Barrage, told: Sequence[Event]) -> list[Text]:
    """Return instructions that follow from entered events: credits for another's conduit, and energy of the USA
    (BR-063, BR-067)."""
    board = board.copy()
    lines: list[Text] = []
    for event in told:
        energy = board.energy[:]
        event.apply(board)
        if isinstance(event, e.DropFlowed | e.Produced | e.Drained):
            lines += [*say_conduit_use(board, event), *_say_usa(board, energy, event)]
    return lines


def _say_closes(board: Barrage, event: Event) -> list[Text]:
    """Return an instruction if the first Automa building closes the cheaper action space of a private building
    (BA-072)."""
    if not isinstance(event, e.Built) or event.structure != BUILDING or not board.is_automa(event.seat):
        return []
    at = event.place // 4
    if board.is_closed(at):
        return []
    return [text("hands.closed", building=Word(f"building.{BUILDINGS.names[board.setup.buildings[at]]}"))]


def _say_points(board: Barrage, cause: Event | None, event: e.Gained) -> Text:
    """Return the instruction for gained or lost points, with a reason if it is not obvious."""
    was = board.vp[event.seat]
    args = {"seat": board.word(event.seat), "vp": f"{event.vp:+d}", "total": was + event.vp, "was": was}
    why = say_reason(board, cause, event)
    return text("hands.vp", **args) if why is None else text("hands.vp_for", **args, why=why)


def _say_water(board: Barrage, before: list[int]) -> list[Text]:
    """Return the drops of each dam that has changed."""
    return [
        text("hands.drops", place=board.map.dams.names[d], drops=n, was=before[d])
        for d, n in enumerate(board.drops)
        if n != before[d]
    ]


def _say_usa(board: Barrage, before: list[int], event: Event) -> list[Text]:
    """Return the energy of the USA for drops that passed its powerhouses (BR-067)."""
    lines = []
    for seat, energy in enumerate(before):
        produced = event.energy if isinstance(event, e.Produced) and event.seat == seat else 0
        steps = board.energy[seat] - energy - produced
        if steps:
            now = board.energy[seat]
            lines.append(text("hands.usa", seat=board.word(seat), n=steps, total=now, was=now - steps))
    return lines


def _off_the_wheel(board: Barrage, seat: int, before: Sequence[int]) -> Text:
    ex, mi, xm = board.machinery[seat]
    key = "hands.machinery_audia" if xm else "hands.machinery_now"
    return text(key, seat=board.word(seat), excavators=ex, mixers=mi, excamixers=xm, was=_machineries(before))


def _machineries(numbers: Sequence[int]) -> tuple[Text, ...] | Word:
    """Return numbers of machineries by type, without zeros."""
    pieces = zip(numbers, MACHINERIES.names, strict=True)
    what = tuple(text(f"count.{name}", n=n) for n, name in pieces if n)
    return what or Word("back.nothing")


def _coming_round(board: Barrage, seat: int, segments: int) -> tuple[object, ...] | Word:
    """Return what the wheel gives back when it turns by these segments, in order (BR-049)."""
    what: list[object] = []
    for ex, mi, xm, tiles in board.wheel[seat][::-1][:segments]:
        if ex or mi or xm:
            what.append(_machineries((ex, mi, xm)))
        what += [Word(f"tech.{name}") for name in TECH.name_options(tiles)]
    return tuple(what) or Word("back.nothing")


def _say_instruction(board: Barrage, event: Event) -> Text | None:
    match event:
        case e.Placed(seat, where, n, architect):
            key = "hands.architect" if architect and n == 1 else "hands.engineers"
            spot = Word(f"section.{where}" if where in SECTIONS else f"space.{where}")
            return text(key, seat=board.word(seat), n=n, where=spot, was=board.engineers[seat])
        case e.Built(seat, structure, place):
            piece, left = Word(f"a.{STRUCTURES.names[structure]}"), board.left[seat][structure]
            if structure == BUILDING:
                building = Word(f"building.{BUILDINGS.names[board.setup.buildings[place // 4]]}")
                return text("hands.building", seat=board.word(seat), building=building, site=place % 4 + 1, was=left)
            return text("hands.build", seat=board.word(seat), kind=piece, place=event.place_shown(board), was=left)
        case e.Wheeled(seat, ex, mi, xm, tile):
            pieces = zip((ex, mi, xm), MACHINERIES.names, strict=True)
            what = [text(f"count.{name}", n=n) for n, name in pieces if n]
            return text("hands.wheel", seat=board.word(seat), what=(*what, Word(f"tech.{TECH.names[tile]}")))
        case e.Rotated(seat, n):
            return text("hands.rotate", seat=board.word(seat), n=n, was=_coming_round(board, seat, n))
        case e.Machined(seat, kind_, n):
            key = "hands.take_machinery" if n > 0 else "hands.give_machinery"
            return text(key, seat=board.word(seat), what=text(f"count.{MACHINERIES.names[kind_]}", n=abs(n)))
        case e.TechTaken(seat, tile):
            slot = board.patents.index(tile) + 1
            return text("hands.patent", seat=board.word(seat), tile=Word(f"tech.{TECH.names[tile]}"), was=slot)
        case e.DropsPlaced(seat, head, n):
            return text("hands.water", n=n, head=board.map.headstreams.names[head].upper(), was=board.heads[head])
        case e.DropFlowed(seat, head):
            return text("hands.flow", head=board.map.headstreams.names[head].upper())
        case e.DamFilled(seat, dam, n):
            return text("hands.fill", n=n, place=board.map.dams.names[dam], was=board.drops[dam])
        case e.Produced(seat, system, drops, energy):
            pipe, water = board.map.systems.names[system].split("/")
            args = {"conduit": pipe, "dam": water, "drops": drops, "energy": energy}
            was = board.energy[seat]
            return text("hands.produce", seat=board.word(seat), total=was + energy, was=was, **args)
        case e.Drained(seat, system, drops):
            pipe, water = board.map.systems.names[system].split("/")
            return text("hands.drain", conduit=pipe, dam=water, drops=drops)
        case e.Energy(seat, n):
            was = board.energy[seat]
            return text("hands.energy", seat=board.word(seat), n=n, total=was + n, was=was)
        case e.Fulfilled(seat, contract):
            lay = _contract_place(board, contract)
            return text("hands.fulfil", seat=board.word(seat), contract=contract_words(board, contract), was=lay)
        case e.ContractDiscarded(seat, contract):
            return text("hands.discard", contract=contract_words(board, contract), was=_contract_place(board, contract))
        case e.Revealed(place, contract):
            spot = Word(f"contract_place.{PLACES.names[place]}")
            return text("hands.reveal", place=spot, contract=contract_words(board, contract))
        case e.PileRefilled(colour):
            return text("hands.refill", colour=Word(f"colour.{COLOURS.names[colour]}"))
        case e.WorkDone(seat, work):
            slot = board.works.index(work) + 1
            return text("hands.work", seat=board.word(seat), work=Word(f"work.{WORKS.names[work]}"), was=slot)
        case e.TilesShuffled():
            return text("hands.shuffle")
        case e.HeadstreamsFilled():
            return text("hands.headstreams", round=board.round) if board.round < 5 else text("hands.no_headstreams")
        case e.WaterFlowed():
            heads = zip(board.heads, board.map.headstreams.names, strict=True)
            lying = tuple(text("back.drops", n=n, head=name.upper()) for n, name in heads if n)
            return text("hands.water_phase", was=lying or Word("back.nothing"))
        case e.Scored(seat, what, vp):
            return text(
                "hands.scores",
                seat=board.word(seat),
                what=Word(f"score.{what}"),
                vp=f"{vp:+d}",
                total=board.vp[seat] + vp,
                was=board.vp[seat],
            )
        case e.RoundEnded():
            order = tuple(board.word(s) for s in board.next_order())
            return text("hands.round_ends", round=board.round, order=order, **_round_was(board))
        case e.PatentShown(slot, tile):
            return text("hands.patent_shown", slot=slot + 1, tile=Word(f"tech.{TECH.names[tile]}"))
        case e.WorkShown(slot, work):
            return text("hands.work_shown", slot=slot + 1, work=Word(f"work.{WORKS.names[work]}"))
        case e.GameEnded():
            return text("hands.game_ends")
        case _:
            return None


def _contract_place(board: Barrage, contract: int) -> Word:
    """Return the place of a contract."""
    if contract in board.face:
        return Word(f"contract_place.{PLACES.names[board.face.index(contract)]}")
    return Word("back.from_hand")


def _round_was(board: Barrage) -> dict[str, object]:
    """Return what is cleared away at the end of a round (BR-110, BR-111)."""
    nothing = Word("back.nothing")
    energy = [text("back.energy", seat=board.word(s), n=board.energy[s]) for s in range(board.players)]
    patents = [Word(f"tech.{TECH.names[tile]}") for tile in board.patents if tile != NOBODY]
    works = [Word(f"work.{WORKS.names[work]}") for work in board.works if work != NOBODY]
    engineers = [
        text("back.standing", seat=board.word(seat), n=board.space_count[space], where=SPACES.option_value(space))
        for space, seat in enumerate(board.space_seat)
        if seat != NOBODY
    ]
    return {
        "was": tuple(board.word(seat) for seat in board.order),
        "energy": tuple(energy),
        "patents": tuple(patents) or nothing,
        "works": tuple(works) or nothing,
        "engineers": tuple(engineers) or nothing,
    }


def list_totals(board: Barrage) -> list[Text]:
    """Return what the table should show now."""
    return list_table_totals(board)


# ------------------------------------------------------------------------------------------------------ tiles in words


def list_open_cards(board: Barrage) -> list[Text]:
    """Return the Actions and the Criteria tile of the turn; nothing from income to the first turn of a round, when the
    open tiles have been played."""
    if board.criteria == NOBODY or board.top == NOBODY or not _begun(board):
        return []
    actions = tuple(
        action_words(a) for a in AUTOMA_TILES[board.top].actions if board.setup.leeghwater or not a.leeghwater
    )
    return [
        text("cards.actions", tile=tile_number(board.top), actions=actions),
        criteria_words(board, AUTOMA_TILES[board.criteria]),
    ]


def _begun(board: Barrage) -> bool:
    """Return whether a seat has acted in this round."""
    return any(board.placed) or any(board.constructions) or board.out != 0


def action_words(action: TileAction) -> Text:
    """Return one entry of an Actions side in words."""
    match action.kind:
        case "production":
            colour = Word(f"colour.{COLOURS.names[action.colour]}")
            return text("cards.production", n=action.engineers, modifier=f"{action.modifier:+d}", colour=colour)
        case "water_management":
            return text(
                "cards.water_now" if action.immediate else "cards.water", n=action.engineers, drops=action.drops
            )
        case "contract_office":
            return text("cards.contracts", n=action.engineers, colour=Word(f"colour.{COLOURS.names[action.colour]}"))
        case "construction":
            if action.structure == BUILDING:
                return text("cards.building", n=action.engineers, way=way_words(action))
            kind = Word(f"structure.{STRUCTURES.names[action.structure]}")
            return text("cards.construction", n=action.engineers, kind=kind, limit=limit_words(action))
        case "workshop":
            key = "cards.workshop" if action.vp_cost else "cards.workshop_free"
            return text(key, n=action.engineers, segments=action.segments, vp=action.vp_cost)
        case "machinery_shop":
            key = "cards.machinery_choice" if action.wild else "cards.machinery"
            return text(key, n=action.engineers, what=machinery_words(action), vp=action.vp_cost)
        case "patent_office":
            return text(
                "cards.patent",
                n=action.engineers,
                kind=Word(f"structure.{STRUCTURES.names[action.structure]}"),
                vp=action.vp_cost,
            )
        case "external_works":
            return text("cards.works", n=action.engineers, order="-".join(str(p + 1) for p in action.order))
    return text("cards.bank", n=action.engineers, vp=action.vp_gain)


def machinery_words(action: TileAction) -> tuple[Text, ...]:
    """Return the machineries that an action brings, by type, without zeros."""
    pieces = zip((action.excavators, action.mixers), MACHINERIES.names, strict=False)
    return tuple(text(f"count.{name}", n=n) for n, name in pieces if n)


def way_words(action: TileAction) -> Word:
    """Return from which end the private buildings are examined (BA-071)."""
    return Word("way.down" if action.down else "way.up")


def limit_words(action: TileAction) -> Word:
    """Return where a construction is allowed."""
    if action.structure == CONDUIT and action.min_value:
        return Word(f"limit.value_{action.min_value}")
    return Word(f"limit.{AREAS.names[action.area]}" if action.area >= 0 else "limit.none")


def criteria_words(board: Barrage, tile: AutomaTile) -> Text:
    """Return a Criteria side in words."""
    return text(
        "cards.criteria",
        tile=tile.id.removeprefix("automa_"),
        dam=tuple(Word(f"criterion.dam.{c}") for c in tile.dam),
        dam_code=tile.dam_code,
        conduit=tuple(Word(f"criterion.conduit.{c}") for c in tile.conduit),
        conduit_code=tile.conduit_code,
        powerhouse=tuple(Word(f"criterion.powerhouse.{c}") for c in tile.powerhouse),
        powerhouse_code=tile.powerhouse_code,
        heads="".join(board.map.headstreams.names[h].upper() for h in tile.headstreams),
    )


# ------------------------------------------------------------------------------------------------------------ prompts


def winner_line(board: Barrage) -> Text:
    """Return the winner and all points (BR-124)."""
    best = find_winning_seats(board)
    key = "prompt.automa_wins" if board.is_automa(best[0]) else "prompt.human_wins"
    scores = tuple(text("prompt.score", seat=board.word(s), vp=board.vp[s]) for s in range(board.players))
    return text(key, seat=tuple(board.word(s) for s in best), scores=scores)


def list_prompts(board: Barrage) -> list[Text]:
    """Return whose turn it is and what can be entered; after the game the winner."""
    if board.phase == OVER:
        return [winner_line(board), text("prompt.resources")]
    tile = Word(f"bonus.{BONUS.names[board.setup.bonus[board.round - 1]]}")
    lines = [text("prompt.round", round=board.round, tile=tile, line=board.full_reward())]
    if board.phase == INCOME:
        return [*lines, text("prompt.income")]
    seat = board.to_move
    if board.is_automa(seat):
        lines.append(text("prompt.automa", seat=board.word(seat)))
    elif seat in board.forced:
        lines.append(text("prompt.forced", seat=board.word(seat)))
    elif board.engineers[seat] <= 0 and board.can_act(seat):
        lines.append(text("prompt.without_engineers", seat=board.word(seat)))
    elif is_action_phase_over(board):
        lines.append(text("prompt.last_turn", seat=board.word(seat)))
    else:
        lines.append(text("prompt.human", seat=board.word(seat), engineers=board.engineers[seat]))
    return lines
