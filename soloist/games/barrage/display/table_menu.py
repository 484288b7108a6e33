"""What a human can enter about a place at a table: moves that fit the board, then corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from soloist.core.bits import iterate_bits, union_and_overlap
from soloist.core.menu import Blank, Choice
from soloist.core.text import Domain, Text, Word, text
from soloist.games.barrage.board.state import ACTIONS, INCOME, NOBODY, Barrage
from soloist.games.barrage.board.tables import (
    BASE,
    BUILDING,
    BUILDINGS,
    CONDUIT,
    CONTRACT_TILES,
    CONTRACTS,
    ELEVATION,
    ENGINEERS,
    MOST_NATIONAL,
    OWN_SPACES,
    PATENT_PLACES,
    PLACES,
    POWERHOUSE,
    ROUNDS,
    SECTIONS,
    SPACE_TILES,
    STARTING_CONTRACT,
    STRUCTURES,
    TECH,
    WORK_PLACES,
    WORKS,
)
from soloist.games.barrage.display import cost_menu
from soloist.games.barrage.display.contract_words import contract_words
from soloist.games.barrage.display.side_boards import SECTION_ICONS, sections_in_play
from soloist.games.barrage.table.tracked_board import TrackedBoard

_MOST = 200


def list_choices(board: Barrage, key: str) -> list[Choice]:
    """Return the choices that fit a place, moves before corrections."""
    domain, _, name = key.partition(" ")
    found = list(_BY_DOMAIN[domain](board, name)) if domain in _BY_DOMAIN else list(_list_anywhere_choices(board))
    who = entering_seat(board)
    if who is None:  # without humans only corrections make sense
        found = [m for m in found if m.is_correction]
    elif isinstance(board, TrackedBoard):
        found = cost_menu.add_cost_choices(board, who, found)
    return sorted(found, key=lambda m: m.is_correction)


def end_of_turn(board: Barrage) -> str:
    """Return the line that ends a turn, or "" unless a human is to move for whom no tile decides."""
    seat = board.to_move
    if board.phase != ACTIONS or board.is_automa(seat) or seat in board.forced:
        return ""
    return f"{_prefix(board)}done"


def entering_seat(board: Barrage) -> int | None:
    """Return the human who enters moves: the one to move, otherwise the first; None without humans."""
    if not board.is_automa(board.to_move):
        return board.to_move
    return next((s for s in range(board.players) if not board.is_automa(s)), None)


def _prefix(board: Barrage) -> str:
    """Return the start of a line: the company if there are several humans."""
    seat = entering_seat(board)
    several = sum(not board.is_automa(s) for s in range(board.players)) > 1
    return f"{board.name(seat)}: " if several and seat is not None else ""


def _make_tell_choice(board: Barrage, line: str, icon: str, key: str, *blanks: Blank, **args: object) -> Choice:
    return Choice(f"{_prefix(board)}{line}", text(f"tell.{key}", **args), icon, blanks)


def _make_mend_choice(line: str, icon: str, key: str, *blanks: Blank, **args: object) -> Choice:
    return Choice(line, text(f"mend.{key}", **args), icon, blanks, group="correction")


def _number_blank(slot: str, key: str, least: int, most: int) -> Blank:
    return Blank(slot, text(f"blank.{key}"), least=least, most=most)


def _choice_blank(slot: str, key: str, options: Iterable[tuple[str, Text]]) -> Blank:
    return Blank(slot, text(f"blank.{key}"), options=tuple(options))


def _say_said(word: str | Word) -> Text:
    """Return a word or a name as a text."""
    return text("option_name.of", name=word)


def _owner_blank(board: Barrage) -> Blank:
    seats = [(name, _say_said(Word(f"company.{name}"))) for name in board.setup.names.names]
    return _choice_blank("OWNER", "owner", seats)


def _shown(of: Domain, numbers: Iterable[int], section: str) -> list[tuple[str, Text]]:
    return [(of.names[n], _say_said(Word(f"{section}.{of.names[n]}"))) for n in numbers]


def _contracts(board: Barrage, contracts: Iterable[int]) -> list[tuple[str, Text]]:
    return [(CONTRACTS.names[c], contract_words(board, c)) for c in contracts]


def _left(board: Barrage, structure: int) -> bool:
    seat = entering_seat(board)
    return seat is not None and board.left[seat][structure] > 0


# -------------------------------------------------------------------------------------------------------------- the map


def _list_headstream_choices(board: Barrage, name: str) -> list[Choice]:
    head = Word(f"headstream.{name}")
    return [
        _make_tell_choice(board, f"water {name} {{N}}", "drop", "water", _number_blank("N", "drops", 1, 6), head=head),
        _make_tell_choice(board, f"flow {name}", "water-management", "flow", head=head),
        _make_mend_choice(
            f"set headstream.{name} = {{N}}", "drop", "headstream", _number_blank("N", "drops", 0, 30), head=head
        ),
    ]


def _list_dam_choices(board: Barrage, name: str) -> list[Choice]:
    dam, seat = board.map.dam(name), entering_seat(board)
    owner, level, drops = board.owner_of_dam(dam), board.level[dam], board.drops[dam]
    found = []
    if owner is None:
        if _left(board, BASE):
            found.append(_make_tell_choice(board, f"base {name}", "base", "base", place=name))
        found.append(
            _make_mend_choice(f"set dam.{name} = {{OWNER}} 1 0", "base", "dam", _owner_blank(board), place=name)
        )
        return found
    room = board.capacity(dam) - drops
    if owner == seat and level < 3 and _left(board, ELEVATION):
        found.append(_make_tell_choice(board, f"elevation {name}", "elevation", "elevation", place=name))
    if owner == seat and room > 0:
        found.append(
            _make_tell_choice(
                board, f"fill {name} +{{N}}", "drop", "fill", _number_blank("N", "drops", 1, room), place=name
            )
        )
    found += _list_production_choices(board, lambda conduit, d: d == dam)
    who = "neutral" if owner == board.neutral else board.name(owner)
    count = _number_blank("DROPS", "drops", 0, board.capacity(dam))
    found.append(_make_mend_choice(f"set dam.{name} = {who} {level} {{DROPS}}", "drop", "drops", count, place=name))
    height = _number_blank("LEVEL", "level", max(1, min(3, drops)), 3)
    found.append(
        _make_mend_choice(f"set dam.{name} = {who} {{LEVEL}} {min(3, drops)}", "elevation", "level", height, place=name)
    )
    found.append(_make_mend_choice(f"set dam.{name} = -", "close", "no_dam", place=name))
    return found


def _list_conduit_choices(board: Barrage, name: str) -> list[Choice]:
    conduit = board.map.conduit(name)
    if board.owner_of_conduit(conduit) is None:
        found = (
            [_make_tell_choice(board, f"conduit {name}", "conduit", "conduit", place=name)]
            if _left(board, CONDUIT)
            else []
        )
        return [
            *found,
            _make_mend_choice(f"set conduit.{name} = {{OWNER}}", "conduit", "conduit", _owner_blank(board), place=name),
        ]
    return [
        *_list_production_choices(board, lambda c, d: c == conduit),
        _make_mend_choice(f"set conduit.{name} = {{OWNER}}", "conduit", "conduit", _owner_blank(board), place=name),
        _make_mend_choice(f"set conduit.{name} = -", "close", "no_conduit", place=name),
    ]


def _list_house_choices(board: Barrage, name: str) -> list[Choice]:
    basin, seat = board.map.house_basin(name), entering_seat(board)
    spaces, said = board.map.houses_of[basin], board.map.house_basins.option_value(basin)
    names = board.map.houses.names
    free = [h for h in spaces if board.houses[h] == NOBODY]
    built = [h for h in spaces if board.houses[h] != NOBODY]
    found: list[Choice] = []
    if free and _left(board, POWERHOUSE) and seat is not None and not board.house_basins[seat] >> basin & 1:
        found.append(_make_tell_choice(board, f"powerhouse {name}", "powerhouse", "powerhouse", place=said))
        if len({board.map.house_red[h] for h in free}) > 1:
            which = _choice_blank("SPACE", "space", [(names[h], _say_space(board, h)) for h in free])
            found.append(
                _make_tell_choice(board, "powerhouse {SPACE}", "powerhouse", "powerhouse_on", which, place=said)
            )
    found += _list_production_choices(board, lambda c, d: board.map.destination[c] == basin)
    which = _choice_blank("SPACE", "space", [(names[h], _say_space(board, h)) for h in spaces])
    found.append(
        _make_mend_choice(
            "set powerhouse.{SPACE} = {OWNER}", "powerhouse", "house", which, _owner_blank(board), place=said
        )
    )
    if built:
        which = _choice_blank("SPACE", "space", [(names[h], _say_space(board, h)) for h in built])
        found.append(_make_mend_choice("set powerhouse.{SPACE} = -", "close", "no_house", which, place=said))
    return found


def _say_space(board: Barrage, house: int) -> Text:
    name, seat = board.map.houses.option_value(house), board.houses[house]
    if seat != NOBODY:
        return text("option_name.house", name=name, owner=board.word(seat))
    return text("option_name.red" if board.map.house_red[house] else "option_name.of", name=name)


def _list_production_choices(board: Barrage, fits: Callable[[int, int], bool]) -> list[Choice]:
    """Return the human's systems that hold water and use a place (BR-060)."""
    seat, found = entering_seat(board), []
    if seat is None:
        return []
    dams = board.dams[seat] | board.dams[board.neutral]
    for conduit in iterate_bits(board.all_conduits()):
        if not board.house_basins[seat] >> board.map.destination[conduit] & 1:
            continue
        for dam in (2 * board.map.source[conduit], 2 * board.map.source[conduit] + 1):
            if dams >> dam & 1 and board.drops[dam] and fits(conduit, dam):
                name = board.map.systems.names[2 * conduit + dam % 2]
                drops = board.drops[dam]
                energy = replace(_number_blank("ENERGY", "energy", 1, 60), usual=drops * board.map.value[conduit])
                blanks = (replace(_number_blank("DROPS", "drops", 1, drops), usual=drops), energy)
                pipe, water = name.split("/")
                found.append(
                    _make_tell_choice(
                        board,
                        f"produce {name} {{DROPS}} {{ENERGY}}",
                        "production",
                        "produce",
                        *blanks,
                        conduit=pipe,
                        dam=water,
                    )
                )
    return found


