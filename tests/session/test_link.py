"""A table in a link: the whole save can be read back, and an incomplete link is refused."""

from __future__ import annotations

import pytest

from soloist.core.errors import BadSaveError, UnreadableError
from soloist.session.import_check import MOST_BYTES
from soloist.session.link import is_link, make_fragment, read_link
from tests.finished import finished_text


@pytest.mark.parametrize("before", ["", "https://host.example/pocket/", "http://127.0.0.1:8000/link"])
def test_a_link_holds_the_whole_save_whichever_address_it_begins_with(before: str) -> None:
    save = finished_text("barrage").encode()
    link = before + make_fragment(save)
    assert is_link(link) and read_link(link) == save


def test_a_mail_may_break_a_link_into_lines() -> None:
    link = make_fragment(bytes(range(256)))
    assert read_link(f"{link[:40]}\r\n  {link[40:]}\n") == bytes(range(256))


def test_every_cut_of_a_link_is_noticed() -> None:
    whole = make_fragment(b"a save" * 20)
    for length in range(len(whole)):
        with pytest.raises(UnreadableError):
            read_link(whole[:length])


@pytest.mark.parametrize("more", ["AAAA", "é", "%20", "&x=1"])
def test_what_is_added_to_a_link_is_noticed(more: str) -> None:
    with pytest.raises(UnreadableError):
        read_link(make_fragment(b"a save") + more)


def test_a_link_that_would_become_larger_than_any_game_is_not_unpacked() -> None:
    with pytest.raises(BadSaveError):
        read_link(make_fragment(b"0" * (MOST_BYTES + 2)))
