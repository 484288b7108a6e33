"""Entered lines at a table with tracked costs: those of every table, and some for costs only.

    base 6L with adv1_base       conduit 6A pay 2 1     powerhouse P8 spend 2 0 6     base 6L free
    engineers 3 company_board_4  work work_a1 loan      work work_a1 wheel            architect 1 workshop
    credits +3                   excavator +2           machinery 1 1                 rotate 2
    retrieve adv1_base           recover 5 1 1          copy jill_mcdowell            credits = 7

Costs in credits, machineries and wheel are counted (`cost_tracking.py`) and need no line of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from soloist.core.board import Event
from soloist.core.errors import AmbiguousError, ImpossibleError, UnreadableError
from soloist.core.text import text
from soloist.core.user_input import read_whole_number, require_option, require_words
from soloist.core.verbs import Verb
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.notation import FORMS as COMMON_FORMS
from soloist.games.barrage.board.notation import LOG_ONLY_VERBS, list_slot_words, seat_of_line, split_entered
from soloist.games.barrage.board.notation import parse_event as parse_untracked
from soloist.games.barrage.board.notation import read_entered as read_untracked
from soloist.games.barrage.board.spaces import ACTION_SPACES, SPACE_LIST
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import EXCAVATOR, MIXER, OFFICERS, SEGMENTS, STRUCTURES, TECH
from soloist.games.barrage.player import notation
from soloist.games.barrage.player.events import Copied, MachineriesRetrieved, Paid, TileRetrieved
from soloist.games.barrage.player.space_legality import blocking_rule
from soloist.games.barrage.table.cost_tracking import (
    NO_DETAILS,
    EntryDetails,
    construction_events,
    placement_events,
    space_value,
    work_events,
)
from soloist.games.barrage.table.tracked_board import TrackedBoard

TRACKING_FORMS: tuple[Verb, ...] = (
    Verb("with", "base DAM with TECH", "base 6L with adv1_base", "BR-041"),
    Verb("pay", "conduit CONDUIT pay N N", "conduit 6A pay 2 1", "BR-044"),
    Verb("free", "base DAM free", "base 6L free", "BR-047"),
    Verb("loan", "work WORK loan", "work work_a1 loan", "BR-137"),
    Verb("on_wheel", "work WORK wheel", "work work_a1 wheel", "BR-132"),
    Verb("credits", "credits +N", "credits +3", "BR-008"),
    Verb("excavator", "excavator +N", "excavator +2", "BR-005"),
    Verb("mixer", "mixer +N", "mixer +2", "BR-005"),
    Verb("machinery", "machinery N N", "machinery 1 1", "BR-170"),
    Verb("rotate", "rotate N", "rotate 2", "BR-049"),
    Verb("retrieve", "retrieve OWN_TILE", "retrieve basic_base", "BR-134"),
    Verb("recover", "recover N N N", "recover 5 1 1", "BR-134"),
    Verb("architect", "architect 1 SPACE", "architect 1 workshop", "BR-151"),
    Verb("copy", "copy OFFICER", "copy jill_mcdowell", "BR-152"),
    Verb("set_credits", "credits = N", "credits = 7", correction=True),
)
FORMS = (*COMMON_FORMS, *TRACKING_FORMS)
#: verbs whose costs are tracked
_WITH_PRICE = (*STRUCTURES.names, "work")
#: words that begin a detail of an entered move
_BESIDE = ("with", "copying", "pay", "spend", "free", "loan", "wheel")


def list_entry_words(board: Barrage, slot: str) -> tuple[str, ...]:
    """Return the words that fit a slot of a form."""
    if slot == "OWN_TILE":
        return tuple(TECH.name_options(board.wheel_tiles(board.to_move)))
    if slot == "OFFICER":
        return OFFICERS.names
    if slot == "TECH" and isinstance(board, TrackedBoard) and not board.is_automa(board.to_move):
        return (*list_slot_words(board, slot), *TECH.name_options(board.tech[board.to_move]))
    return tuple(list_slot_words(board, slot))


def parse_event(board: Barrage, line: str) -> Event:
    """Return the event that a line of the log records."""
    return notation.parse_event(board, line) if isinstance(board, TrackedBoard) else parse_untracked(board, line)


def read_entered(board: Barrage, line: str) -> list[Event]:
    """Return the events that an entered line stands for, with its costs if they are tracked."""
    seat, verb, words = split_entered(board, line)
    if not isinstance(board, TrackedBoard):
        beside = verb in _WITH_PRICE and any(word.lower() in _BESIDE for word in words)
        if beside or (verb in _ALONE and verb not in LOG_ONLY_VERBS):
            raise ImpossibleError(text("error.own_books", verb=line.strip()[:60]))
        return read_untracked(board, line)
    if seat == NOBODY or verb in ("set", "value") or (seat is not None and board.is_automa(seat)):
        return read_untracked(board, line)
    seat = seat_of_line(board, seat)
    if verb in _ALONE:
        return _ALONE[verb](board, seat, words)
    if verb in ("engineers", "architect"):
        return _engineers(board, seat, words, architect=verb == "architect")
    if verb not in _WITH_PRICE:
        return read_untracked(board, line)
    done, how = _how(words)
    (event,) = read_untracked(board, f"{board.name(seat)}: {verb} {' '.join(done)}")
    if isinstance(event, e.Built):
        return construction_events(board, event, how)
    assert isinstance(event, e.WorkDone)
    return work_events(board, event, how)


# --------------------------------------------------------------------------------------------------- details of a move


def _how(words: list[str]) -> tuple[list[str], EntryDetails]:
    """Split the words after a verb into the place and the details, e.g. `6L with adv1_base pay 2 1`."""
    at = next((i for i, word in enumerate(words) if word.lower() in _BESIDE), len(words))
    parts: dict[str, list[str]] = {}
    last = ""
    for word in words[at:]:
        if word.lower() in _BESIDE and word.lower() not in parts:
            last = word.lower()
            parts[last] = []
        else:
            parts[last].append(word)
    if not parts:
        return words, NO_DETAILS
    return words[:at], EntryDetails(
        tile=_tile(parts, "with"),
        copied=_tile(parts, "copying"),
        way=_way(parts),
        free=_alone(parts, "free"),
        loan=_alone(parts, "loan"),
        wheel=_alone(parts, "wheel"),
    )


def _alone(parts: dict[str, list[str]], word: str) -> bool:
    """Return whether a detail that takes no argument was entered."""
    if word in parts:
        require_words(parts[word], 0, word, FORMS)
    return word in parts


def _tile(parts: dict[str, list[str]], word: str) -> int:
    return (
        require_option(TECH, require_words(parts[word], 1, "with", FORMS)[0], "error.no_tech")
        if word in parts
        else NOBODY
    )


def _way(parts: dict[str, list[str]]) -> tuple[int, int, int, int] | None:
    """Return the entered payment: `pay 2 1` excavators and mixers, `pay 0 0 3` excamixers too, `spend 2 0 6` credits
    too (BR-044)."""
    if "spend" in parts:
        excavators, mixers, credits = map(_count, require_words(parts["spend"], 3, "pay", FORMS))
        return excavators, mixers, 0, credits
    if "pay" not in parts:
        return None
    given = parts["pay"] if len(parts["pay"]) == 3 else [*parts["pay"], "0"]
    excavators, mixers, excamixers = map(_count, require_words(given, 3, "pay", FORMS))
    return excavators, mixers, excamixers, 0


def _count(word: str) -> int:
    n = read_whole_number(word)
    if n < 0:
        raise ImpossibleError(text("error.negative", got=n), rule="BR-043", nearest=[str(-n)])
    return n


# ------------------------------------------------------------------------------------------------------ action spaces


def _engineers(board: TrackedBoard, seat: int, words: list[str], *, architect: bool) -> list[Event]:
    """Return the events of engineers on a shared space or an own one, named as `company_board_4` or by its section
    (BR-040). The architect is marked only where he is needed (BR-151)."""
    n, where = require_words([w for w in words if w != "on"], 2, "engineers", FORMS)
    number = ACTION_SPACES.find_option(where.lower())
    if number is not None and SPACE_LIST[number].shared < 0:
        event = e.Placed(seat, SPACE_LIST[number].section, read_whole_number(n))
    else:
        number = -1
        (told,) = read_untracked(board, f"{board.name(seat)}: engineers {n} {where}")
        assert isinstance(told, e.Placed)
        event = replace(told, where=_space(board, where.lower(), told))
    if number < 0 and event.where == "private_buildings":
        number = _building_space(board, seat, event.engineers)
    needed = board.architect[seat] > 0 and event.engineers > board.engineers[seat]
    return placement_events(board, e.Placed(seat, event.where, event.engineers, architect or needed), number)


def _space(board: TrackedBoard, section: str, event: e.Placed) -> str:
    """Return the space meant by a section: the cheapest free one that takes this number of engineers. Raise
    AmbiguousError if such spaces give different things (BR-034)."""
    free = [
        space
        for number, space in enumerate(SPACE_LIST)
        if space.shared >= 0 and space.section == section and not blocking_rule(board, event.seat, number)
    ]
    list_entry_words = [space for space in free if space.engineers == event.engineers]
    if not list_entry_words or section == "bank":
        return event.where
    if len({space_value(space) for space in list_entry_words}) > 1:
        near = [f"engineers {event.engineers} {space.id}" for space in list_entry_words]
        raise AmbiguousError(text("error.which_space"), rule="BR-034", nearest=near)
    return min(list_entry_words, key=lambda space: space.extra).id


def _building_space(board: TrackedBoard, seat: int, engineers: int) -> int:
    """Return the space of own private buildings that is meant, the cheapest of its building, or -1; raise
    AmbiguousError for several buildings (BR-134)."""
    cheapest: dict[int, int] = {}
    for number, space in enumerate(SPACE_LIST):
        fits = space.section == "private_buildings" and space.engineers == engineers
        if fits and not blocking_rule(board, seat, number):
            other = cheapest.get(space.n)
            if other is None or space.extra < SPACE_LIST[other].extra:
                cheapest[space.n] = number
    if len(cheapest) > 1:
        near = [f"engineers {engineers} {ACTION_SPACES.names[number]}" for number in cheapest.values()]
        raise AmbiguousError(text("error.which_space"), rule="BR-134", nearest=near)
    return next(iter(cheapest.values()), -1)


# ------------------------------------------------------------------------------------------------ lines for costs only


def _credits(board: TrackedBoard, seat: int, words: list[str]) -> list[Event]:
    typed = " ".join(words)
    if "=" in typed:
        return [e.Corrected(f"credits.{board.name(seat)}", typed.split("=", 1)[1].strip())]
    return [Paid(seat, read_whole_number(require_words(words, 1, "credits", FORMS)[0]))]


def _machined(kind: int, verb: str) -> Callable[[TrackedBoard, int, list[str]], list[Event]]:
    return lambda s, seat, words: [e.Machined(seat, kind, read_whole_number(require_words(words, 1, verb, FORMS)[0]))]


def _machinery(board: TrackedBoard, seat: int, words: list[str]) -> list[Event]:
    """Return the events for machineries of choice (BR-170)."""
    counts = [read_whole_number(word) for word in require_words(words, 2, "machinery", FORMS)]
    found: list[Event] = [e.Machined(seat, kind, n) for kind, n in zip((EXCAVATOR, MIXER), counts, strict=True) if n]
    if not found:
        raise UnreadableError(text("error.empty_line"), nearest=["machinery 1 1"])
    return found


def _rotate(board: TrackedBoard, seat: int, words: list[str]) -> list[Event]:
    return [e.Rotated(seat, read_whole_number(require_words(words, 1, "rotate", FORMS)[0]))]


def _retrieve(board: TrackedBoard, seat: int, words: list[str]) -> list[Event]:
    return [TileRetrieved(seat, require_option(TECH, require_words(words, 1, "retrieve", FORMS)[0], "error.no_tech"))]


def _recover(board: TrackedBoard, seat: int, words: list[str]) -> list[Event]:
    """Return the event that takes back half of the machineries of the segment that returns after this number of turns;
    the rest of the half are excamixers (BR-R29)."""
    turns, excavators, mixers = map(_count, require_words(words, 3, "recover", FORMS))
    if not 1 <= turns < SEGMENTS:
        near = [str(n) for n in range(1, SEGMENTS) if any(board.wheel[seat][SEGMENTS - n][:3])]
        raise ImpossibleError(text("error.few_on_wheel", segment=turns), rule="BR-134", nearest=near)
    segment = SEGMENTS - turns
    half = sum(board.wheel[seat][segment][:3]) // 2
    return [MachineriesRetrieved(seat, segment, excavators, mixers, max(0, half - excavators - mixers))]


def _copy(board: TrackedBoard, seat: int, words: list[str]) -> list[Event]:
    return [Copied(seat, require_option(OFFICERS, require_words(words, 1, "copy", FORMS)[0], "error.no_officer"))]


_ALONE: dict[str, Callable[[TrackedBoard, int, list[str]], list[Event]]] = {
    "credits": _credits,
    "excavator": _machined(EXCAVATOR, "excavator"),
    "mixer": _machined(MIXER, "mixer"),
    "excamixer": _machined(2, "mixer"),
    "machinery": _machinery,
    "rotate": _rotate,
    "retrieve": _retrieve,
    "recover": _recover,
    "copy": _copy,
}
