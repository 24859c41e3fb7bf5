"""Writes the fitted network as ONNX files, with the encoder's writer: matrices of 8 bits, embeddings of 4.

| file | inputs | outputs |
|---|---|---|
| `names.onnx` | `labels` [L, D], `kinds` [K, 2 D] | `queries` [L, H], `gates` and `said` [L, 192], `biases` [L]; `kind_gates` [K, 256], `kind_said` [K, 128] |
| `trunk.onnx` | `ids` int64 [1, T] | `tokens` [T, H] |
| `labels.onnx` | `tokens`, `queries`, `gates`, `said`, `biases` | `labels` [L], log-odds; `places` int64 [L], the token nearest to a label |
| `mentions.onnx` | `tokens`, `words` and `sentences` [M, T], weights of a mean; `said` [M, 128], `gates` [M, 256] | `mentions` [M], log-odds |

`names.onnx` runs once a domain, since its outputs depend on names alone. `names.txt` and `names.bin` hold the vectors of the names
of the shipped domains: a name a line, and as many rows of D signed bytes, of unit vectors times 127.
"""

import os
import random
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper

from encoder import MOST_TOKENS, WIDTH
from network import CONTEXT, CONTEXT_HEADS, HIDDEN, LABEL, NAME, NAMES, RARE, SCALE
from texts import Batch

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../contextual-text-encoder/training"))
import model_file as encoder_file  # noqa: E402

CALIBRATION_TEXTS = 300
ENCODER_PARTS = ("mix", "out", "inner", "outer")
OPSETS = [helper.make_opsetid("", 21), helper.make_opsetid(encoder_file.MICROSOFT, 1)]


def array(value):
    return value.detach().float().numpy()


def arrays_of(encoder):
    """The encoder's parameters, named as its writer wants them; matrices are [in, out]."""
    found = {"words": array(encoder.words.weight), "places": array(encoder.places)}
    found["norm.scale"], found["norm.shift"] = array(encoder.norm.weight), array(encoder.norm.bias)
    for i, layer in enumerate(encoder.layers):
        for part in ENCODER_PARTS:
            product = getattr(layer, part)
            found[f"layer{i}.{part}.matrix"], found[f"layer{i}.{part}.bias"] = array(product.weight).T, array(product.bias)
        for part in ("norm1", "norm2"):
            norm = getattr(layer, part)
            found[f"layer{i}.{part}.scale"], found[f"layer{i}.{part}.shift"] = array(norm.weight), array(norm.bias)
    return found


@torch.no_grad()
def ranges_of(encoder, windows):
    """{product: (least, most)} of what goes into it."""
    ranges = {}

    def watch(name):
        def keep(_, inputs):
            low, high = ranges.get(name, (0.0, 0.0))
            ranges[name] = (min(low, inputs[0].min().item()), max(high, inputs[0].max().item()))

        return keep

    hooks = [
        getattr(layer, part).register_forward_pre_hook(watch(f"layer{i}.{part}"))
        for i, layer in enumerate(encoder.layers)
        for part in ENCODER_PARTS
    ]
    for window in random.Random(1).sample(windows, min(CALIBRATION_TEXTS, len(windows))):
        batch = Batch([window])
        encoder(batch.ids, batch.mask)
    for hook in hooks:
        hook.remove()
    return ranges


class Trunk(encoder_file.Writer):
    def model(self, depth):
        x = self.embedded()
        for i in range(depth):
            x = self.layer(x, f"layer{i}.")
        self.op("Squeeze", [x, self.constant("text", np.zeros(1, np.int64))], "tokens")
        return model_of(self, "trunk", {"ids": [1, "tokens"]}, {"tokens": ["tokens", WIDTH]}, integers=("ids",))


