"""How a command ends: its exit codes, ending at once when somebody says so, and what is left of a fault."""

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

#: the answer is no: a scenario failed, a game differs, a soak found a fault
NO = 1
#: bad input, or a disk that does not do what is asked
BAD = 2
#: a fault of ours that nobody foresaw (EX_SOFTWARE of sysexits.h)
FAULT = 70
#: somebody stopped it: 128 and the number of SIGINT, as shells have it
INTERRUPTED = 130
#: what is still to be said after a signal may take so long
SECONDS = 1.5


@contextmanager
def handle_signals() -> Iterator[Callable[[], None]]:
    """Meanwhile the first signal to end raises `KeyboardInterrupt`, and those after it change nothing: the end is near.
    If it is not, because nobody reads what is still to be said, the process ends all the same.

    What is handed out raises `KeyboardInterrupt` if one was heard before: an exception that comes in a bad moment, such as
    the end of an object's life, is lost.
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
        if not heard:  # otherwise the process is about to end, and nothing may disturb that
            for number, handler in before.items():
                signal.signal(number, handler)


def write_fault(folder: Path, words: Sequence[str], fault: BaseException) -> Path | None:
    """Write down everything about a fault of ours, for whoever can mend it; None when that is not possible either."""
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
    """Nobody takes our output any more: what is still waiting to be written must not fail at the very end."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # it is no file, or closed already
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
