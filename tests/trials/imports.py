"""Changed saves and files of every kind: each is imported and can be shown everywhere, or is refused in words."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from soloist.agents.training import TrainingPlan, WeightTraining, read_progress, write_progress
from soloist.core.errors import SoloistError
from soloist.core.rulebook import DIGITAL
from soloist.lab.experiment import read_experiment
from soloist.manifest import find_game, game_ids
from soloist.session.import_check import check_import, check_size
from soloist.session.scenario import read_scenario, run_text
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.strategy.trained_parameters import read_weights, write_weights
from soloist.web.rendering.table_view import check_reasons
from soloist.web.storage import owner_values_file
from tests.finished import finished
from tests.trials.asking import Answer, Visitor, visited
from tests.trials.mutants import changed_bytes, changed_text, changed_zip, mutant
from tests.trials.saves import kinds, played
from tests.trials.trial import Tally, Trial

ROOT = Path(__file__).parents[2]
#: one accepted save in this many is also sent through pages and API; one refused save in this many to the import
SHOWN, ASKED = 8, 20
#: one file in this many is not a save
OTHERS = 0.1
#: pages and API of every table
ALWAYS = ("/t/{id}", "/t/{id}/history", "/t/{id}/more", "/t/{id}/at/0", "/api/tables/{id}", "/api/tables/{id}/history")
#: some of these are requested
PAGES = (
    "/t/{id}/export", "/t/{id}/doubt", "/t/{id}/rounds", "/t/{id}/end", "/t/{id}/end.svg", "/t/{id}/place",
    "/t/{id}/complete", "/t/{id}/reading?line=x", "/t/{id}/take", "/t/{id}/why/1", "/t/{id}/why/2", "/t/{id}/before/1",
    "/api/tables/{id}/turns/1", "/api/tables/{id}/turns/2", "/api/tables/{id}/legal", "/api/tables/{id}/hint",
    "/api/tables/{id}/why-not?option=E5", "/api/tables/{id}/scenario", "/t/{id}/hint",
)  # fmt: skip
DATA = (
    "/api/tables/{id}/rules", "/api/tables/{id}/places", "/api/tables/{id}/moves", "/api/tables/{id}/data",
    "/api/tables/{id}/save", "/api/tables/{id}/trust", "/api/tables/{id}/at/0", "/api/tables/{id}/complete",
    "/api/tables/{id}/verify", "/",
    "/rules/{game}?table={id}", "/rules/{game}", "/plays",
)  # fmt: skip
SOME = 6
REFUSED = (303, 404, 409, 422)


def run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    with visited(folder / "data", tally) as visitor:
        for n in range(number):
            if dice.random() < OTHERS:
                _other(visitor, dice, tally)
            else:
                name, save = dice.choice(list(kinds().items()))
                _save(visitor, name, mutant(save, dice), n, dice, tally)


def _save(visitor: Visitor, name: str, save: str, n: int, dice: random.Random, tally: Tally) -> None:
    try:
        try:
            check_size(save.encode())
            table = Table.from_text(save)
            check_import(table)
            check_reasons(table, Catalogue("en", table.game))
        except SoloistError:
            tally.count("refused")
            if n % ASKED == 0:
                answer = visitor.ask("POST", "/api/tables/import", body=save.encode())
                _expect(answer, (422,), "import of what was refused", save, tally)
            return
        tally.count("let in")
        if n % SHOWN == 0:
            tally.count("shown on every page")
            _look_around(visitor, save, dice, tally)
    except Exception as why:
        tally.fault(f"a changed save of {name}:\n{save}", why)


def _look_around(visitor: Visitor, save: str, dice: random.Random, tally: Tally) -> None:
    answer = visitor.ask("POST", "/api/tables/import", body=save.encode())
    if not _expect(answer, (201,), "import of what was let in", save, tally):
        return
    id, game = answer.json()["id"], answer.json()["game"]
    for path in (*ALWAYS, *dice.sample((*PAGES, *DATA), SOME)):
        try:
            answer = visitor.ask("GET", path.format(id=id, game=game))
            _expect(answer, (200, *REFUSED) if path in PAGES else (200,), path, save, tally)
        except Exception as why:
            tally.fault(f"{path}\n{save}", why)
    visitor.ask("DELETE", f"/api/tables/{id}")


def _expect(answer: Answer, codes: tuple[int, ...], what: str, source: object, tally: Tally) -> bool:
    if answer.code not in codes:
        tally.found(f"{what} answers {answer.code}", f"{answer.text[:2000]}\n{source!s}")
    return answer.code in codes


# ---------------------------------------------------------------------------------------------------- files of other kinds


def _other(visitor: Visitor, dice: random.Random, tally: Tally) -> None:
    kind, take = dice.choice(list(_FILES.items()))
    try:
        let_in = take(visitor, dice, tally)
    except SoloistError:
        let_in = False
    except Exception as why:
        tally.fault(f"a changed file: {kind}", why)
        return
    tally.count(f"{kind}, {'taken' if let_in else 'refused'}")


def _everything(visitor: Visitor, dice: random.Random, tally: Tally) -> bool:
    source = changed_zip(everything(visitor), dice)
    answer = visitor.ask("POST", "/everything/import", upload=("x.zip", source))
    _expect(answer, (200, 422), "an everything-file", source, tally)
    for row in visitor.ask("GET", "/api/tables").json():
        visitor.ask("DELETE", f"/api/tables/{row['id']}")
    return answer.code == 200


_MADE: list[bytes] = []


def everything(visitor: Visitor) -> bytes:
    """Return an export with tables, a play and owner values. Cached."""
    if not _MADE:
        for save in (played()["barrage digital"], played()["terra_mystica table"]):
            visitor.ask("POST", "/api/tables/import", body=save.encode())
        visitor.ask("PUT", "/api/games/barrage/data/contract.national_01", data={"value": "14"})
        visitor.ask("POST", "/api/plays/import", body=plays_file(visitor).encode())
        _MADE.append(visitor.ask("GET", "/everything").body)
    return _MADE[0]


def _copy(visitor: Visitor, dice: random.Random, tally: Tally) -> bool:
    game = dice.choice(game_ids())
    source = changed_text(copy_of(game), dice)
    page = dice.random() < 0.5
    if page:
        answer = visitor.ask("POST", f"/copy/{game}/import", upload=("x.toml", source))
    else:
        answer = visitor.ask("PUT", f"/api/games/{game}/copy", body=source)
    _expect(answer, (200, 303, 422), "a copy file", source, tally)
    if answer.code < 400:
        _expect(visitor.ask("GET", f"/copy/{game}"), (200,), "/copy", source, tally)
        _expect(visitor.ask("GET", f"/api/games/{game}/copy"), (200, 404), "copy", source, tally)
    return answer.code < 400


@cache
def copy_of(game: str) -> str:
    """Return all values of a game that can be entered, as they are."""
    found = find_game(game)
    values = {}
    for datum in found.data(None):
        try:
            values[datum.key] = found.check_datum(datum.key, datum.value)
        except SoloistError:
            continue
    return owner_values_file.write_copy(
        found, owner_values_file.OwnerValuesCopy("2026-11-01", "en", "1.0", dict(list(values.items())[:25]))
    )


def _plays(visitor: Visitor, dice: random.Random, tally: Tally) -> bool:
    source = changed_text(plays_file(visitor), dice)
    where = dice.choice(("/plays/import", "/api/plays/import"))
    if where == "/plays/import":
        answer = visitor.ask("POST", where, upload=("x.json", source))
    else:
        answer = visitor.ask("POST", where, body=source)
    _expect(answer, (200, 303, 422), "a file of plays", source, tally)
    if answer.code < 400:
        for path in ("/plays", "/api/plays", "/api/plays/statistics", "/api/plays/file", "/plays/export"):
            _expect(visitor.ask("GET", path), (200,), path, source, tally)
        for play in visitor.ask("GET", "/api/plays").json():
            visitor.ask("PUT", f"/api/plays/{play['uid']}/counts", data={"counts": False})
    return answer.code < 400


_PLAYS: list[str] = []


def plays_file(visitor: Visitor) -> str:
    if not _PLAYS:
        made = []
        for game in game_ids():
            save = finished(game).text()
            made.append(visitor.ask("POST", "/api/tables/import", body=save.encode()).json()["id"])
        visitor.ask("GET", "/plays")
        _PLAYS.append(visitor.ask("GET", "/api/plays/file").text)
        for id in made:
            visitor.ask("DELETE", f"/api/tables/{id}")
    return _PLAYS[0]


def _experiment(_: Visitor, dice: random.Random, __: Tally) -> bool:
    path = dice.choice(sorted((ROOT / "docs" / "samples").glob("*.toml")))
    source = changed_text(path.read_text("utf-8"), dice).decode("utf-8", "replace")
    read_experiment(source)
    return True


def _weights(_: Visitor, dice: random.Random, __: Tally) -> bool:
    insight = find_game("terra_mystica").rulebook(DIGITAL).heuristics
    assert insight is not None
    source = changed_text(write_weights(insight.names, insight.weights, ["x"]), dice)
    try:
        data = tomllib.loads(source.decode())
    except (ValueError, RecursionError):
        return False
    read_weights(data, insight.names, len(insight.weights))
    return True


def _progress(_: Visitor, dice: random.Random, __: Tally) -> bool:
    game = find_game("terra_mystica")
    plan = TrainingPlan(game.id, "1", 1, 1, 1, 10)
    training = WeightTraining(game.rulebook(DIGITAL), plan, None)
    source = changed_text(write_progress(plan, training.progress), dice).decode("utf-8", "replace")
    assert not WeightTraining(game.rulebook(DIGITAL), plan, read_progress(source, plan)).is_done
    return True


@cache
def _scenarios() -> tuple[str, ...]:
    found = sorted((ROOT / "scenarios").rglob("*.scenario"))
    return tuple(path.read_text("utf-8") for path in found[::7])


def _scenario(_: Visitor, dice: random.Random, __: Tally) -> bool:
    source = changed_text(dice.choice(_scenarios()), dice)
    read_scenario(source)
    run_text(source)
    return True


def _ledger(_: Visitor, dice: random.Random, __: Tally) -> bool:
    game = find_game("terra_mystica")
    source = changed_text((ROOT / "docs" / "samples" / "ledger.txt").read_text("utf-8"), dice)
    found = game.rulebook(DIGITAL).import_game(source.decode("utf-8", "replace"))
    Table.from_imported(game, found, mode=DIGITAL)
    return True


def _bytes(visitor: Visitor, dice: random.Random, tally: Tally) -> bool:
    source = changed_bytes(dice.choice(list(kinds().values())).encode(), dice)
    answer = visitor.ask("POST", "/import", upload=("x.soloist", source))
    return not _expect(answer, (422,), "a damaged save", source, tally)


_FILES: dict[str, Callable[[Visitor, random.Random, Tally], bool]] = {
    "everything-file": _everything,
    "copy file": _copy,
    "plays": _plays,
    "experiment": _experiment,
    "weights": _weights,
    "progress of training": _progress,
    "scenario": _scenario,
    "ledger": _ledger,
    "damaged save": _bytes,
}
IMPORTS = Trial("imports", "mutated imports", 26_812, 2000, run)
