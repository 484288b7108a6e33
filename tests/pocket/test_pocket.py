"""The pocket in a real browser: without a network, killed, in two tabs, on a full disk, and with a new version."""

from __future__ import annotations

import re
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from soloist.core.rulebook import DIGITAL, TABLE
from soloist.manifest import find_game
from soloist.pocket.making.wheels import hash_of
from soloist.session.link import make_fragment
from soloist.session.table import Table
from soloist.web.app import make_app
from soloist.web.serve import make_config
from tests.finished import finished_text
from tests.pocket.conftest import BELOW, START, Host, Phone, ask, began, frame
from tests.pocket.test_site import listed


def new_table(page: Page, game: str, **more: object) -> str:
    made = ask(page, "/api/tables", {"game": game, "quick": True, "options": {"seed": "5"}, **more})
    return str(made["id"])


def entries(page: Page, id: str) -> int:
    return int(ask(page, f"/api/tables/{id}")["at"])


#: every act of a game, one after the other; what her turns ask gets the first of the answers, as in `tests.finished`
PLAYED = """async ([id, acts]) => {
    const post = async (what, said) => {
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`/api/tables/${id}/${what}`, { method: "POST", headers, body: JSON.stringify(said) });
        if (![200, 428].includes(answer.status)) throw new Error(await answer.text());
        return answer.json();
    };
    for (const line of acts) {
        const answers = [];
        const act = () => (line === null ? post("turn", { answers }) : post("tell", { line }));
        for (let said = await act(); said.error; said = await act()) answers.push(said.error.question.options[0].value);
    }
}"""


def test_a_table_is_set_up_by_tapping_and_nothing_is_asked_of_anybody_else(phone: Phone) -> None:
    phone.errors.clear()
    page = phone.tab()
    inside = frame(page)
    inside.goto(phone.url)
    inside.locator("form[action$='/quick/barrage'] button").click()
    expect(inside.locator("[data-table]")).to_be_visible()
    expect(page).to_have_url(re.compile(f"{BELOW}t/"))  # the address bar says where one is
    inside.goto(phone.url + "settings")
    expect(inside.locator("[data-pocket] h2")).to_have_text("This browser")
    assert {urlsplit(url).netloc for url in phone.asked if url.startswith("http")} == {urlsplit(phone.url).netloc}
    assert phone.errors == []  # nor did the policy refuse anything


@pytest.mark.parametrize(
    ("game", "mode"),
    [
        ("barrage", TABLE),
        ("tapestry", TABLE),
        ("terra_mystica", TABLE),
        ("terra_mystica", DIGITAL),
        ("barrage", DIGITAL),
    ],
)
def test_a_whole_game_without_a_network_is_the_same_game(phone: Phone, game: str, mode: str) -> None:
    played = Table.from_text(finished_text(game, mode).encode())
    phone.context.set_offline(True)
    page = phone.tab()
    try:
        id = new_table(page, game, mode=mode)
        frame(page).evaluate(PLAYED, [id, [None if e.kind == "turn" else "; ".join(e.typed) for e in played.log]])
        assert ask(page, f"/api/tables/{id}")["over"]
        save = ask(page, f"/api/tables/{id}/save")
        ask(page, f"/api/tables/{id}", method="DELETE")
    finally:
        phone.context.set_offline(False)
    assert save == finished_text(game, mode)


def send(page: Page, path: str, **form: str) -> str:
    """Send a form and return the address it leads to."""
    led = """async ([path, form]) => (await fetch(path, { method: "POST", body: new URLSearchParams(form) })).url"""
    return urlsplit(str(frame(page).evaluate(led, [path, form]))).path.removeprefix(BELOW.rstrip("/"))


def says(page: Page, path: str, words: str) -> None:
    """Wait until a page says this."""
    frame(page).wait_for_function(
        """async ([path, words]) => {
            const page = await (await fetch(path)).text();
            return new RegExp(words).test(page) || new Promise((resolve) => setTimeout(resolve, 200, false));
        }""",
        arg=[path, words],
        timeout=START * 1000,
    )


