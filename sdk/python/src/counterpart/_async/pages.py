from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, Generic, TypeVar

from .._operation import Operation
from .._options import RequestOptions
from .transport import AsyncTransport, Query

Row = TypeVar("Row")


class AsyncPages(Generic[Row]):
    """A list of the service, newest first. Iterating asks for page after page as it goes."""

    def __init__(
        self,
        transport: AsyncTransport,
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

    async def pages(self) -> AsyncIterator[list[Row]]:
        """The rows by page. A cursor never expires, and rows that are added meanwhile shift nothing."""
        cursor: str | None = None
        while True:
            query = {**self._query, "cursor": cursor}
            page: Any = await self._transport.call(
                self._operation, path=self._path, query=query, options=self._options
            )
            yield page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def __aiter__(self) -> AsyncIterator[Row]:
        async for page in self.pages():
            for row in page:
                yield row

    async def collect(self) -> list[Row]:
        """All rows of all pages in memory."""
        return [row async for row in self]