# ------------------------------------------------------------------------------------------------------- beside the map


def _contract_place(board: Barrage, name: str) -> list[Choice]:
    place = PLACES.find_option(name)
    assert place is not None
    contract = board.face[place]
    spot = Word(f"contract_place.{name}")
    if contract == NOBODY:
        if place < MOST_NATIONAL:
            return []
        pile = iterate_bits(board.contract_piles[(place - MOST_NATIONAL) // 2])
        which = _choice_blank("CONTRACT", "contract", _contracts(board, pile))
        line = f"table: reveal {name} {{CONTRACT}}"
        return [_make_mend_choice(line, "contract", "reveal", which, place=spot)] if which.options else []
    id_, said = CONTRACTS.names[contract], contract_words(board, contract)
    verb = "fulfil" if place < MOST_NATIONAL else "take"
    return [
        _make_tell_choice(board, f"{verb} {id_}", "contract", verb, contract=said),
        _make_mend_choice(
            f"value contract.{id_} = {{N}}", "energy", "contract", _number_blank("N", "value", 0, 30), contract=said
        ),
        _make_mend_choice(f"set contract.{name} = -", "close", "no_contract", place=spot),
    ]


def _list_patent_choices(board: Barrage, name: str) -> list[Choice]:
    slot = int(name) - 1
    tile = board.patents[slot]
    found = []
    if tile != NOBODY:
        id_ = TECH.names[tile]
        found.append(_make_tell_choice(board, f"patent {id_}", "patent", "patent", tile=Word(f"tech.{id_}")))
    rest = _choice_blank("TECH", "tile", _shown(TECH, iterate_bits(union_and_overlap(board.tech_piles)[0]), "tech"))
    if rest.options:
        found.append(_make_mend_choice(f"table: patent {name} {{TECH}}", "patent", "patent", rest, slot=name))
    return found


def _list_work_choices(board: Barrage, name: str) -> list[Choice]:
    work = board.works[int(name) - 1] if board.works else NOBODY
    found = []
    if work != NOBODY:
        id_ = WORKS.names[work]
        found.append(_make_tell_choice(board, f"work {id_}", "external", "work", work=Word(f"work.{id_}")))
    rest = _choice_blank("WORK", "work", _shown(WORKS, iterate_bits(union_and_overlap(board.work_piles)[0]), "work"))
    if rest.options:
        found.append(_make_mend_choice(f"table: work {name} {{WORK}}", "external", "work", rest, slot=name))
    return found


def _list_building_choices(board: Barrage, name: str) -> list[Choice]:
    at = board.setup.buildings.index(BUILDINGS.names.index(name))
    sites, seat = board.sites_in_play(at), entering_seat(board)
    said = Word(f"building.{name}")
    found = []
    free = any(board.sites[s] == NOBODY for s in sites)
    if free and _left(board, BUILDING) and seat is not None and not board.own_building(seat, at):
        found.append(_make_tell_choice(board, f"building {name}", "building", "building", building=said))
    numbers = [(str(s % 4 + 1), text("option_name.site", n=s % 4 + 1)) for s in sites]
    which = _choice_blank("SITE", "site", numbers)
    line = f"set building.{name}.{{SITE}} = "
    found.append(
        _make_mend_choice(f"{line}{{OWNER}}", "building", "building", which, _owner_blank(board), building=said)
    )
    if any(board.sites[s] != NOBODY for s in sites):
        taken = [(n, t) for (n, t), s in zip(numbers, sites, strict=True) if board.sites[s] != NOBODY]
        found.append(
            _make_mend_choice(f"{line}-", "close", "no_building", _choice_blank("SITE", "site", taken), building=said)
        )
    return found


def _list_section_choices(board: Barrage, name: str) -> list[Choice]:
    seat = entering_seat(board)
    here = [(i, s) for i, s in enumerate(SPACE_TILES) if s.section == name and s.players <= board.players]
    found, spot, icon = [], Word(f"spot.{name}"), SECTION_ICONS[name]
    if seat is not None and board.engineers[seat] > 0:
        have = board.engineers[seat]
        free = [s for i, s in here if board.space_seat[i] == NOBODY or s.section == "bank"]
        for s in free:
            if s.engineers <= have:
                said = Word(f"space.{s.id}")
                found.append(
                    _make_tell_choice(
                        board, f"engineers {s.engineers} {s.id}", icon, "space", n=s.engineers, place=said
                    )
                )
        for n in OWN_SPACES.get(name, ()) if not here else ():
            if n <= have:
                found.append(_make_tell_choice(board, f"engineers {n} {name}", icon, "space", n=n, place=spot))
        count = _number_blank("N", "engineers", 1, have)
        found.append(_make_tell_choice(board, f"engineers {{N}} {name}", icon, "engineers", count, place=spot))
    taken = [(s.id, _say_said(Word(f"space.{s.id}"))) for i, s in here if board.space_seat[i] != NOBODY]
    if taken:
        which = _choice_blank("SPACE", "space", taken)
        found.append(_make_mend_choice("set space.{SPACE} = -", "close", "no_engineers", which, place=spot))
    return found


# ------------------------------------------------------------------------------------------------------------ no place


def _list_anywhere_choices(board: Barrage) -> list[Choice]:
    """Return the choices that belong to no place: energy, points, contracts in hand, leaving the round; and corrections
    of counts."""
    seat = entering_seat(board)
    return [*(_list_told_choices(board, seat) if seat is not None else []), *_list_mended_choices(board)]


def _list_told_choices(board: Barrage, seat: int) -> list[Choice]:
    starting = [i for i, c in enumerate(CONTRACT_TILES) if c.colour == STARTING_CONTRACT and not c.optional]
    done, _ = union_and_overlap(board.fulfilled)
    hand = list(iterate_bits(board.hands[seat]))
    mine = [*hand, *(c for c in starting if not done >> c & 1)]
    found = []
    if mine:
        which = _choice_blank("CONTRACT", "contract", _contracts(board, mine))
        found.append(_make_tell_choice(board, "fulfil {CONTRACT}", "contract", "fulfil_one", which))
    if hand:
        which = _choice_blank("CONTRACT", "contract", _contracts(board, hand))
        found.append(_make_tell_choice(board, "discard {CONTRACT}", "close", "discard", which))
    found += [
        _make_tell_choice(board, "energy +{N}", "energy", "energy", _number_blank("N", "steps", 1, 60)),
        _make_tell_choice(board, "vp +{N}", "vp", "vp", _number_blank("N", "points", 1, 60)),
        _make_tell_choice(board, "vp -{N}", "vp", "vp_lost", _number_blank("N", "points", 1, 60)),
    ]
    if board.engineers[seat] > 0:
        where = [(name, _say_said(Word(f"spot.{name}"))) for name in sections_in_play(board)]
        extra = [s for s in SPACE_TILES if s.section == "extra_board" and board.map.id == "five_player"]
        where += [(s.id, _say_said(Word(f"space.{s.id}"))) for s in extra]
        blanks = (_number_blank("N", "engineers", 1, board.engineers[seat]), _choice_blank("WHERE", "where", where))
        found.append(_make_tell_choice(board, "engineers {N} {WHERE}", "engineer", "engineers_on", *blanks))
    found += _list_production_choices(board, lambda c, d: True)
    if isinstance(board, TrackedBoard):
        found += cost_menu.list_told_choices(board, seat, _prefix(board))
    found.append(_make_tell_choice(board, "out", "pass", "out"))
    return found


def _list_mended_choices(board: Barrage) -> list[Choice]:
    seats = _owner_blank(board)
    points, energy = _number_blank("N", "points", 0, 2 * _MOST), _number_blank("N", "energy", 0, _MOST)
    engineers = _number_blank("N", "engineers", 0, ENGINEERS)
    kinds = STRUCTURES.names if board.setup.leeghwater else STRUCTURES.names[:BUILDING]
    kind = _choice_blank("KIND", "kind", [(k, _say_said(Word(f"structures.{k}"))) for k in kinds])
    found = [
        _make_mend_choice("set vp.{OWNER} = {N}", "vp", "vp", seats, points),
        _make_mend_choice("set energy.{OWNER} = {N}", "energy", "energy", seats, energy),
        _make_mend_choice("set engineers.{OWNER} = {N}", "engineer", "engineers", seats, engineers),
        _make_mend_choice(
            "set left.{OWNER}.{KIND} = {N}", "base", "left", seats, kind, _number_blank("N", "left", 0, 5)
        ),
    ]
    if isinstance(board, TrackedBoard):
        humans = [board.name(s) for s in board.humans]
        found.append(
            cost_menu.make_mended_choice(
                _choice_blank("OWNER", "owner", [(h, _say_said(Word(f"company.{h}"))) for h in humans])
            )
        )
    tracked = [board.name(s) for s in range(board.players) if board.is_tracked(s)]
    if tracked:
        who = _choice_blank("OWNER", "owner", [(a, _say_said(Word(f"company.{a}"))) for a in tracked])
        counts = [_number_blank("EXCAVATORS", "excavators", 0, 40), _number_blank("MIXERS", "mixers", 0, 40)]
        line = "set machinery.{OWNER} = {EXCAVATORS} {MIXERS}"
        if "elon_audia" in board.setup.officers:
            counts.append(_number_blank("EXCAMIXERS", "excamixers", 0, 40))
            line += " {EXCAMIXERS}"
        key = "machinery_kept" if isinstance(board, TrackedBoard) else "machinery"
        found.append(_make_mend_choice(line, "machinery", key, who, *counts))
    found.append(_make_mend_choice("set to_move = {OWNER}", "next", "to_move", seats))
    found.append(_make_mend_choice("set round = {N}", "history", "round", _number_blank("N", "round", 1, ROUNDS)))
    if board.phase == INCOME:
        found.append(_make_mend_choice("set phase = actions", "next", "phase"))
    return found


_BY_DOMAIN: dict[str, Callable[[Barrage, str], list[Choice]]] = {
    "headstreams": _list_headstream_choices,
    "dams": _list_dam_choices,
    "conduits": _list_conduit_choices,
    "powerhouses": _list_house_choices,
    PLACES.id: _contract_place,
    PATENT_PLACES.id: _list_patent_choices,
    WORK_PLACES.id: _list_work_choices,
    BUILDINGS.id: _list_building_choices,
    SECTIONS.id: _list_section_choices,
}
