"""Random steps of a program or browser through every route of API and pages: none fails by our fault."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from soloist.manifest import find_game, game_ids
from soloist.web.access.route_limits import find_routes
from soloist.web.app import make_pages
from tests.trials.asking import Answer, Visitor, visited
from tests.trials.saves import TOLD
from tests.trials.trial import Tally, Trial

LINES = (
    "vp +1", "vp = 5", "hello", "", "vp +99999", "vp = -1", "set x = 1", "build E5", "done", "²", "a; b; c",
    "vp +1; vp -1", "pass", "pass bon1", "workers = 3", "income", "note x", "{vp}", "automa vp +1", "usa vp +1",
    "build base E5",
    "energy = 9",
)  # fmt: skip
WORDS = (
    "",
    "x",
    "0",
    "1",
    "-1",
    "99999999",
    "²",
    "E5",
    "<b>",
    "yes",
    "look",
    "play",
    "none",
    "random",
    "\x00",
    "é" * 60,
)
#: experiments that play games would slow the steps down, so hardly any can run
SELDOM = {("POST", "/lab"): 0.02, ("POST", "/lab/{id}/go-on"): 0.02, ("POST", "/everything/import"): 0.2}
FIELDS = (
    "line", "answer", "step", "then", "end", "to", "at", "reseed", "name", "on", "right", "key", "value", "leave", "table",
    "mode", "o.level", "o.human", "o.humans", "o.people", "o.seed", "value.contract.national_01", "once", "slot.vp", "back",
    "action", "lang", "theme", "after", "title", "scores",
)  # fmt: skip
QUERY = (
    "line",
    "option",
    "turn",
    "offset",
    "limit",
    "q",
    "place",
    "spot",
    "number",
    "at",
    "agent",
    "part",
    "step",
    "lang",
    "table",
)


def routes() -> list[tuple[str, str]]:
    """Return every method and path of the application."""
    return sorted((method, route.path) for route in find_routes(make_pages()) for method in route.methods or ())


class Walk:
    """The steps of one visitor: known tables, open links, plays and experiments."""

    def __init__(self, visitor: Visitor, dice: random.Random, tally: Tally) -> None:
        self.visitor, self.dice, self.tally = visitor, dice, tally
        self.routes = routes()
        self.ids: list[str] = []
        self.keys: list[str] = []
        self.uids: list[str] = []
        self.known: dict[str, Sequence[str]] = {}

    def begin(self) -> None:
        """Create a table of a random game, mode and options."""
        game = find_game(self.dice.choice(game_ids()))
        mode = self.dice.choice(game.rulebooks).id
        options = self.dice.choice(({}, *TOLD[f"{game.id} {mode}"]))
        asked = {"game": game.id, "quick": True, "mode": mode, "options": {"seed": str(self.dice.random()), **options}}
        made = self.visitor.ask("POST", "/api/tables", data=asked)
        if made.code == 201:
            self.ids.append(made.json()["id"])
        else:
            self.tally.found(f"a table of {game.id} cannot be made", f"{asked} {made.text}")

    def step(self) -> None:
        """Do something sensible at a table, or call any route with anything."""
        if len(self.ids) < 4 or self.dice.random() < 0.01:
            self.begin()
        doing = self._play if self.dice.random() < 0.4 else self._anything
        method, path, more = doing()
        try:
            answer = self.visitor.ask(method, path, **more)
        except Exception as why:
            self.tally.fault(f"{method} {path} {more}", why)
            return
        self.tally.count(f"answered {answer.code}")
        if answer.code >= 500:
            self.tally.found(f"{method} answers {answer.code}", f"{path} {more}\n{answer.text[:2000]}")
        self._learn(method, path, answer)

    def _play(self) -> tuple[str, str, dict[str, Any]]:
        """Play on: Automa's turn, a legal move, an entered line, undo."""
        here = f"/api/tables/{self.dice.choice(self.ids)}"
        at: dict[str, Any] = {} if self.dice.random() < 0.8 else {"at": self.dice.randrange(6)}
        match self.dice.randrange(5):
            case 0 | 1:
                return "POST", f"{here}/turn", {"data": {**at, "answers": self._answers(here)}}
            case 2:
                return "POST", f"{here}/undo", {"data": {**at, "steps": self.dice.choice((1, 1, 2, 99, 0))}}
            case _:
                return "POST", f"{here}/tell", {"data": {**at, "line": self._line(here)}}

    def _line(self, here: str) -> str:
        if self.dice.random() < 0.4:
            return self.dice.choice(LINES)
        found = self._offered(here)
        return self.dice.choice(found) if found else self.dice.choice(LINES)

    def _offered(self, here: str) -> list[str]:
        legal = self.visitor.ask("GET", f"{here}/legal")
        if legal.code == 200:
            return [choice["line"] for choice in legal.json()["plays"]]
        moves = self.visitor.ask("GET", f"{here}/moves")
        return [choice["line"] for choice in moves.json()] if moves.code == 200 else []

    def _answers(self, here: str) -> list[str]:
        """Return answers to the Automa's questions, sometimes nonsense."""
        answers: list[str] = []
        for _ in range(4):
            if self.dice.random() < 0.1:
                answers.append(self.dice.choice(WORDS))
            asked = self.visitor.ask("POST", f"{here}/turn", data={"at": 10**8, "answers": answers})
            if asked.code != 428:
                break
            answers.append(str(self.dice.choice(asked.json()["error"]["question"]["options"] or ["x"])))
        return answers

    def _anything(self) -> tuple[str, str, dict[str, Any]]:
        method, template = self.dice.choice(self.routes)
        while self.dice.random() > SELDOM.get((method, template), 1):
            method, template = self.dice.choice(self.routes)
        path = self._filled(template)
        if self.dice.random() < 0.5:
            path += "?" + urlencode([(self.dice.choice(QUERY), self._word()) for _ in range(self.dice.randrange(1, 3))])
        if method in ("GET", "HEAD", "DELETE"):
            return method, path, {}
        if template.startswith("/api/"):
            return method, path, self._data(template)
        fields = [(self.dice.choice(FIELDS), self._word()) for _ in range(self.dice.randrange(6))]
        if "import" in template:
            return method, path, {"form": fields, "upload": (self._word(), self._word().encode())}
        return method, path, {"form": [*fields, *self._meant(template)]}

    def _meant(self, template: str) -> list[tuple[str, str]]:
        """Return fields that the form of this path has, so that it is not refused at once."""
        if template.startswith("/lab"):
            return [
                ("game", self.dice.choice(game_ids())),
                ("games", self.dice.choice(("2", "0", "x", "30000"))),
                ("agent", "random"),
            ]
        if template.endswith("/tell"):
            return [("line", self._line(f"/api/tables/{self.dice.choice(self.ids)}"))]
        if template.startswith("/copy"):
            return [("key", self._key()), ("value", self._word())]
        return []

    def _data(self, template: str) -> dict[str, Any]:
        """Return a body: of the right form with random values, or of any form."""
        if template.endswith(("import", "copy")) or self.dice.random() < 0.1:
            return {"body": self._word().encode(), "kind": self.dice.choice(("application/json", "text/plain"))}
        word, number = self._word(), self.dice.choice((0, 1, 2, 7, -1, 10**9, 10**30))
        shapes: dict[str, Callable[[], Any]] = {
            "tell": lambda: {"line": self.dice.choice(LINES)},
            "turn": lambda: {"answers": [word], "reseed": word},
            "undo": lambda: {"steps": number},
            "redo": lambda: {"steps": number},
            "card": lambda: {"answers": [word]},
            "share": lambda: {"on": self.dice.random() < 0.7, "right": self.dice.choice(("look", "play"))},
            "tables": lambda: {
                "game": self.dice.choice(game_ids()),
                "quick": True,
                "options": {"seed": word, "level": word},
            },
            "preview": lambda: {"game": self.dice.choice(game_ids()), "options": {self._key(): word}},
            "others": lambda: self.dice.choice(
                ({"think": self.dice.random() < 0.5}, {"others": {self.dice.choice(("human2", "usa", word)): "greedy"}})
            ),
            "review": lambda: {"think": self.dice.random() < 0.5},
            "counts": lambda: {"counts": self.dice.random() < 0.5},
            "files": lambda: {"name": word},
            "{id}": lambda: {"name": word},
            "{key}": lambda: {"value": self.dice.choice((word, None, "14", "4"))},
        }
        found = shapes.get(template.rpartition("/")[2], dict)()
        if self.dice.random() < 0.1:
            found[word] = number
        return {"data": found}

    def _filled(self, template: str) -> str:
        id = self.dice.choice((*self.ids, *self.ids, "made-up", "²", "x" * 60)) if self.ids else "made-up"
        if template.startswith("/lab"):
            id = self.dice.choice((*self.known.get("lab", ()), "madeupid"))
        named = {
            "{id}": id,
            "{game}": self.dice.choice((*game_ids(), *game_ids(), "chess")),
            "{number}": self.dice.choice(("0", "1", "2", "3", "7", "-1", "x", "9" * 30)),
            "{key}": self.dice.choice((*self.keys, "made-up")) if template[:3] in ("/s/", "/p/") else self._key(),
            "{uid}": self.dice.choice((*self.uids, "0" * 64, "x")),
            "{rule}": self.dice.choice(("TMA-080", "BA-053", "TA-032", "XX-1", "²")),
            "{name}": self.dice.choice(("scores", "differences", "cards", "x")),
        }
        for name, value in named.items():
            template = template.replace(name, quote(value, safe=""))
        return template

    def _key(self) -> str:
        """Return the key of a printed value of a random game."""
        if "keys" not in self.known:
            self.known["keys"] = [datum.key for id in game_ids() for datum in find_game(id).data(None)][::9]
        return self.dice.choice((*self.known["keys"], "x"))

    def _word(self) -> str:
        return self.dice.choice((*WORDS, *LINES, self._key(), *self.ids[:1], *self.keys[:1]))

    def _learn(self, method: str, path: str, answer: Answer) -> None:
        where = answer.headers.get("location", "")
        if answer.code == 201 or where.startswith("/t/"):
            id = answer.json()["id"] if answer.code == 201 else where.split("/")[2].partition("?")[0]
            if id not in self.ids:
                self.ids.append(id)
        if path.endswith("/share") and answer.code == 200:
            self.keys = [*self.keys, str(answer.json()["key"] or "none")][-5:]
        if where.startswith("/lab/"):
            self.known["lab"] = (*self.known.get("lab", ()), where.split("/")[2])
        if path == "/api/plays" and answer.code == 200:
            self.uids = [play["uid"] for play in answer.json()][:5]
        gone = method == "DELETE" or "delete" in path
        self.ids = [id for id in self.ids if not (gone and id in path)][-12:]


def run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    with visited(folder / "data", tally) as visitor:
        walk = Walk(visitor, dice, tally)
        for _ in range(number):
            walk.step()


STEPS = Trial("steps", "random steps", 25_000, 1000, run)
