"""The files of the site: reproducible, as locked, and small enough."""

from __future__ import annotations

import ast
import asyncio
import gzip
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from soloist.pocket.bundles import GAMES, PACKAGES, split_by_bundle
from soloist.pocket.engine import Engine
from soloist.pocket.making import tree, wheels
from soloist.pocket.making.bare import strip_source
from soloist.pocket.making.site import LOCALE, PYTHON, SHELL, site_words
from soloist.pocket.pack import pack_files
from soloist.pocket.toml_cache import RememberedToml
from soloist.pocket.url_prefix import UrlPrefix
from soloist.pocket.workshop import Workshop
from soloist.web.app import make_app
from soloist.web.routes import main_pages
from soloist.web.routes.pocket_mount import POLICY
from tests.web.test_api import operations

#: over the wire, the first time
BUDGET = 9_000_000


def listed(site: Path) -> dict[str, dict[str, object]]:
    found = re.search(r"const FILES = (\{.*?\n\});", (site / "sw.js").read_text("utf-8"), re.DOTALL)
    assert found is not None
    files: dict[str, dict[str, object]] = json.loads(found[1])
    return files


AGAIN = """
import json, sys
from pathlib import Path
from soloist.pocket.making import site, wheels
cache = Path(sys.argv[1])
plain = site.site_files(wheels.fetch_wheels(cache / "wheels"), cache)
told = {name: wheels.hash_of(content) for name, content in plain.items()}
print(json.dumps([told, wheels.hash_of(site.pack_file("libraries.js", plain["libraries.js"]))]))
"""


