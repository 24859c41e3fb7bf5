"""Writes the classes of the resources. A method that a resource has by hand in `_async` is left to it."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass
from pathlib import Path

from document import operations
from write_method import write_method

generated = {"methods.py", "resources.py"}

methods_head = """from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from typing_extensions import Unpack

from .. import _operations as operations
from .. import types
from .._options import RequestOptions
from .pages import AsyncPages
from .resource import AsyncResource
"""

resources_head = """from __future__ import annotations

from .transport import AsyncTransport
"""


@dataclass(frozen=True)
class HandWritten:
    module: str
    methods: set[str]


@dataclass(frozen=True)
class Resource:
    name: str
    """`model_aliases`"""
    hand_written: HandWritten | None
    methods: list[str]
    """The sources of those that are generated."""

    @property
    def class_name(self) -> str:
        return "".join(word.capitalize() for word in self.name.split("_"))


def read_hand_written(folder: Path) -> dict[str, HandWritten]:
    """The classes of the folder by name, with their methods."""
    return {
        node.name: HandWritten(
            path.stem,
            {part.name for part in node.body if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef))},
        )
        for path in sorted(folder.glob("*.py"))
        if path.name not in generated
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef)
    }


def list_resources(folder: Path) -> list[Resource]:
    by_hand = read_hand_written(folder)
    resources: dict[str, Resource] = {}
    for operation in operations:
        name, method = operation.method_path
        if name not in resources:
            empty = Resource(name, None, [])
            resources[name] = Resource(name, by_hand.get(empty.class_name), [])
        hand_written = resources[name].hand_written
        source = write_method(operation)
        if source is not None and (hand_written is None or method not in hand_written.methods):
            resources[name].methods.append(source)
    return list(resources.values())


def methods_module(resources: list[Resource]) -> str:
    classes = [
        f"class {resource.class_name}{'Methods' if resource.hand_written else ''}(AsyncResource):\n"
        + textwrap.indent("\n".join(resource.methods), "    ")
        for resource in resources
        if resource.methods
    ]
    return "\n\n".join([methods_head, *classes])


def resources_module(resources: list[Resource]) -> str:
    imports = [
        f"from .{resource.hand_written.module if resource.hand_written else 'methods'} import "
        f"{resource.class_name}\n"
        for resource in resources
    ]
    made = [f"        self.{resource.name} = {resource.class_name}(transport)\n" for resource in resources]
    return "".join(
        [
            resources_head,
            *imports,
            '\n\nclass AsyncResources:\n    """One attribute a noun of the interface."""\n\n',
            "    def __init__(self, transport: AsyncTransport) -> None:\n",
            "        self._transport = transport\n",
            *made,
        ]
    )
