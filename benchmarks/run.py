"""`make bench`: print the tables of engine and pages; exit 1 when a limit is missed."""

from __future__ import annotations

import sys

from benchmarks import barrage as br
from benchmarks import digital as dg
from benchmarks import tapestry as ta
from benchmarks import terra_mystica as tm
from benchmarks import web
from benchmarks.measure import Measured, median_of, random_chess_game, side_by_side


def measure() -> list[Measured]:
    times = side_by_side(
        {
            "chess": random_chess_game,
            "half": tm.her_half,
            "traced": tm.her_half_traced,
            "load": tm.load,
            "copies": tm.copies,
            "barrage": br.four_automa,
            "barrage traced": br.four_automa_traced,
            "tapestry": ta.bots,
            "tapestry traced": ta.bots_traced,
            "digital": dg.random_game,
            "barrage digital": br.random_game,
            **({"replay": dg.replay, "read": dg.read_and_replay} if dg.ledgers() else {}),
        }
    )
    chess = times["chess"]
    events = sum(len(e.events) + len(e.followed) for e in tm.load(0).log)
    positions = range(len(br.positions()))
    listed, chess_listed = median_of(br.legal_moves, positions), median_of(br.chess_moves, positions)
    replayed = []
    if dg.ledgers():
        replayed = [
            Measured("Terra Mystica: replaying a real game", times["replay"], times["replay"] / chess, 0.5),
            Measured("  the same with reading its text", times["read"], times["read"] / chess, None),
        ]
    return [
        Measured("one random game of python-chess (the yardstick)", chess, 1.0, None),
        Measured("Terra Mystica: her half of a game, no trace", times["half"], times["half"] / chess, 0.10),
        Measured("  the same with trace, against without", times["traced"], times["traced"] / times["half"], 1.3),
        Measured(f"loading a finished table of {events} events", times["load"], times["load"] / chess, 0.5),
        Measured("Barrage: a whole game of four Automa, no trace", times["barrage"], times["barrage"] / chess, 1.0),
        Measured(
            "  the same with trace, against without",
            times["barrage traced"],
            times["barrage traced"] / times["barrage"],
            1.3,
        ),
        Measured("Tapestry: the bots' whole game, no trace", times["tapestry"], times["tapestry"] / chess, 0.15),
        Measured(
            "  the same with trace, against without",
            times["tapestry traced"],
            times["tapestry traced"] / times["tapestry"],
            1.3,
        ),
        Measured("Terra Mystica: random against Automa, whole game", times["digital"], times["digital"] / chess, 1.5),
        *replayed,
        Measured(
            "Barrage: random against Automa, whole game",
            times["barrage digital"],
            times["barrage digital"] / chess,
            1.5,
        ),
        Measured("  one list of legal moves, median, against chess", listed, listed / chess_listed, 1.75),
        Measured("copying a Terra Mystica board", times["copies"] / 100, times["copies"] / 100 / chess, None),
    ]


def main() -> int:
    rows = measure()
    print(f"{'what':<52} {'time':>10} {'ratio':>8} {'limit':>7}")
    for row in rows:
        limit = f"{row.limit:.2f}" if row.limit is not None else "-"
        verdict = "" if row.good else "  MISSED"
        print(f"{row.name:<52} {row.seconds * 1e6:>8.1f}us {row.ratio:>8.4f} {limit:>7}{verdict}")
    print()
    pages = web.report()
    return 0 if pages and all(row.good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
