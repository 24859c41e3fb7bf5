# Generated from _async by scripts/generate.py; do not edit by hand.
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from .._operation import Operation
from .._options import RequestOptions
from .transport import Query, Transport

Row = TypeVar("Row")


class Pages(Generic[Row]):
    """A list of the service, newest first. Iterating asks for page after page as it goes."""

    def __init__(
        self,
        transport: Transport,
        operation: Operation,
        query: Query,
        options: RequestOptions | None,
        path: Mapping[str, str] | None = None,
    ) -> None:
        self._transport = transport
        self._operation = operation
        self._query = query
        self._options = options
        self._path = path

    def pages(self) -> Iterator[list[Row]]:
        """The rows by page. A cursor never expires, and rows that are added meanwhile shift nothing."""
        cursor: str | None = None
        while True:
            query = {**self._query, "cursor": cursor}
            page: Any = self._transport.call(
                self._operation, path=self._path, query=query, options=self._options
            )
            yield page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def __iter__(self) -> Iterator[Row]:
        for page in self.pages():
            for row in page:
                yield row

    def collect(self) -> list[Row]:
        """All rows of all pages in memory."""
        return [row for row in self]
