"""Menus and totals for tracked costs at a table: tile of a construction, credits, machineries, wheel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from soloist.core.bits import iterate_bits
from soloist.core.menu import Blank, Choice
from soloist.core.text import Word, text
from soloist.display.screen import Total
from soloist.games.barrage.board.tables import BASIC, SEGMENTS, STRUCTURES, TECH, TECH_TILES
from soloist.games.barrage.table.tracked_board import TrackedBoard

_MOST = 40


def add_cost_choices(board: TrackedBoard, seat: int, choices: list[Choice]) -> list[Choice]:
    """Return the choices, constructions also with a named tile and as a free piece."""
    return [more for choice in choices for more in _list_construction_choices(board, seat, choice)]


def _list_construction_choices(board: TrackedBoard, seat: int, choice: Choice) -> Iterator[Choice]:
    verb = choice.line.rpartition(": ")[2].partition(" ")[0]
    if choice.is_correction or verb not in STRUCTURES:
        yield choice
        return
    structure = STRUCTURES.names.index(verb)
    home = [tile for tile in iterate_bits(board.tech[seat]) if structure in TECH_TILES[tile].builds]
    others = [tile for tile in home if tile != BASIC[structure]]
    if len(home) < 2 or BASIC[structure] in home:  # otherwise the tile must be named
        yield choice
    if others and len(home) > 1:
        options = tuple((TECH.names[t], text("option_name.of", name=Word(f"tech.{TECH.names[t]}"))) for t in others)
        blanks = (*choice.blanks, Blank("TILE", text("blank.tile"), options=options))
        says = text("tell.with_tile", what=choice.says)
        yield replace(choice, line=f"{choice.line} with {{TILE}}", says=says, blanks=blanks)
    yield replace(choice, line=f"{choice.line} free", says=text("tell.free", what=choice.says))


def _number_blank(slot: str, key: str, least: int, most: int) -> Blank:
    return Blank(slot, text(f"blank.{key}"), least=least, most=most)


def list_told_choices(board: TrackedBoard, seat: int, prefix: str) -> list[Choice]:
    """Return the choices that belong to no place and concern tracked costs only."""
    found = [
        Choice(f"{prefix}credits +{{N}}", text("tell.credits"), "coin", (_number_blank("N", "credits", 1, _MOST),)),
        Choice(
            f"{prefix}credits -{{N}}", text("tell.credits_paid"), "coin", (_number_blank("N", "credits", 1, _MOST),)
        ),
        Choice(
            f"{prefix}machinery {{EXCAVATORS}} {{MIXERS}}",
            text("tell.machinery"),
            "machinery",
            (_number_blank("EXCAVATORS", "excavators", 0, 9), _number_blank("MIXERS", "mixers", 0, 9)),
        ),
        Choice(f"{prefix}rotate {{N}}", text("tell.rotate"), "wheel", (_number_blank("N", "segments", 1, SEGMENTS),)),
    ]
    on_wheel = TECH.name_options(board.wheel_tiles(seat))
    if on_wheel:
        options = tuple((name, text("option_name.of", name=Word(f"tech.{name}"))) for name in on_wheel)
        which = Blank("TILE", text("blank.tile"), options=options)
        found.append(Choice(f"{prefix}retrieve {{TILE}}", text("tell.retrieve"), "wheel", (which,)))
    return found


def make_mended_choice(owners: Blank) -> Choice:
    """Return the choice that corrects the credits of a human."""
    blanks = (owners, _number_blank("N", "credits", 0, 99))
    return Choice("set credits.{OWNER} = {N}", text("mend.credits"), "coin", blanks, group="correction")


def wheel_total(board: TrackedBoard) -> Total:
    """Return the contents of each wheel, by the turns until they return: excavators, mixers, excamixers, tiles."""
    return Total("wheel", text("total.wheel"), tuple(_wheel(board, seat) for seat in range(board.players)))


def _wheel(board: TrackedBoard, seat: int) -> str:
    found = []
    for turns in range(1, SEGMENTS):
        ex, mi, xm, tiles = board.wheel[seat][SEGMENTS - turns]
        parts = [f"{n}{letter}" for n, letter in ((ex, "E"), (mi, "M"), (xm, "X")) if n] + ["T"] * tiles.bit_count()
        if parts:
            found.append(f"{turns}:{''.join(parts)}")
    return " ".join(found) or "–"