def test_two_builds_give_the_same_bytes(site: Path) -> None:
    """Everything is gathered twice, in different time zones; packing is equal for all files and tried with one."""
    command = (sys.executable, "-c", AGAIN, wheels.ROOT / "build" / "site")
    again = subprocess.check_output(command, env={**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"})
    told, pressed = json.loads(again)
    there = {}
    for name, of in listed(site).items():
        raw = (site / (f"{name}.packed" if of["packed"] else name)).read_bytes()
        there[name] = hashlib.sha256(gzip.decompress(raw) if of["packed"] else raw).hexdigest()
    assert pressed == listed(site)["libraries.js"]["sha256"]
    assert there.pop("index.html") != told.pop("index.html")  # its version is written into it
    assert there == told


def test_what_python_compiled_stays_as_long_as_its_own_files_do(site: Path) -> None:
    """What is kept on a device is found by a name of its own, which no page and no style changes."""
    found = re.search(r'data-version="(\w+)" data-python="(\w+)"', (site / "index.html").read_text("utf-8"))
    assert found is not None
    worker = (site / "sw.js").read_text("utf-8")
    assert f'const VERSION = "{found[1]}";\nconst PYTHON = "{found[2]}";' in worker
    of_python = [name for name in listed(site) if name.endswith(PYTHON)]
    assert {"games.pack", "pages.pack", "stdlib.zip", "pyodide.asm.wasm", "memory.js"} <= set(of_python)
    assert not {"shell.js", "words.js", "static/app.css", "index.html"} & set(of_python)


def test_long_work_needs_only_its_own_part(tmp_path: Path) -> None:
    """A Python with only the bundle of the games can do a job of the coach and one of the laboratory."""
    parts = split_by_bundle({f"soloist/{name}": content for name, content in tree.own_files().items()})
    there = split_by_bundle({f"{PACKAGES}/{name}": content for name, content in parts[GAMES].items()})
    assert len(there[GAMES]) == len(parts[GAMES])  # they are the same by the path in a browser
    assert not [name for name in parts[GAMES] if "/locale/" in name or name == "soloist/web/app.py"]
    for name, content in parts[GAMES].items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    needs = "import soloist.lab.jobs, soloist.pocket.job, soloist.agents.jobs; print(soloist.lab.jobs.__file__)"
    alone = (sys.executable, "-S", "-E", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {needs}")
    assert str(tmp_path) in subprocess.check_output(alone, text=True, cwd=tmp_path)


def test_the_first_load_is_within_the_budget(site: Path) -> None:
    sizes = [(site / (f"{name}.packed" if of["packed"] else name)).stat().st_size for name, of in listed(site).items()]
    assert sum(sizes) + (site / "sw.js").stat().st_size <= BUDGET


def test_every_file_is_named_with_its_hash_and_nothing_else_is_fetched(site: Path) -> None:
    named = listed(site)
    for name, of in named.items():
        raw = (site / (f"{name}.packed" if of["packed"] else name)).read_bytes()
        assert (hashlib.sha256(raw).hexdigest(), len(raw)) == (of["sha256"], of["length"]), name
    there = {p.relative_to(site).as_posix().removesuffix(".packed") for p in site.rglob("*") if p.is_file()}
    assert there - set(named) == {"sw.js", "licences.txt"}


def test_the_first_page_can_be_read_before_anything_runs(site: Path) -> None:
    page = (site / "index.html").read_text("utf-8")
    assert all(site_words()["en"][key] in page for key in ("lead", "about", "noscript"))
    assert "$" not in page


def test_a_phone_can_install_it(site: Path) -> None:
    told = json.loads((site / "manifest.webmanifest").read_text("utf-8"))
    assert told["display"] == "standalone" and told["start_url"] == told["scope"] == "./"  # below any folder
    for icon in told["icons"]:
        drawn = (site / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", drawn[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {icon["sizes"] for icon in told["icons"] if icon["purpose"] == "any"} >= {"192x192", "512x512"}
    assert any(icon["purpose"] == "maskable" for icon in told["icons"])
    assert [shortcut["url"] for shortcut in told["shortcuts"]] == ["./?last"]


def test_nothing_of_it_names_an_address_elsewhere() -> None:
    for path in SHELL.iterdir():
        if path.suffix in (".js", ".html", ".css", ".webmanifest"):
            assert not re.findall(r"https?://(?!www\.w3\.org)", path.read_text("utf-8")), path.name


def test_the_lock_has_the_versions_agreed_on_and_one_file_of_each_package() -> None:
    lines = wheels.LOCK.read_text("utf-8").replace("\\\n", " ").splitlines()[1:]
    found = dict(line.split(" --hash")[0].strip().split("==") for line in lines)
    assert {name.lower() for name in found} == set(wheels.NAMES)
    assert all(line.count("--hash=sha256:") == 1 for line in lines)
    agreed = dict(line.split("==") for line in wheels.CONSTRAINTS.read_text("utf-8").split())
    agreed = {name.replace("_", "-").lower(): version for name, version in agreed.items()}
    assert {name: agreed[name.lower()] for name in found} == found


OLD_DATABASE = """
import sys
sys.modules["sqlalchemy.orm"] = sys.modules["sqlalchemy.testing"] = None  # left out of the site
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import MetaData, create_engine, inspect
from soloist.web.storage.migrations.versions import v0001_first
from soloist.web.storage.schema import prepare_schema
engine = create_engine(f"sqlite:///{sys.argv[1]}")
with engine.begin() as db, Operations.context(MigrationContext.configure(db)):
    v0001_first.upgrade()
prepare_schema(engine, MetaData())
print(*inspect(engine).get_table_names())
"""


def test_a_database_of_an_older_version_needs_nothing_that_is_left_out(tmp_path: Path) -> None:
    found = subprocess.check_output([sys.executable, "-c", OLD_DATABASE, tmp_path / "old.db"], text=True)
    assert {"tables", "plays", "alembic_version"} <= set(found.split())


def test_what_is_packed_into_one_file_can_be_found_in_it() -> None:
    made = pack_files({"a/b.py": b"x = 1", "c": b"", "d": b"yz"})
    length = int.from_bytes(made[:4], "little")
    assert json.loads(made[4 : 4 + length]) == [["a/b.py", 5], ["c", 0], ["d", 2]]
    assert made[4 + length :] == b"x = 1yz"


@pytest.mark.parametrize(
    "source",
    [
        '"""Doc."""\n# no\nx = """\n# stays\n"""  # stays too\n',
        'class A:\n    """Doc\n    more."""\n\n\ndef f():\n    "doc"; return 1\n',
        'def f():\n    """é doc"""\n    # no\n    return "# stays"\n',
        "x = 1\x0c\n# no\ny = 2\r\nz = f'''\n# stays {x}\n'''\n",
    ],
)
def test_a_bare_source_is_the_same_program_without_documentation(source: str) -> None:
    def program(of: str) -> str:
        tree = ast.parse(of.replace("\r\n", "\n"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
                node.body[0] = ast.Expr(ast.Constant(""))
        return ast.dump(tree)

    assert program(strip_source(source)) == program(source)
    assert "doc" not in strip_source(source).lower() and "# no" not in strip_source(source)


def test_the_page_around_the_pages_says_everything_in_every_language() -> None:
    said = site_words()
    assert {"en", "de", "it"} <= set(said)
    for path in LOCALE.glob("*.toml"):
        mine = tomllib.loads(path.read_text("utf-8"))["pocket"]
        assert set(mine) == set(said["en"]), path.name
        for key, value in mine.items():
            assert set(re.findall(r"\{\w+\}", value)) == set(re.findall(r"\{\w+\}", said["en"][key])), (path.name, key)
    asked = set(re.findall(r'say\("(\w+)"', "".join(p.read_text("utf-8") for p in SHELL.glob("*.js"))))
    assert asked <= set(said["en"])


# ----------------------------------------------------------------------------------------------------- below a folder


def test_addresses_lead_below_the_folder_and_what_people_wrote_stays() -> None:
    page = (
        b'<a href="/rules"><img src="/static/x.svg"><form action="/t/1"><p data-base="/t/1">'
        b'href=&#34;/x</p><a href="//h">'
    )
    headers, body = UrlPrefix("/a/b/").rewrite_answer([("content-type", "text/html"), ("location", "/t/1")], page)
    assert body == (
        b'<a href="/a/b/rules"><img src="/a/b/static/x.svg"><form action="/a/b/t/1"><p data-base="/t/1">'
        b'href=&#34;/x</p><a href="//h">'
    )
    assert dict(headers)["location"] == "/a/b/t/1"


def test_only_its_own_site_may_frame_a_page() -> None:
    headers, _ = UrlPrefix("/").rewrite_answer(
        [("content-security-policy", "default-src 'none'; frame-ancestors 'none'")], b""
    )
    assert dict(headers)["content-security-policy"] == "default-src 'none'; frame-ancestors 'self'"


@pytest.mark.parametrize(("asked", "inside"), [("/a/", "/"), ("/a/t/1", "/t/1"), ("/t/1", "/t/1"), ("/ab/", "/ab/")])
def test_a_page_is_found_below_the_folder_and_from_the_root(asked: str, inside: str) -> None:
    assert UrlPrefix("/a/").path_inside(asked) == inside


async def nothing(job: bytes) -> bytes:
    raise AssertionError("no long work is asked for here")


def test_the_engine_answers_and_remembers_what_a_reader_chose(tmp_path: Path) -> None:
    form = [("content-type", "application/x-www-form-urlencoded")]

    async def visit() -> tuple[bytes, bytes]:
        engine = Engine(tmp_path, "https://host.example/a/", "en", Workshop(nothing))
        status, headers, _ = await engine.answer("POST", "/a/settings", "", form, b"lang=de&back=/settings")
        assert (status, dict(headers)["location"]) == (303, "/a/settings")
        again = Engine(tmp_path, "https://host.example/a/", "en", Workshop(nothing))  # after a restart
        assert "set-cookie" not in dict(headers)
        return (await engine.answer("GET", "/a/", "", [], b""))[2], (await again.answer("GET", "/a/", "", [], b""))[2]

    one, two = asyncio.run(visit())
    assert b'<html lang="de"' in one and b'<html lang="de"' in two
    assert b'href="/a/static/app.css"' in one


@pytest.mark.parametrize("kept", [b"", b"\xff", b"[]", b'{"lang": 1}', b'{"lang": "\xc3\xa4"}'])
def test_a_damaged_memory_of_what_a_reader_chose_keeps_nobody_out(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "cookies.json").write_bytes(kept)
    engine = Engine(tmp_path, "https://host.example/a/", "en", Workshop(nothing))
    assert engine._browser_headers([], b"") == [("host", "pocket"), ("accept-language", "en"), ("content-length", "0")]


def test_every_page_of_the_server_is_in_the_pocket_too(tmp_path: Path) -> None:
    app = make_app(tmp_path / "server", hosts=None)
    plain = [path for path, method in operations(main_pages.router) if method == "GET" and "{" not in path]
    with TestClient(app, follow_redirects=False) as server:
        there = {path: server.get(path).status_code for path in plain}

    async def visit() -> dict[str, int]:
        engine = Engine(tmp_path / "pocket", "https://host.example/a/", "en", Workshop(nothing))
        return {path: (await engine.answer("GET", f"/a{path}", "", [], b""))[0] for path in plain}

    assert {"/", "/lab", "/rules", "/settings", "/plays", "/everything"} <= set(plain)
    assert asyncio.run(visit()) == there


def test_the_server_and_the_service_worker_have_one_policy() -> None:
    found = re.search(r"const POLICY =\s*((?:\"[^\"]*\"[\s+]*)+);", (SHELL / "sw.js").read_text("utf-8"))
    assert found is not None
    assert "".join(re.findall(r'"([^"]*)"', found[1])) == POLICY


# ------------------------------------------------------------------------------------------------------- remembered


def test_what_was_read_once_is_not_read_again_and_every_answer_is_ones_own() -> None:
    read = []

    def loads(source: str) -> dict[str, object]:
        read.append(source)
        return tomllib.loads(source)

    remembered = RememberedToml(loads, {})
    first = remembered("a = [1]")
    first["b"] = 2
    assert remembered("a = [1]") == {"a": [1]} and read == ["a = [1]"]
    dated = remembered("day = 2026-01-01")
    assert remembered("day = 2026-01-01") == dated and read.count("day = 2026-01-01") == 2  # no date can be kept