class Head(encoder_file.Graph):
    """Matrices have 16 bits."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def half(self, name, value):
        return self.op("Cast", [self.constant(name + "/f16", array(value).astype(np.float16))], name, to=TensorProto.FLOAT)

    def plain(self, x, module, name):
        product = self.op("MatMul", [x, self.half(name + "/matrix", module.weight.T)], name + "/product")
        return product if module.bias is None else self.op("Add", [product, self.constant(name + "/bias", array(module.bias))], name)

    def gelu(self, x, name):
        return self.op("Gelu", [x], name, encoder_file.MICROSOFT)

    def integers(self, name, *values):
        return self.constant(name, np.array(values, np.int64))

    def scaled(self, x, value, name):
        return self.op("Mul", [x, self.constant(name + "/by", np.float32(value))], name)

    def named(self, x, name):
        """An output of this name."""
        return self.op("Identity", [x], name)


class NamesHead(Head):
    def model(self):
        network, one = self.network, self.constant("one", np.float32(1))
        unit = self.op("LpNormalization", [self.plain("labels", network.query, "query")], "unit", axis=-1, p=2)
        self.named(self.scaled(unit, network.sharpness.item(), "sharp"), "queries")
        said = self.gelu(self.plain(self.scaled("labels", SCALE, "labels/scaled"), network.label, "label"), "label/gelu")
        self.named(said, "said")
        self.op("Add", [said, one], "gates")
        bias = self.op("Squeeze", [self.plain(said, network.label_bias, "bias"), self.integers("axis", 1)], "bias/plain")
        self.op("Add", [bias, self.constant("rare", np.float32(RARE[1]))], "biases")
        kinds = self.gelu(self.plain(self.scaled("kinds", SCALE, "kinds/scaled"), network.kind, "kind"), "kind/gelu")
        self.named(kinds, "kind_said")
        self.op("Add", [self.plain(kinds, network.gate, "gate"), one], "kind_gates")
        outputs = {"queries": ["labels", WIDTH], "gates": ["labels", LABEL], "said": ["labels", LABEL], "biases": ["labels"]}
        outputs |= {"kind_gates": ["kinds", HIDDEN], "kind_said": ["kinds", NAMES]}
        return model_of(self, "names", {"labels": ["labels", NAME], "kinds": ["kinds", 2 * NAME]}, outputs)


class LabelsHead(Head):
    def model(self):
        network = self.network
        turned = self.op("Add", ["tokens", self.plain("tokens", network.turn_token, "turned")], "turned/sum")
        turned = self.op("LpNormalization", [turned], "turned/unit", axis=-1, p=2)
        near = self.op("MatMul", ["queries", self.op("Transpose", [turned], "turned/over", perm=[1, 0])], "similar")
        weights = self.op("Softmax", [near], "similar/weights", axis=-1)
        read = self.op("MatMul", [weights, self.plain("tokens", network.label_value, "value")], "read")
        first = self.op("Gather", ["tokens", self.integers("first", 0)], "first/token", axis=0)
        read = self.op("Add", [read, self.plain(first, network.label_text, "text")], "read/sum")
        read = self.op("Mul", [read, "gates"], "read/gated")
        hidden = self.gelu(self.op("Add", [read, "said"], "joined"), "gelu")
        odds = self.op("Squeeze", [self.plain(hidden, network.label_out, "odds"), self.integers("axis", 1)], "odds/plain")
        odds = self.op("Add", [odds, "biases"], "odds/biased")
        nearest = self.op("ReduceLogSumExp", [near, self.integers("nearest/axis", 1)], "nearest", keepdims=0)
        length = self.op("Shape", ["tokens"], "length", start=0, end=1)
        length = self.op("Log", [self.op("Cast", [length], "length/float", to=TensorProto.FLOAT)], "length/log")
        nearest = self.scaled(self.op("Sub", [nearest, length], "nearest/mean"), network.nearness.item(), "nearest/weighed")
        self.op("Add", [odds, nearest], "labels")
        inner = self.op("Slice", [near, self.integers("from", 1), self.integers("to", -1), self.integers("inner/axis", 1)], "inner")
        place = self.op("ArgMax", [inner], "inner/place", axis=1, keepdims=0)
        self.op("Add", [place, self.integers("mark", 1)], "places")
        inputs = {"tokens": ["tokens", WIDTH], "queries": ["names", WIDTH], "gates": ["names", LABEL], "said": ["names", LABEL], "biases": ["names"]}
        return model_of(self, "labels", inputs, {"labels": ["names"], "places": ["names"]}, integers=("places",))


class MentionsHead(Head):
    def heads(self, x, name, order):
        shape = self.integers(name + "/shape", -1, CONTEXT_HEADS, CONTEXT // CONTEXT_HEADS)
        return self.op("Transpose", [self.op("Reshape", [x, shape], name + "/split")], name + "/heads", perm=order)

    def model(self):
        network = self.network
        means = [self.op("MatMul", [weights, "tokens"], weights + "/mean") for weights in ("words", "sentences")]
        query = self.plain(self.op("Concat", [means[0], "said"], "asking", axis=1), network.context_query, "query")
        key, value = self.plain("tokens", network.context_key, "key"), self.plain("tokens", network.context_value, "value")
        width = (CONTEXT // CONTEXT_HEADS) ** -0.5
        near = self.op("MatMul", [self.heads(query, "query", [1, 0, 2]), self.heads(key, "key", [1, 2, 0])], "near/product")
        near = self.op("Softmax", [self.scaled(near, width, "near/scaled")], "near", axis=-1)
        read = self.op("MatMul", [near, self.heads(value, "value", [1, 0, 2])], "read/heads")
        read = self.op("Reshape", [self.op("Transpose", [read], "read/turned", perm=[1, 0, 2]), self.integers("read/shape", -1, CONTEXT)], "read")
        joined = self.op("Concat", [*means, read, "said"], "joined", axis=1)
        hidden = self.op("Mul", [self.gelu(self.plain(joined, network.joined, "hidden"), "hidden/gelu"), "gates"], "hidden/gated")
        self.op("Squeeze", [self.plain(hidden, network.mention, "odds"), self.integers("axis", 1)], "mentions")
        inputs = {"tokens": ["tokens", WIDTH], "words": ["marked", "tokens"], "sentences": ["marked", "tokens"], "said": ["marked", NAMES], "gates": ["marked", HIDDEN]}
        return model_of(self, "mentions", inputs, {"mentions": ["marked"]})


def model_of(graph, name, inputs, outputs, integers=()):
    kind = lambda part: TensorProto.INT64 if part in integers else TensorProto.FLOAT
    infos = [[helper.make_tensor_value_info(part, kind(part), shape) for part, shape in parts.items()] for parts in (inputs, outputs)]
    return helper.make_model(helper.make_graph(graph.nodes, name, *infos, graph.constants), opset_imports=OPSETS, ir_version=10)


def write_model(network, names, windows, folder):
    encoder_file.MOST_TOKENS = MOST_TOKENS
    trunk = Trunk(arrays_of(network.encoder), ranges_of(network.encoder, windows))
    files = {"trunk": trunk.model(len(network.encoder.layers)), "labels": LabelsHead(network).model()}
    files |= {"mentions": MentionsHead(network).model(), "names": NamesHead(network).model()}
    for name, model in files.items():
        onnx.checker.check_model(model)
        write(folder, name + ".onnx", model.SerializeToString())
    named = names.all
    texts = sorted(named)
    write(folder, "names.txt", ("\n".join(texts) + "\n").encode())
    vectors = torch.stack([named[text] for text in texts])
    write(folder, "names.bin", np.round(array(vectors) * 127).astype(np.int8).tobytes())


def write(folder, name, content):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)
    print(f"{name}: {len(content) / 1e6:.2f} MB")
