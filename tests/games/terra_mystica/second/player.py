"""A player: the resources, and how power, priests and points move."""

from __future__ import annotations

from tests.games.terra_mystica.second.facts import BONUS, FACTIONS, KINDS, PRIESTS, SETUP


class Player:
    def __init__(self, seat: str, faction: str, home: str, revised_vp: bool) -> None:
        self.seat, self.faction, self.home = seat, faction, home
        self.facts = facts = FACTIONS[faction]
        self.coins, self.workers, self.priests = (facts["start"][what] for what in ("coin", "worker", "priest"))
        self.bowls = list(facts["bowls"])
        self.vp = SETUP["vp_variants"]["revised_2017"][faction] if revised_vp else facts["starting_vp"]
        self.cults = dict(facts["cults"])
        self.keys = 0
        self.shipping = facts["shipping"]["start"]
        self.digging = 0
        carpets = [a["start_range"] for a in facts.get("ability", ()) if a["id"] == "carpet_flight"]
        self.carpet = carpets[0] if carpets else 0
        self.favors: set[str] = set()
        self.tiles: list[str] = []
        self.bonus = ""
        self.left = {kind: facts["build"][kind]["supply"] for kind in KINDS}
        self.priests_placed = 0
        self.in_town: set[str] = set()
        self.town_rivers: set[str] = set()
        self.unlocked = {home} if faction == "riverwalkers" else set()
        self.used: set[str] = set()

    def is_(self, *factions: str) -> bool:
        return self.faction in factions

    @property
    def ice(self) -> bool:
        return bool(self.facts["home_terrain"] == "ice")

    @property
    def volcano(self) -> bool:
        return bool(self.facts["home_terrain"] == "volcano")

    @property
    def stands_on(self) -> set[str]:
        """Return the terrains that this player can build on (TM-009, TM-141, TM-144, TM-150)."""
        if self.ice or self.volcano:
            return {self.facts["home_terrain"]}
        return self.unlocked if self.is_("riverwalkers") else {self.home}

    @property
    def stronghold(self) -> bool:
        return self.left["stronghold"] == 0

    def built(self, kind: str) -> int:
        """Return how many structures of a kind are on the map."""
        return int(self.facts["build"][kind]["supply"]) - self.left[kind]

    @property
    def card(self) -> dict[str, object]:
        return BONUS[self.bonus] if self.bonus else {}

    # ------------------------------------------------------------------------------------------------------- power

    def power_room(self) -> int:
        """Return the power that would still move a token (TM-030)."""
        return 2 * self.bowls[0] + self.bowls[1]

    def gain_power(self, n: int) -> None:
        for _ in range(n):
            if self.bowls[0]:
                self.bowls[0] -= 1
                self.bowls[1] += 1
            elif self.bowls[1]:
                self.bowls[1] -= 1
                self.bowls[2] += 1

    def spend_power(self, n: int) -> None:
        assert self.bowls[2] >= n
        self.bowls[2] -= n
        self.bowls[0] += n

    def lose_tokens(self, n: int) -> None:
        """Lose tokens from bowl I first, then II, then III (B20)."""
        for bowl in range(3):
            gone = min(n, self.bowls[bowl])
            self.bowls[bowl] -= gone
            n -= gone
        assert n == 0

    # ----------------------------------------------------------------------------------------------------- the rest

    def priest_room(self) -> int:
        """Return how many priests can still be taken in hand (TM-010, TM-150)."""
        most = len(self.unlocked) if self.is_("riverwalkers") else PRIESTS
        return most - self.priests_placed - self.priests

    def can_pay(self, coin: int = 0, worker: int = 0, priest: int = 0) -> bool:
        return self.coins >= coin and self.workers >= worker and self.priests >= priest

    def pay(self, coin: int = 0, worker: int = 0, priest: int = 0) -> None:
        assert self.can_pay(coin, worker, priest), (self.seat, coin, worker, priest)
        self.coins -= coin
        self.workers -= worker
        self.priests -= priest
