"""Lets openapi-python-client and the loader of schemathesis read an OpenAPI document whole.

usage: python read_document.py DOCUMENT
"""

import compileall
import importlib
import json
import pkgutil
import subprocess
import sys
import tempfile
from pathlib import Path

import schemathesis

METHODS = {"get", "post", "put", "patch", "delete"}
PACKAGE = "generated_client"


def operation_ids(document):
    described = json.loads(document.read_text())
    return [
        operation["operationId"]
        for methods in described["paths"].values()
        for method, operation in methods.items()
        if method in METHODS
    ]


def snake(name):
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def with_one_json_body(document):
    """Without the merge-patch twin of a JSON body: the generator forgets to import `Unset` where a body has two types
    and no parameter may be left out."""
    described = json.loads(document.read_text())
    for methods in described["paths"].values():
        for method, operation in methods.items():
            if method in METHODS and "application/json" in operation.get("requestBody", {}).get("content", {}):
                operation["requestBody"]["content"].pop("application/merge-patch+json", None)
    return json.dumps(described)


def check_python_client(document):
    """A warning about a part left out is a fault; so is a module that cannot be imported."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / PACKAGE
        described = Path(folder) / "described.json"
        described.write_text(with_one_json_body(document))
        config = Path(__file__).with_name("openapi-python-client.yaml")
        options = ["--path", described, "--config", config, "--output-path", output, "--meta", "none", "--fail-on-warning"]
        generated = subprocess.run(
            [Path(sys.executable).with_name("openapi-python-client"), "generate", *options],
            capture_output=True,
            text=True,
            check=False,
        )
        said = generated.stdout + generated.stderr
        if generated.returncode != 0 or "arning" in said:
            raise SystemExit(f"✗ openapi-python-client\n{said}")
        if not compileall.compile_dir(output, quiet=1):
            raise SystemExit("✗ openapi-python-client: its package does not compile")
        sys.path.insert(0, folder)
        package = importlib.import_module(PACKAGE)
        names = [module.name for module in pkgutil.walk_packages(package.__path__, f"{PACKAGE}.")]
        for name in names:
            importlib.import_module(name)
        functions = {name.rsplit(".", 1)[1] for name in names if name.startswith(f"{PACKAGE}.api.")}
        missing = [name for name in operation_ids(document) if snake(name) not in functions]
        if missing:
            raise SystemExit(f"✗ openapi-python-client leaves out {', '.join(missing)}")
    print(f"✓ openapi-python-client: {len(names)} modules")


def check_schemathesis_loader(document):
    loaded = [each.ok().definition.raw["operationId"] for each in schemathesis.openapi.from_path(document).get_all_operations()]
    expected = operation_ids(document)
    if sorted(loaded) != sorted(expected):
        raise SystemExit(f"✗ the loader of schemathesis: {sorted(set(expected) ^ set(loaded))}")
    print(f"✓ the loader of schemathesis: {len(loaded)} operations")


given = Path(sys.argv[1]).resolve()
check_python_client(given)
check_schemathesis_loader(given)
