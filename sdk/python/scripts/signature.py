"""Parameters and answer of the method of an operation."""

from __future__ import annotations

import keyword
from typing import Any

from document import Operation, name_of, resolved

python_types = {
    "array": "Sequence[str]",
    "boolean": "bool",
    "integer": "int",
    "number": "float",
    "string": "str",
}
# The service has the same defaults.
defaults = {"limit": 20, "days": 28}
# `AsyncPages` asks for as many at a time.
page_rows = 100
last_parameter = "options: RequestOptions | None = None"


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


def query_of(operation: Operation) -> list[dict[str, Any]]:
    """Without the cursor, which `AsyncPages` adds. The limit stands last."""
    if operation.is_form:  # It has every value.
        return []
    given = [parameter for parameter in operation.parameters("query") if parameter["name"] != "cursor"]
    return sorted(given, key=lambda parameter: parameter["name"] == "limit")


def is_id(parameter: dict[str, Any]) -> bool:
    return parameter.get("required", False) and parameter["name"].endswith("_id")


def argument_of(parameter: dict[str, Any]) -> str:
    """Its name; `from_` for `from`."""
    name = parameter["name"]
    return f"{name}_" if keyword.iskeyword(name) else name


def row_of(operation: Operation) -> str | None:
    """The type of a row where the answer is a page. A page that a body asks for is answered as it is."""
    if operation.body is not None:
        return None
    properties = resolved(operation.success[1]).get("properties", {})
    return name_of(properties["data"]["items"]) if "next_cursor" in properties else None


def answer_of(operation: Operation) -> str:
    kind, schema = operation.success
    if kind == "text/plain":
        return "str"
    name = name_of(schema)
    return "dict[str, Any]" if name is None else f"types.{name}"
