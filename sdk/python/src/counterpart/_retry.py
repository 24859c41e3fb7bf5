"""When a failed attempt is tried again. Pure: the clock and the dice come from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ._errors import ApiError, ConnectionFailedError, CounterpartError


@dataclass(frozen=True)
class RetryPolicy:
    max_retries: int = 4
    base: float = 0.25
    """Seconds; the longest wait before the first retry. Each further one may take twice as long."""
    cap: float = 8.0
    """Seconds; no wait is longer, unless the server asks for it."""
    max_retry_after: float = 60.0
    """Seconds; a server that asks for a longer wait gets no further attempt."""

    def delay(
        self, retries: int, error: CounterpartError, left: float | None, random: Callable[[], float]
    ) -> float | None:
        """Seconds to wait before the next attempt, or None where there is to be none.

        `retries`: how many were made. `left`: seconds until the deadline. `random`: uniform in [0, 1).
        Full jitter; with Retry-After the wait is that long at least, and the jitter comes on top, so that
        clients which were refused together do not return together.
        """
        passing = error.retryable if isinstance(error, ApiError) else isinstance(error, ConnectionFailedError)
        if retries >= self.max_retries or not passing:
            return None
        asked = (error.retry_after or 0.0) if isinstance(error, ApiError) else 0.0
        wait = asked + random() * min(self.cap, self.base * 2**retries)
        if asked > self.max_retry_after or (left is not None and wait >= left):
            return None
        return wait
