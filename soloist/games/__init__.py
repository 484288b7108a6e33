"""The games. Each is a folder with a module `game` that holds `GAME`; `soloist.manifest` finds them by folder scan."""
