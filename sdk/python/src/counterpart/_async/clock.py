"""Waiting, for tasks. `_sync/clock.py` is the same for threads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def sleep(seconds: float) -> None:
    await asyncio.sleep(seconds)


async def within(seconds: float | None, attempt: Awaitable[T]) -> T:
    """The outcome of `attempt`; raises TimeoutError after `seconds`."""
    try:
        return await asyncio.wait_for(attempt, seconds)
    except asyncio.TimeoutError as error:  # in Python 3.10 it is no TimeoutError
        raise TimeoutError from error
