"""Bounded concurrency, for threads. `_async/concurrency.py` is the same for tasks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeAlias, TypeVar

T = TypeVar("T")
R = TypeVar("R")

Source: TypeAlias = "Iterable[T]"
"""Where the rows of an upload come from; taken one at a time, never as a whole."""


def each(source: Source[T]) -> Iterator[T]:
    yield from source


def map_bounded(source: Iterator[T], concurrency: int, work: Callable[[T], R]) -> Generator[R, None, None]:
    """The results of `work` in the order of `source`, with at most `concurrency` calls under way.

    Holds at most `concurrency` rows and results. The first error ends it; calls under way end first.
    """
    running: deque[Future[R]] = deque()
    with ThreadPoolExecutor(concurrency, thread_name_prefix="counterpart") as pool:
        try:
            for row in source:
                if len(running) == concurrency:
                    yield running.popleft().result()
                running.append(pool.submit(work, row))
            while running:
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()
