"""The docstring of a method: summary, description, parameters, scope and errors of its operation."""

from __future__ import annotations

import re
import textwrap

from document import Operation, class_name, operations
from signature import argument_of, query_of, row_of

# Every operation, or every one with a key or a body, may answer with these. No method names them.
general_codes = {
    "dependency_unavailable",
    "forbidden",
    "idempotency_in_progress",
    "idempotency_key_reused",
    "internal",
    "invalid_request",
    "overloaded",
    "payload_too_large",
    "rate_limited",
    "unauthorized",
    "unsupported_media_type",
}


def describe_method(operation: Operation) -> str:
    described = operation.described
    deprecated = "Deprecated. " if described.get("deprecated") else ""
    parameters = {argument_of(given): given.get("description") for given in query_of(operation)}
    if row_of(operation) is not None:
        parameters["limit"] = "Rows of a page, 1 to 100."
    retries = "Not tried again by itself: an attempt whose answer was lost may have done the work."
    scopes = described.get("x-scope", [])
    scope = " or ".join(f"`{name}`" for name in ([scopes] if isinstance(scopes, str) else scopes))
    errors = sorted({class_name(code) for _, code in operation.codes if names_code(operation, code)})
    paragraphs = [
        f"{described['summary']}.",
        f"{deprecated}{in_methods(described['description'])}",
        *(f"`{name}`: {text}" for name, text in parameters.items() if text is not None),
        *([retries] if operation.sdk.get("retries") == 0 else []),
        *([f"The key needs the scope {scope}."] if scope else []),
        *([f"Raises {', '.join(errors)}."] if errors else []),
    ]
    return "\n\n".join(textwrap.fill(text, 100, break_on_hyphens=False) for text in paragraphs) + "\n"


def names_code(operation: Operation, code: str) -> bool:
    """Where a key may be sent, its operation answers `conflict` for that too."""
    if code == "conflict" and operation.takes_idempotency_key:
        return "`conflict`" in operation.described["description"]
    return code not in general_codes


def in_methods(text: str) -> str:
    """Operations by their methods: `users.get` in place of GET /v1/users/{user_id}."""

    def named(found: re.Match[str]) -> str:
        for other in operations:
            if (other.method, other.path) == (found[1], found[2]):
                return f"`{'.'.join(other.method_path)}`"
        return found[0]

    return re.sub(r"`?\b([A-Z]+) (/[\w/{}-]+)`?", named, text)
