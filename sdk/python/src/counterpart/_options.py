from __future__ import annotations

from collections.abc import Callable

import httpx
from typing_extensions import TypedDict


class RequestOptions(TypedDict, total=False):
    """Options of one call. An option that is left out is that of the client."""

    timeout: float
    """Seconds that the whole call may take, with all attempts and the waits between them. Default: 120."""
    attempt_timeout: float
    """Seconds that connecting, sending or each wait for bytes may take in one attempt. Default: 60."""
    max_retries: int
    """Attempts after the first one."""
    idempotency_key: str
    """Instead of a random one; 8 to 255 characters suit every operation that takes one."""
    request_id: str
    """Sent as X-Request-Id, and then in the server's log; 1 to 128 of A-Z a-z 0-9 _ . : -"""
    on_response: Callable[[httpx.Response], None]
    """Called with the raw answer (status, headers, bytes) of each attempt that got one."""
