"""Bounded concurrency, for tasks. `_sync/concurrency.py` is the same for threads."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    Awaitable,
    Callable,
    Hashable,
    Iterable,
    Set,
)
from contextlib import aclosing
from typing import TypeAlias, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AsyncSource: TypeAlias = "Iterable[T] | AsyncIterable[T]"
"""Where the rows of an upload come from; taken one at a time, never as a whole."""

Work: TypeAlias = Callable[[T], Awaitable[R]]


async def each(source: AsyncSource[T]) -> AsyncGenerator[T, None]:
    if isinstance(source, AsyncIterable):
        async for row in source:
            yield row
    else:
        for row in source:
            yield row


async def map_bounded(
    source: AsyncGenerator[T, None],
    concurrency: int,
    work: Work[T, R],
    subjects_of: Callable[[T], Set[Hashable]],
) -> AsyncGenerator[R, None]:
    """The results of `work` in the order of `source`, with at most `concurrency` calls under way.

    No two calls under way have a common subject: the later one begins when the earlier one has ended. Holds
    at most `concurrency` rows and results. The first error ends it and stops the others.
    """

    async def run(row: T) -> R:
        return await work(row)

    running: deque[tuple[Set[Hashable], asyncio.Task[R]]] = deque()
    try:
        async with aclosing(source):
            async for row in source:
                subjects = subjects_of(row)
                while len(running) == concurrency or any(not subjects.isdisjoint(own) for own, _ in running):
                    yield await running.popleft()[1]
                running.append((subjects, asyncio.create_task(run(row))))
        while running:
            yield await running.popleft()[1]
    finally:
        for _, task in running:
            task.cancel()
        await asyncio.gather(*(task for _, task in running), return_exceptions=True)
