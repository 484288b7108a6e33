"""Hostile saves: whatever is in them, and in names and addresses, no script gets into a page."""

from __future__ import annotations

import random
from pathlib import Path
from urllib.parse import quote

from tests.trials.asking import Visitor, visited
from tests.trials.saves import bodies, kinds, summed
from tests.trials.trial import Tally, Trial
from tests.web.test_guard import wrong_in

HOSTILE = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "<svg onload=alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "{{7*7}}",
    "]]><script>alert(1)</script>",
)
SIGNS = ("<script>alert", "<img src=x", "<svg onload", "<a href=javascript")
#: pages and API that show contents of a save
PAGES = (
    "", "/history", "/more", "/at/0", "/at/1", "/before/1", "/before/2", "/place", "/rounds", "/why/1", "/why/2", "/why/3",
    "/doubt", "/end", "/end.svg", "/take", "/complete?line=v", "/hint",
)  # fmt: skip
#: pages that show parts of their address
ASKED = (
    "/?q={}", "/lab?scores={}", "/lab?game={}", "/rules/{}", "/rule/{}", "/new/{}", "/copy/barrage/value?key={}",
    "/plays?game={}", "/t/{}", "/s/{}", "/lab/{}", "/data/{}", "/{}",
)  # fmt: skip


def hostile(save: str, dice: random.Random) -> str:
    """Return a save with valid check sums in which some words are replaced by hostile ones."""
    lines = bodies(save)
    for _ in range(dice.choice((1, 2, 4))):
        # free text and the notes of reasons are accepted whatever they say
        free = [i for i, line in enumerate(lines) if line.startswith("> ") or " | " in line]
        i = dice.choice(free) if free and dice.random() < 0.95 else dice.randrange(1, len(lines))
        words = lines[i].split(" ")
        words[dice.randrange(1 if len(words) > 1 else 0, len(words))] = dice.choice(HOSTILE).replace(" ", "\u00a0")
        lines[i] = " ".join(words) if dice.random() < 0.5 else f"{lines[i].partition(' ')[0]} {dice.choice(HOSTILE)}"
    return summed(lines)


def run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    with visited(folder, tally) as visitor:
        for n in range(number):
            save, name = hostile(dice.choice(list(kinds().values())), dice), HOSTILE[n % len(HOSTILE)]
            file_name = f"{name.replace('/', '')}.soloist"
            answer = visitor.ask("POST", "/import", upload=(file_name, save.encode()))
            asked = [template.format(quote(name, safe="")) for template in dice.sample(ASKED, 4)]
            if answer.code == 303:
                tally.count("let in")
                where = answer.headers["location"]
                pages = ["/", *(f"{where}{path}" for path in PAGES), f"{where}/reading?line={quote(name)}", *asked]
                key = visitor.ask("POST", f"/api{where.replace('/t/', '/tables/')}/share", data={"on": True}).json()[
                    "key"
                ]
                pages += [f"/s/{key}", f"/s/{key}/history", "/plays", "/cards", "/settings"]
                _look(visitor, pages, save, tally)
                visitor.ask("DELETE", f"/api/tables/{where.rpartition('/')[2]}")
            elif answer.code == 422:
                _check(answer.text, "/import", save, tally)
                _look(visitor, asked, save, tally)
            else:
                tally.found(f"a hostile save is answered {answer.code}", save)


def _look(visitor: Visitor, pages: list[str], save: str, tally: Tally) -> None:
    for path in pages:
        try:
            answer = visitor.ask("GET", path)
        except Exception as why:
            tally.fault(f"{path}\n{save}", why)
            continue
        if answer.code >= 500:
            tally.found(f"a page answers {answer.code}", f"{path}\n{save}")
        if "html" in answer.headers.get("content-type", "") or "svg" in answer.headers.get("content-type", ""):
            _check(answer.text, path, save, tally)


def _check(page: str, path: str, save: str, tally: Tally) -> None:
    tally.count("responses")
    wrong = [*(sign for sign in SIGNS if sign in page), *(wrong_in(page) if page.strip() else ())]
    if wrong and not path.endswith(".svg"):
        tally.found(f"script in {path.split('?')[0].rpartition('/')[2] or path}", f"{path} {wrong}\n{save}")
    elif wrong[:1] and wrong[0] in SIGNS:
        tally.found("script in a picture", f"{path} {wrong}\n{save}")


RESPONSES = Trial("responses", "hostile saves", 213, 50, run)
