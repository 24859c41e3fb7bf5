"""Bounded concurrency, for tasks. `_sync/concurrency.py` is the same for threads."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable
from typing import TypeAlias, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AsyncSource: TypeAlias = "Iterable[T] | AsyncIterable[T]"
"""Where the rows of an upload come from; taken one at a time, never as a whole."""


async def each(source: AsyncSource[T]) -> AsyncIterator[T]:
    if isinstance(source, AsyncIterable):
        async for row in source:
            yield row
    else:
        for row in source:
            yield row


async def map_bounded(
    source: AsyncIterator[T], concurrency: int, work: Callable[[T], Awaitable[R]]
) -> AsyncGenerator[R, None]:
    """The results of `work` in the order of `source`, with at most `concurrency` calls under way.

    Holds at most `concurrency` rows and results. The first error ends it and stops the others.
    """

    async def run(row: T) -> R:
        return await work(row)

    running: deque[asyncio.Task[R]] = deque()
    try:
        async for row in source:
            if len(running) == concurrency:
                yield await running.popleft()
            running.append(asyncio.create_task(run(row)))
        while running:
            yield await running.popleft()
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
