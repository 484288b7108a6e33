"""Saves: readable, checked line by line, never guessed at, rescued up to the first fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.chance import Seeded
from soloist.core.errors import BadSaveError, NewerSaveError, SoloistError
from soloist.manifest import find_game
from soloist.session import migrate
from soloist.session.save import SaveWriter, join_file, read_head, read_save, write_save
from soloist.session.table import Table
from tests.session.test_table import begun

SAVES = Path(__file__).parent.parent / "saves"


def played(seed: int = 3, turns: int = 12) -> Table:
    """Return a table with some history: entered moves, turns, undone and redone entries."""
    table = begun()
    chance = Seeded(seed)
    for i in range(turns):
        if table.automa_due:
            table.turn()
        else:
            table.tell("; ".join(table.game.table.random_human(chance).choose_move(table.board, ()).lines))
        if i % 4 == 3:
            table.undo(2)
            table.redo()
    return table


def test_load_of_save_is_identity() -> None:
    table = played()
    again = Table.from_text(table.text())
    assert again.board.key() == table.board.key()
    assert again.text() == table.text()
    assert [e.kind for e in again.log] == [e.kind for e in table.log]
    again.redo()
    table.redo()
    assert again.board.key() == table.board.key()


def test_loading_never_decides_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played()
    source = table.text()

    def never(*_: object) -> None:
        raise AssertionError("loading decided something")

    for name in ("play_automa", "apply_move", "reveal_card", "list_legal_moves"):
        monkeypatch.setattr(type(table.rulebook), name, never)
    assert Table.from_text(source).board.key() == table.board.key()


def test_write_and_read_as_data() -> None:
    source = played().text()
    assert write_save(read_save(source)) == source


def test_a_trace_survives_the_save() -> None:
    table = played()
    again = Table.from_text(table.text())
    for a, b in zip(table.entries, again.entries, strict=True):
        if a.kind == "turn":
            one, two = table.trace_of(a), again.trace_of(b)
            assert [d.decided_by for d in one.decisions] == [d.decided_by for d in two.decisions]
            assert [s.scores for d in one.decisions for s in d.steps] == [
                s.scores for d in two.decisions for s in d.steps
            ]
            assert [s.before for d in one.decisions for s in d.steps] == [
                s.before for d in two.decisions for s in d.steps
            ]


def test_an_edited_line_is_found_at_its_line() -> None:
    lines = played().text().split("\n")
    at = next(i for i, line in enumerate(lines) if line.endswith("human: build C3"))
    lines[at] = lines[at].replace("C3", "C4")
    with pytest.raises(BadSaveError) as caught:
        read_save("\n".join(lines))
    assert caught.value.line == at + 1


@pytest.mark.parametrize("keep", [0.3, 0.6, 0.9, 0.999])
def test_a_cut_file_is_an_error_and_everything_before_is_rescued(keep: float) -> None:
    table = played()
    source = table.text().encode()
    cut = source[: int(len(source) * keep)]
    with pytest.raises(BadSaveError) as caught:
        read_save(cut)
    assert caught.value.line
    rescued, fault, unfinished = Table.rescue(cut)
    assert fault is not None
    whole_lines = cut.decode(errors="ignore").split("\n")[:-1]
    begun_entries = sum(1 for line in whole_lines if line[9:10] == "@")
    kept_entries = len(rescued.log)
    assert kept_entries == max(0, begun_entries - 1)  # half a turn would be a position that never existed
    assert [line[9:] for line in whole_lines[-len(unfinished) :]] == unfinished or not unfinished
    assert [e.kind for e in rescued.log] == [e.kind for e in table.log][:kept_entries]
    assert Table.from_text(rescued.text()).board.key() == rescued.board.key()


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (b"", 0),
        (b"\n", 0),
        (b"hello\n", 1),
        (b"soloist-save\n", 1),
        (b"soloist-save x terra_mystica\n", 1),
        (b"\x89PNG\r\n\x1a\n\x00\xff", 1),
        (b"soloist-save 1 terra_mystica\n", 1),
        (b"soloist-save 1 terra_mystica\n00000000 end 0\n", 2),
        (b"PK\x03\x04", 1),
    ],
)
def test_what_is_no_save(source: bytes, line: int) -> None:
    with pytest.raises(BadSaveError) as caught:
        read_save(source)
    assert caught.value.line == line


def test_a_save_of_a_newer_version_is_refused() -> None:
    source = played().text().replace("soloist-save 2 ", "soloist-save 3 ", 1)
    with pytest.raises(NewerSaveError) as caught:
        read_save(source)
    assert caught.value.text.args["got"] == 3


def test_an_unknown_game_and_a_wrong_set_up() -> None:
    with pytest.raises(SoloistError):
        Table.from_text(SaveWriter("no_such_game", "table", {}).whole_text())
    with pytest.raises(BadSaveError):
        Table.from_text(SaveWriter("terra_mystica", "table", {"map": "original"}).whole_text())
    setup = {**begun().setup, "home": "forest"}  # taken by the human
    with pytest.raises(BadSaveError):
        Table.from_text(SaveWriter("terra_mystica", "table", setup).whole_text())


def test_what_cannot_have_happened_is_found_at_its_line() -> None:
    save = read_save(begun().text())
    save.entries[2].events[-1] = "human: build Z9"
    source = write_save(save)
    with pytest.raises(BadSaveError) as caught:
        Table.from_text(source)
    assert source.split("\n")[caught.value.line - 1].endswith("human: build Z9")


def test_undo_without_anything_to_undo() -> None:
    save = read_save(begun().text())
    for entry in save.entries:
        entry.kind = "undo"
        entry.events, entry.typed, entry.trace, entry.outcomes = [], [], [], []
    with pytest.raises(BadSaveError):
        Table.from_text(write_save(save))


def test_migrations_are_applied_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "VERSION", 3)

    def adds(word: str) -> Callable[[migrate.OldSave], migrate.OldSave]:
        return lambda old: replace(old, lines=(*old.lines, (9, word)))

    monkeypatch.setattr(migrate, "MIGRATIONS", {1: adds("one"), 2: adds("two")})
    x = migrate.OldSave("no_such_game", "table", ((2, "x"),))
    assert [line for _, line in migrate.migrate(1, x).lines] == ["x", "one", "two"]
    assert [line for _, line in migrate.migrate(2, x).lines] == ["x", "two"]
    assert migrate.migrate(3, x) == x
    with pytest.raises(NewerSaveError):
        migrate.check_version(4)


def test_an_old_save_is_migrated_and_its_check_sums_are_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only events go through the game's own migration, and a fault is still reported at its line of the file."""
    source = (SAVES / "version-1" / "terra_mystica-digital.soloist").read_text(encoding="utf-8")
    seen: list[str] = []

    def heard(line: str) -> str:
        seen.append(line)
        return line

    game = replace(find_game("terra_mystica"), migrations={1: heard})
    monkeypatch.setattr(migrate, "find_game", lambda id: game)
    save = read_save(source)
    events = [line for entry in save.entries for line in entry.events + entry.followed]
    assert seen == events and save.mode == "digital" and "mode" not in save.setup
    assert source.count("setup mode = digital") == 1
    number = next(i for i, line in enumerate(source.split("\n"), 1) if line.endswith("automa: begin"))
    assert any(number in entry.event_lines for entry in save.entries)
    with pytest.raises(BadSaveError) as why:
        read_save(source.replace("automa: begin", "automa: began", 1))
    assert why.value.line == number


