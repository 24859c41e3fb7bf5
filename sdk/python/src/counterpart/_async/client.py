from __future__ import annotations

import os
from collections.abc import Mapping
from types import TracebackType
from typing import Any

import httpx

from .._base_url import checked_base_url
from .._key import checked_key
from .._operation import RawOperation
from .._options import RequestOptions
from .._retry import RetryPolicy
from .resources import AsyncResources
from .transport import AsyncTransport


class AsyncCounterpart(AsyncResources):
    """A client of a Counterpart server, with one attribute a noun of the interface.

    `api_key`: left out, COUNTERPART_API_KEY. `base_url`: left out, COUNTERPART_BASE_URL, or else the
    server's default address. `timeout` and `attempt_timeout`: seconds, as in RequestOptions.
    `max_retries`: attempts after the first one. `http_client`: an httpx client of yours (proxies,
    certificates, limits); it stays yours to close, and a forked process needs
    a new one. Raises ValueError for a key that fits no header and a `base_url` that is no address.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 120.0,
        attempt_timeout: float = 60.0,
        max_retries: int = 4,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        key = checked_key(api_key or os.environ.get("COUNTERPART_API_KEY", ""))
        address = base_url or os.environ.get("COUNTERPART_BASE_URL") or "http://127.0.0.1:8080"
        base = checked_base_url(address)
        defaults: RequestOptions = {"timeout": timeout, "attempt_timeout": attempt_timeout}
        self._base_url = base
        policy = RetryPolicy(max_retries=max_retries)
        super().__init__(AsyncTransport(http_client, base, key, policy, defaults))

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str | int | None] | None = None,
        body: Mapping[str, Any] | None = None,
        options: RequestOptions | None = None,
    ) -> httpx.Response:
        """The raw answer of any path, with the retries and the typed errors of every other call.

        `path` begins with a slash and is percent-encoded. A POST gets an Idempotency-Key.
        """
        operation = RawOperation(method.upper())
        return await self._transport.send(
            operation, path={"path": path}, query=query, body=body, options=options
        )

    async def aclose(self) -> None:
        """Closes the connections, unless they belong to a client that was given."""
        await self._transport.aclose()

    async def __aenter__(self) -> AsyncCounterpart:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self._base_url!r})"