def test_long_work_goes_on_beside_the_pages_and_is_ended_when_told_to(phone: Phone) -> None:
    """AI seats, coach, laboratory and review, all in the background worker."""
    page = phone.tab()
    phone.context.set_offline(True)
    seat = {"mode": "digital", "others": "beginner", "o.human2": "giants", "o.seed": "4"}  # he is due at once
    frame(page).goto(phone.url + send(page, "/new/terra_mystica", **seat)[1:])
    expect(frame(page).locator("[data-waiting]")).to_have_count(0, timeout=START * 1000)
    expect(frame(page).locator(".meanwhile")).to_contain_text("Player 2")
    taken = """async (body) => (await (await fetch("/api/tables/import", { method: "POST", body })).json()).id"""
    id = frame(page).evaluate(taken, finished_text("terra_mystica", DIGITAL))
    ask(page, f"/api/tables/{id}/undo", {"steps": 8})
    says(page, f"/t/{id}/hint?part=true", "advised")  # a few turns before the end he has soon counted
    ask(page, f"/api/tables/{id}/redo", {"steps": 8})
    review = send(page, f"/t/{id}/review")
    lab = send(page, "/lab", game="terra_mystica", agent="random", games="100", seed="x", level="automalein")
    says(page, lab, "[1-9] of 100 games")
    says(page, review, "[1-9] %")
    send(page, f"/t/{id}/review", do="stop")
    send(page, f"{lab}/stop")
    says(page, lab, "Stopped")
    says(page, review, "Stopped")
    phone.context.set_offline(False)


def test_what_was_shown_is_there_after_a_kill_and_without_a_network(phone: Phone) -> None:
    page = phone.tab()
    id = new_table(page, "barrage")
    ask(page, f"/api/tables/{id}/turn", {})
    known = entries(page, id)
    phone.kill()
    phone.context.set_offline(True)
    page = phone.tab()
    frame(page).goto(f"{phone.url}t/{id}")
    expect(frame(page).locator("[data-table]")).to_be_visible()
    assert entries(page, id) == known
    assert began(page) == "memory"  # nothing had to be loaded again
    phone.context.set_offline(False)


def test_two_tabs_have_one_engine_and_the_other_is_told(phone: Phone) -> None:
    one = phone.tab()
    id = new_table(one, "barrage")
    frame(one).goto(f"{phone.url}t/{id}")
    two = phone.open(f"t/{id}")
    ask(two, f"/api/tables/{id}/turn", {})
    frame(two).goto(f"{phone.url}t/{id}/history")
    expect(one.locator("#notice")).to_contain_text("changed in another tab")
    known = entries(two, id)
    one.close()  # the one that had Python
    assert entries(two, id) == known
    ask(two, f"/api/tables/{id}/undo", {})
    assert entries(two, id) == known + 1
    phone.adopt(two)


def test_without_room_nothing_is_done_and_that_is_said(phone: Phone) -> None:
    page = phone.tab()
    id = new_table(page, "barrage")
    known = entries(page, id)
    refused = (
        """() => { IDBDatabase.prototype.transaction = () => { throw new DOMException("", "QuotaExceededError"); }; }"""
    )
    page.workers[0].evaluate(refused)
    with pytest.raises(AssertionError, match="507"):
        ask(page, f"/api/tables/{id}/turn", {})
    expect(page.locator("#notice")).to_contain_text("no space left")
    assert entries(page, id) == known
    ask(page, f"/api/tables/{id}/turn", {})
    assert entries(page, id) > known


def test_a_table_of_the_server_comes_along_in_a_link_and_goes_back_as_a_save(phone: Phone) -> None:
    table = Table.new(find_game("tapestry"), find_game("tapestry").table.quick, seed="5")
    table.turn()
    page = phone.open(make_fragment(table.text().encode()))  # served by the tab that is open
    expect(frame(page).locator("[data-table]")).to_be_visible()
    id = urlsplit(frame(page).url).path.rpartition("/")[2]
    frame(page).goto(f"{phone.url}t/{id}/more")
    with page.expect_download() as coming:
        frame(page).locator("a[href$='/export']").click()
    assert Path(coming.value.path()).read_text("utf-8") == table.text()
    page.close()


