"""All action spaces a human can use: shared boards, company board, officer, private buildings; with cost and effect
(BR-034, BR-035, BR-040)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from soloist.core.text import Domain
from soloist.games.barrage.board.tables import BUILDINGS, PACKAGE, SPACES
from soloist.games.packaged_data import read_entries, read_toml

#: effects of an action space; Gennaro Grasso's space is one more CONSTRUCT (BR-R37)
PRODUCE, WATER, FLOW, BANK, ROTATE, SHOP, TAKE, PATENT, WORK, CONSTRUCT, COPY, OWN_BUILDING, WU, BUILDING = range(14)


@dataclass(frozen=True, slots=True)
class ActionSpace:
    """An action space: its section, the engineers it takes, the credits of a red outline (`extra`, BR-035), the credits
    its action costs (`pays`), its effect and amount. `shared` is its number among the shared spaces, or -1."""

    id: str
    section: str
    engineers: int
    extra: int
    pays: int
    does: int
    n: int = 0
    excavators: int = 0
    mixers: int = 0
    players: int = 2
    officer: str = ""
    shared: int = -1


def _action(effects: list[dict[str, Any]]) -> dict[str, int]:
    """Return the fields of an `ActionSpace` for the effects in the data files."""
    found: dict[str, int] = {"pays": 0}
    for effect in effects:
        match effect:
            case {"pay": "credit", "n": n}:
                found["pays"] += n
            case {"produce": True, "modifier": n}:
                found |= {"does": PRODUCE, "n": n}
            case {"place_drops": n, "flow": flow}:
                found |= {"does": FLOW if flow else WATER, "n": n}
            case {"rotate_wheel": n}:
                found |= {"does": ROTATE, "n": n}
            case {"gain": "excavator" | "mixer" as kind, "n": n}:
                found |= {"does": SHOP, f"{kind}s": n}
            case {"gain": "any_machinery", "n": n}:
                found |= {"does": SHOP, "n": n}
            case {"take_contract": n}:
                found |= {"does": TAKE, "n": n}
            case {"buy_tech_tile": slot}:
                found |= {"does": PATENT, "n": slot - 1}
            case {"external_work": slot}:
                found |= {"does": WORK, "n": slot - 1}
            case {"construct": _}:
                found |= {"does": CONSTRUCT}
            case {"copy_officer": _}:
                found |= {"does": COPY}
            case {"use_own_building_action": _}:
                found |= {"does": OWN_BUILDING}
            case {"produce_energy": _}:
                found |= {"does": WU}
            case {"gain_per": _, "gain": "credit"}:
                found |= {"does": BANK}
            case _:  # the second half of Mahiri's action
                assert effect == {"take_action": 1}, effect
    return found


def _spaces() -> list[ActionSpace]:
    found = []
    for s in (
        *read_entries(PACKAGE, "action_spaces", "space"),
        *read_entries(PACKAGE, "action_spaces", "private_space"),
    ):
        shared = SPACES.find_option(s["id"])
        found.append(
            ActionSpace(
                s["id"],
                s["section"],
                s["engineers"],
                s["extra_credits"],
                players=s.get("min_players", 2),
                officer=s.get("officer", ""),
                shared=-1 if shared is None else shared,
                **_action(s["effect"]),
            )
        )
    for number, building in enumerate(read_entries(PACKAGE, "buildings", "building")):
        for n, s in enumerate(building["engineer_spaces"], 1):
            id_ = f"building_{building['id']}_action_{n}"
            found.append(ActionSpace(id_, "private_buildings", s["engineers"], s["extra_credits"], 0, BUILDING, number))
    return found


SPACE_LIST = tuple(_spaces())
ACTION_SPACES = Domain("action_spaces", [s.id for s in SPACE_LIST])
BANK_SPACE = ACTION_SPACES.names.index("bank_1")
#: the first action space of each private building, which an Automa's building closes (BR-139)
FIRST_OF_BUILDING = frozenset(ACTION_SPACES.names.index(f"building_{b}_action_1") for b in BUILDINGS.names)
#: the construction spaces of a company board, from the left (BR-040)
COMPANY_SPACES = tuple(i for i, s in enumerate(SPACE_LIST) if s.section == "company_board")
_COMMON = read_toml(PACKAGE, "data/companies.toml")["common"]
_START = {o["id"]: o.get("start", {}) for o in read_entries(PACKAGE, "officers", "officer")}


@cache
def starting_credits(officer: str) -> int:
    """Return the credits at the start (BR-010); Mahiri Sekibo has more."""
    credits: int = _START.get(officer, {}).get("credits", _COMMON["starting_credits"])
    return credits
