"""When a failed attempt is tried again. Pure: the clock and the dice come from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

from ._errors import ApiError, ConnectionFailedError, CounterpartError


@dataclass(frozen=True)
class RetryPolicy:
    max_retries: int = 4
    base: float = 0.25
    """Seconds; the longest wait before the first retry. Each further one may take twice as long."""
    cap: float = 8.0
    """Seconds; no wait is longer, unless the server asks for it."""

    def delay(
        self, retries: int, error: CounterpartError, left: float | None, random: Callable[[], float]
    ) -> float | None:
        """Seconds to wait before the next attempt, or None where there is to be none.

        `retries`: how many were made. `left`: seconds until the deadline. `random`: uniform in [0, 1).
        Full jitter; with Retry-After the wait is that long at least, and the jitter comes on top, so that
        clients which were refused together do not return together. The server may ask for any wait that ends
        before the deadline; the jitter then leaves half of the rest to the attempt.
        """
        passing = error.retryable if isinstance(error, ApiError) else isinstance(error, ConnectionFailedError)
        if retries >= self.max_retries or not passing:
            return None
        asked = (error.retry_after or 0.0) if isinstance(error, ApiError) else 0.0
        jitter = random() * min(self.cap, self.base * 2**retries)
        if asked > 0 and left is not None:
            jitter = min(jitter, max(0.0, left - asked) / 2)
        wait = asked + jitter
        return None if not isfinite(wait) or (left is not None and wait >= left) else wait