@pytest.mark.parametrize("path", sorted(SAVES.rglob("*.soloist")), ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_every_save_ever_written_still_loads(path: Path) -> None:
    table = Table.from_text(path.read_bytes())
    assert table.entries


def test_there_is_a_stored_save_of_every_version() -> None:
    first_lines = [p.read_text(encoding="utf-8").split("\n", 1)[0].split() for p in SAVES.rglob("*.soloist")]
    assert {int(words[1]) for words in first_lines} == set(range(1, migrate.VERSION + 1))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_damage_is_reported_never_ignored(data: st.DataObject) -> None:
    source = bytearray(_SOURCE)
    at = data.draw(st.integers(0, len(source) - 1))
    new = data.draw(st.integers(0, 255).filter(lambda b: b != source[at]))
    source[at] = new
    with pytest.raises(SoloistError):
        Table.from_text(bytes(source))


_SOURCE = played().text().encode()


@pytest.mark.parametrize("version", ["²", "9" * 5000, "-1", "one"])
def test_a_version_that_is_no_number_is_reported(version: str) -> None:
    source = begun().text().replace("soloist-save 2 ", f"soloist-save {version} ", 1)
    with pytest.raises(BadSaveError) as why:
        read_save(source)
    assert why.value.line == 1


def test_a_new_seed_without_its_word_is_reported_at_its_line() -> None:
    table = begun()
    table.turn(reseed="other")
    save = read_save(table.text())
    (entry,) = [x for x in save.entries if x.kind == "seed"]
    entry.typed.clear()
    with pytest.raises(BadSaveError) as why:
        Table.from_text(write_save(save))
    assert why.value.line == entry.line


# --------------------------------------------------------------------------------------------------------- AI seats


def test_ai_seats_are_saved_and_undo_does_not_change_them() -> None:
    table = begun()
    before = table.text()
    table.seat_agents({"human2": "strong", "human3": "expert"})
    table.undo()
    again = Table.from_text(table.text())
    assert again.others == {"human2": "strong", "human3": "expert"} and again.text() == table.text()
    assert table.text().splitlines()[-2].endswith(" seats human2=strong human3=expert")
    assert read_head(table.text().encode()).others == "human2=strong human3=expert"
    table.redo()
    table.seat_agents({})
    assert Table.from_text(before).others == {} == Table.from_text(table.text()).others


def test_ai_seats_that_cannot_be_saved_stay_as_they_were() -> None:
    table = begun()

    def full(_: Table) -> None:
        raise OSError

    table.seat_agents({"human2": "strong"})
    table.keeper = full
    with pytest.raises(OSError):
        table.seat_agents({"human2": "expert"})
    assert table.others == {"human2": "strong"}


@pytest.mark.parametrize(
    "words", ["seats ", "seats human2", "seats human2=a=b", f"seats human2={'x' * 200}", "seats a=b\tc=d"]
)
def test_seats_that_cannot_be_read_are_reported_at_their_line(words: str) -> None:
    table = begun()
    lines, end = table.writer.stored_text(), table.writer.end_line().partition(" ")[2]
    made = crc32(words.encode(), int(lines.rpartition("\n")[2][:8], 16))
    source = f"{lines}\n{made:08x} {words}\n{crc32(end.encode(), made):08x} {end}\n"
    with pytest.raises(BadSaveError) as why:
        read_save(source)
    assert why.value.line == source.count("\n") - 1
    assert read_head(source.encode()).others == ""


def test_nothing_but_the_end_comes_after_the_seats() -> None:
    save = read_save(begun().text())
    source = join_file(begun().writer.stored_text(), begun().writer.end_line(), "human2=strong")
    *lines, _ = source.splitlines()
    more = f"{crc32(b'@9 undo', int(lines[-1][:8], 16)):08x} @9 undo"
    with pytest.raises(BadSaveError) as why:
        read_save("\n".join([*lines, more, ""]))
    assert why.value.line == len(lines) + 1 and save.others == {}


def test_no_seats_are_put_into_a_file_whose_end_does_not_fit() -> None:
    """Damage must stay detectable."""
    writer = begun().writer
    assert (
        join_file(writer.stored_text(), "00000000 end 9", "human2=strong")
        == f"{writer.stored_text()}\n00000000 end 9\n"
    )
