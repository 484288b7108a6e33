"""The commands about rules, data and scenarios, and the soak. Exit codes as in `commands`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from soloist.cli.commands import Args, read_options
from soloist.cli.paper import Paper
from soloist.core.errors import (
    BadSaveError,
    StorageError,
)
from soloist.core.game import Game, find_game, game_ids
from soloist.core.text import text
from soloist.modes.coverage import citations, coverage, find_rule, game_of_rule, tests_folder
from soloist.modes.scenario import run_text
from soloist.modes.store import Store
from soloist.sim.soak import Census
from soloist.sim.soak import soak as run_soak


def check(args: Args, paper: Paper, store: Store) -> int:
    paths: list[Path] = []
    for name in args.files:
        path = Path(name)
        paths += sorted(path.rglob("*.scenario")) if path.is_dir() else [path]
    results = []
    bad = 0
    for path in paths:
        try:
            source = path.read_bytes()
        except OSError as why:
            raise StorageError(text("error.storage", path=path.name, why=why.strerror or "?")) from why
        try:
            verdict = run_text(source)
        except BadSaveError as why:
            raise BadSaveError(
                text("error.data_file", file=path.name, why=why.text), line=why.line, rule=why.rule
            ) from why
        paper.use(find_game(verdict.scenario.game))
        bad += not verdict.holds
        says = [paper.say(d) for d in verdict.differences]
        results.append({"file": str(path), "holds": verdict.holds, "differences": says, "events": verdict.events})
        if paper.as_json:
            continue
        if verdict.holds:
            paper.line(f"{paper.word('cli.holds'):<7} {path}", "green" if len(paths) < 10 else "")
        else:
            paper.line(f"{paper.word('cli.fails'):<7} {path}", "bold red")
            paper.bullets(says)
            paper.explanation(verdict.trace)
    if paper.as_json:
        paper.json(results)
    else:
        paper.line(text("cli.check_total", n=len(paths), bad=bad))
    return 1 if bad else 0


def rule(args: Args, paper: Paper, store: Store) -> int:
    game = game_of_rule(args.id)
    paper.use(game)
    show_rule(paper, game, args.id)
    return 0


def show_rule(paper: Paper, game: Game, id: str) -> None:
    found = find_rule(game, id)
    cited = citations(game, found.id)
    if paper.as_json:
        paper.json(
            {
                "id": found.id,
                "title": paper.catalogue.rule_title(found.id),
                "says": paper.catalogue.rule_says(found.id),
                "section": found.section,
                "kind": found.kind,
                "certainty": found.certainty,
                "descriptive": found.descriptive,
                "code": cited.code,
                "tests": cited.tests,
            }
        )
        return
    paper.line(f"{found.id}  {paper.catalogue.rule_title(found.id)}", "bold")
    paper.line(paper.catalogue.rule_says(found.id))
    paper.line(text("cli.rule_where", section=found.section), "bright_black")
    if found.certainty:
        paper.line(text("cli.rule_certainty", certainty=found.certainty), "bright_black")
    if found.descriptive:
        paper.line(text("cli.rule_descriptive", why=found.descriptive))
    paper.heading("cli.rule_code")
    paper.bullets(cited.code or [text("cli.rule_not_cited")])
    paper.heading("cli.rule_tests")
    if tests_folder() is None:
        paper.line(text("cli.rules_no_tests"))
    else:
        paper.bullets(cited.tests or [text("cli.rule_not_cited")])


def rules(args: Args, paper: Paper, store: Store) -> int:
    game = find_game(args.game)
    paper.use(game)
    found = coverage(game)
    if paper.as_json:
        paper.json(
            {
                "rules": found.rules,
                "descriptive": found.descriptive,
                "uncovered_by_code": found.uncovered_by_code,
                "uncovered_by_tests": found.uncovered_by_tests,
            }
        )
        return 0
    for id in game.rules():
        paper.line(f"{id:<9} {paper.catalogue.rule_title(id)}")
    code, tests = ", ".join(found.uncovered_by_code) or "-", ", ".join(found.uncovered_by_tests) or "-"
    paper.line(
        text("cli.rules_total", n=found.rules, descriptive=len(found.descriptive), code=code, tests=tests), "bold"
    )
    return 0


def data(args: Args, paper: Paper, store: Store) -> int:
    """The values only the box can tell: of a game (and entering them for all tables), or of one table."""
    if args.target in game_ids():
        game = find_game(args.target)
        paper.use(game)
        for key, value in read_options(args.values).items():
            store.enter(game, key, value or None)
            if not paper.as_json:
                said = text("cli.data_entered", key=key, value=value) if value else text("cli.data_removed", key=key)
                paper.line(said)
        if args.values and not paper.as_json:
            return 0
        owner = store.printed(game)
        values = [
            (d.key, owner[d.key], "printed", d.where) if d.key in owner else (d.key, d.value, d.origin, d.where)
            for d in game.data(None)
        ]
    else:
        if args.values:
            with store.open(args.target) as table:
                paper.use(table.game)
                table.tell("; ".join(f"value {k} = {v}" for k, v in read_options(args.values).items()))
        else:
            table = store.load(args.target)
        game = table.game
        paper.use(game)
        values = [(d.key, d.value, d.origin, d.where) for d in game.data(table.board)]
    if args.filter:
        values = [v for v in values if args.filter in v[0]]
    if paper.as_json:
        paper.json([{"key": k, "value": v, "origin": o, "where": paper.say(w)} for k, v, o, w in values])
        return 0
    paper.heading("cli.data_heading")
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    for key, value, origin, where in values:
        style = {"printed": "green", "stand_in": "yellow", "missing": "red"}.get(origin, "")
        grid.add_row(
            f"[cyan]{key}[/cyan]",
            f"{value or '?'}\n[{style or 'default'}]{paper.word(f'origin.{origin}')}[/] - {paper.say(where)}",
        )
    paper.console.print(grid)
    if any(form.key == "value" for form in game.table.verbs):
        paper.line(text("cli.data_hint", game=game.id), "bright_black")
    return 0


# ------------------------------------------------------------------------------------------------------------ soak


def soak(args: Args, paper: Paper, store: Store) -> int:
    game = find_game(args.game)
    paper.use(game)
    turns = args.turns if args.turns is not None or args.games is not None else 10_000
    began = time.perf_counter()
    with Progress(console=Console(stderr=True), transient=True, disable=paper.as_json) as progress:
        task = progress.add_task(paper.word("cli.soak_running"), total=turns or args.games)

        def report(census: Census) -> None:
            progress.update(task, completed=census.turns if turns else census.games)

        census = run_soak(game, turns=turns, games=args.games, seed=args.seed, progress=report)
    seconds = time.perf_counter() - began
    never = census.never_decided(game) + census.never_applied(game)
    if paper.as_json:
        paper.json(
            {
                "games": census.games,
                "turns": census.turns,
                "events": census.events,
                "narrowed": dict(census.narrowed.most_common()),
                "decided": dict(census.decided.most_common()),
                "open": dict(census.open.most_common()),
                "open_turns": census.open_turns,
                "scores": {k: _distribution(v) for k, v in census.scores.items()},
                "applied": dict(census.applied.most_common()),
                "never_decided": never,
                "faults": census.faults,
            }
        )
        return 1 if never or census.faults else 0
    paper.line(
        text("cli.soak_total", games=census.games, turns=census.turns, events=census.events, seconds=f"{seconds:.1f}"),
        "bold",
    )
    grid = Grid(box=None, padding=(0, 2))
    for key in ("soak_rule", "soak_narrowed", "soak_decided"):
        grid.add_column(paper.word(f"cli.{key}"), justify="left" if key == "soak_rule" else "right")
    grid.add_column("")
    for id in sorted(set(census.narrowed) | set(census.decided)):
        grid.add_row(id, str(census.narrowed[id]), str(census.decided[id]), paper.catalogue.rule_title(id))
    paper.console.print(grid)
    scores = Grid(box=None, padding=(0, 2))
    for name in (paper.word("cli.soak_scores"), "n", "min", "25 %", "50 %", "75 %", "max", "⌀"):
        scores.add_column(name, justify="right")
    for level, values in sorted(census.scores.items(), key=lambda kv: sum(kv[1]) / len(kv[1])):
        d = _distribution(values)
        scores.add_row(paper.word(f"level.{level}"), *(str(v) for v in d.values()))
    paper.console.print(scores)
    for fault in census.faults:
        paper.line(f"{paper.word('cli.soak_faults')}: {fault}", "red")
    if never:
        paper.line(text("cli.soak_never", rules=", ".join(never)), "red")
    if never or census.faults:
        return 1
    if census.open:
        rules = ", ".join(f"{rule} ({n})" for rule, n in census.open.most_common())
        paper.line(text("cli.soak_open", open=census.open_turns, turns=census.turns, rules=rules), "yellow")
    paper.line(text("cli.soak_fine"), "green")
    return 0


def _distribution(values: Sequence[int]) -> dict[str, float]:
    ordered = sorted(values)
    quarter = [ordered[min(len(ordered) - 1, len(ordered) * q // 4)] for q in range(5)]
    return {
        "n": len(ordered),
        "min": quarter[0],
        "q1": quarter[1],
        "median": quarter[2],
        "q3": quarter[3],
        "max": quarter[4],
        "mean": round(sum(ordered) / len(ordered), 1),
    }
