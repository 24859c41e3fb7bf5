"""Waiting, for tasks. `_sync/clock.py` is the same for threads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from anyio import fail_after

T = TypeVar("T")


async def sleep(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def within(seconds: float | None, attempt: Awaitable[T]) -> T:
    """The outcome of `attempt`; raises TimeoutError after `seconds`."""
    with fail_after(seconds):
        return await attempt
