"""Writes the fitted verifier as an ONNX file, with the encoder's writer: matrices of 8 bits, embeddings of 4.

Inputs: `ids` int64 [1, T]; `word_means` and `sentence_means` float32 [M, T], weights of a mean; `kinds` int64 [M]. Outputs: `mentions`
float32 [M] and `labels` float32 [L], log-odds; `label_tokens` int64 [L], the token nearest to a label.
"""

import os
import random
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from torch.nn import functional

from encoder import MOST_TOKENS
from texts import Batch
from verifier import CONTEXT, CONTEXT_HEADS, RARE, SCALE

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../contextual-text-encoder/training"))
import model_file as encoder_file  # noqa: E402

CALIBRATION_TEXTS = 300
ENCODER_PARTS = ("mix", "out", "inner", "outer")


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
def ranges_of(encoder, texts):
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
    for text in random.Random(1).sample(texts, min(CALIBRATION_TEXTS, len(texts))):
        batch = Batch([text])
        encoder(batch.ids, batch.mask)
    for hook in hooks:
        hook.remove()
    return ranges


class Writer(encoder_file.Writer):
    """The heads' matrices have 16 bits, and what depends on names alone is a table."""

    def __init__(self, verifier, ranges):
        super().__init__(arrays_of(verifier.encoder), ranges)
        self.verifier = verifier

    def half(self, name, value):
        return self.op("Cast", [self.constant(name + "/f16", array(value).astype(np.float16))], name, to=TensorProto.FLOAT)

    def plain(self, x, module, name):
        product = self.op("MatMul", [x, self.half(name + "/matrix", module.weight.T)], name + "/product")
        return product if module.bias is None else self.op("Add", [product, self.constant(name + "/bias", array(module.bias))], name)

    def gelu(self, x, name):
        return self.op("Gelu", [x], name, encoder_file.MICROSOFT)

    def integers(self, name, *values):
        return self.constant(name, np.array(values, np.int64))

    def heads(self, x, name, order):
        shape = self.integers(name + "/shape", -1, CONTEXT_HEADS, CONTEXT // CONTEXT_HEADS)
        return self.op("Transpose", [self.op("Reshape", [x, shape], name + "/split")], name + "/heads", perm=order)

    @torch.no_grad()
    def mentions(self, x):
        verifier = self.verifier
        said = functional.gelu(verifier.kind(verifier.kinds * SCALE))
        names = self.op("Gather", [self.half("said", said), "kinds"], "said/of", axis=0)
        gates = self.op("Gather", [self.half("gates", 1 + verifier.gate(said)), "kinds"], "gates/of", axis=0)
        means = [self.op("MatMul", [weights, x], weights + "/mean") for weights in ("word_means", "sentence_means")]
        query = self.plain(self.op("Concat", [means[0], names], "asking", axis=1), verifier.context_query, "query")
        key, value = self.plain(x, verifier.context_key, "key"), self.plain(x, verifier.context_value, "value")
        width = np.float32((CONTEXT // CONTEXT_HEADS) ** -0.5)
        near = self.op("MatMul", [self.heads(query, "query", [1, 0, 2]), self.heads(key, "key", [1, 2, 0])], "near/product")
        near = self.op("Softmax", [self.op("Mul", [near, self.constant("near/width", width)], "near/scaled")], "near", axis=-1)
        read = self.op("MatMul", [near, self.heads(value, "value", [1, 0, 2])], "read/heads")
        read = self.op("Reshape", [self.op("Transpose", [read], "read/turned", perm=[1, 0, 2]), self.integers("read/shape", -1, CONTEXT)], "read")
        joined = self.op("Concat", [*means, read, names], "joined", axis=1)
        hidden = self.op("Mul", [self.gelu(self.plain(joined, verifier.joined, "hidden"), "hidden/gelu"), gates], "hidden/gated")
        self.op("Squeeze", [self.plain(hidden, verifier.mention, "odds"), self.integers("odds/axis", 1)], "mentions")

    @torch.no_grad()
    def labels(self, x):
        verifier = self.verifier
        said = functional.gelu(verifier.label(verifier.names * SCALE))
        turned = self.op("Add", [x, self.plain(x, verifier.turn_token, "turned")], "turned/sum")
        turned = self.op("LpNormalization", [turned], "turned/unit", axis=-1, p=2)
        names = (verifier.names + verifier.turn_name(verifier.names)) * verifier.sharpness
        near = self.op("MatMul", [self.half("names", names), self.op("Transpose", [turned], "turned/over", perm=[1, 0])], "similar")
        weights = self.op("Softmax", [near], "similar/weights", axis=-1)
        read = self.op("MatMul", [weights, self.plain(x, verifier.label_value, "label/value")], "label/read")
        first = self.op("Gather", [x, self.integers("first", 0)], "first/token", axis=0)
        read = self.op("Add", [read, self.plain(first, verifier.label_text, "label/text")], "label/sum")
        read = self.op("Mul", [read, self.half("label/gates", 1 + said)], "label/gated")
        hidden = self.gelu(self.op("Add", [read, self.half("label/names", said)], "label/joined"), "label/gelu")
        odds = self.op("Squeeze", [self.plain(hidden, verifier.label_out, "label/odds"), self.integers("label/axis", 1)], "label/plain")
        bias = verifier.label_bias(said)[:, 0] + RARE[1]
        odds = self.op("Add", [odds, self.constant("label/bias", array(bias))], "label/biased")
        nearest = self.op("ReduceLogSumExp", [near, self.integers("nearest/axis", 1)], "nearest", keepdims=0)
        length = self.op("Log", [self.op("Cast", ["length"], "length/float", to=TensorProto.FLOAT)], "length/log")
        nearest = self.op("Mul", [self.op("Sub", [nearest, length], "nearest/mean"), self.constant("nearness", array(verifier.nearness))], "nearest/weighed")
        self.op("Add", [odds, nearest], "labels")
        inner = self.op("Slice", [near, self.integers("inner/from", 1), self.integers("inner/to", -1), self.integers("inner/axis", 1)], "inner")
        place = self.op("ArgMax", [inner], "inner/place", axis=1, keepdims=0)
        self.op("Add", [place, self.constant("one", np.int64(1))], "label_tokens")

    def model(self, depth):
        x = self.embedded()
        for i in range(depth):
            x = self.layer(x, f"layer{i}.")
        x = self.op("Squeeze", [x, self.integers("text", 0)], "tokens")
        self.mentions(x)
        self.labels(x)
        make = helper.make_tensor_value_info
        inputs = [make("ids", TensorProto.INT64, [1, "tokens"]), make("word_means", TensorProto.FLOAT, ["marked", "tokens"])]
        inputs += [make("sentence_means", TensorProto.FLOAT, ["marked", "tokens"]), make("kinds", TensorProto.INT64, ["marked"])]
        outputs = [make("mentions", TensorProto.FLOAT, ["marked"]), make("labels", TensorProto.FLOAT, ["names"])]
        outputs.append(make("label_tokens", TensorProto.INT64, ["names"]))
        graph = helper.make_graph(self.nodes, "verifier", inputs, outputs, self.constants)
        opsets = [helper.make_opsetid("", 21), helper.make_opsetid(encoder_file.MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def write_model(verifier, texts, path):
    encoder_file.MOST_TOKENS = MOST_TOKENS
    model = Writer(verifier, ranges_of(verifier.encoder, texts)).model(len(verifier.encoder.layers))
    onnx.checker.check_model(model)
    with open(path, "wb") as file:
        file.write(model.SerializeToString())
    print(f"{path}: {os.path.getsize(path) / 1e6:.1f} MB")
