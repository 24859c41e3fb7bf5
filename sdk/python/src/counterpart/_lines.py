"""The answers of the service to the lines of one request, over all its attempts."""

from __future__ import annotations

import json
from typing import Any

import httpx

from ._error_of import error_of_line
from ._errors import ApiError, ConnectionFailedError, CounterpartError


class LineAnswers:
    def __init__(self, count: int) -> None:
        self._count = count
        self._final: dict[int, Any] = {}

    def in_order(self) -> list[Any]:
        return [self._final[number] for number in range(1, self._count + 1)]

    def read(self, response: httpx.Response) -> None:
        """Takes the answers of an attempt. Raises the fault of the lines that have none yet.

        A line that was stored stays so, whatever a further attempt answers to it.
        """
        request_id: str | None = response.headers.get("x-request-id")
        faults: list[CounterpartError] = []
        try:
            for text in response.content.splitlines():
                fault = self._take(json.loads(text), request_id)
                if fault is not None:
                    faults.append(fault)
        except (KeyError, RecursionError, TypeError, ValueError):
            faults.append(cut_off())
        if any(number not in self._final for number in range(1, self._count + 1)):
            raise max(faults or [cut_off()], key=urgency)

    def _take(self, answer: Any, request_id: str | None) -> ApiError | None:
        """Why the line, or the rest of the request, has to be sent again."""
        fault = None if answer["status"] == 200 else error_of_line(answer, request_id)
        if "next_line" in answer:
            return fault
        number = int(answer["line"])
        if number in self._final and self._final[number]["status"] == 200:
            return None
        if fault is not None and fault.retryable:
            self._final.pop(number, None)
            return fault
        self._final[number] = {**answer, "request_id": request_id}
        return None


def cut_off() -> ConnectionFailedError:
    return ConnectionFailedError("upsertUsers: the answer was cut off or is not in lines")


def urgency(fault: CounterpartError) -> tuple[bool, float]:
    """A fault that no retry mends comes first, then the longest wait that was asked for."""
    if not isinstance(fault, ApiError):
        return (False, 0.0)
    return (not fault.retryable, fault.retry_after or 0.0)
