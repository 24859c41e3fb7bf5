"""Writes the method of an operation."""

from __future__ import annotations

import keyword
import re
import textwrap
from typing import Any

from document import Operation, class_name, name_of, operations, resolved

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
python_types = {"string": "str", "integer": "int", "array": "Sequence[str]"}
defaults = {"limit": 20, "days": 28}
page_rows = 100
last_parameter = "options: RequestOptions | None = None"


def method_of(operation: Operation) -> str | None:
    """The source of the method. None for an answer of bytes or lines, whose method is written by hand."""
    if operation.success[0] not in ("application/json", "text/plain"):
        return None
    name = operation.method_path[-1]
    row = row_of(operation)
    head = "def" if row is not None else "async def"
    answer = answer_of(operation) if row is None else f"AsyncPages[types.{row}]"
    forms = [name_of(form) for form in resolved(operation.body or {}).get("anyOf", [])]
    overloads = [
        f"@overload\n{head} {name}({parameters_of(operation, f'Unpack[types.{form}]')}) -> {answer}: ...\n"
        for form in forms
    ]
    body = "Any" if forms else f"Unpack[types.{name_of(operation.body or {})}]"
    signature = f"{head} {name}({parameters_of(operation, body)}) -> {answer}:\n"
    lines = [f'"""{describe(operation)}"""\n', f"return {call_of(operation, row is not None)}\n"]
    return "".join([*overloads, signature, *(textwrap.indent(line, "    ") for line in lines)])


def parameters_of(operation: Operation, body: str) -> str:
    positional = [f"{parameter['name']}: str" for parameter in operation.parameters("path")]
    named: list[str] = []
    for parameter in query_of(operation):
        name, kind = argument_of(parameter), python_types[parameter["schema"]["type"]]
        default = page_rows if name == "limit" and row_of(operation) else defaults.get(name)
        if is_id(parameter):
            positional.append(f"{name}: {kind}")
        elif parameter.get("required"):
            named.append(f"{name}: {kind}")
        elif default is None:
            named.append(f"{name}: {kind} | None = None")
        else:
            named.append(f"{name}: {kind} = {default}")
    rest = [] if operation.body is None else [f"**request: {body}"]
    return ", ".join(["self", *positional, "*", *named, last_parameter, *rest])


def call_of(operation: Operation, pages: bool) -> str:
    path = pairs({parameter["name"]: parameter["name"] for parameter in operation.parameters("path")})
    query = pairs({parameter["name"]: argument_of(parameter) for parameter in query_of(operation)})
    target = f"operations.{operation.name}"
    if pages:
        return f"AsyncPages(self._transport, {target}, {query}, options{f', {path}' if path else ''})"
    options = "options"
    if operation.sdk.get("retries") == 0:
        options = '{"max_retries": 0, **(options or {})}'
    given = [
        target,
        *([f"path={path}"] if path else []),
        *([f"query={query}"] if query else []),
        *([] if operation.body is None else ["body=request"]),
        f"options={options}",
    ]
    if operation.success[0] == "text/plain":
        return f"(await self._transport.send({', '.join(given)})).text"
    return f"await self._transport.call({', '.join(given)})"


def query_of(operation: Operation) -> list[dict[str, Any]]:
    """Without the cursor, which `AsyncPages` adds. The limit stands last."""
    given = [parameter for parameter in operation.parameters("query") if parameter["name"] != "cursor"]
    return sorted(given, key=lambda parameter: parameter["name"] == "limit")


def is_id(parameter: dict[str, Any]) -> bool:
    return parameter.get("required", False) and parameter["name"].endswith("_id")


def argument_of(parameter: dict[str, Any]) -> str:
    """Its name; `from_` for `from`."""
    name = parameter["name"]
    return f"{name}_" if keyword.iskeyword(name) else name


def pairs(values: dict[str, str]) -> str:
    entries = ", ".join(f'"{name}": {value}' for name, value in values.items())
    return f"{{{entries}}}" if entries else ""


def row_of(operation: Operation) -> str | None:
    """The type of a row where the answer is a page of them."""
    properties = resolved(operation.success[1]).get("properties", {})
    return name_of(properties["data"]["items"]) if "next_cursor" in properties else None


def answer_of(operation: Operation) -> str:
    kind, schema = operation.success
    if kind == "text/plain":
        return "str"
    name = name_of(schema)
    return "dict[str, Any]" if name is None else f"types.{name}"


def describe(operation: Operation) -> str:
    """Summary, description, parameters, scope and errors."""
    described = operation.described
    deprecated = "Deprecated. " if described.get("deprecated") else ""
    parameters = [
        f"`{argument_of(parameter)}`: {parameter['description']}" for parameter in query_of(operation)
    ]
    if row_of(operation) is not None:
        parameters[-1] = "`limit`: Rows of a page, 1 to 100."
    retries = "Not tried again by itself: an attempt whose answer was lost may have done the work."
    scopes = described.get("x-scope", [])
    scope = " or ".join(f"`{name}`" for name in ([scopes] if isinstance(scopes, str) else scopes))
    errors = sorted({class_name(code) for _, code in operation.codes if names_code(operation, code)})
    paragraphs = [
        f"{described['summary']}.",
        f"{deprecated}{in_methods(described['description'])}",
        *parameters,
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
