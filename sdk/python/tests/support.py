from __future__ import annotations

import inspect
from contextlib import aclosing, closing
from typing import Any

import httpx

from counterpart import AsyncCounterpart, Counterpart
from counterpart._async.transport import AsyncTransport
from counterpart._operation import Operation
from counterpart._retry import RetryPolicy
from counterpart._sync.transport import Transport


async def settle(answer: Any) -> Any:
    """The value of a call of either client."""
    return await answer if inspect.isawaitable(answer) else answer


async def first_of(stream: Any) -> Any:
    """The first of a stream of either client, which is closed."""
    if inspect.isasyncgen(stream):
        async with aclosing(stream):
            return await anext(stream)
    with closing(stream):
        return next(stream)


def transport_of(client: Counterpart | AsyncCounterpart) -> Any:
    return client.users._transport  # pyright: ignore[reportPrivateUsage]


def quick(client: Any, max_retries: int = 6) -> Any:
    """The client with short waits between attempts."""
    transport: Transport | AsyncTransport = transport_of(client)
    transport._policy = RetryPolicy(max_retries=max_retries, base=0.001, cap=0.005)  # pyright: ignore[reportPrivateUsage]
    return client


def unknown_operation(method: str, path: str) -> Operation:
    return Operation("unknown", method, path, False)


def altering(**headers: str) -> httpx.Client:
    """An httpx client that changes headers on their way, for what the SDK itself never sends."""

    def alter(request: httpx.Request) -> None:
        request.headers.update({name.replace("_", "-"): value for name, value in headers.items()})

    return httpx.Client(event_hooks={"request": [alter]})