def test_everything_moves_between_the_server_and_the_pocket(phone: Phone, tmp_path: Path) -> None:
    page = phone.tab()
    with TestClient(make_app(tmp_path), "http://localhost") as server:
        there = server.post("/api/tables", json={"game": "tapestry", "quick": True, "options": {"seed": "77"}}).json()
        save = server.get(f"/api/tables/{there['id']}/save").text
        moved = frame(page).evaluate(
            """async (sent) => {
                const form = new FormData();
                form.set("file", new Blob([Uint8Array.from(sent)]), "all.zip");
                const taken = await fetch("/everything/import", { method: "POST", body: form });
                const all = new Uint8Array(await (await fetch("/everything")).arrayBuffer());
                return [taken.status, [...all]];
            }""",
            list(server.get("/everything").content),
        )
        assert moved[0] == 200
        here = [row["id"] for row in ask(page, "/api/tables")]
        assert [ask(page, f"/api/tables/{id}/save") for id in here].count(save) == 1
        taken = server.post("/everything/import", files={"file": ("all.zip", bytes(moved[1]))})
        assert taken.status_code == 200
        assert len(server.get("/api/tables").json()) == len(here)  # what the server had is not there twice


def test_the_screen_stays_on_at_a_table_until_that_is_switched_off(phone: Phone) -> None:
    page = phone.tab()
    frame(page).goto(f"{phone.url}settings")
    id = new_table(page, "barrage")
    page.evaluate(
        """() => {
            globalThis.awake = 0;
            navigator.wakeLock.request = async () => {
                awake += 1;
                return { release: async () => { awake -= 1; }, addEventListener() {} };
            };
        }"""
    )
    inside = frame(page)
    inside.goto(f"{phone.url}t/{id}")
    page.wait_for_function("awake === 1")
    inside.goto(f"{phone.url}settings")
    page.wait_for_function("awake === 0")
    inside.get_by_label("Keep the screen on during a game").uncheck()
    inside.goto(f"{phone.url}t/{id}")
    expect(inside.locator("[data-table]")).to_be_visible()
    assert page.evaluate("awake") == 0
    page.evaluate("localStorage.clear()")


