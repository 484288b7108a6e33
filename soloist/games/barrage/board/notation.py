"""The notation of Barrage: one line per event.

    base 6L          elevation 6L      conduit 6A         powerhouse 8       building cofferdam
    engineers 2 workshop               water a 2          flow a             produce 6A/6L 2 9
    take green_03    fulfil green_03   discard green_03   patent adv1_base   work work_a1
    energy +3        vp +5             fill 6L +1         out                done

A line begins with a company (`germany: base 6L`); without one it means the only human. 6L and 6U are the lower and the
upper, red dam space of basin 6; 6A and 6B its left and right conduit; P8 the powerhouses of basin 8, P8.3 one space of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from soloist.core.board import Event
from soloist.core.errors import AmbiguousError, ImpossibleError, UnknownError, UnreadableError, find_nearest
from soloist.core.text import text
from soloist.core.user_input import read_assignment, read_whole_number, require_option, require_words
from soloist.core.verbs import Verb
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.fields import check_correction
from soloist.games.barrage.board.printed import check_datum
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import (
    BASE,
    BUILDING,
    BUILDINGS,
    COLOURS,
    CONDUIT,
    CONTRACTS,
    ELEVATION,
    MACHINERIES,
    PLACES,
    POWERHOUSE,
    SCORES,
    SECTIONS,
    SPACE_TILES,
    SPACES,
    TECH,
    TILES,
    WORKS,
)

TABLE = -1

FORMS: tuple[Verb, ...] = (
    Verb("base", "base DAM", "base 6L", "BR-046"),
    Verb("elevation", "elevation DAM", "elevation 6L", "BR-046"),
    Verb("conduit", "conduit CONDUIT", "conduit 6A", "BR-046"),
    Verb("powerhouse", "powerhouse POWERHOUSE", "powerhouse P8", "BR-046"),
    Verb("building", "building BUILDING", "building cofferdam", "BR-133"),
    Verb("engineers", "engineers N SPACE", "engineers 2 workshop", "BR-034"),
    Verb("produce", "produce SYSTEM DROPS ENERGY", "produce 6A/6L 2 9", "BR-060"),
    Verb("water", "water HEADSTREAM N", "water a 2", "BR-078"),
    Verb("flow", "flow HEADSTREAM", "flow a", "BR-078"),
    Verb("fill", "fill DAM +N", "fill 6L +1", "BR-087"),
    Verb("take", "take CONTRACT", "take green_03", "BR-080"),
    Verb("fulfil", "fulfil CONTRACT", "fulfil green_03", "BR-072"),
    Verb("discard", "discard CONTRACT", "discard green_03", "BR-071"),
    Verb("patent", "patent TECH", "patent adv1_base", "BR-081"),
    Verb("work", "work WORK", "work work_a1", "BR-131"),
    Verb("energy", "energy +N", "energy +3", "BR-065"),
    Verb("vp", "vp +N", "vp +5", "BR-007"),
    Verb("value", "value KEY = VALUE", "value contract.green_03 = 2"),
    Verb("out", "out", "out", "BR-032"),
    Verb("done", "done", "done", "BR-030"),
    Verb("set_vp", "vp = N", "vp = 40", correction=True),
    Verb("set_energy", "energy = N", "energy = 12", correction=True),
    Verb("set", "set FIELD = VALUE", "set dam.6L = usa 2 1", correction=True),
)


def list_slot_words(board: Barrage, slot: str) -> Sequence[str]:
    """Return the words that fit a slot of a form."""
    words: dict[str, Sequence[str]] = {
        "DAM": [n for n in board.map.dams.names if n],
        "CONDUIT": [n for n in board.map.conduits.names if n],
        "POWERHOUSE": [n for n in board.map.house_basins.names if n],
        "BUILDING": [BUILDINGS.names[b] for b in board.setup.buildings],
        "SPACE": (*SECTIONS.names, *SPACES.names),
        "SYSTEM": [n for n in board.map.systems.names if n],
        "HEADSTREAM": board.map.headstreams.names,
        "CONTRACT": [CONTRACTS.names[c] for c in board.face if c != NOBODY],
        "TECH": [TECH.names[t] for t in board.patents if t != NOBODY],
        "WORK": [WORKS.names[w] for w in board.works if w != NOBODY],
        "FIELD": tuple(board.facts()),
        "KEY": [key for key, _ in board.printed.items()],
    }
    return words.get(slot, ())


def _require_args(words: list[str], n: int, verb: str) -> list[str]:
    return require_words(words, n, verb, FORMS)


Reader = Callable[[Barrage, int, list[str]], Event]


def _read_powerhouse(board: Barrage, seat: int, words: list[str]) -> Event:
    (word,) = _require_args(words, 1, "powerhouse")
    if "." in word:
        return e.Built(seat, POWERHOUSE, board.map.house(word))
    basin = board.map.house_basin(word)
    house = board.free_house(basin)
    if house is None:
        raise ImpossibleError(
            text("error.powerhouse_taken", place=board.map.house_basins.option_value(basin)), rule="BR-046"
        )
    return e.Built(seat, POWERHOUSE, house)


def _read_building(board: Barrage, seat: int, words: list[str]) -> Event:
    if not words or len(words) > 2:
        _require_args(words, 1, "building")
    tile = require_option(BUILDINGS, words[0], "error.no_building")
    if tile not in board.setup.buildings:
        near = [BUILDINGS.names[x] for x in board.setup.buildings]
        raise ImpossibleError(text("error.no_building", got=words[0]), rule="BR-133", nearest=near)
    at = board.setup.buildings.index(tile)
    if len(words) == 2:
        site = read_whole_number(words[1])
        if not 1 <= site <= 4:
            raise ImpossibleError(text("error.no_site", got=site), rule="BR-133", nearest=["1", "2", "3", "4"])
        return e.Built(seat, BUILDING, 4 * at + site - 1)
    for site in board.sites_in_play(at):
        if board.sites[site] == NOBODY:
            return e.Built(seat, BUILDING, site)
    raise ImpossibleError(text("error.site_taken", place=words[0]), rule="BR-133")


def _read_engineers(board: Barrage, seat: int, words: list[str], architect: bool = False) -> Event:
    n, where = _require_args([w for w in words if w != "on"], 2, "engineers")
    name = where.lower()
    if name in ("company", "board"):
        name = "company_board"
    if name not in SPACES and name not in SECTIONS:
        options = (*SECTIONS.names, *SPACES.names)
        raise UnknownError(text("error.no_space", got=where), rule="BA-011", nearest=find_nearest(name, options))
    return e.Placed(seat, name, read_whole_number(n), architect)


def _read_produce(board: Barrage, seat: int, words: list[str]) -> Event:
    system, drops, energy = _require_args([w for w in words if w != "="], 3, "produce")
    return e.Produced(
        seat,
        require_option(board.map.systems, system, "error.no_system"),
        read_whole_number(drops),
        read_whole_number(energy),
    )


def _read_drain(board: Barrage, seat: int, words: list[str]) -> Event:
    system, drops = _require_args(words, 2, "drain")
    return e.Drained(seat, require_option(board.map.systems, system, "error.no_system"), read_whole_number(drops))


def _read_water(board: Barrage, seat: int, words: list[str]) -> Event:
    head, n = _require_args([*words, "1"] if len(words) == 1 else words, 2, "water")
    return e.DropsPlaced(seat, board.map.headstream(head), read_whole_number(n))


def _read_wheel(board: Barrage, seat: int, words: list[str]) -> Event:
    *numbers, tile = _require_args(words, 4, "wheel")
    ex, mi, xm = map(read_whole_number, numbers)
    return e.Wheeled(seat, ex, mi, xm, NOBODY if tile == "-" else require_option(TECH, tile, "error.no_tech"))


def _read_value(words: list[str]) -> Event:
    key, value = read_assignment(words, "value", FORMS)
    return e.ValueEntered(key.lower(), check_datum(key, value))


def _read_has(board: Barrage, seat: int, words: list[str]) -> Event:
    if len(words) < 2:
        _require_args(words, 2, "has")
    tiles = 0
    for word in words[2:]:
        tiles |= 1 << require_option(TECH, word, "error.no_tech")
    return e.HumanHas(seat, read_whole_number(words[0]), read_whole_number(words[1]), tiles)


def _read_patent(board: Barrage, seat: int, words: list[str]) -> Event:
    if seat == TABLE:
        slot, tile = _require_args(words, 2, "patent")
        return e.PatentShown(read_whole_number(slot) - 1, require_option(TECH, tile, "error.no_tech"))
    return e.TechTaken(seat, require_option(TECH, _require_args(words, 1, "patent")[0], "error.no_tech"))


def _read_work(board: Barrage, seat: int, words: list[str]) -> Event:
    if seat == TABLE:
        slot, work = _require_args(words, 2, "work")
        return e.WorkShown(read_whole_number(slot) - 1, require_option(WORKS, work, "error.no_work_tile"))
    return e.WorkDone(seat, require_option(WORKS, _require_args(words, 1, "work")[0], "error.no_work_tile"))


def _read_reveal(board: Barrage, seat: int, words: list[str]) -> Event:
    place, contract = _require_args(words, 2, "reveal")
    return e.Revealed(
        require_option(PLACES, place, "error.no_place"), require_option(CONTRACTS, contract, "error.no_contract")
    )


def _read_scores(board: Barrage, seat: int, words: list[str]) -> Event:
    what, n = _require_args(words, 2, "scores")
    return e.Scored(seat, SCORES.name_option(require_option(SCORES, what, "error.no_score")), read_whole_number(n))


def _machined_reader(kind: int) -> Reader:
    return lambda b, s, w: e.Machined(s, kind, read_whole_number(_require_args(w, 1, MACHINERIES.names[kind])[0]))


def _contract_reader(make: Callable[[int, int], Event], verb: str) -> Reader:
    return lambda b, s, w: make(s, require_option(CONTRACTS, _require_args(w, 1, verb)[0], "error.no_contract"))


def _alone_reader(make: Callable[[int], Event], verb: str) -> Reader:
    def read_alone(board: Barrage, seat: int, words: list[str]) -> Event:
        _require_args(words, 0, verb)
        return make(seat)

    return read_alone


def _bare_reader(make: Callable[[], Event]) -> Reader:
    return lambda b, s, w: make()


VERBS: dict[str, Reader] = {
    "base": lambda b, s, w: e.Built(s, BASE, b.map.dam(_require_args(w, 1, "base")[0])),
    "elevation": lambda b, s, w: e.Built(s, ELEVATION, b.map.dam(_require_args(w, 1, "elevation")[0])),
    "conduit": lambda b, s, w: e.Built(s, CONDUIT, b.map.conduit(_require_args(w, 1, "conduit")[0])),
    "powerhouse": _read_powerhouse,
    "building": _read_building,
    "engineers": _read_engineers,
    "architect": lambda b, s, w: _read_engineers(b, s, w, architect=True),
    "produce": _read_produce,
    "drain": _read_drain,
    "water": _read_water,
    "flow": lambda b, s, w: e.DropFlowed(s, b.map.headstream(_require_args(w, 1, "flow")[0])),
    "fill": lambda b, s, w: e.DamFilled(s, b.map.dam(_require_args(w, 2, "fill")[0]), read_whole_number(w[1])),
    "take": _contract_reader(e.Taken, "take"),
    "fulfil": _contract_reader(e.Fulfilled, "fulfil"),
    "discard": _contract_reader(e.ContractDiscarded, "discard"),
    "patent": _read_patent,
    "work": _read_work,
    "energy": lambda b, s, w: e.Energy(s, read_whole_number(_require_args(w, 1, "energy")[0])),
    "vp": lambda b, s, w: e.Gained(s, read_whole_number(_require_args(w, 1, "vp")[0])),
    "out": _alone_reader(e.Out, "out"),
    "done": _alone_reader(e.TurnDone, "done"),
    "set": lambda b, s, w: e.Corrected(*read_assignment(w, "set", FORMS)),
    "wheel": _read_wheel,
    "has": _read_has,
    "rotate": lambda b, s, w: e.Rotated(s, read_whole_number(_require_args(w, 1, "rotate")[0])),
    "excavator": _machined_reader(0),
    "mixer": _machined_reader(1),
    "excamixer": _machined_reader(2),
    "scores": _read_scores,
}
#: lines that begin with `table:`
TABLE_VERBS: dict[str, Reader] = {
    "show": lambda b, s, w: e.TopShown(require_option(TILES, _require_args(w, 1, "show")[0], "error.no_tile")),
    "turn": _bare_reader(e.TileTurned),
    "shuffle": _bare_reader(e.TilesShuffled),
    "reveal": _read_reveal,
    "refill": lambda b, s, w: e.PileRefilled(
        require_option(COLOURS, _require_args(w, 1, "refill")[0], "error.no_colour")
    ),
    "patent": _read_patent,
    "work": _read_work,
    "headstreams": _bare_reader(e.HeadstreamsFilled),
    "water": _bare_reader(e.WaterFlowed),
    "round": _bare_reader(e.RoundEnded),
    "game": _bare_reader(e.GameEnded),
    "set": VERBS["set"],
    "value": lambda b, s, w: _read_value(w),
}
ALIASES = {
    "build": "", "dam": "base", "raise": "elevation", "pipe": "conduit", "fulfill": "fulfil", "pass": "out",
    "end": "done", "place": "engineers", "turbine": "produce", "drops": "water",
}  # fmt: skip
#: verbs of the log that humans do not enter
LOG_ONLY_VERBS = ("wheel", "rotate", "scores", "drain", "architect", "excavator", "mixer", "excamixer")


def _split_line(board: Barrage, line: str) -> tuple[int | None, str, list[str]]:
    seat: int | None = None
    head, colon, rest = line.partition(":")
    if colon:
        name = head.strip().lower()
        if name == "table":
            seat = TABLE
        else:
            seat = board.setup.names.find_option(name)
            if seat is None:
                names = (*board.setup.names.names, "table")
                raise ImpossibleError(
                    text("error.no_seat", got=name), rule="BA-021", nearest=find_nearest(name, names) or names
                )
        line = rest
    words = line.split()
    if not words:
        raise UnreadableError(text("error.empty_line"), nearest=[f.example for f in FORMS[:3]])
    return seat, words[0].lower(), words[1:]


def parse_event(board: Barrage, line: str) -> Event:
    """Return the event that a line of the log records."""
    seat, verb, words = _split_line(board, line)
    reader = (TABLE_VERBS if seat == TABLE else VERBS).get(verb)
    if reader is None or seat is None:
        raise UnreadableError(text("error.no_verb", got=verb), nearest=find_nearest(verb, VERBS))
    return reader(board, seat, words)


def split_entered(board: Barrage, line: str) -> tuple[int | None, str, list[str]]:
    """Split an entered line into its seat (`TABLE` for `table:`, None if it names none), its verb and the words after
    it."""
    seat, verb, words = _split_line(board, line)
    verb = ALIASES.get(verb, verb)
    if not verb and words:  # "build base 6L"
        verb, words = words[0].lower(), words[1:]
    return seat, verb, words


def seat_of_line(board: Barrage, seat: int | None) -> int:
    """Return the seat that a line names, or the only human's if it names none."""
    return _only_human(board) if seat is None else seat


