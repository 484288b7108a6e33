"""Saves of every kind: every game, mode and option, cards only, the owner's own cards, digital games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from zlib import crc32

from soloist.core.errors import SoloistError
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.manifest import Game, find_game, game_ids
from soloist.session.table import Table

#: saves of every version, which are never rewritten
STORED = sorted((Path(__file__).parents[1] / "saves").glob("**/*.soloist"))
#: sets of options that change the game most: always among the saves
TOLD: Mapping[str, tuple[dict[str, str], ...]] = {
    "barrage table": (
        {"leeghwater": "yes", "level2": "hard", "human_officers": "viktor_fiesler"},
        {"chance": "own"},
        {"humans": "usa germany", "level2": "easy"},
    ),
    "barrage digital": (
        {"draft": "table", "people": "2"},
        {"leeghwater": "yes", "promos": "yes"},
        {"humans": "usa germany", "level": "none", "draft": "chosen"},
        {"leeghwater": "yes", "level2": "hard"},
    ),
    "tapestry table": ({"mode": "shadow_only"}, {"chance": "own"}, {"civilization2": "random", "level": "6"}),
    "terra_mystica table": (
        {"mots": "yes", "pass_values": "stand_in"},
        {"human2": "giants", "pass_values": "ask"},
        {"chance": "own"},
        {"map": "fjords", "human": "ice_maidens", "final": "random"},
    ),
    "terra_mystica digital": (
        {"human2": "giants", "human3": "nomads"},
        {"automa": "no", "human2": "mermaids"},
        {"human": "yetis", "final": "random", "promos": "yes"},
        {"human": "shapeshifters", "site": "yes"},
    ),
}


def summed(bodies: list[str]) -> str:
    """Return lines as a save with valid check sums."""
    total, lines = crc32(bodies[0].encode()), [bodies[0]]
    for body in bodies[1:]:
        total = crc32(body.encode(), total)
        lines.append(f"{total:08x} {body}")
    return "\n".join(lines) + "\n"


def bodies(save: str) -> list[str]:
    """Return the lines of a save without their check sums."""
    first, *rest = save.splitlines()
    return [first, *(line[9:] for line in rest)]


def books() -> Iterator[tuple[Game, Rulebook]]:
    for id in game_ids():
        game = find_game(id)
        for book in game.rulebooks:
            yield game, book


def played_on(game: Game, book: Rulebook, options: Mapping[str, str], entries: int, seed: str = "11") -> str:
    """Return the save of a table after this many random acts."""
    table = Table.new(game, options, mode=book.id, seed=seed)
    for i in range(entries):
        legal = table.legal()
        with suppress(SoloistError):  # Automa may have no turn left in this round, or a card is asked for
            if table.automa_due or not legal:
                table.turn()
            else:
                table.play(legal[i % len(legal)])
    return table.text()


@cache
def played() -> dict[str, str]:
    """Return a save of every game in every mode, by game and mode."""
    return {f"{game.id} {book.id}": played_on(game, book, book.quick, 8) for game, book in books()}


@cache
def kinds() -> dict[str, str]:
    """Return saves of every kind by name: those of `played`, the sets of options above, and random options."""
    found = dict(played())
    found |= {f"{name} seated": seated(save) for name, save in played().items() if name.endswith(DIGITAL)}
    for game, book in books():
        name = f"{game.id} {book.id}"
        drawn = [_drawn(book, random.Random(f"{name} {n}")) for n in range(12)]
        for n, options in enumerate(TOLD[name]):
            found[f"{name} {n}"] = played_on(game, book, {**book.quick, **options}, 6 + n, seed=str(n))
        for n, options in enumerate(drawn):
            with suppress(SoloistError):  # some sets of options are refused
                found[f"{name} drawn {n}"] = played_on(game, book, {**book.quick, **options}, 6 + n % 7, seed=str(n))
    return found


def seated(save: str) -> str:
    """Return the save with agents at the seats of other players."""
    *lines, end = bodies(save)
    return summed([*lines, "seats human2=strong human3=nobody", end])


def _drawn(book: Rulebook, dice: random.Random) -> dict[str, str]:
    """Return options of which one in four is changed at random."""
    varied = [option for option in book.options if option.choices and dice.random() < 0.25]
    return {option.key: dice.choice(option.choices) for option in varied}
