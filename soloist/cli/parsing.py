"""Argument parsing: flags may stand anywhere between other words, and errors are in the chosen language or JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from soloist.cli.exit_codes import BAD
from soloist.cli.printer import Printer

#: argparse's message, our translation key, and the values that argparse fills in
_SAYS = {
    "usage: ": ("usage", {}),
    "positional arguments": ("words", {}),
    "options": ("flags", {}),
    "show this help message and exit": ("show_help", {}),
    "the following arguments are required: %s": ("required", {"what": "%s"}),
    "unrecognized arguments: %s": ("unrecognized", {"what": "%s"}),
    "argument %(argument_name)s: %(message)s": (
        "argument",
        {"argument": "%(argument_name)s", "message": "%(message)s"},
    ),
    "expected one argument": ("one", {}),
    "expected at most one argument": ("one", {}),
    "expected at least one argument": ("at_least_one", {}),
    "invalid choice: %(value)r (choose from %(choices)s)": (
        "choice",
        {"got": "%(value)s", "options": "%(choices)s"},
    ),
    "invalid %(type)s value: %(value)r": ("value", {"got": "%(value)s"}),
    "ambiguous option: %(option)s could match %(matches)s": (
        "ambiguous",
        {"got": "%(option)s", "options": "%(matches)s"},
    ),
    "ignored explicit argument %r": ("ignored", {"got": "%s"}),
}


class CommandParser(argparse.ArgumentParser):
    """A parser that accepts `new GAME --seed 5 NAME`. Plain argparse sets an optional positional to its default as soon
    as a flag comes before it."""

    printer: Printer
    _mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._mixing or self._subparsers is not None:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        usage, self.usage = self.usage, self._usage_line()  # or argparse cuts off "usage: " by length
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing, self.usage = False, usage

    def _usage_line(self) -> str:
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups, prefix="")
        return formatter.format_help().strip().replace("%", "%%")

    def error(self, message: str) -> NoReturn:
        """Print a usage error and exit with code 2."""
        self.printer.print_usage_error(self._usage_line(), message)
        self.exit(BAD)


@contextmanager
def translate_argparse(printer: Printer) -> Iterator[None]:
    """Translate argparse's messages in the context. argparse uses gettext, which needs files in a format of its own, so
    its private lookup function is replaced."""
    words = {theirs: printer.say_word(f"usage.{key}", **args) for theirs, (key, args) in _SAYS.items()}
    known: Any = argparse
    before = known._
    known._ = lambda message: words.get(message, message)
    try:
        yield
    finally:
        known._ = before
