# Generated from _async by scripts/generate.py; do not edit by hand.
"""One call: attempts, waits between them, and the typed error of the last one."""

from __future__ import annotations

import json
import logging
import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

import httpx

from .._error_of import error_of
from .._errors import ApiError, ConnectionFailedError, CounterpartError, DeadlineExceededError
from .._files import form_of
from .._httpx_log import showing
from .._operation import Operation
from .._options import RequestOptions
from .._retry import RetryPolicy
from .clock import sleep, within

log = logging.getLogger("counterpart")

# A sequence is the parameter once for each of its values.
Query = Mapping[str, str | int | Sequence[str] | None]

# Faults of the caller's own making. A further attempt would meet them again.
hopeless = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)


class Transport:
    """Sends operations. Knows the key; gives it to the request's header and to nothing else."""

    def __init__(
        self,
        http: httpx.Client | None,
        base_url: str,
        api_key: str,
        policy: RetryPolicy,
        defaults: RequestOptions,
    ) -> None:
        self._own = http is None
        self._http = http or httpx.Client()
        self._process = os.getpid()
        self._of_parent: httpx.Client | None = None
        self._base_url = base_url
        self._authorization = f"Bearer {api_key}"
        self._policy = policy
        self._defaults = defaults

    @property
    def http(self) -> httpx.Client:
        """A forked process gets connections of its own: two processes on one connection mix up answers."""
        if self._own and self._process != os.getpid() and not self._http.is_closed:
            self._of_parent = self._http  # kept, since what is dropped is closed
            self._http, self._process = httpx.Client(), os.getpid()
        return self._http

    def close(self) -> None:
        if self._own:
            self.http.close()

    def address(self, operation: Operation, path: Mapping[str, str]) -> str:
        return self._base_url + operation.address(path)

    def policy(self, options: RequestOptions) -> RetryPolicy:
        if "max_retries" not in options:
            return self._policy
        return replace(self._policy, max_retries=options["max_retries"])

    def call(
        self,
        operation: Operation,
        *,
        path: Mapping[str, str] | None = None,
        query: Query | None = None,
        body: Mapping[str, Any] | None = None,
        options: RequestOptions | None = None,
    ) -> Any:
        """The JSON value of the answer."""
        answer: Any = None

        def read(response: httpx.Response) -> None:
            nonlocal answer
            answer = _json_of(operation, response)

        self.send(operation, path=path, query=query, body=body, options=options, read=read)
        return answer

    def send(
        self,
        operation: Operation,
        *,
        path: Mapping[str, str] | None = None,
        query: Query | None = None,
        body: Mapping[str, Any] | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        options: RequestOptions | None = None,
        read: Callable[[httpx.Response], None] | None = None,
    ) -> httpx.Response:
        """The raw answer, 2xx. Raises the typed error of the last attempt. `content`: a body that is written.
        `read` takes each answer, and raises a CounterpartError where the attempt failed after all; left out,
        it checks what calls itself JSON.

        All attempts send the same bytes and the same Idempotency-Key, so that however many of them arrive,
        the work is done once.
        """
        chosen: RequestOptions = {**self._defaults, **(options or {})}
        request = self._request(operation, path or {}, query or {}, body, content, headers or {}, chosen)
        take = read or partial(_check_json, operation)
        policy, timeout = self.policy(chosen), chosen.get("timeout", 120.0)
        end = time.monotonic() + timeout
        retries, may_have_arrived = 0, False
        fault: CounterpartError | None = None
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise DeadlineExceededError(f"{operation.id}: no answer within {timeout} s") from fault
            try:
                response = self._attempt(operation, request, left, chosen, retries)
                take(response)
                return response
            except CounterpartError as error:
                fault = error
            if may_have_arrived and _already_gone(operation, fault):
                response = _erased_earlier(path or {}, fault)
                take(response)
                return response
            may_have_arrived = may_have_arrived or not isinstance(fault, ApiError) or fault.status >= 500
            left = end - time.monotonic()
            wait = policy.delay(retries, fault, left, random.random)
            if wait is None:
                if left <= 0:
                    raise DeadlineExceededError(f"{operation.id}: no answer within {timeout} s") from fault
                raise fault
            retries += 1
            sleep(wait)

    def _request(
        self,
        operation: Operation,
        path: Mapping[str, str],
        query: Query,
        body: Mapping[str, Any] | None,
        content: bytes | None,
        headers: Mapping[str, str],
        options: RequestOptions,
    ) -> httpx.Request:
        own = httpx.Headers({"accept": "application/json", **headers})
        own["authorization"] = self._authorization  # which httpx.Headers hides wherever it is shown
        if operation.takes_idempotency_key or "idempotency_key" in options:
            own["idempotency-key"] = options.get("idempotency_key", uuid4().hex)
        if "request_id" in options:
            own["x-request-id"] = options["request_id"]
        if body is not None and operation.is_form:
            content, own["content-type"] = form_of(body)
        elif body is not None:
            own["content-type"] = "application/json"
            content = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        return self.http.build_request(
            operation.method,
            self.address(operation, path),
            params={name: value for name, value in query.items() if value is not None},
            headers=own,
            content=content,
        )

    def _attempt(
        self,
        operation: Operation,
        request: httpx.Request,
        left: float,
        options: RequestOptions,
        retries: int,
    ) -> httpx.Response:
        started = time.monotonic()
        request.extensions = {
            **request.extensions,
            "timeout": httpx.Timeout(min(options.get("attempt_timeout", 60.0), left)).as_dict(),
        }
        response: httpx.Response | None = None
        fault = CounterpartError()
        try:
            response = within(left, self._exchange(operation, request, started + left))
        except hopeless as error:  # its message may quote a header
            fault = CounterpartError(f"{operation.id}: {type(error).__name__}; check base_url and options")
        except (httpx.TransportError, httpx.DecodingError, TimeoutError) as error:
            fault = ConnectionFailedError(f"{operation.id}: {type(error).__name__}: {error}")
        took = (time.monotonic() - started) * 1000
        if response is None:
            log.debug("%s attempt %d: no answer after %d ms", operation.id, retries + 1, took)
            # Raised here and not above: httpx's error would be its context, and that holds the key.
            raise fault
        request_id = response.headers.get("x-request-id")
        log.debug(
            "%s %s attempt %d: %d in %d ms (request %s)",
            operation.method,
            operation.path,
            retries + 1,
            response.status_code,
            took,
            request_id,
        )
        if "on_response" in options:
            options["on_response"](response)
        if response.is_success or response.status_code == 304:
            return response
        raise error_of(response)

    def streaming(self, operation: Operation, query: Query, options: RequestOptions) -> httpx.Request:
        """A request whose answer stays open. `attempt_timeout` bounds the time between two parts of it."""
        chosen: RequestOptions = {**self._defaults, **options}
        request = self._request(operation, {}, query, None, None, {"accept": "text/event-stream"}, chosen)
        request.extensions["timeout"] = httpx.Timeout(chosen.get("attempt_timeout", 60.0)).as_dict()
        return request

    def begin(self, operation: Operation, request: httpx.Request) -> httpx.Response:
        """The head of the answer, to be closed. A redirect is an answer: the key goes to no other host."""
        with showing(self._base_url + operation.path):
            return self.http.send(request, stream=True, follow_redirects=False)

    def _exchange(self, operation: Operation, request: httpx.Request, end: float) -> httpx.Response:
        """The whole answer; raises TimeoutError between two parts of one that comes too slowly."""
        response = self.begin(operation, request)
        try:
            parts: list[bytes] = []
            for part in response.iter_raw():
                parts.append(part)
                if time.monotonic() > end:
                    raise TimeoutError("the answer came too slowly")
        finally:
            response.close()
        return httpx.Response(
            response.status_code,
            headers=response.headers,
            content=b"".join(parts),
            extensions=response.extensions,
        )


