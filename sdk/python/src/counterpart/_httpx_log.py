"""Keeps ids and download tokens out of the line that httpx logs at INFO for each request.

The filter changes the lines of this package's requests alone: `shown_address` is set while one is sent.
"""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

import httpx

shown_address: ContextVar[str | None] = ContextVar("counterpart_shown_address", default=None)


@contextmanager
def showing(address: str) -> Generator[None, None, None]:
    """Requests that are sent meanwhile are logged with this address."""
    before = shown_address.set(address)
    try:
        yield
    finally:
        shown_address.reset(before)


def _hide(record: logging.LogRecord) -> bool:
    address = shown_address.get()
    if address is not None and isinstance(record.args, tuple):
        record.args = tuple(
            address if isinstance(argument, httpx.URL) else argument for argument in record.args
        )
    return True


logging.getLogger("httpx").addFilter(_hide)
