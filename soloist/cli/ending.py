"""How a command ends: its exit codes, and ending at once when somebody says so."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from types import FrameType

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
def stopping() -> Iterator[Callable[[], None]]:
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
