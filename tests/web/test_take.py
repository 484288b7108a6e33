"""Take tables along: in a link, as one export file, and in the offline app served beside the pages."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from soloist.session.link import MOST_LINK, make_fragment
from soloist.web.app import make_app
from tests.finished import finished_text


def opened(folder: Path, site: Path | None = None) -> TestClient:
    return TestClient(make_app(folder, site=site), "http://localhost", follow_redirects=False)


def new_table(client: TestClient, game: str = "barrage") -> str:
    return str(client.post("/api/tables", json={"game": game, "quick": True}).json()["id"])


def built(folder: Path) -> Path:
    folder.mkdir()
    (folder / "index.html").write_text("<h1>Soloist</h1>", encoding="utf-8")
    return folder


def test_the_page_offers_a_link_where_there_is_a_site_and_the_table_is_small(tmp_path: Path) -> None:
    with opened(tmp_path / "data", built(tmp_path / "site")) as client:
        small = client.get(f"/t/{new_table(client)}/take").text
        assert "http://localhost/pocket/#table=" in small
        id = client.post("/api/tables/import", content=finished_text("terra_mystica").encode()).json()["id"]
        save = client.get(f"/t/{id}/export").content
        offered = "#table=" in client.get(f"/t/{id}/take").text
        assert offered == (len("http://localhost/pocket/" + make_fragment(save)) <= MOST_LINK)


def test_without_a_site_the_link_leads_to_the_server_itself(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        id = new_table(client)
        shown = client.get(f"/t/{id}/take").text
        assert "http://localhost/link#table=" in shown and f"/t/{id}/export" in shown
        assert client.get("/pocket/").status_code == 404


def test_a_link_pasted_into_the_page_is_one_table(tmp_path: Path) -> None:
    save = finished_text("barrage").encode()
    with opened(tmp_path) as client:
        assert 'action="/link"' in client.get("/link").text
        form = {"once": "link", "link": f"https://host.example/pocket/{make_fragment(save)}"}
        first, again = (client.post("/link", data=form).headers["location"] for _ in range(2))
        assert first == again and len(client.get("/api/tables").json()) == 1
        assert client.get(f"{first}/export").content == save


@pytest.mark.parametrize(
    "link", ["https://host.example/", make_fragment(b"no save") + "x", make_fragment(b"x" * 900)[:-4]]
)
def test_a_link_that_is_not_whole_is_refused_in_one_sentence(tmp_path: Path, link: str) -> None:
    with opened(tmp_path) as client:
        found = client.post("/link", data={"once": "link", "link": link})
        assert found.status_code == 422 and "does not contain a complete game" in found.text
        assert client.get("/api/tables").json() == []


def test_a_link_that_is_longer_than_any_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        found = client.post("/link", data={"link": "#table=" + "A" * (MOST_LINK + 2000)})
        assert found.status_code == 422 and str(MOST_LINK + 2000) in found.text


def test_the_site_is_served_with_a_policy_that_lets_it_run(tmp_path: Path) -> None:
    with opened(tmp_path / "data", built(tmp_path / "site")) as client:
        found = client.get("/pocket/")
        assert found.text == "<h1>Soloist</h1>"
        assert "'wasm-unsafe-eval'" in found.headers["content-security-policy"]
        assert "wasm" not in client.get("/").headers["content-security-policy"]


def test_everything_moves_to_another_place_once(tmp_path: Path) -> None:
    with opened(tmp_path / "one") as one, opened(tmp_path / "two") as two:
        id = new_table(one)
        one.post(f"/t/{id}/rename", data={"name": "Friday"})
        one.post("/api/tables/import", content=finished_text("tapestry").encode())
        file = one.get("/everything").content
        for new in ("2 games, 1 result.", "0 games, 0 results."):
            said = two.post("/everything/import", files={"file": ("all.zip", file)})
            assert new in said.text
        rows = two.get("/api/tables").json()
        assert [row["name"] for row in rows].count("Friday") == 1 and len(rows) == 2
        saves = {two.get(f"/api/tables/{row['id']}/save").text for row in rows}
        assert saves == {one.get(f"/api/tables/{row['id']}/save").text for row in one.get("/api/tables").json()}


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        for name, content in files.items():
            file.writestr(name.replace("__", "."), content)
    return made.getvalue()


@pytest.mark.parametrize(
    "file",
    [
        b"no zip",
        zipped(),
        zipped(tables__json=b"[", plays__json=b"[]"),
        zipped(tables__json=json.dumps([{"file": "gone", "name": "x"}]).encode(), plays__json=b"{}"),
        zipped(tables__json=b"[1]", plays__json=b"{}"),
    ],
)
def test_what_is_not_everything_changes_nothing(tmp_path: Path, file: bytes) -> None:
    with opened(tmp_path) as client:
        assert client.post("/everything/import", files={"file": ("all.zip", file)}).status_code == 422
        assert client.get("/api/tables").json() == []
