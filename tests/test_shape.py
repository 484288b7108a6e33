"""Structure that import contracts cannot check.

Front ends ask the rulebook and never the mode; only `Event.apply` changes a position; manifests only name things; every
game uses the same names and places.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from soloist.core import lazy
from soloist.core.rulebook import Rulebook
from soloist.core.table_rules import TableRules
from soloist.display.screen import Screen
from soloist.manifest import Game, game_ids

ROOT = Path(__file__).parents[1] / "soloist"
GAMES = (*game_ids(), "_template")


def trees(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    for folder in folders:
        where = ROOT / folder
        assert where.exists(), f"{where} is gone: name the folder that took its place"
        for path in sorted(where.rglob("*.py") if where.is_dir() else [where]):
            yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


# --------------------------------------------------------------------------------- no front end depends on the mode

#: names of modes, and of the classes of one mode
_MODES = {"digital", "table", "DIGITAL", "TABLE", "Digital", "Position", "TableRules"}


def _names(node: ast.AST) -> set[str]:
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            found.add(part.id)
        elif isinstance(part, ast.Attribute):
            found.add(part.attr)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            found.add(part.value)
    return found


def test_no_front_end_asks_for_the_mode() -> None:
    asked = []
    for path, tree in trees("web", "cli", "simulation"):
        if path.startswith("web/storage/migrations/"):  # they translate the modes of old databases
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
                asked += [f"{path}:{node.lineno}"] if _names(node.args[1]) & _MODES else []
            elif isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                modes = any(_names(side) & {"digital", "DIGITAL", "TABLE", "mode"} for side in sides)
                asked += [f"{path}:{node.lineno}"] if modes else []
    assert asked == []


def test_no_page_asks_for_the_mode() -> None:
    asked = []
    for path in sorted((ROOT / "web" / "templates").glob("*.html")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for tag in re.findall(r"{[%{](.*?)[%}]}", line):
                if re.search(r"(mode|kind) *[!=]= *\"(digital|table)\"|\"digital\"|\bdigital *(==|%|and|or)", tag):
                    asked.append(f"{path.name}:{number}: {tag.strip()}")
    assert asked == []


# --------------------------------------------------------------------------- only `Event.apply` changes a position

#: names of positions in the code of the games
_POSITIONS = {"board", "position", "s"}
_CHANGERS = {"append", "pop", "remove", "insert", "clear", "extend", "update", "add", "discard", "sort", "reverse"}


def _of_a_position(node: ast.expr) -> bool:
    """Return whether a node is a field of a position: `board.x`, `v.board.x[i]`, `s.x.y`."""
    depth = 0
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute):
            if depth and node.attr == "board":
                return True
            depth += 1
        node = node.value
    return depth > 0 and isinstance(node, ast.Name) and node.id in _POSITIONS


def _changes(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign | ast.Delete):
            targets = [
                t for target in node.targets for t in (target.elts if isinstance(target, ast.Tuple) else [target])
            ]
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGERS:
            targets = [node.func.value]
        if any(_of_a_position(target) for target in targets):
            yield node.lineno


#: every part of a game but `board`; a game has those that it needs
_PARTS = ("automa", "player", "table", "strategy", "ledger", "display", "table_rules.py", "digital_rules.py", "game.py")


@pytest.mark.parametrize("game", GAMES)
def test_only_events_change_a_position(game: str) -> None:
    """Only `board/events` and what it calls (`fields`, `state`) may write."""
    folders = [f"games/{game}/{part}" for part in _PARTS]
    found = [
        f"{path}:{line}"
        for path, tree in trees(*(f for f in folders if (ROOT / f).exists()))
        if not re.search(r"/events(/|\.py)|/state\.py", path)
        for line in _changes(tree)
    ]
    assert found == []


# ------------------------------------------------------------------------------------------------------ the manifest


@pytest.mark.parametrize("game", GAMES)
def test_a_manifest_only_names(game: str) -> None:
    _, tree = next(trees(f"games/{game}/game.py"))
    made = [type(node).__name__ for node in tree.body]
    assert set(made) <= {"Expr", "Import", "ImportFrom", "Assign", "AnnAssign"}, "a manifest has no function of its own"
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]


def test_the_manifest_names_each_thing_once() -> None:
    """How a game is played belongs to its rulebooks and must not be in the manifest too."""
    manifest = {field.name for field in fields(Game)} - {"id"}
    of_rulebooks = {name for name in dir(Rulebook) if not name.startswith("_")} | {
        field.name for field in fields(TableRules)
    }
    assert manifest & of_rulebooks == set()
    assert len(manifest) <= 22


@pytest.mark.parametrize("game", GAMES)
def test_the_same_thing_has_the_same_place_in_every_game(game: str) -> None:
    defined = {
        path.removeprefix(f"games/{game}/"): {
            *(node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)),
            *(
                t.id
                for node in tree.body
                if isinstance(node, ast.Assign)
                for t in node.targets
                if isinstance(t, ast.Name)
            ),
            *(
                node.target.id
                for node in tree.body
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
            ),
        }
        for path, tree in trees(f"games/{game}")
    }
    wanted = {
        "board/notation.py": {"FORMS", "parse_event", "read_entered", "list_slot_words"},
        "board/setup.py": {"OPTIONS", "lay_out"},
        "board/state.py": {"new_board"},
        "board/fields.py": {"list_corrections"},
        "board/printed.py": {"check_datum"},
        "automa/turn.py": {"turn", "flip"},
        "automa/domains.py": {"domain"},
        "table/random_human.py": {"random_options", "random_move"},
        "display/instructions.py": {"list_instructions", "list_open_cards", "list_totals", "list_prompts"},
        "display/owner_values.py": {"list_owner_values"},
        "display/layout.py": {"list_layout"},
        "display/table_menu.py": {"list_choices", "end_of_turn"},
        "display/text_map.py": {"PALETTE", "draw_text_map"},
        "display/screen.py": {"SCREEN"},
        "table_rules.py": {"RULES"},
        "game.py": {"GAME"},
    }
    missing = {path: names - defined.get(path, set()) for path, names in wanted.items()}
    assert {path: names for path, names in missing.items() if names} == {}
    assert "board/events/__init__.py" in defined
    assert (game in ("terra_mystica", "_template")) <= ("digital_rules.py" in defined)


# ------------------------------------------------------------------------------- documents from outside are bounded

#: modules that parse only our own files, and the bounded parsers themselves
_OWN_DOCUMENTS = ("session/documents.py", "games/packaged_data.py", "pocket/")
_PARSERS = {("json", "load"), ("json", "loads"), ("tomllib", "load"), ("tomllib", "loads"), ("zlib", "decompress")}


def test_every_document_is_read_within_bounds() -> None:
    """`session/documents.py` measures JSON, TOML and archives before parsing; other modules may only write archives."""
    found = []
    for path, tree in trees("."):
        if path.startswith(_OWN_DOCUMENTS):
            continue
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
            ):
                called = node.func.value.id, node.func.attr
                reads = called == ("zipfile", "ZipFile") and not any(_names(arg) & {"w"} for arg in node.args)
                found += [f"{path}:{node.lineno}"] if called in _PARSERS or reads else []
    assert not found


# ------------------------------------------------------------------------------------------- imported when needed


@pytest.mark.parametrize("game", GAMES)
def test_every_name_of_a_manifest_is_there_when_it_is_needed(game: str) -> None:
    """The type checker does not see lazy imports: each name must be found and have the right type."""
    manifest = import_module(f"soloist.games.{game}.game")
    modules = [manifest, *(import_module(f"soloist.games.{game}.{part}") for part in _rulebooks(game))]
    assert len(modules) > 1
    for module in modules:
        for held in (*vars(module).values(), *(getattr(manifest.GAME, field.name) for field in fields(Game))):
            if isinstance(held, partial) and held.func in (lazy.load_name, lazy._call):
                assert lazy.load_name(*held.args) is not None
    assert isinstance(manifest.GAME.table, TableRules) and isinstance(manifest.GAME.screen, Screen)


def _rulebooks(game: str) -> list[str]:
    return [name for name in ("table_rules", "digital_rules") if (ROOT / "games" / game / f"{name}.py").exists()]


def test_a_list_of_games_imports_no_rules_and_a_simulation_no_pages() -> None:
    def imported(lines: str) -> set[str]:
        said = subprocess.run(
            [sys.executable, "-c", f"{lines}\nimport sys\nprint(*sys.modules)"],
            capture_output=True,
            text=True,
            check=True,
        )
        return {name for name in said.stdout.split() if name.startswith("soloist.games.")}

    listed = imported(
        "from soloist.manifest import find_game, game_ids\n[find_game(id).words('en') for id in game_ids()]"
    )
    assert {name.split(".", 3)[3] for name in listed if name.count(".") > 2} == {"game"}
    plan = "Plan('barrage', read_seats(find_game('barrage').rulebook('digital'), 'greedy,automa'))"
    begun = imported(
        "from soloist.manifest import find_game\nfrom soloist.simulation.simulate import Plan, read_seats, set_up_game\n"
        f"set_up_game(find_game('barrage'), {plan}, 0)"
    )
    assert not [name for name in begun if ".display" in name or "tapestry" in name or "terra_mystica" in name]
