"""The typed error of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from time import time
from typing import Any

import httpx

from ._error_codes import error_classes
from ._errors import ApiError


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """`Retry-After` in its two forms, seconds or a date; None where it is missing or ill-formed."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time())
    except (OverflowError, TypeError, ValueError):
        return None


def error_of_line(line: Mapping[str, Any], request_id: str | None) -> ApiError:
    """The typed error of a line of an answer; what a header says elsewhere, its `details` say."""
    given = line["error"]
    kind = error_classes.get(given["code"], ApiError)
    error = kind(line["status"], given["code"], given["message"], given["details"], request_id)
    error.retry_after = _exact_wait(error)
    return error


def _exact_wait(error: ApiError) -> float | None:
    """Seconds. The header says the same, rounded up to whole ones."""
    wait: object = error.details.get("retry_after_ms")
    if isinstance(wait, bool) or not isinstance(wait, (int, float)):
        return None
    return wait / 1000 if wait >= 0 else None


def error_of(response: httpx.Response) -> ApiError:
    """The typed error of an answer other than 2xx."""
    status, request_id = response.status_code, response.headers.get("x-request-id")
    error: ApiError
    try:
        body: Any = response.json()
        code, message = str(body["error"]["code"]), str(body["error"]["message"])
        details: Mapping[str, Any] = body["error"]["details"]
        error = error_classes.get(code, ApiError)(
            status, code, message, details, str(body.get("request_id") or request_id)
        )
    except (KeyError, RecursionError, TypeError, ValueError):
        what = "The answer is not in the form of the interface; is base_url right, or a proxy in between?"
        error = ApiError(status, f"http_{status}", what, {}, request_id)
    exact = _exact_wait(error)
    error.retry_after = retry_after_seconds(response.headers) if exact is None else exact
    return error
