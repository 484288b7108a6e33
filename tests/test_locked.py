"""Locked dependencies: lock files, `constraints.txt` and `pyproject.toml` agree, and no file names a machine.

The audit reports what it could and could not check.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = {"play": ("web",), "test": ("web", "postgres", "bench", "env", "sim", "dev")}


def script(name: str) -> ModuleType:
    loader = SourceFileLoader(name, str(ROOT / "scripts" / name))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    # dataclasses look up their module in sys.modules
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, name, module)
        patch.setattr("sys.dont_write_bytecode", True)
        loader.exec_module(module)
    return module


def entries(lock: str) -> dict[str, tuple[Requirement, list[str]]]:
    """Return each package of a lock file with its requirement and its hashes."""
    text = (ROOT / f"requirements-{lock}.lock").read_text(encoding="utf-8").replace("\\\n", " ")
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            required, *hashes = line.split(" --hash=")
            requirement = Requirement(required)
            found[canonicalize_name(requirement.name)] = (requirement, [h.strip() for h in hashes])
    return found


def pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    return {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_the_version_agreed_on_and_the_hashes_of_its_files(lock: str) -> None:
    found = entries(lock)
    assert found
    for name, (requirement, hashes) in found.items():
        assert str(requirement.specifier) == f"=={pinned()[name]}", name
        assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", h) for h in hashes), name


@pytest.mark.parametrize("lock", LOCKS)
def test_everything_the_project_asks_for_is_locked_in_a_version_it_takes(lock: str) -> None:
    project, found = PROJECT["project"], entries(lock)
    extras = [line for extra in LOCKS[lock] for line in project["optional-dependencies"][extra]]
    for line in (*PROJECT["build-system"]["requires"], *project["dependencies"], *extras):
        asked = Requirement(line)
        requirement, _ = found[canonicalize_name(asked.name)]
        (version,) = requirement.specifier
        assert asked.specifier.contains(version.version), line
        assert requirement.marker is None, f"{line} is needed everywhere"


def test_every_pinned_version_is_needed_and_no_extra_is_forgotten() -> None:
    play, test = entries("play"), entries("test")
    assert set(test) == set(pinned()) and set(play) < set(test)
    assert {n: test[n][1] for n in play} == {n: hashes for n, (_, hashes) in play.items()}
    empty = {extra for extra, lines in PROJECT["project"]["optional-dependencies"].items() if not lines}
    assert set(LOCKS["test"]) | empty == set(PROJECT["project"]["optional-dependencies"])
    assert {f"requirements-{lock}.lock": extras for lock, extras in LOCKS.items()} == script("lock").EXTRAS


def test_npm_packages_have_hashes_and_no_file_names_a_mirror() -> None:
    asked = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    locked = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    installed = {place.removeprefix("node_modules/"): p for place, p in locked.items() if place}
    versions = {name: p["version"] for name, p in installed.items()}
    assert {name: versions[name] for name in asked} == asked == locked[""]["devDependencies"]
    needed = {name for p in installed.values() for name in p.get("dependencies", {})}
    assert set(versions) == set(asked) | needed
    assert all(p["integrity"].startswith("sha512-") for p in installed.values())
    for name in (
        "requirements-play.lock",
        "requirements-test.lock",
        "requirements-site.lock",
        "package-lock.json",
        "constraints.txt",
    ):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "://" not in text and "--index" not in text and "--find-links" not in text, name


def test_the_makefile_installs_nothing_without_a_hash() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    values = dict(re.findall(r"^(\w+) :?\??= (.*)$", text, re.MULTILINE))
    recipes = "\n".join(line for line in text.splitlines() if line.startswith("\t"))
    while found := re.search(r"\$\((\w+)\)", recipes):
        recipes = recipes.replace(found[0], values[found[1]])
    installs = [line for line in recipes.splitlines() if "pip install" in line]
    assert len(installs) == 4
    for line in installs:
        hashed = "--require-hashes --requirement requirements-" in line
        assert hashed or "--no-index --no-deps --no-build-isolation" in line, line


# ---------------------------------------------------------------------------------------------------------------- audit


def advisory(folder: Path, id: str, ecosystem: str, name: str, **affected: Any) -> None:
    about = {"id": id, "affected": [{"package": {"ecosystem": ecosystem, "name": name}, **affected}]}
    (folder / f"{id}.json").write_text(json.dumps(about), encoding="utf-8")


def ranged(*events: dict[str, str], kind: str = "ECOSYSTEM") -> list[dict[str, Any]]:
    return [{"type": kind, "events": list(events)}]


def test_the_audit_finds_what_concerns_the_locked_versions_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    audit = script("audit")
    rich = pinned()["rich"]
    advisory(tmp_path, "OK-1", "PyPI", "rich", ranges=ranged({"introduced": "0"}, {"fixed": rich}))
    advisory(tmp_path, "OK-2", "npm", "rich", ranges=ranged({"introduced": "0"}, kind="SEMVER"))
    advisory(tmp_path, "OK-3", "PyPI", "not-ours", ranges=ranged({"introduced": "0"}))
    advisory(tmp_path, "OK-4", "PyPI", "rich", ranges=ranged({"introduced": "0"}, {"last_affected": "0.1"}))
    advisory(tmp_path, "OK-5", "PyPI", "rich", ranges=ranged({"introduced": "0"}, kind="GIT"), versions=["0.1"])
    assert audit.main(["--advisories", str(tmp_path)]) == 0
    capsys.readouterr()
    advisory(tmp_path, "BAD-1", "PyPI", "Rich", ranges=ranged({"introduced": "0"}, {"fixed": f"{rich}.1"}))
    advisory(tmp_path, "BAD-2", "PyPI", "rich", versions=[rich])
    advisory(tmp_path, "BAD-3", "npm", "axe-core", ranges=ranged({"introduced": "4.0.0"}, kind="SEMVER"))
    two = ranged({"introduced": "0"}, {"fixed": "0.1"}, {"introduced": rich}, {"fixed": f"{rich}.1"})
    advisory(tmp_path, "BAD-4", "PyPI", "rich", ranges=two)
    advisory(tmp_path, "BAD-5", "PyPI", "rich", ranges=ranged({"introduced": "0"}, {"fixed": "who knows"}))
    assert audit.main(["--advisories", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert re.findall(r"(?:BAD|OK)-\d", said) == [f"BAD-{n}" for n in range(1, 6)] and "axe-core" in said
    gone = json.loads((tmp_path / "BAD-2.json").read_text(encoding="utf-8"))
    for path in tmp_path.glob("BAD*"):
        path.write_text(json.dumps({**gone, "withdrawn": "2026-01-01T00:00:00Z"}), encoding="utf-8")
    assert audit.main(["--advisories", str(tmp_path)]) == 0


def test_without_advisories_the_audit_says_that_nothing_was_audited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    audit = script("audit")

    def nobody(*_: object, **__: object) -> None:
        raise OSError("nobody is there")

    monkeypatch.setattr("urllib.request.urlopen", nobody)
    monkeypatch.delenv("SOLOIST_ADVISORIES", raising=False)
    for args in ([], ["--advisories", str(tmp_path)]):
        assert audit.main(args) == 3
        assert capsys.readouterr().out.startswith("Not audited: ")
    (tmp_path / "x.json").write_text("{", encoding="utf-8")
    assert audit.main(["--advisories", str(tmp_path)]) == 2


def test_ci_fails_for_an_advisory_but_not_without_advisories(tmp_path: Path) -> None:
    *_, line = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert "scripts/audit" in line
    for code, red in ((0, False), (1, True), (2, True), (3, False)):
        played = line.replace(".venv/bin/python scripts/audit", f"(exit {code})")
        assert (subprocess.run(["bash", "-ec", played], check=False).returncode != 0) == red


def test_answers_of_the_service_are_reported_by_package(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    audit = script("audit")
    asked = audit.packages()

    def answer(request: Any, timeout: float) -> io.BytesIO:
        queries = json.loads(request.data)["queries"]
        results: list[dict[str, Any]] = [{} for _ in queries]
        results[3] = {"vulns": [{"id": "X-1"}, {"id": "X-2"}]}
        return io.BytesIO(json.dumps({"results": results}).encode())

    monkeypatch.setattr("urllib.request.urlopen", answer)
    assert list(audit.by_service(asked)) == [(asked[3], "X-1"), (asked[3], "X-2")]
    assert {p.ecosystem for p in asked} == {"PyPI", "npm"}
    npm = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert len(asked) == len(pinned()) + len([place for place in npm if place])
