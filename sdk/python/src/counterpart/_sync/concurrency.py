"""Bounded concurrency, for threads. `_async/concurrency.py` is the same for tasks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Set
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import TypeAlias, TypeVar

T = TypeVar("T")
R = TypeVar("R")

Source: TypeAlias = "Iterable[T]"
"""Where the rows of an upload come from; taken one at a time, never as a whole."""

Work: TypeAlias = Callable[[T], R]


def each(source: Source[T]) -> Generator[T, None, None]:
    for row in source:  # `yield from` would close the caller's own generator at an early end
        yield row


def map_bounded(
    source: Generator[T, None, None],
    concurrency: int,
    work: Work[T, R],
    subjects_of: Callable[[T], Set[Hashable]],
) -> Generator[R, None, None]:
    """The results of `work` in the order of `source`, with at most `concurrency` calls under way.

    No two calls under way have a common subject: the later one begins when the earlier one has ended. Holds
    at most `concurrency` rows and results. The first error ends it; calls under way end first.
    """
    running: deque[tuple[Set[Hashable], Future[R]]] = deque()
    with ThreadPoolExecutor(concurrency, thread_name_prefix="counterpart") as pool, closing(source):
        try:
            for row in source:
                subjects = subjects_of(row)
                while len(running) == concurrency or any(not subjects.isdisjoint(own) for own, _ in running):
                    yield running.popleft()[1].result()
                running.append((subjects, pool.submit(work, row)))
            while running:
                yield running.popleft()[1].result()
        finally:
            for _, future in running:
                future.cancel()
