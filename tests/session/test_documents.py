"""Documents from outside are measured before they are parsed."""

from __future__ import annotations

import io
import json
import struct
import time
import tomllib
import zipfile

import pytest

from soloist.session import documents
from soloist.session.documents import JSON, TOML, Archive, Bounds, TooMuchError, read_json, read_toml

SMALL = Bounds(200, 8, depth=3, key_parts=3)


@pytest.fixture
def unparsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every parser fail, to prove that a refused document was not parsed."""

    def never(_: str) -> None:
        raise AssertionError("parsed")

    monkeypatch.setattr(documents.json, "loads", never)
    monkeypatch.setattr(documents.tomllib, "loads", never)


@pytest.mark.usefixtures("unparsed")
@pytest.mark.parametrize(
    "source",
    [
        "[" * 4,
        '{"a": {"a": {"a": {',
        "[1,2,3,4,5,6,7,8,9]",
        '"' + "x" * 200 + '"',
        '["\\"", "]", [[[',
        '["\\\\", [[[',
        "]" * 9,
    ],
)
def test_json_beyond_its_bounds_is_not_parsed(source: str) -> None:
    for form in (source, source.encode()):
        with pytest.raises(TooMuchError):
            read_json(form, SMALL)


@pytest.mark.usefixtures("unparsed")
@pytest.mark.parametrize(
    "source",
    [
        "a.b.c.d = 1",
        "[a.b.c.d]",
        '["a".\'b\'."c.c".d]',
        "[a . b . c . d]",
        "x = {a.b.c.d = 1}",
        "x = [[[[",
        "x = {a = {a = {a = {",
        "\n".join(f"a{i} = 1" for i in range(9)),
        'x = """ "" \\""" """"\n[a.b.c.d]',
        "x = ''' '' '''''\n[a.b.c.d]",
        "x = 'it\n[a.b.c.d]",
        'x = 1 # """\n[a.b.c.d]',
        'x = "\\"" # "\na.b.c.d = 1',
        'x = "#"\na.b.c.d = "#"',
    ],
)
def test_toml_beyond_its_bounds_is_not_parsed(source: str) -> None:
    with pytest.raises(TooMuchError):
        read_toml(source, SMALL)


@pytest.mark.parametrize(
    "source",
    [
        'x = "[[[[ a.b.c.d ,,,,,,,,, \\" ]"',
        "x = '''\n[[[[\na.b.c.d\n'''",
        "x = 1 # [[[[ a.b.c.d",
        '"a.b.c.d.e" = 1.5',
        "",
    ],
)
def test_strings_and_comments_do_not_count(source: str) -> None:
    assert read_toml(source, SMALL) == tomllib.loads(source)
    told = json.dumps({"x": source})
    assert read_json(told, SMALL) == {"x": source}


@pytest.mark.parametrize("source", [b"\xff", b"{", b"[1e400", b"9" * 5000, b'"\\ud800', b"\xef\xbb\xbf{}"])
def test_a_broken_document_is_a_value_error(source: bytes) -> None:
    for read in (read_json, read_toml):
        with pytest.raises(ValueError):
            read(source)


def test_the_largest_allowed_documents_are_parsed_quickly() -> None:
    """A header of 16,000 parts above 5,000 keys once took a minute."""
    deep = "b." * (TOML.key_parts - 1)
    keys = "".join(f"{deep}k{i} = 1\n" for i in range(TOML.marks // 2 - 10))
    begun = time.process_time()
    read_toml(f"[{deep}b]\n{keys}", Bounds(8 * TOML.bytes, TOML.marks))
    read_json("[" + "[]," * (JSON.marks // 2 - 10) + "[]]")
    read_json('["' + '\\"' * (JSON.bytes // 2 - 10) + '"]')
    with pytest.raises(TooMuchError):
        read_toml("[" + "a." * 16_000 + "a]\n" + "".join(f"a{i}=1\n" for i in range(5000)))
    assert time.process_time() - begun < 10


# ------------------------------------------------------------------------------------------------------------- archives


def zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return made.getvalue()


def test_a_member_is_not_unpacked_beyond_what_is_asked_for() -> None:
    archive = Archive(zipped({"a": b"1234", "b": b"\0" * 5000}), members=2, total=10_000)
    assert (archive.names, archive.read("a", 4)) == ({"a", "b"}, b"1234")
    for name, most in (("a", 3), ("b", 4999)):
        with pytest.raises(TooMuchError):
            archive.read(name, most)
    with pytest.raises(ValueError):
        archive.read("c", 1)


def test_a_member_that_declares_a_smaller_size_is_not_unpacked_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """`ZipFile.read` would unpack the whole member before it cuts off the excess."""
    source = zipped({"a": b"\0" * 10_000_000})
    lying = source[:-22].replace(struct.pack("<L", 10_000_000), struct.pack("<L", 100)) + source[-22:]
    unpacked: list[int] = []
    real = documents.zlib.decompressobj

    class Counted:
        def __init__(self, *args: int) -> None:
            self._it = real(*args)

        def decompress(self, data: bytes, most: int = 0) -> bytes:
            found = self._it.decompress(data, most)
            unpacked.append(len(found))
            return found

        def __getattr__(self, name: str) -> object:
            return getattr(self._it, name)

    monkeypatch.setattr(documents.zlib, "decompressobj", Counted)
    with pytest.raises(ValueError):
        Archive(lying, members=1, total=1000).read("a", 1000)
    assert sum(unpacked) < 10_000


def test_more_members_or_bytes_than_agreed_are_refused() -> None:
    source = zipped({"a": b"1234", "b": b"\0" * 5000})
    for members, total in ((1, 10_000), (2, 5003)):
        with pytest.raises(TooMuchError):
            Archive(source, members=members, total=total)
    for wrong in (b"", b"PK", source[:-30], source[40:]):
        with pytest.raises(ValueError):
            Archive(wrong, members=9, total=9999).read("a", 99)