def read_entered(board: Barrage, line: str) -> list[Event]:
    """Return the events that an entered line stands for."""
    seat, verb, words = split_entered(board, line)
    if verb == "set":
        return [_read_correction(words)]
    if verb == "value":
        return [_read_value(words)]
    if seat == TABLE:
        if verb in ("reveal", "patent", "work", "show"):
            return [TABLE_VERBS[verb](board, seat, words)]
        raise ImpossibleError(text("error.hers", verb=verb), nearest=["set FIELD = VALUE"])
    seat = seat_of_line(board, seat)
    who = board.setup.names.names[seat]
    if verb in ("vp", "energy") and "=" in " ".join(words):
        return [e.Corrected(f"{verb}.{who}", " ".join(words).split("=", 1)[1].strip())]
    if verb in ("undo", "redo", "turn"):
        raise UnreadableError(text("error.is_command", got=verb))
    known = [f.pattern.split()[0] for f in FORMS]
    if verb not in VERBS:
        raise UnreadableError(text("error.no_verb", got=verb), nearest=find_nearest(verb, known) or known[:6])
    if verb in LOG_ONLY_VERBS and not board.is_automa(seat):
        raise ImpossibleError(text("error.human_board", verb=verb))
    event = VERBS[verb](board, seat, words)
    if isinstance(event, e.Placed):
        return [_choose_space(board, event)]
    return [event]


def _read_correction(words: list[str]) -> Event:
    """Return an entered correction; impossible values are refused here and not in the event, because logs of older
    versions may contain them."""
    field, value = read_assignment(words, "set", FORMS)
    check_correction(field, value)
    return e.Corrected(field, value)


def _choose_space(board: Barrage, event: e.Placed) -> e.Placed:
    """Replace a section by its first free space in play: one that takes this number of engineers, if there is one
    (BR-034). Example: `engineers 2 workshop`."""
    free = [
        space
        for i, space in enumerate(SPACE_TILES)
        if space.section == event.where and space.players <= board.players and board.space_seat[i] == NOBODY
    ]
    fitting = free if board.is_automa(event.seat) else [s for s in free if s.engineers == event.engineers] or free
    return e.Placed(event.seat, fitting[0].id, event.engineers, event.architect) if fitting else event


def _only_human(board: Barrage) -> int:
    humans = [s for s in range(board.players) if not board.is_automa(s)]
    if len(humans) != 1:
        names = [f"{board.setup.names.names[s]}:" for s in humans] or [f"{n}:" for n in board.setup.names.names]
        raise AmbiguousError(text("error.which_company"), nearest=names)
    return humans[0]
