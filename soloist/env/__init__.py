"""Environments for reinforcement learning, for every game with DIGITAL mode. They need the extra `env`.

    from soloist.env import terra_mystica_v1            # PettingZoo, turn by turn
    env = terra_mystica_v1.env(seats=2)

    import gymnasium, soloist.env                       # Gymnasium, against the Automa
    env = gymnasium.make("soloist/TerraMysticaSolo-v1", level="automalein")

The names are derived from the installed games; the number is the version of the game's observation
(`core/observation.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import gymnasium

from soloist.env.aec import SoloistAEC, wrap_env
from soloist.env.match import Task
from soloist.manifest import Game, find_game, game_ids

__all__ = ["EnvFactory", "list_names", "solo_name"]


@dataclass(frozen=True, slots=True)
class EnvFactory:
    """The object behind a name such as `terra_mystica_v1`."""

    game: str
    name: str

    def raw_env(
        self,
        *,
        seats: int = 2,
        level: str | None = None,
        factions: Sequence[str] = (),
        automa_faction: str = "",
        options: Mapping[str, str] | None = None,
        owner: Mapping[str, str] | None = None,
        reward: str = "win",
        candidates: bool = False,
        max_cycles: int = 0,
        render_mode: str | None = None,
    ) -> SoloistAEC:
        """Return an environment with `seats` learners, and the Automa if `level` is given. An illegal action raises."""
        task = Task(
            self.game,
            seats,
            level,
            automa_faction=automa_faction,
            factions=factions,
            options=options or {},
            owner=owner or {},
        )
        return SoloistAEC(
            task, self.name, reward=reward, candidates=candidates, max_cycles=max_cycles, render_mode=render_mode
        )

    def env(self, **chosen: Any) -> Any:
        """Return the environment in PettingZoo's wrappers: an illegal action loses the game. Arguments as for
        `raw_env`."""
        return wrap_env(self.raw_env(**chosen))


def _version_of(game: Game) -> int:
    observing = None if game.digital is None else game.digital.observing
    return 0 if observing is None else observing.version


def list_names() -> dict[str, str]:
    """Return the ids of games by their names for PettingZoo."""
    games = (find_game(id) for id in game_ids())
    return {f"{game.id}_v{_version_of(game)}": game.id for game in games if game.digital is not None}


def solo_name(game: Game) -> str:
    """Return the name of a game for Gymnasium."""
    return f"soloist/{game.id.title().replace('_', '')}Solo-v{_version_of(game)}"


def __getattr__(name: str) -> EnvFactory:
    names = list_names()
    if name not in names:
        today = [known for known in names if known.rpartition("_v")[0] == name.rpartition("_v")[0]]
        hint = f": use {today[0]}; docs/researchers.md says what a version stands for" if today else ""
        raise AttributeError(f"soloist.env has no {name}{hint}")
    return EnvFactory(names[name], name)


for _game in list_names().values():
    gymnasium.register(
        solo_name(find_game(_game)), "soloist.env.solo:SoloistSolo", kwargs={"game": _game}, order_enforce=True
    )
