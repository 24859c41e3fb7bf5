"""Writes the method of an operation."""

from __future__ import annotations

import textwrap

from describe_method import describe_method
from document import Operation, name_of, resolved
from signature import answer_of, argument_of, parameters_of, query_of, row_of


def write_method(operation: Operation) -> str | None:
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
    lines = [f'"""{describe_method(operation)}"""\n', f"return {call_of(operation, row is not None)}\n"]
    return "".join([*overloads, signature, *(textwrap.indent(line, "    ") for line in lines)])


def call_of(operation: Operation, pages: bool) -> str:
    path = pairs({parameter["name"]: parameter["name"] for parameter in operation.parameters("path")})
    query = pairs({parameter["name"]: argument_of(parameter) for parameter in query_of(operation)})
    target = f"operations.{operation.name}"
    if pages:
        return f"AsyncPages(self._transport, {target}, {query or '{}'}, options{f', {path}' if path else ''})"
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


def pairs(values: dict[str, str]) -> str:
    entries = ", ".join(f'"{name}": {value}' for name, value in values.items())
    return f"{{{entries}}}" if entries else ""
