"""Waiting, for threads. `_async/clock.py` is the same for tasks."""

from __future__ import annotations

import time
from typing import TypeVar

T = TypeVar("T")


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def within(seconds: float | None, attempt: T) -> T:
    """`attempt` has run when this is called: a thread cannot be stopped, its socket has the timeouts."""
    return attempt
