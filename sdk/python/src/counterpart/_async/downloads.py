"""Files that jobs made. A broken connection goes on at the byte where it broke."""

from __future__ import annotations

import base64
import random
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing
from hashlib import sha256
from os import PathLike
from pathlib import Path

import httpx

from .._error_of import error_of
from .._errors import ApiError, ConnectionFailedError, CounterpartError, DownloadChangedError
from .._operations import download
from .._options import RequestOptions
from .clock import sleep
from .resource import AsyncResource
from .transport import log


class Downloads(AsyncResource):
    async def stream(self, url: str, *, options: RequestOptions | None = None) -> AsyncGenerator[bytes, None]:
        """The bytes of `result.download_url`, or of its token alone.

        The address is the key: the API key is not sent with it. A download may take as long as it does;
        `max_retries` counts the attempts that bring no byte. Raises AccessDeniedError once the address has
        expired, and DownloadChangedError where the bytes are not those that the server announced.
        """
        policy = self._transport.policy(options or {})
        digest, received, retries = sha256(), 0, 0
        tag: str | None = None
        announced: str | None = None
        while True:
            fault: CounterpartError
            try:
                request = self._request(url, received, tag, options or {})
                async with aclosing(await self._transport.begin(download, request)) as response:
                    if response.status_code not in (200, 206):
                        await response.aread()
                        raise error_of(response)
                    if received > 0 and response.status_code == 200:
                        raise DownloadChangedError("The file changed while it was downloaded.")
                    log.debug("%s %s: %d", download.method, download.path, response.status_code)
                    tag = response.headers.get("etag")
                    announced = response.headers.get("repr-digest")
                    async for part in response.aiter_raw():
                        received += len(part)
                        digest.update(part)
                        retries = 0
                        yield part
                break
            except httpx.TransportError as error:
                fault = ConnectionFailedError(f"download: {type(error).__name__}")
            except ApiError as error:
                fault = error
            wait = policy.delay(retries, fault, None, random.random)
            if wait is None:
                raise fault
            retries += 1
            await sleep(wait)
        expected = re.search(r"sha-256=:([^:]+):", announced or "")
        if expected is not None and base64.b64decode(expected[1]) != digest.digest():
            raise DownloadChangedError("The bytes do not have the SHA-256 that the server announced.")

    async def save(
        self, url: str, path: str | PathLike[str], *, options: RequestOptions | None = None
    ) -> int:
        """Writes the file; its size in bytes. `path` is there only once the file is whole."""
        target = Path(path)
        partial = target.with_name(target.name + ".partial")
        size = 0
        try:
            with partial.open("wb") as file:
                async with aclosing(self.stream(url, options=options)) as parts:
                    async for part in parts:
                        size += file.write(part)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
        return size

    def _request(self, url: str, received: int, tag: str | None, options: RequestOptions) -> httpx.Request:
        address = url if "/" in url else self._transport.address(download, {"token": url})
        headers = {"accept-encoding": "identity"}
        if received > 0:
            headers["range"] = f"bytes={received}-"
            if tag is not None:
                headers["if-range"] = tag
        timeout = options.get("attempt_timeout", 60.0)
        return self._transport.http.build_request(download.method, address, headers=headers, timeout=timeout)
