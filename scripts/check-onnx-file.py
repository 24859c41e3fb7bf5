"""Opens an inference file of ours in Python's onnxruntime and compares its scores with ours.

    node scripts/write-onnx-sample.ts FOLDER        writes model.onnx and expected.json
    python3 scripts/check-onnx-file.py FOLDER       needs `pip install onnxruntime`; `onnx`, where it is
                                                    installed, checks the file against the standard as well

expected.json: {"inputs": {name: {"type", "shape", "values"}}, "outputs": {name: {"shape", "values"}}}
Ends with 1 where an output differs by more than 1e-5.
"""
import json
import pathlib
import sys

import numpy
import onnxruntime

folder = pathlib.Path(sys.argv[1])
path = str(folder / "model.onnx")
expected = json.loads((folder / "expected.json").read_text())


def array(given):
    return numpy.array(given["values"], dtype=given.get("type", "float32")).reshape(given["shape"])


try:
    import onnx

    onnx.checker.check_model(path, full_check=True)
    print(f"onnx {onnx.__version__}: the file is valid, shapes inferred")
except ImportError:
    print("onnx is not installed: the file was not checked against the standard")

session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
metadata = session.get_modelmeta().custom_metadata_map
print(f"onnxruntime {onnxruntime.__version__}: inputs {[i.name for i in session.get_inputs()]}, metadata {metadata}")
names = list(expected["outputs"])
results = session.run(names, {name: array(given) for name, given in expected["inputs"].items()})
worst = max(float(numpy.abs(result - array(expected["outputs"][name])).max()) for name, result in zip(names, results))
print(f"largest difference over {sum(result.size for result in results)} numbers: {worst:.3g}")
sys.exit(0 if worst <= 1e-5 else 1)
