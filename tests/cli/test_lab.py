"""The laboratory in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from soloist.lab.provenance import SourceState
from tests.cli.conftest import Shell

SOURCE = 'game = "terra_mystica"\nseats = "random,automa"\ngames = 2\n\n[vary]\nlevel = ["automalein", "ultoma"]\n'


def test_an_experiment_is_run_shown_and_gone_on_with(shell: Shell, tmp_path: Path) -> None:
    file, out = tmp_path / "e.toml", tmp_path / "out"
    file.write_text(SOURCE, "utf-8")
    told = shell("lab", "run", str(file), "--out", str(out), "--on", "here")
    assert "level=ultoma" in told and "4 games in 2 cells" in told
    assert (out / "scores.svg").exists() and (out / "levels.toml").read_text("utf-8").count("[[level]]") == 2
    shards = {path: path.stat().st_mtime_ns for path in (out / "shards").iterdir()}
    found = shell.json("lab", "run", str(file), "--out", str(out))
    assert [row["games"] for row in found["scores"]] == [2, 2, 2, 2]
    assert {path: path.stat().st_mtime_ns for path in (out / "shards").iterdir()} == shards  # nothing was played again
    file.write_text(SOURCE.replace("ultoma", "automa"), "utf-8")
    shell("lab", "run", str(file), "--out", str(out), code=2)
    assert "another experiment" in " ".join(shell.err.split())
    shell("lab", "run", str(tmp_path / "none.toml"), "--out", str(out), code=2)


def test_rulings_are_measured_and_published(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("soloist.cli.lab.own_source", lambda: SourceState("c0ffee", "tree"))
    out = str(tmp_path / "r")
    words = ("terra_mystica", "--games", "2", "--agent", "random", "--only", "round_6_bonus", "--out", out)
    (effect,) = shell.json("lab", "rulings", *words)["effects"]
    assert (effect["rule"], effect["games"], effect["changed"]) == ("TMA-R09", 2, 1.0)
    shell("lab", "publish", "terra_mystica", out, "--to", str(tmp_path / "rulings.md"))
    assert "| TMA-R09 |" in (tmp_path / "rulings.md").read_text("utf-8")
    assert 'rule = "TMA-R09"' in (tmp_path / "rulings.effects.toml").read_text("utf-8")
    monkeypatch.setattr("soloist.cli.lab.own_source", lambda: SourceState("", "0"))
    shell("lab", "rulings", *words, code=2)
    assert "another version of the program" in " ".join(shell.err.split())
    words = (*words[:-1], str(tmp_path / "s"))
    shell("lab", "rulings", *words)
    shell("lab", "publish", "terra_mystica", str(tmp_path / "s"), "--to", str(tmp_path / "no.md"), code=2)
    assert not (tmp_path / "no.md").exists()
    shell("lab", "rulings", "terra_mystica", "--option", "map", "--out", out, code=2)
    shell("lab", "rulings", "terra_mystica", "--only", "nothing", "--out", out, code=2)
    shell("lab", "rulings", "terra_mystica", "--agent", "nobody", "--out", out, code=2)


def test_which_level(shell: Shell) -> None:
    assert "nearest to an even game" in " ".join(shell("lab", "level", "terra_mystica", "98", "112", "105").split())
    assert shell.json("lab", "level", "terra_mystica", "150", "152", "149")["best"] == "ultoma"
    shell("lab", "level", "tapestry", "98", "112", code=2)
    shell("lab", "level", "terra_mystica", "98", code=2)


def test_what_a_learner_sees(shell: Shell) -> None:
    found = {field["name"]: field for field in shell.json("lab", "fields", "terra_mystica")}
    assert found["cults"]["size"] == 8 and found["terrain.swamp"]["most"] == 1
    assert all(field["about"] for field in found.values())
    shell("lab", "fields", "tapestry", code=2)
