"""A tiny game that works, to be copied: stones in nine pits, you and the Automa take them one by one.

    cp -r soloist/games/_template soloist/games/my_game
    find soloist/games/my_game -name '*.py' -exec sed -i s/games._template/games.my_game/g {} +
    .venv/bin/ruff check --fix soloist/games/my_game

That is all it takes to be found: the folder's name is the game's id. Then make it your game, from below to above: the rules
in your own words (`rules.toml`, with a prefix of your own instead of XXA), `data`, `board`, `automa`, `show`, `human`,
`locale`. After each step the tests tell what is missing: copy those of `tests/games/template` from “words” on and let them
import your game. Last, copy the contract “Inside …” in `pyproject.toml`, so that the build fails when a module imports what
it must not know.
"""
