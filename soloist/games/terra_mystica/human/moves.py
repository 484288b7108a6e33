"""Moves: everything a human can decide, as small frozen values that are written and read back.

burn 1             convert power to coin 2     place E5              bonus bon4           build E5
transform E5 to swamp                          upgrade E5 to temple  advance shipping     advance digging
send fire 3        action act5                 bridge A3:C1          cult fire            favor fav5
town tw2           key fire                    connect r20           exchange 1           unlock swamp
take               decline                     token yes             pass bon7            done
"""

from __future__ import annotations

from typing import NamedTuple

from soloist.core.entered import find, one_of, whole_number
from soloist.core.errors import UnreadableError, nearest
from soloist.core.text import Domain, text
from soloist.games.terra_mystica.board.notation import SHORT
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import BONUS, CULTS, FAVORS, KINDS, TERRAIN, TOWNS
from soloist.games.terra_mystica.human.factions import ACTIONS

(
    CONVERT,
    PLACE,
    BONUS_CARD,
    BUILD,
    TRANSFORM,
    UPGRADE,
    SHIP,
    DIG,
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
) = range(23)

#: rates of exchange (TM-036, TM-032, TM-126)
BURN, POWER_TO_PRIEST, POWER_TO_WORKER, POWER_TO_COIN, PRIEST_TO_WORKER, WORKER_TO_COIN, VP_TO_COIN, COIN_TO_VP = range(
    8
)
RATES = Domain(
    "rates",
    ["burn", "power_priest", "power_worker", "power_coin", "priest_worker", "worker_coin", "vp_coin", "coin_vp"],
)
#: `unlock priest`: the Riverwalkers take the priest instead of a terrain
THE_PRIEST = len(TERRAIN.names)


class Move(NamedTuple):
    """One decision: its kind and up to three numbers. Moves of one position sort in one order."""

    kind: int
    a: int = 0
    b: int = 0
    c: int = 0

    def notation(self, board: TerraMystica) -> str:
        """One line that `parse_move` reads back."""
        kind, a, b, c = self
        hexes = board.map.hexes.names
        match kind:
            case 0:
                if a == BURN:
                    return f"burn {b}"
                old, _, new = RATES.names[a].partition("_")
                return f"convert {old} to {new} {b}"
            case 1:
                return f"place {hexes[a]}"
            case 2:
                return f"bonus {BONUS.names[a]}"
            case 3:
                return f"build {hexes[a]}"
            case 4:
                paid = f" with {CULTS.names[c - 1]}" if c else ""
                return f"transform {hexes[a]} to {TERRAIN.names[b]}{paid}"
            case 5:
                return f"upgrade {hexes[a]} to {KINDS.names[b]}"
            case 6:
                return "advance shipping"
            case 7:
                return "advance digging"
            case 8:
                return f"send {CULTS.names[a]} {b}"
            case 9:
                return f"action {ACTIONS.names[a]}" + (f" {TERRAIN.names[b - 1]}" if b else "")
            case 10:
                return f"bridge {board.map.bridge_names.names[a]}"
            case 11:
                return f"cult {CULTS.names[a]}"
            case 12:
                return f"favor {FAVORS.names[a]}"
            case 13:
                return f"town {TOWNS.names[a]}"
            case 14:
                return f"key {CULTS.names[a]}"
            case 15:
                return f"connect {hexes[a]}"
            case 16:
                return f"exchange {a}"
            case 17:
                return "unlock priest" if a == THE_PRIEST else f"unlock {TERRAIN.names[a]}"
            case 18:
                return "take"
            case 19:
                return "decline"
            case 20:
                return f"token {'yes' if a else 'no'}"
            case 21:
                return "done"
            case _:
                return "pass" if a == NOBODY else f"pass {BONUS.names[a]}"


VERBS = (
    "burn",
    "convert",
    "place",
    "bonus",
    "build",
    "transform",
    "upgrade",
    "advance",
    "send",
    "action",
    "bridge",
    "cult",
    "favor",
    "town",
    "key",
    "connect",
    "exchange",
    "unlock",
    "take",
    "decline",
    "token",
    "done",
    "pass",
)


def parse_move(board: TerraMystica, line: str) -> Move:
    """The move a line stands for; whether it is legal is another question."""
    words = [w for w in line.split() if w.lower() not in ("to", "with", "on", "into")]
    verb = words[0].lower() if words else ""
    if verb not in VERBS:
        raise UnreadableError(text("error.no_move", got=verb), nearest=nearest(verb, VERBS) or VERBS[:6])
    try:
        return _parse(board, verb, words[1:])
    except (IndexError, ValueError) as why:
        raise UnreadableError(text("error.no_move", got=line), nearest=[verb]) from why


def _parse(board: TerraMystica, verb: str, words: list[str]) -> Move:
    hex_ = board.map.hex
    match verb:
        case "burn":
            return Move(CONVERT, BURN, whole_number(words[0]) if words else 1)
        case "convert":
            rate = one_of(RATES, f"{words[0]}_{words[1]}".lower(), "error.no_move")
            return Move(CONVERT, rate, whole_number(words[2]) if len(words) > 2 else 1)
        case "place":
            return Move(PLACE, hex_(words[0]))
        case "bonus":
            return Move(BONUS_CARD, one_of(BONUS, words[0], "error.no_bonus"))
        case "build":
            return Move(BUILD, hex_(words[0]))
        case "transform":
            paid = one_of(CULTS, words[2], "error.no_cult", short=SHORT) + 1 if len(words) > 2 else 0
            return Move(TRANSFORM, hex_(words[0]), one_of(TERRAIN, words[1], "error.no_terrain"), paid)
        case "upgrade":
            return Move(UPGRADE, hex_(words[0]), one_of(KINDS, words[1], "error.no_kind", short=SHORT))
        case "advance":
            return Move(SHIP if words[0].startswith("ship") else DIG)
        case "send":
            return Move(SEND, one_of(CULTS, words[0], "error.no_cult", short=SHORT), whole_number(words[1]))
        case "action":
            target = one_of(TERRAIN, words[1], "error.no_terrain") + 1 if len(words) > 1 else 0
            return Move(ACTION, one_of(ACTIONS, words[0], "error.no_action"), target)
        case "bridge":
            a, b = words[0].split(":") if ":" in words[0] else words[:2]
            return Move(BRIDGE, board.map.bridge(a, b))
        case "cult":
            return Move(CULT, one_of(CULTS, words[0], "error.no_cult", short=SHORT))
        case "favor":
            return Move(FAVOR, one_of(FAVORS, words[0], "error.no_favor"))
        case "town":
            return Move(TOWN, one_of(TOWNS, words[0], "error.no_town"))
        case "key":
            return Move(KEY, one_of(CULTS, words[0], "error.no_cult", short=SHORT))
        case "connect":
            return Move(CONNECT, hex_(words[0]))
        case "exchange":
            return Move(EXCHANGE, whole_number(words[0]) if words else 1)
        case "unlock":
            if words[0].lower() == "priest":
                return Move(UNLOCK, THE_PRIEST)
            return Move(UNLOCK, one_of(TERRAIN, words[0], "error.no_terrain"))
        case "take":
            return Move(TAKE)
        case "decline":
            return Move(DECLINE)
        case "token":
            return Move(TOKEN, int(words[0].lower() == "yes"))
        case "done":
            return Move(DONE)
        case _:
            card = find(BONUS, words[0]) if words else NOBODY
            if card is None:
                one_of(BONUS, words[0], "error.no_bonus")
            return Move(PASS, NOBODY if card is None else card)
