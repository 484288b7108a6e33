"""The games. Each is a folder with a module `game` that holds `GAME`; `soloist.core.game` finds them by folder scan."""
