"""Overlays show what the engine measured: for the seat that decided, on the board at that time (BA-054, BA-061, BA-081
… BA-102, BA-R05, BA-R21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.decide import Tiebreaker, decide
from soloist.core.trace import Decision, Step, Trace
from soloist.games.barrage.automa.construction import open_places
from soloist.games.barrage.automa.contracts import contracts_face_up
from soloist.games.barrage.automa.placing import (
    ADLER,
    CAP,
    CRITERIA,
    FREE_RED,
    OCTAVIUS,
    REGULAR,
    Placing,
    make_placing_procedure,
)
from soloist.games.barrage.automa.production import neutral_first, ready_systems
from soloist.games.barrage.automa.view import Seen
from soloist.games.barrage.automa.water import admissible_placements, placements
from soloist.games.barrage.automa.works import payable_works
from soloist.games.barrage.board.events import DropFlowed
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import AUTOMA_TILES, BASE, CONDUIT, ELEVATION, POWERHOUSE
from soloist.games.barrage.display.map_geometry import map_points
from soloist.games.barrage.display.overlays import NONE
from soloist.games.barrage.game import GAME
from soloist.session.words import Catalogue
from tests.games.barrage.games import decided, narrowed
from tests.games.barrage.tables import make_board, make_view

SCREEN = GAME.screen
SAY = Catalogue("en", GAME).say
#: every tiebreaker that needs to see no more than the board
BY_RULE: dict[str, Tiebreaker[Seen]] = {
    t.rule: t for t in (*CRITERIA.values(), ADLER, OCTAVIUS, CAP, FREE_RED, REGULAR) if t.rule != "BA-100"
}

# -------------------------------------------------------------------------------------------------- seats and moments


def test_every_decision_has_a_seat_and_a_moment() -> None:
    seats = set()
    for turn, decision, board in decided():
        assert decision.at is not None and decision.at <= len(turn.events)
        seat = board.setup.names.find_option(decision.seat)
        assert seat is not None
        assert board.is_automa(seat) or seat in turn.board.forced
        seats.add((decision.seat, board.is_automa(seat)))
    assert {automa for _, automa in seats} == {True, False} and len(seats) >= 6


def test_who_takes_income_decides_for_itself() -> None:
    """In an income phase several seats decide; a moment is not before the income of the seat itself."""
    for turn, decision, board in decided():
        if turn.board.phase == 0:
            seat = board.setup.names.names.index(decision.seat)
            assert board.is_automa(seat) and board.takes_income(seat)


def test_the_same_narrowing_again_on_the_board_of_that_moment() -> None:
    again: dict[str, int] = {}
    for seen, _, step in narrowed():
        if step.rule in BY_RULE:
            assert BY_RULE[step.rule].narrow(seen, step.before, None) == step.options_left, step
            again[step.rule] = again.get(step.rule, 0) + 1
    assert set(again) >= {f"BA-{n:03d}" for n in range(85, 103) if n != 100}
    assert sum(again.values()) > 700


def test_the_valid_options_again_on_the_board_of_that_moment() -> None:
    again: dict[str, int] = {}
    for _, decision, board in decided():
        seen = Seen(board, board.setup.names.names.index(decision.seat))
        valid, among = _valid(seen, decision)
        if valid is not None:
            assert decision.options == valid, decision
        assert not decision.options & ~among, decision
        again[decision.of.id] = again.get(decision.of.id, 0) + 1
    assert all(n > 10 for n in again.values()) and len(again) == 9, again


def _valid(seen: Seen, decision: Decision) -> tuple[Mask | None, Mask]:
    """The valid options as the engine finds them, or None where that takes more than the board; and what they are among."""
    if decision.failed:
        return 0, 0
    match decision.of.id:
        case "placements":
            note = decision.note or {}
            found = mask_of(admissible_placements(seen, int(str(note["most"])), note["immediate"] == 1))
            return found, found
        case "work_places":
            return payable_works(seen), payable_works(seen)
        case "systems":
            return None, ready_systems(seen)
        case "contract_places":
            return None, contracts_face_up(seen)
        case "dams":
            return None, open_places(seen, BASE) | open_places(seen, ELEVATION) | seen.roomy_dams()
        case "conduits":
            return None, open_places(seen, CONDUIT)
        case "powerhouses":
            return None, open_places(seen, POWERHOUSE)
    return None, decision.of.everything


# ------------------------------------------------------------------------------------ values that say what was decided


def _numbers(tags: Mapping[int, str]) -> dict[int, int]:
    return {option: -1 if tag == NONE else int(tag) for option, tag in tags.items()}


def _greatest(tags: Mapping[int, str]) -> Mask:
    numbers = _numbers(tags)
    best = max(numbers.values())
    return mask_of(o for o, n in numbers.items() if n == best) if best > 0 else 0


def _second(tags: Mapping[int, str]) -> Mask:
    values = sorted(set(_numbers(tags).values()), reverse=True)
    return mask_of(o for o, n in _numbers(tags).items() if n == values[min(1, len(values) - 1)])


def _some(tags: Mapping[int, str]) -> Mask:
    return mask_of(o for o, tag in tags.items() if tag != NONE)


def _just(wanted: str) -> Callable[[Mapping[int, str]], Mask]:
    return lambda tags: mask_of(o for o, tag in tags.items() if tag == wanted)


def _owner(tag: str) -> str:
    """`own`, `neutral`, `rival` or nothing; where a pipe leads does not matter."""
    word = tag.rpartition(" ")[2] if tag.startswith("→") else tag
    if word in ("own", "neutral"):
        return word
    return "rival" if word.isalpha() and len(word) == 2 else ""


def _in_order(*owners: str) -> Callable[[Mapping[int, str]], Mask]:
    def kept(tags: Mapping[int, str]) -> Mask:
        for owner in owners:
            found = mask_of(o for o, tag in tags.items() if _owner(tag) == owner)
            if found:
                return found
        return 0

    return kept


def _not_the_rivals(tags: Mapping[int, str]) -> Mask:
    return mask_of(o for o, tag in tags.items() if _owner(tag) != "rival")


def _own_else_no_rival(tags: Mapping[int, str]) -> Mask:
    return _in_order("own")(tags) or _not_the_rivals(tags)


#: what a rule keeps, told by the values that are shown
KEPT: dict[str, Callable[[Mapping[int, str]], Mask]] = {
    "BA-083": _just("1"),
    "BA-084": _just("0"),
    "BA-086": _some,
    "BA-088": _just("−3"),
    "BA-089": _some,
    "BA-090": _own_else_no_rival,
    "BA-092": _second,
    "BA-093": _in_order("own", "neutral", "rival"),
    "BA-094": _in_order("rival", "neutral", "own"),
    "BA-095": _in_order("own", "rival"),
    "BA-096": _in_order("rival", "own"),
    "BA-098": _some,
    "BA-099": _just("plains"),
    "BA-101": _own_else_no_rival,
    "BA-102": lambda tags: _not_the_rivals(tags) or _in_order("own")(tags),
    "BA-115c": _just("−3"),
    "BA-144": _some,
}
#: the rule goes on to tell apart what has the same value: an own conduit, a letter, several places that complete a system
FURTHER: dict[str, Callable[[Mapping[int, str]], Mask]] = {
    "BA-081": _just("+1"),
    "BA-085": _greatest,
    "BA-087": _greatest,
    "BA-097": _greatest,
    "BA-R21": _greatest,
}


def test_the_values_shown_are_those_that_decided() -> None:
    seen_rules: dict[str, int] = {}
    for seen, decision, step in narrowed():
        if step.rule not in {**KEPT, **FURTHER}:
            continue
        tags = SCREEN.aid(seen.board, decision, step, SAY).tags
        assert set(tags) == set(iterate_bits(step.before))
        if step.rule in KEPT:
            assert KEPT[step.rule](tags) == step.after, (decision.seat, step, tags)
        else:
            assert not step.after & ~FURTHER[step.rule](tags), (decision.seat, step, tags)
        seen_rules[step.rule] = seen_rules.get(step.rule, 0) + 1
    assert {**KEPT, **FURTHER}.keys() - seen_rules.keys() <= {"BA-115c", "BA-144"}


def test_of_two_steps_by_br05_the_first_is_about_neutral_dams_the_second_about_the_walk() -> None:
    found = [0, 0]
    for seen, decision, step in narrowed():
        if step.rule == "BA-R05":
            nth = [x for x in decision.steps if x.rule == step.rule].index(step)
            tags = SCREEN.aid(seen.board, decision, step, SAY).tags
            kept = _just("1")(tags) if nth else _just("neutral")(tags)
            if nth or neutral_first(seen, step.before):  # a house ruling does without
                assert kept == step.after, (step, tags)
                found[nth] += 1
    assert found[0] and found[1]


def test_a_placement_shows_what_it_brings() -> None:
    """As the engine counts it, and as it comes when the drops have run."""
    scored = ran = 0
    for turn, decision, board in decided():
        if decision.of.id != "placements" or decision.chosen is None:
            continue
        seat = board.setup.names.names.index(decision.seat)
        tags = SCREEN.aid(board, decision, decision.steps[0], SAY).tags
        assert set(tags) == set(iterate_bits(decision.options))
        gains = next((s.scores for s in decision.steps if s.rule == "BA-R06"), None)
        if gains is not None and board.setup.rulings["water"] == "gain":
            assert all(tags[option] == f"+{n}" for option, n in gains.items())
            scored += 1
        drops = sum(placements(board.map).ways[decision.chosen])
        after = board.copy()
        flowed = [e for e in turn.events[decision.at :] if isinstance(e, DropFlowed)][:drops]
        if (decision.note or {})["immediate"] == 1:
            for event in flowed:
                event.apply(after)
            own = list(iterate_bits(board.dams[seat]))
            assert tags[decision.chosen] == f"+{sum(after.drops[d] - board.drops[d] for d in own)}"
            ran += 1
    assert scored > 10 and ran > 10


def test_values_are_shown_for_every_kind_of_criterion() -> None:
    tagged = set()
    for _, decision, board in decided():
        for step in decision.steps:
            if SCREEN.aid(board, decision, step, SAY).tags:
                tagged.add(step.rule)
    assert tagged >= {"BA-054", "BA-R05", *KEPT, *FURTHER} - {"BA-115c", "BA-144"}


# -------------------------------------------------------------------------------------------------------- one by one


def _decided(board: Barrage, structure: int, tile: str) -> tuple[Barrage, Decision]:
    """The placing of a structure by Germany with a Criteria side."""
    view = make_view(board, criteria=tile)
    trace = Trace()
    trace.seat = "germany"
    p = Placing(view, structure, open_places(view, structure))
    decide(make_placing_procedure(p, lambda p, place: []), p, trace, view.chance)
    return board, trace.decisions[0]


def _tile(column: str, value: object) -> str:
    """The first tile with this first criterion, or this code, in a column."""
    for tile in AUTOMA_TILES:
        found = getattr(tile, column)
        if found == value or (isinstance(found, tuple) and found[0] == value):
            return tile.id
    raise AssertionError(value)


def _step(decision: Decision, rule: str) -> Step:
    return next(s for s in decision.steps if s.rule == rule)


def test_a_conduit_shows_where_it_leads_and_whose_powerhouse_is_there() -> None:
    board = make_board(also="set powerhouse.P6.1 = germany; set powerhouse.P5.1 = usa")
    board, decision = _decided(board, CONDUIT, _tile("conduit", "powerhouse_own_opponent"))
    step = _step(decision, "BA-095")
    aid = SCREEN.aid(board, decision, step, SAY)
    tags = {board.map.conduits.name_option(o): tag for o, tag in aid.tags.items()}
    assert tags["2A"] == "→ 6 own"
    assert tags["3A"] == "→ 5 US"
    assert tags["1A"] == "→ 8"
    lit = aid.overlay.split('class="ba-lit"')[0]
    for option in iterate_bits(step.before):
        assert (map_points("base").lights[option] in lit) == bool(step.options_left >> option & 1)


def test_of_two_dams_at_the_source_the_one_the_rule_looks_for_is_named() -> None:
    also = "set dam.6L = germany 1 0; set dam.6U = usa 1 0"
    for rule, criterion, want in (
        ("BA-093", "dam_own_neutral_opponent", "own"),
        ("BA-094", "dam_opponent_neutral_own", "US"),
    ):
        board, decision = _decided(make_board(also=also), CONDUIT, _tile("conduit", criterion))
        tags = SCREEN.aid(board, decision, _step(decision, rule), SAY).tags
        assert tags[board.map.conduit("6A")] == want


def test_a_walk_numbers_the_options_from_the_code_on() -> None:
    board, decision = _decided(make_board(), BASE, _tile("dam_code", "6"))
    step = _step(decision, "BA-083")
    aid = SCREEN.aid(board, decision, step, str)
    numbers = {board.map.dams.name_option(o): tag for o, tag in aid.tags.items()}
    assert {name for name, n in numbers.items() if n == "1"} == set(board.map.dams.name_options(step.after))
    assert len(set(numbers.values())) == len({name[:-1] for name in numbers})


def test_an_aid_is_for_the_seat_that_decided() -> None:
    """The same step means something else to another Automa at the table."""
    board = make_board(level2="medium", also="set powerhouse.P6.1 = germany; set powerhouse.P5.1 = italy")
    board, decision = _decided(board, CONDUIT, _tile("conduit", "powerhouse_own_opponent"))
    step, pipe = _step(decision, "BA-095"), board.map.conduit("2A")
    assert SCREEN.aid(board, decision, step, SAY).tags[pipe] == "→ 6 own"
    decision.seat = "italy"
    assert SCREEN.aid(board, decision, step, SAY).tags[pipe] == "→ 6 DE"


def test_a_water_decision_draws_the_course_of_the_drops() -> None:
    found = 0
    for _, decision, board in decided():
        if decision.of.id == "placements" and decision.chosen is not None:
            for step in decision.steps:
                aid = SCREEN.aid(board, decision, step, str)
                assert "ba-way" in aid.overlay and "ba-stop" in aid.overlay
                found += 1
    assert found > 50
