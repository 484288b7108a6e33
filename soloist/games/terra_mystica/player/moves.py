"""The moves of a human as verbs with slots, from which lines are read, written and completed and actions are numbered.

The order of the verbs is the order in which the moves of a position are sorted.
"""

from __future__ import annotations

from soloist.core.text import Domain
from soloist.core.verbs import Language, Move, Slot, Verb
from soloist.games.terra_mystica.board.notation import SHORT
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import BONUS, CULTS, FAVORS, KINDS, TERRAIN, TOWNS
from soloist.games.terra_mystica.player.factions import ACTIONS

VERBS = (
    Verb("burn", "burn [N]", "burn 1", "TM-032"),
    Verb("convert", "convert FROM to TO [N]", "convert power to coin 1", "TM-036"),
    Verb("place", "place HEX", "place E5", "TM-015"),
    Verb("bonus", "bonus BONUS", "bonus bon4", "TM-016"),
    Verb("build", "build HEX", "build E5", "TM-046"),
    Verb("transform", "transform HEX to TERRAIN [with PAYER]", "transform E5 to swamp", "TM-040"),
    Verb("upgrade", "upgrade HEX to KIND", "upgrade E5 to temple", "TM-056"),
    Verb("advance", "advance TRACK", "advance shipping", "TM-050"),
    Verb("send", "send CULT SPACE", "send fire 3", "TM-070"),
    Verb("action", "action ACTION [HOME]", "action act5", "TM-090"),
    Verb("bridge", "bridge BRIDGE", "bridge A3:C1", "TM-086"),
    Verb("cult", "cult CULT", "cult fire", "TM-073"),
    Verb("favor", "favor FAVOR", "favor fav5", "TM-058"),
    Verb("town", "town TOWN", "town tw2", "TM-081"),
    Verb("key", "key CULT", "key fire", "TM-074"),
    Verb("connect", "connect HEX", "connect r20", "TM-122"),
    Verb("exchange", "exchange [WORKERS]", "exchange 1", "TM-123"),
    Verb("unlock", "unlock LOCK", "unlock swamp", "TM-150"),
    Verb("take", "take", "take", "TM-062"),
    Verb("decline", "decline", "decline", "TM-062"),
    Verb("token", "token YES", "token yes", "TM-155"),
    Verb("done", "done", "done", "TM-178"),
    Verb("pass", "pass [CARD]", "pass bon7", "TM-094"),
)
(
    BURN,
    CONVERT,
    PLACE,
    BONUS_CARD,
    BUILD,
    TRANSFORM,
    UPGRADE,
    ADVANCE,
    SEND,
    ACTION,
    BRIDGE,
    CULT,
    FAVOR,
    TOWN,
    KEY,
    CONNECT,
    EXCHANGE,
    UNLOCK,
    TAKE,
    DECLINE,
    TOKEN,
    DONE,
    PASS,
) = range(len(VERBS))

#: what conversions take and give (TM-036, TM-126)
RESOURCES = Domain("resources", ["power", "priest", "worker", "vp", "coin"])
POWER, PRIEST, WORKER, VP, COIN = range(5)
#: the tracks a player can pay to advance on (TM-050, TM-051)
TRACKS = Domain("tracks", ["shipping", "digging"])
SHIPPING, DIGGING = range(2)
YES_NO = Domain("yes_no", ["no", "yes"])
#: what Riverwalkers choose for a priest (TM-150): a terrain to unlock, or the priest himself
LOCKS = Domain("locks", [*TERRAIN.names, "priest"])
THE_PRIEST = len(TERRAIN.names)


class _Hex(Slot):
    """A hex by its name; errors name the map and its nearest hexes (TM-001)."""

    __slots__ = ()

    def read_value(self, position: TerraMystica, word: str) -> int:
        return position.map.hex(word)


class _Bridge(Slot):
    """A place for a bridge, named by its two ends in either order (TM-087)."""

    __slots__ = ()

    def read_value(self, position: TerraMystica, word: str) -> int:
        a, _, b = word.partition(":")
        return position.map.bridge(a, b)


def _hexes(position: TerraMystica) -> Domain:
    return position.map.hexes


def _bridges(position: TerraMystica) -> Domain:
    return position.map.bridge_names


SLOTS = {
    "N": Slot(least=1, most=1, implied=1),  # listed one unit at a time; a line may name more
    "FROM": Slot(RESOURCES, unknown="error.no_move"),
    "TO": Slot(RESOURCES, unknown="error.no_move"),
    "HEX": _Hex(_hexes),
    "BONUS": Slot(BONUS, unknown="error.no_bonus"),
    "TERRAIN": Slot(TERRAIN, unknown="error.no_terrain"),
    "PAYER": Slot(CULTS, offset=1, absent=0, short=SHORT, unknown="error.no_cult"),
    "KIND": Slot(KINDS, short=SHORT, unknown="error.no_kind"),
    "TRACK": Slot(TRACKS, short={"ship": "shipping", "dig": "digging"}),
    "CULT": Slot(CULTS, short=SHORT, unknown="error.no_cult"),
    "SPACE": Slot(least=1, most=3),
    "ACTION": Slot(ACTIONS, unknown="error.no_action"),
    "HOME": Slot(TERRAIN, offset=1, absent=0, unknown="error.no_terrain"),
    "BRIDGE": _Bridge(_bridges),
    "FAVOR": Slot(FAVORS, unknown="error.no_favor"),
    "TOWN": Slot(TOWNS, unknown="error.no_town"),
    "WORKERS": Slot(least=1, most=3, implied=1),
    "LOCK": Slot(LOCKS, unknown="error.no_terrain"),
    "YES": Slot(YES_NO),
    "CARD": Slot(BONUS, absent=NOBODY, unknown="error.no_bonus"),
}


class _Lines(Language):
    """The language of moves; the two ends of a bridge may be separate words (`bridge A3 C1`)."""

    def read_move(self, position: TerraMystica, line: str) -> Move:
        words = line.split()
        if len(words) == 3 and words[0].lower() == "bridge":
            line = f"{words[0]} {words[1]}:{words[2]}"
        return super().read_move(position, line)


LANGUAGE = _Lines(VERBS, SLOTS, loose=("to", "with", "on", "into"))
