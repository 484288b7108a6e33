"""How words of a command are taken apart: flags may stand anywhere between other words."""

from __future__ import annotations

import argparse
from typing import Any


class Parser(argparse.ArgumentParser):
    """A parser that takes `new GAME --seed 5 NAME`: by itself argparse fills an optional word with nothing as soon as a flag
    comes before it."""

    _mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # type: ignore[override]
        if self._mixing or self._subparsers is not None:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        usage, self.usage = self.usage, self._bare_usage()  # argparse would cut it out of the printed one
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing, self.usage = False, usage

    def _bare_usage(self) -> str:
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups, prefix="")
        return formatter.format_help().strip().replace("%", "%%")
