# Generated from _async by scripts/generate.py; do not edit by hand.
"""What happens in a workspace, as it happens. A broken connection is opened again where it broke."""

from __future__ import annotations

import json
import random
from collections.abc import Generator, Sequence
from contextlib import closing

import httpx

from .. import types
from .._error_of import error_of
from .._errors import ApiError, ConnectionFailedError, CounterpartError
from .._operations import stream_events
from .._options import RequestOptions
from .clock import sleep
from .resource import Resource
from .transport import Query, log


class Events(Resource):
    def stream(
        self,
        *,
        types: Sequence[str] | None = None,
        user_id: str | None = None,
        after: str | None = None,
        options: RequestOptions | None = None,
    ) -> Generator[types.StreamedEvent, None]:
        """The events from now on, until the caller leaves the loop.

        After a break it goes on where it broke: an event may come twice, with the same `id`.
        `events.missed` says that some were left out. `max_retries` counts the attempts that bring nothing.
        Raises the error of the service where it refuses.
        """
        policy, retries, last_id = self._transport.policy(options or {}), 0, after
        while True:
            fault: CounterpartError = ConnectionFailedError("stream_events: the stream has ended")
            try:
                query: Query = {"types": types, "user_id": user_id, "after": last_id}
                request = self._transport.streaming(stream_events, query, options or {})
                with closing(self._transport.begin(stream_events, request)) as response:
                    if response.status_code != 200:
                        response.read()
                        raise error_of(response)
                    log.debug("%s %s: %d", stream_events.method, stream_events.path, response.status_code)
                    data: str | None = None
                    for line in response.iter_lines():
                        if line.startswith("id: "):
                            retries, last_id = 0, line[len("id: ") :]
                        elif line.startswith("data: "):
                            data = line[len("data: ") :]
                        elif line == "" and data is not None:
                            event, data = data, None
                            yield json.loads(event)
            except httpx.TransportError as error:
                fault = ConnectionFailedError(f"stream_events: {type(error).__name__}")
            except ApiError as error:
                fault = error
            wait = policy.delay(retries, fault, None, random.random)
            if wait is None:
                raise fault
            retries += 1
            sleep(wait)
