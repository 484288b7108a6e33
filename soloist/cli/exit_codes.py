"""Exit codes, handling of signals, and reports of internal faults."""

from __future__ import annotations

import os
import platform
import shlex
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer, current_thread, main_thread
from types import FrameType

import soloist
from soloist.session.files import write_atomically

#: the command ran and its answer is no: a scenario failed, a game differs, a soak found a fault
NO = 1
#: bad input or a failing disk
BAD = 2
#: an internal fault (EX_SOFTWARE of sysexits.h)
FAULT = 70
#: stopped by a signal: 128 plus the number of SIGINT, as in shells
INTERRUPTED = 130
#: time limit in seconds for the output after a signal
SECONDS = 1.5


@contextmanager
def handle_signals() -> Iterator[Callable[[], None]]:
    """Raise `KeyboardInterrupt` on the first SIGINT, SIGTERM or SIGHUP in the context; ignore later ones.

    If the process has not ended `SECONDS` later, for instance because nobody reads its output, it exits. Yields a
    function that raises `KeyboardInterrupt` after a signal: Python discards an exception raised in some places, such as
    `__del__`.
    """
    if current_thread() is not main_thread():
        yield lambda: None
        return
    heard = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal heard
        if heard:
            return
        heard = True
        last = Timer(SECONDS, os._exit, (INTERRUPTED,))
        last.daemon = True
        last.start()
        raise KeyboardInterrupt

    def check() -> None:
        if heard:
            raise KeyboardInterrupt

    signals = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    before = {number: signal.signal(number, stop) for number in signals if signal.getsignal(number) != signal.SIG_IGN}
    try:
        yield check
    finally:
        if not heard:  # after a signal the process is about to end; keep ignoring further signals
            for number, handler in before.items():
                signal.signal(number, handler)


def write_fault(folder: Path, words: Sequence[str], fault: BaseException) -> Path | None:
    """Write a report of an internal fault and return its path; None if it cannot be written."""
    told = [
        f"soloist {soloist.__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"command: {shlex.join(['soloist', *words])}",
        "",
        *traceback.format_exception(fault),
    ]
    content = "\n".join(told).encode(errors="backslashreplace").decode()
    number = 1
    while True:
        path = folder / "faults" / f"fault-{number}.txt"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content, replace=False)
        except FileExistsError:
            number += 1
        except OSError:
            return None
        else:
            return path


def discard_output() -> None:
    """Redirect the output to the null device when nobody reads it any more, so that flushing it at exit does not
    fail."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # not a file, or already closed
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
