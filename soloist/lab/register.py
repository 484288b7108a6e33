"""The register of rulings: every house ruling and every group of placeholder values with its measured effect.

The effects are data in the game's folder (`effects.toml`), measured by `soloist lab rulings`, and are shown where the
option is chosen. The documentation is generated from the same numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from soloist.core.errors import UnreadableError
from soloist.core.rulebook import DIGITAL, TABLE
from soloist.core.text import Word, text
from soloist.lab.provenance import MeasurementRun, check_seal, make_seal
from soloist.lab.record import Row
from soloist.lab.rulings import Alternative
from soloist.manifest import Game
from soloist.session.documents import read_toml
from soloist.session.files import read_bytes, storage_error
from soloist.session.words import Catalogue
from soloist.simulation.charts import number as said_number
from soloist.simulation.stats import half_width, mean, wilson_interval

FILE = "effects.toml"
#: half the width of an interval of points that counts as precise
WANTED = 0.5
#: indices of the Automa's and of your points; she sits last in these games
HERS, YOURS = -1, 0


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """What one alternative changes: the share of the Automa's turns and of games, her points and yours, and your wins,
    as differences to the default with half a 95 % interval.

    `missed` counts games that were predicted to be unchanged and were not.
    """

    name: str
    to: str
    rule: str
    values: int
    games: int
    turns: float
    turns_from: float
    turns_to: float
    changed: float
    hers: float
    hers_within: float
    yours: float
    yours_within: float
    wins: float
    wins_within: float
    missed: int
    #: index of the run in its file
    run: int = 0
    #: the mode it was measured in; in TABLE mode your points are not counted
    mode: str = DIGITAL

    @property
    def half_interval(self) -> float:
        """Half the width of the wider interval of points."""
        return max(self.hers_within, self.yours_within)

    @property
    def is_precise(self) -> bool:
        return self.half_interval <= WANTED


def measure_effects(some: Sequence[Alternative], rows: Sequence[Row], mode: str = DIGITAL) -> list[RulingEffect]:
    """Return the effects of alternatives, each from the games that were compared under it."""
    return [
        _measure_effect(one, [row["compared"][one.id] for row in rows if one.id in row["compared"]], mode)
        for one in some
    ]


def _measure_effect(one: Alternative, compared: Sequence[Row], mode: str) -> RulingEffect:
    turns, changed = sum(c["turns"] for c in compared), sum(c["changed"] for c in compared)
    low, high = wilson_interval(changed, max(turns, 1))
    hers = [c["after"][HERS] - c["before"][HERS] for c in compared]
    yours = [c["after"][YOURS] - c["before"][YOURS] for c in compared]
    wins = [c["won_after"] - c["won_before"] for c in compared]
    return RulingEffect(
        name=one.name,
        to=one.to,
        rule=one.rule,
        values=len(one.values),
        games=len(compared),
        turns=changed / max(turns, 1),
        turns_from=low,
        turns_to=high,
        changed=mean([bool(c["other"]) for c in compared]),
        hers=mean(hers),
        hers_within=half_width(hers) or 0.0,
        yours=mean(yours),
        yours_within=half_width(yours) or 0.0,
        wins=mean(wins),
        wins_within=half_width(wins) or 0.0,
        missed=sum(c["missed"] for c in compared),
        mode=mode,
    )


# ------------------------------------------------------------------------------------------------------- kept as data


def write_toml(found: Sequence[RulingEffect], runs: Sequence[MeasurementRun]) -> str:
    """Return the effects and the runs that measured them as the sealed file in the game's folder."""
    lines = [
        "# What each house ruling and each stand-in changes, measured: differences to the game as it is, each with half a",
        "# 95 % interval. Written by `soloist lab`; do not edit: the seal is over all of it.",
    ]
    for name, told in [*(("run", asdict(run)) for run in runs), *(("effect", asdict(effect)) for effect in found)]:
        lines += ["", f"[[{name}]]", *(f"{key} = {_plain_value(value)}" for key, value in told.items())]
    body = "\n".join(lines) + "\n"
    return body.replace("\n\n", f'\n\nseal = "{make_seal(read_toml(body))}"\n\n', 1)


def _plain_value(value: object) -> str:
    return f"{value:.5f}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def read_effects(folders: Sequence[Path]) -> tuple[list[RulingEffect], list[MeasurementRun]]:
    """Return the effects of several runs, and the runs. Raises `UnreadableError` for a file that was edited."""
    found: list[RulingEffect] = []
    runs: list[MeasurementRun] = []
    for folder in folders:
        path = folder / FILE
        try:
            told = read_toml(read_bytes(path))
            check_seal(told, str(path))
            found += [RulingEffect(**{**entry, "run": entry["run"] + len(runs)}) for entry in told["effect"]]
            runs += [MeasurementRun(**entry) for entry in told["run"]]
        except OSError as why:
            raise storage_error(path, why) from why
        except (ValueError, KeyError, TypeError) as why:
            raise UnreadableError(text("lab.no_run", path=str(folder))) from why
    return found, runs


