"""A clock that jumps forwards and back by years: no act is repeated, and every page works."""

from __future__ import annotations

import random
from pathlib import Path
from unittest.mock import patch

from soloist.web.storage import database
from tests.trials.asking import Visitor, visited
from tests.trials.trial import Tally, Trial

#: seconds: network time, summer time, an empty battery, a mistyped year
LEAPS = (-0.5, -3600.0, -(86_400.0 * 365 * 50), 3600.0, 86_400.0 * 3, 86_400.0 * 365 * 80)
#: idempotency keys remembered in this trial
MOST_ACTS = 40
PAGES = ("/", "/?all=1", "/plays", "/api/tables", "/api/plays", "/cards")


def _run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    with patch.object(database, "MOST_ACTS", MOST_ACTS), visited(folder / "data", tally) as visitor:
        storage = visitor.app.state.services.tables.storage
        now = [1_700_000_000.0]
        storage._clock = lambda: now[0]
        walk = _Walk(visitor, dice, tally)
        for _ in range(number):
            now[0] += dice.random()
            if not dice.randrange(4):
                now[0] = max(0.0, now[0] + dice.choice(LEAPS))
            walk.step()


class _Walk:
    def __init__(self, visitor: Visitor, dice: random.Random, tally: Tally) -> None:
        self.visitor, self.dice, self.tally = visitor, dice, tally
        self.known: list[tuple[str, str, dict[str, object], bytes]] = []
        self.ids: list[str] = []
        self.made = 0

    def step(self) -> None:
        if len(self.ids) < 2:
            self._act("/api/tables", {"game": "tapestry", "quick": True, "options": {"seed": str(self.made)}})
        elif self.known and self.dice.random() < 0.5:
            self._again()
        elif self.dice.random() < 0.2:
            path = self.dice.choice((*PAGES, f"/t/{self.dice.choice(self.ids)}"))
            answer = self.visitor.ask("GET", path)
            self.tally.count("pages")
            if answer.code != 200:
                self.tally.found(f"{path} answers {answer.code}", answer.text)
        else:
            id = self.dice.choice(self.ids)
            self._act(f"/api/tables/{id}/tell", {"line": f"vp = {self.made % 90}"})

    def _act(self, path: str, data: dict[str, object]) -> None:
        self.made += 1
        key = f"k{self.made}"
        answer = self.visitor.ask("POST", path, data=data, key=key)
        if answer.code not in (200, 201):
            self.tally.found(f"an act answers {answer.code}", answer.text)
            return
        if answer.code == 201:
            self.ids.append(answer.json()["id"])
        self.known = [*self.known, (key, path, data, answer.body)][-MOST_ACTS:]

    def _again(self) -> None:
        """Send one of the latest acts again, however old it is by the clock."""
        key, path, data, before = self.dice.choice(self.known)
        answer = self.visitor.ask("POST", path, data=data, key=key)
        self.tally.count("sent again")
        if answer.body != before:
            self.tally.found("an act sent again gets another answer", f"{path} {answer.code} {answer.text[:500]}")


CLOCK = Trial("clock", "steps while the clock leaps", 5_000, 500, _run)