def test_a_save_that_another_app_shares_is_taken_in(phone: Phone, tmp_path: Path) -> None:
    table = Table.new(find_game("tapestry"), find_game("tapestry").table.quick, seed="9")
    shared = tmp_path / "friday.soloist"
    shared.write_text(table.text(), encoding="utf-8")
    phone.tab()  # has Python; the one that is shared with is served by it
    page = phone.open()
    page.evaluate(
        """() => {
            const form = Object.assign(document.createElement("form"), { method: "post", action: "share" });
            form.enctype = "multipart/form-data";
            form.append(Object.assign(document.createElement("input"), { type: "file", name: "save" }));
            document.body.append(form);
        }"""
    )
    page.locator("input[type=file][name=save]").set_input_files(shared)
    page.evaluate("document.forms[0].submit()")
    expect(page.frame_locator("#pages").locator("[data-table]")).to_be_visible()
    id = urlsplit(frame(page).url).path.rpartition("/")[2]
    assert ask(page, f"/api/tables/{id}/save") == table.text()
    page.close()


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """Serve an application on a free port as `soloist serve` does, and yield its address."""
    opened = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(make_config(app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{opened.getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join()


def test_the_server_of_the_pages_hands_it_out_and_opens_its_links(phone: Phone, site: Path, tmp_path: Path) -> None:
    table = Table.new(find_game("tapestry"), find_game("tapestry").table.quick, seed="5")
    phone.errors.clear()
    page = phone.context.new_page()
    with serving(make_app(tmp_path, site=site)) as url:
        page.goto(f"{url}link{make_fragment(table.text().encode())}")
        expect(page.locator("[data-table]")).to_be_visible()
        id = urlsplit(page.url).path.rpartition("/")[2]
        assert page.evaluate("async (path) => (await fetch(path)).text()", f"/api/tables/{id}/save") == table.text()
        page.goto(f"{url}pocket/")
        expect(page.locator("#stage")).to_contain_text("MB")  # its service worker is accepted, and fetches
        page.close()
        for name, of in listed(site).items():
            with urlopen(f"{url}pocket/{name}{'.packed' if of['packed'] else ''}") as found:
                assert hash_of(found.read()) == of["sha256"], name
    assert phone.errors == []


def newer(site: Path, to: Path) -> str:
    """Make another version of the site: one file and the version differ."""
    shutil.copytree(site, to)
    worker = (to / "sw.js").read_text("utf-8")
    found = re.search(r'VERSION = "(\w+)"', worker)
    assert found is not None
    old, new = found[1], "f" * 16
    page = (to / "index.html").read_bytes()
    changed = page.replace(old.encode(), new.encode())
    (to / "index.html").write_bytes(changed)
    (to / "sw.js").write_text(worker.replace(old, new).replace(hash_of(page), hash_of(changed)), "utf-8")
    return new


def test_a_new_version_is_offered_and_tables_stay(site: Path, host: Host, phone: Phone, tmp_path: Path) -> None:
    page = phone.tab()
    id = new_table(page, "barrage")
    new = newer(site, tmp_path / "newer")
    host.folder = tmp_path / "newer"
    before = page.evaluate("document.documentElement.dataset.version")
    page.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.update())")
    expect(page.locator("#notice")).to_contain_text("new version")
    assert page.evaluate("document.documentElement.dataset.version") == before  # not before somebody asks for it
    page.locator("#notice .act").click()
    page.wait_for_function("(new_) => document.documentElement.dataset.version === new_", arg=new)
    expect(page.locator("#pages")).to_be_visible(timeout=START * 1000)
    assert entries(page, id) == 0
    assert began(page) == "memory"  # Python's own files are the same


def test_a_first_visit_has_one_python_after_the_other_and_later_starts_go_on_from_memory(phone: Phone) -> None:
    """Two at a time would take more memory than a phone gives a page."""
    made = ["compile.js", "press.js"]
    assert phone.first == "memory"
    order = [("engine.js", "began"), *((name, what) for name in made for what in ("began", "ended"))]
    assert phone.workers[:5] == order
    page = phone.tab()
    page.reload()
    expect(page.locator("#pages")).to_be_visible(timeout=START * 1000)
    assert began(page) == "memory" and len([name for name, _ in phone.workers if name in made]) == 4


#: whether a memory is kept, after it was changed, or has gone and was tried for too often
MEMORY = """async ([change, tries]) => {
    const [name] = (await caches.keys()).filter((name) => name.includes(" memory "));
    const cache = await caches.open(name);
    const [state] = (await cache.keys()).filter(({ url }) => url.endsWith("/memory.json"));
    const said = state && (await (await cache.match(state)).json());
    if (state && change) await cache.put(state, Response.json({ ...said, ...change }));
    if (tries) await cache.put(state.url.replace(".json", ".tries"), Response.json(tries));
    return Boolean(state);
}"""


def test_a_memory_that_does_not_fit_goes_and_is_made_anew(phone: Phone) -> None:
    page = phone.tab()
    assert page.evaluate(MEMORY, [{"table": 1}, 0])
    with page.expect_console_message(lambda said: "started without the memory that was kept" in said.text):
        page.reload()
    expect(page.locator("#pages")).to_be_visible(timeout=START * 1000)
    assert began(page) == "memory" and page.evaluate(MEMORY, [None, 0])


def test_where_no_memory_can_be_kept_python_begins_from_its_files(phone: Phone) -> None:
    page = phone.tab()
    id = new_table(page, "tapestry")
    assert page.evaluate(MEMORY, [{"table": 1}, 9])
    before = phone.workers.count(("press.js", "began"))
    page.reload()
    expect(page.locator("#pages")).to_be_visible(timeout=START * 1000)
    assert began(page) == "files" and not page.evaluate(MEMORY, [None, 0])
    assert phone.workers.count(("press.js", "began")) == before  # it was tried often enough
    assert entries(page, id) == 0