def _json_of(operation: Operation, response: httpx.Response) -> Any:
    """The value of the answer. An answer that a proxy cut off or replaced is a fault of the connection."""
    try:
        return response.json()
    except (RecursionError, ValueError):
        raise ConnectionFailedError(f"{operation.id}: the answer was cut off or is no JSON") from None


def _check_json(operation: Operation, response: httpx.Response) -> None:
    if "application/json" in response.headers.get("content-type", ""):
        _json_of(operation, response)


def _already_gone(operation: Operation, fault: CounterpartError) -> bool:
    """A repeated DELETE is answered 404 where an earlier attempt arrived and its answer was lost."""
    if operation.method != "DELETE" or not isinstance(fault, ApiError):
        return False
    return fault.code.endswith("_not_found") and fault.code != "domain_not_found"


def _erased_earlier(path: Mapping[str, str], fault: CounterpartError) -> httpx.Response:
    """An answer in place of the lost one. The counts are zero, since nobody knows them any more."""
    assert isinstance(fault, ApiError)
    counts = dict.fromkeys(("records", "context_items", "outcomes", "triplets", "vectors"), 0)
    done: dict[str, object] = {"domains": [], "erased": counts, "trained_models": []}
    return httpx.Response(200, json={**path, **done, "request_id": fault.request_id or ""})
