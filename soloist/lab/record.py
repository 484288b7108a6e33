"""One game of a cell as a row: points, winners, and statistics of the Automa's cards and tiebreakers.

A row is a pure function of the cell and the number of the game, in plain values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from soloist.core.chance import Seeded
from soloist.core.decide import other_orders
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import Due, Rulebook
from soloist.core.sink import RecordingSink
from soloist.core.trace import Trace
from soloist.lab.experiment import Cell
from soloist.manifest import Game
from soloist.simulation.simulate import AUTOMA, UNSURE, PointTally, RandomAnswers, make_agents, set_up_game

Row = dict[str, Any]
#: counters of a card: drawn, worked (no condition failed), fell back, points in its turn
DRAWN, WORKED, FELL_BACK, POINTS = range(4)
#: counters of a tiebreaker: reached with several options left, narrowed them, left one
REACHED, NARROWED, DECIDED = range(3)
#: key for decisions with one valid option, in which no tiebreaker was reached
ONE_VALID = "-"


class AutomaWatcher(Watcher):
    """Counts what the Automa's cards and tiebreakers do, and her turns by round."""

    wants_trace = True

    def __init__(self, game: Game, book: Rulebook, seat: str) -> None:
        self._game, self._book, self._seat = game, book, seat
        self._points = self._round = 0
        self.cards: dict[str, list[int]] = {}
        self.rules: dict[str, list[int]] = {}
        self.turns: Counter[int] = Counter()

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        if due.automa:
            self._points, self._round = self._book.count_points(position)[self._seat], self._book.round_number(position)

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        if not due.automa or trace is None:
            return
        self.turns[self._round] += 1
        failed = any(decision.failed or decision.chosen is None for decision in trace.decisions)
        for card in self._game.cards(position)[:1]:  # the first card determines the action
            row = self.cards.setdefault(str(card.args.get("label", card.key)), [0, 0, 0, 0])
            row[DRAWN] += 1
            row[FELL_BACK if failed else WORKED] += 1
            row[POINTS] += self._book.count_points(position)[self._seat] - self._points
        for decision in trace.decisions:
            if decision.failed or decision.chosen is None:
                continue
            for step in decision.steps[decision.valid :]:
                row = self.rules.setdefault(step.rule, [0, 0, 0])
                row[REACHED] += 1
                row[NARROWED] += step.after not in (0, step.before)
                row[DECIDED] += step.options_left & (step.options_left - 1) == 0
            if len(decision.steps) == decision.valid:
                row = self.rules.setdefault(ONE_VALID, [0, 0, 0])
                row[REACHED] += 1
                row[DECIDED] += 1


def play_game(game: Game, cell: Cell, number: int, luck: int = 1) -> Row:
    """Return the row of one game. With `luck` above 1, that many consecutive games share a set-up and differ in later
    draws only."""
    plan = cell.plan
    book = game.rulebook(plan.mode)
    position, seats, drawn, chance = set_up_game(game, plan, number // luck)
    name = plan.seed_name(number)
    if luck > 1:
        chance = Seeded(f"{name}/luck")
    answers = RandomAnswers(name)
    chance.ask_table(answers)
    unsure = sorted(datum.key for datum in game.data(position) if datum.origin in UNSURE)
    tally = PointTally(book, position)
    hers = next((seat.name for seat in seats if seat.who == AUTOMA), None)
    her = AutomaWatcher(game, book, hers) if hers is not None else None
    with other_orders(cell.tiebreakers):
        run_game(book, position, make_agents(book, plan, seats, name), chance, [tally, *([her] if her else [])])
    scores, won = book.count_points(position), book.find_winners(position)
    row = [scores[seat.name] for seat in seats]
    rounds = book.round_number(position)
    return {
        "cell": cell.number,
        "number": number,
        "set_up": number // luck,
        "seats": [[seat.who, seat.level, seat.faction] for seat in seats],
        "scores": row,
        "winners": [at for at, seat in enumerate(seats) if seat.name in won],
        "rounds": rounds,
        "moves": tally.moves,
        "turns": [her.turns[r] for r in range(rounds + 1)] if her else [],
        "points": [_sum_by_source(tally.points, seat.name, rounds) for seat in seats],
        "cards": dict(sorted(her.cards.items())) if her else {},
        "rules": dict(sorted(her.rules.items())) if her else {},
        "drawn": dict(sorted(drawn.items())),
        "unsure": unsure,
        "open": dict(sorted(answers.open.items())),
    }


def _sum_by_source(points: dict[tuple[str, str, int], int], name: str, rounds: int) -> dict[str, list[int]]:
    sources = sorted({source for who, source, _ in points if who == name})
    return {source: [points.get((name, source, r), 0) for r in range(rounds + 1)] for source in sources}


# ---------------------------------------------------------------------------------------------------- read off a row


def automa_seat(row: Row) -> int | None:
    """Return the seat of the Automa, the first if there are several."""
    return next((at for at, told in enumerate(row["seats"]) if told[0] == AUTOMA), None)


def agent_seat(row: Row) -> int:
    """Return the seat of the first agent, to which experiments refer."""
    return next((at for at, told in enumerate(row["seats"]) if told[0] != AUTOMA), 0)


def compared_seats(row: Row, seat: int) -> list[int]:
    """Return the seats a seat is compared with: the Automa's, or all others if she does not play."""
    hers = [at for at, told in enumerate(row["seats"]) if told[0] == AUTOMA]
    return [at for at in hers or range(len(row["seats"])) if at != seat] or [
        at for at in range(len(row["seats"])) if at != seat
    ]


def margin_of(row: Row, seat: int | None = None) -> int:
    """Return how far a seat (default: the first agent) is ahead at the end."""
    scores: list[int] = row["scores"]
    seat = agent_seat(row) if seat is None else seat
    return scores[seat] - max(scores[at] for at in compared_seats(row, seat))


def points_by_round(row: Row, seat: int) -> list[int]:
    """Return the points of a seat after each round; index 0 is before round 1."""
    total, found = 0, []
    for r in range(row["rounds"] + 1):
        total += sum(rounds[r] for rounds in row["points"][seat].values())
        found.append(total)
    return found


def margins_by_round(row: Row, seat: int | None = None) -> list[int]:
    """Return how far a seat (default: the first agent) is ahead after each round."""
    seat = agent_seat(row) if seat is None else seat
    mine = points_by_round(row, seat)
    theirs = [points_by_round(row, at) for at in compared_seats(row, seat)]
    return [points - max(other[r] for other in theirs) for r, points in enumerate(mine)]


def count_lead_changes(row: Row) -> int:
    """Return how often the lead changes from one round to a later one; ties are ignored."""
    signs = [ahead > 0 for ahead in margins_by_round(row)[1:] if ahead]
    return sum(a != b for a, b in pairwise(signs))
