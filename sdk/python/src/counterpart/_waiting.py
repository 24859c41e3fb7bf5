from __future__ import annotations

import time

from ._errors import DeadlineExceededError
from ._options import RequestOptions


def options_until(end: float | None, options: RequestOptions | None) -> RequestOptions:
    """The options of one call that must be over by `end` (of the monotonic clock)."""
    chosen: RequestOptions = {**(options or {})}
    if end is not None:
        left = max(end - time.monotonic(), 0.0)
        chosen["timeout"] = min(left, chosen.get("timeout", left))
    return chosen


def pause_until(end: float | None, pause: float, what: str) -> float:
    """Seconds to wait before asking again. Raises DeadlineExceededError where `end` comes first."""
    if end is not None and time.monotonic() + pause >= end:
        raise DeadlineExceededError(f"The deadline passed before {what} ended; it goes on.")
    return pause