@cache
def read_known_effects(package: str) -> tuple[RulingEffect, ...]:
    """Return the effects measured for a game; empty if there are none."""
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return ()
    told = read_toml(file.read_text("utf-8"))
    return tuple(RulingEffect(**entry) for entry in told["effect"])


def find_effect(game: Game, option: str, choice: str) -> RulingEffect | None:
    """Return the measured effect of choosing this instead of the default; None if it was not measured."""
    known: Mapping[tuple[str, str], RulingEffect] = {
        (e.name, e.to): e for e in read_known_effects(game.package) if e.rule
    }
    return known.get((option, choice))


# -------------------------------------------------------------------------------------------------------- for people


def write_document(game: Game, found: Sequence[RulingEffect], runs: Sequence[MeasurementRun]) -> str:
    """Return the register as a section of the documentation, in English. Of several runs in the same mode the last one
    counts."""
    words = Catalogue("en", game)
    last = {(effect.name, effect.to, effect.mode): effect.run for effect in found}
    found = [effect for effect in found if last[effect.name, effect.to, effect.mode] == effect.run]
    missed = sum(effect.missed for effect in found)
    wrong = "1 game was thought to be the same and was not."
    if missed != 1:
        wrong = f"{missed} games were thought to be the same and were not."

    def name(effect: RulingEffect) -> str:
        title = words.words.get(f"label.{effect.name}", effect.name.replace("_", " "))
        to = words.words.get(f"choice.{effect.name}.{effect.to}", effect.to.replace("_", " "))
        return f"{title}: {to}"

    rulings = [effect for effect in found if effect.rule]
    groups = [effect for effect in found if not effect.rule and "." not in effect.name]
    alone = [effect for effect in found if not effect.rule and "." in effect.name]
    lines = [
        f"## {words.say(Word('game.title'))}",
        "",
        f"{_describe_rulebooks(found)} Level, factions and whatever the command does not say are drawn. "
        f"{_describe_precision(found)} {wrong}",
        "",
        "<!-- not run: hours -->",
        "",
        "```",
        *(f"{run.command}  # commit {run.commit[:12] or 'none'}" for run in runs),
        "```",
    ]
    if rulings:
        lines += _make_table("rule | ruling: the other choice", [(f"{e.rule} | {name(e)}", e) for e in rulings])
    if groups:
        lines += _make_table(
            "stand-ins | moved", [(f"{e.name} ({_count_values(e.values)}) | {e.to}", e) for e in groups]
        )
    if alone:
        lines += _make_table("one stand-in | moved", [(f"{e.name} | {e.to}", e) for e in alone])
    return "\n".join(lines) + "\n"


def _describe_rulebooks(found: Sequence[RulingEffect]) -> str:
    """Return a sentence on the modes in which the effects were measured."""
    told = {
        DIGITAL: "An agent against the Automa.",
        TABLE: "With `--mode table`: a made-up human keeps her busy at a table, and nobody counts his points.",
    }
    modes = {effect.mode for effect in found}
    return " ".join(said for mode, said in told.items() if mode in modes)


def replace_section(page: str, section: str) -> str:
    """Return the page with this section in place of the one with the same heading, or at the end."""
    heading = section.partition("\n")[0]
    before, found, after = page.partition(f"{heading}\n")
    if not found:
        return f"{page}\n{section}" if page else section
    _, next_one, rest = after.partition("\n## ")
    return before + section + (f"{next_one}{rest}" if next_one else "")


def _count_values(n: int) -> str:
    return f"{n} value{'' if n == 1 else 's'}"


def _describe_precision(found: Sequence[RulingEffect]) -> str:
    """Return a sentence on the rows that are less precise than wanted; they have a star."""
    wide = sum(not effect.is_precise for effect in found)
    if not wide:
        return f"No interval of points is wider than ± {said_number(WANTED)}."
    return (
        f"In {wide} of {len(found)} rows an interval of points is wider than ± {said_number(WANTED)}: they have a star."
    )


def _make_table(head: str, rows: Sequence[tuple[str, RulingEffect]]) -> list[str]:
    return [
        "",
        f"| {head} | games | her turns that change | games that change | her points | your points | you win |",
        "|---|---|---|---|---|---|---|---|",
        *(
            f"| {told}{'' if effect.is_precise else ' *'} | {effect.games} | {_make_row(effect)} |"
            for told, effect in rows
        ),
    ]


def _make_row(effect: RulingEffect) -> str:
    yours = ("–", "–")
    if effect.mode != TABLE:
        wins = f"{_format_with_interval(100 * effect.wins, 100 * effect.wins_within)} %"
        yours = (_format_with_interval(effect.yours, effect.yours_within), wins)
    return " | ".join(
        (
            f"{said_number(100 * effect.turns)} %",
            f"{said_number(100 * effect.changed)} %",
            _format_with_interval(effect.hers, effect.hers_within),
            *yours,
        )
    )


def format_signed(value: float) -> str:
    """Return a difference with its sign; 0 after rounding has none."""
    said = said_number(value)
    return f"{'+' if value > 0 and said != said_number(0) else ''}{said}"


def _format_with_interval(value: float, within: float) -> str:
    return f"{format_signed(value)} ± {said_number(within)}"
