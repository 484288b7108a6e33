"""Write playthroughs again: `make goldens` all of them; with names those that begin so. Read the diff before you commit it.

A new playthrough is a file that has nothing but a head: what it is about, the game, the seed and the options. Write it, run
this once, read the result against the rulebook.

    # about: level easy
    # game: my_game
    # seed: g1
    # options: level=easy
"""

from __future__ import annotations

import sys

from tests.playthroughs.play import FOLDER, head, transcript


def main(names: list[str]) -> None:
    for path in sorted(FOLDER.glob("*.txt")):
        if names and not path.name.startswith(tuple(names)):
            continue
        found = head(path.read_text(encoding="utf-8"))
        new = transcript(found["about"], found["game"], found["seed"], found["options"])
        path.write_text(new, encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main(sys.argv[1:])
