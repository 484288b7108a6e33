"""Commands about rules, data and scenarios, and the soak."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from soloist.cli.commands import Args, make_storage_error, read_options
from soloist.cli.exit_codes import BAD, NO
from soloist.cli.printer import Printer
from soloist.core.errors import SoloistError, UnknownError
from soloist.core.text import text
from soloist.manifest import Game, find_game, game_ids
from soloist.session.coverage import find_citations, find_rule, game_of_rule, measure_coverage
from soloist.session.file_store import FileStore
from soloist.session.files import read_bytes
from soloist.session.scenario import SUFFIX, run_text
from soloist.simulation.soak import SoakCensus
from soloist.simulation.soak import soak as run_soak


def run_check(args: Args, printer: Printer, store: FileStore) -> int:
    """Run all given scenarios, including those after an unreadable one. Raises `UnknownError` if there are none."""
    checked, bad, unreadable = 0, 0, 0
    results: list[dict[str, object]] = []
    for name in args.files:
        for path in _find_scenarios(Path(name)):
            checked += 1
            try:
                holds = _check_one(path, printer, results)
            except SoloistError as why:
                unreadable += 1
                said = SoloistError(text("error.data_file", file=str(path), why=why.text), rule=why.rule)
                if printer.as_json:
                    results.append({"file": str(path), "holds": False, "error": printer.error_as_data(why)})
                else:
                    printer.print_error(said)
            else:
                bad += not holds
    if not checked:
        raise UnknownError(text("cli.check_none"))
    if printer.as_json:
        printer.print_json(results)
    else:
        printer.print_line(text("cli.check_total", n=checked, bad=bad))
        if unreadable:
            printer.print_line(text("cli.check_unreadable", n=unreadable), "red")
    return BAD if unreadable else NO if bad else 0


def _find_scenarios(path: Path) -> Iterator[Path]:
    """Yield a file, or the scenarios in a folder and its subfolders, in order. Unreadable subfolders are skipped and
    links to folders not followed."""
    try:
        if not path.is_dir():
            yield path
            return
        os.scandir(path).close()
    except (OSError, ValueError) as why:
        raise make_storage_error(str(path), why) from why
    for folder, below, names in os.walk(path):
        below.sort()
        found = (Path(folder, name) for name in sorted(names) if name.endswith(SUFFIX))
        yield from (path for path in found if not path.exists() or path.is_file())  # skips pipes, which never end


def _check_one(path: Path, printer: Printer, results: list[dict[str, object]]) -> bool:
    try:
        source = read_bytes(path)
    except (OSError, ValueError) as why:
        raise make_storage_error(str(path), why) from why
    verdict = run_text(source)
    printer.use_game(find_game(verdict.scenario.game))
    says = [printer.say(d) for d in verdict.differences]
    results.append({"file": str(path), "holds": verdict.holds, "differences": says, "events": verdict.events})
    if printer.as_json:
        pass
    elif verdict.holds:
        printer.print_line(f"{printer.say_word('cli.holds'):<7} {path}", "green", whole=True)
    else:
        printer.print_line(f"{printer.say_word('cli.fails'):<7} {path}", "bold red", whole=True)
        printer.print_bullets(says)
        printer.print_trace(verdict.trace)
    return verdict.holds


def run_rule(args: Args, printer: Printer, store: FileStore) -> int:
    game = game_of_rule(args.id)
    printer.use_game(game)
    show_rule(printer, game, args.id)
    return 0


def show_rule(printer: Printer, game: Game, id: str) -> None:
    found = find_rule(game, id)
    cited = find_citations(game, found.id)
    if printer.as_json:
        printer.print_json(
            {
                "id": found.id,
                "title": printer.catalogue.rule_title(found.id),
                "says": printer.catalogue.rule_says(found.id),
                "section": found.section,
                "kind": found.kind,
                "certainty": found.certainty,
                "descriptive": found.descriptive,
                "code": cited.code,
                "tests": cited.tests,
                **_tests_unknown(printer, cited.tests),
            }
        )
        return
    printer.print_line(f"{found.id}  {printer.catalogue.rule_title(found.id)}", "bold")
    printer.print_line(printer.catalogue.rule_says(found.id))
    printer.print_line(text("cli.rule_where", section=found.section), "bright_black")
    if found.certainty:
        printer.print_line(text("cli.rule_certainty", certainty=found.certainty), "bright_black")
    if found.descriptive:
        printer.print_line(text("cli.rule_descriptive", why=found.descriptive))
    printer.print_heading("cli.rule_code")
    printer.print_bullets(cited.code or [text("cli.rule_not_cited")])
    printer.print_heading("cli.rule_tests")
    if cited.tests is None:
        printer.print_line(text("cli.rules_no_tests"))
    else:
        printer.print_bullets(cited.tests or [text("cli.rule_not_cited")])


def _tests_unknown(printer: Printer, tests: Sequence[str] | None) -> dict[str, object]:
    """Return the reason why citations in tests are unknown, if they are."""
    return {"tests_unknown": printer.say_word("cli.rules_no_tests")} if tests is None else {}


def run_rules(args: Args, printer: Printer, store: FileStore) -> int:
    game = find_game(args.game)
    printer.use_game(game)
    found = measure_coverage(game)
    if printer.as_json:
        printer.print_json(
            {
                "rules": found.rules,
                "descriptive": found.descriptive,
                "uncovered_by_code": found.uncovered_by_code,
                "uncovered_by_tests": found.uncovered_by_tests,
                **_tests_unknown(printer, found.uncovered_by_tests),
            }
        )
        return 0
    for id in game.rules():
        printer.print_line(f"{id:<9} {printer.catalogue.rule_title(id)}")
    code = ", ".join(found.uncovered_by_code) or "-"
    total = printer.say_word("cli.rules_total", n=found.rules, descriptive=len(found.descriptive), code=code)
    if found.uncovered_by_tests is None:
        tests = printer.say_word("cli.rules_no_tests")
    else:
        tests = printer.say_word("cli.rules_tests", tests=", ".join(found.uncovered_by_tests) or "-")
    printer.print_line(f"{total} {tests}", "bold")
    return 0


def run_data(args: Args, printer: Printer, store: FileStore) -> int:
    """Print the values that only the box can tell, of a game or of one table; or enter them."""
    if args.target in game_ids():
        game = find_game(args.target)
        printer.use_game(game)
        given = {key: value or None for key, value in read_options(args.values).items()}
        if given:
            store.enter_values(game, given)
        if given and not printer.as_json:
            for name, new in given.items():
                printer.print_line(
                    text("cli.data_entered", key=name, value=new) if new else text("cli.data_removed", key=name)
                )
            return 0
        owner = store.read_owner_values(game)
        values = [
            (d.key, owner[d.key], "printed", d.where) if d.key in owner else (d.key, d.value, d.origin, d.where)
            for d in game.data(None)
        ]
    else:
        if args.values:
            with store.open_table(args.target) as table:
                printer.use_game(table.game)
                table.tell("; ".join(f"value {k} = {v}" for k, v in read_options(args.values).items()))
        else:
            table = store.load_table(args.target)
        game = table.game
        printer.use_game(game)
        values = [(d.key, d.value, d.origin, d.where) for d in game.data(table.board)]
    if args.filter:
        values = [v for v in values if args.filter in v[0]]
        if not values:
            raise UnknownError(text("cli.no_data", got=args.filter))
    if printer.as_json:
        printer.print_json([{"key": k, "value": v, "origin": o, "where": printer.say(w)} for k, v, o, w in values])
        return 0
    printer.print_heading("cli.data_heading")
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    for key, value, origin, where in values:
        style = {"printed": "green", "stand_in": "yellow", "missing": "red"}.get(origin, "")
        shown = printer.to_rich(f"{value or '?'}\n")
        shown.append(printer.say_word(f"origin.{origin}"), style=style)
        shown.append_text(printer.to_rich(f" - {printer.say(where)}"))
        grid.add_row(printer.to_rich(key, "cyan"), shown)
    printer.console.print(grid)
    if any(form.key == "value" for form in game.table.verbs):
        printer.print_line(text("cli.data_hint", game=game.id), "bright_black")
    return 0


# ------------------------------------------------------------------------------------------------------------ soak


def run_soak_command(args: Args, printer: Printer, store: FileStore) -> int:
    game = find_game(args.game)
    printer.use_game(game)
    turns = args.turns if args.turns is not None or args.games is not None else 10_000
    began = time.perf_counter()
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=printer.as_json or not console.is_terminal) as progress:
        task = progress.add_task(printer.say_word("cli.soak_running"), total=turns or args.games)

        def report(census: SoakCensus) -> None:
            progress.update(task, completed=census.turns if turns else census.games)

        census = run_soak(game, turns=turns, games=args.games, seed=args.seed, progress=report)
    seconds = time.perf_counter() - began
    never = census.never_decided(game) + census.never_applied(game)
    if printer.as_json:
        printer.print_json(
            {
                "games": census.games,
                "turns": census.turns,
                "events": census.events,
                "narrowed": dict(census.narrowed.most_common()),
                "decided": dict(census.decided.most_common()),
                "open": dict(census.open.most_common()),
                "open_turns": census.open_turns,
                "scores": {k: _describe_distribution(v) for k, v in census.scores.items()},
                "applied": dict(census.applied.most_common()),
                "never_decided": never,
                "faults": census.faults,
            }
        )
        return 1 if never or census.faults else 0
    printer.print_line(
        text("cli.soak_total", games=census.games, turns=census.turns, events=census.events, seconds=f"{seconds:.1f}"),
        "bold",
    )
    grid = Grid(box=None, padding=(0, 2))
    for key in ("soak_rule", "soak_narrowed", "soak_decided"):
        grid.add_column(printer.say_word(f"cli.{key}"), justify="left" if key == "soak_rule" else "right")
    grid.add_column("")
    for id in sorted(set(census.narrowed) | set(census.decided)):
        grid.add_row(id, str(census.narrowed[id]), str(census.decided[id]), printer.catalogue.rule_title(id))
    printer.console.print(grid)
    scores = Grid(box=None, padding=(0, 2))
    for name in (printer.say_word("cli.soak_scores"), "n", "min", "25 %", "50 %", "75 %", "max", "⌀"):
        scores.add_column(name, justify="right")
    for level, values in sorted(census.scores.items(), key=lambda kv: sum(kv[1]) / len(kv[1])):
        d = _describe_distribution(values)
        scores.add_row(printer.say_word(f"level.{level}"), *(str(v) for v in d.values()))
    printer.console.print(scores)
    for fault in census.faults:
        printer.print_line(f"{printer.say_word('cli.soak_faults')}: {fault}", "red")
    if never:
        printer.print_line(text("cli.soak_never", rules=", ".join(never)), "red")
    if never or census.faults:
        return 1
    if census.open:
        rules = ", ".join(f"{rule} ({n})" for rule, n in census.open.most_common())
        printer.print_line(text("cli.soak_open", open=census.open_turns, turns=census.turns, rules=rules), "yellow")
    printer.print_line(text("cli.soak_fine"), "green")
    return 0


def _describe_distribution(values: Sequence[int]) -> dict[str, float]:
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
