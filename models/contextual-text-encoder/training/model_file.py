"""Writes the fitted student as an ONNX file of 8-bit matrices and 4-bit embeddings.

Input `ids` int64 [N, T]: texts of the same number of tokens, so there is no padding and no mask. Output `vectors` float32
[N, D], not yet unit-norm.

A vector must not depend on the texts beside it in a batch. So what goes into a product is quantised with a scale that is
fixed here, from texts of the corpus, and not with one found at run time in the whole batch. Matrices have 7 bits and a
sign with a scale a column: with 8 bits the sums of older x86 processors overflow, and vectors would depend on the machine.
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HEADS, WIDTH = 12, 384
MICROSOFT = "com.microsoft"
MOST_TOKENS = 128
BLOCK = 64  # embeddings that share a scale
LARGEST = 63


class Graph:
    """Collects nodes and constants; every method returns the name of what it made."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name, value):
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind, inputs, name, domain="", outputs=1, **attributes):
        names = [name] if outputs == 1 else [f"{name}/{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, name=name, domain=domain, **attributes))
        return name if outputs == 1 else names


def four_bits(table):
    """Packed int4 [V, H / 2], the first of two in the low half, and float32 scales [V, H / BLOCK]."""
    blocks = table.reshape(len(table), -1, BLOCK)
    extreme = np.take_along_axis(blocks, np.abs(blocks).argmax(2)[:, :, None], 2)[:, :, 0]
    scales = np.where(extreme == 0, 1, extreme / -8).astype(np.float32)
    stored = np.clip(np.round(blocks / scales[:, :, None]), -8, 7).astype(np.int8).reshape(len(table), -1) & 15
    return (stored[:, 0::2] | stored[:, 1::2] << 4).astype(np.uint8), scales


def packed_constant(name, packed, width):
    return helper.make_tensor(name, TensorProto.INT4, [len(packed), width], packed.tobytes(), raw=True)


class Writer(Graph):
    """`arrays`: of distil.py; `ranges`: {input of a product: (least, most)}, from calibrate.py."""

    def __init__(self, arrays, ranges):
        super().__init__()
        self.arrays, self.ranges = arrays, ranges

    def weight(self, name):
        return self.constant(name, self.arrays[name].astype(np.float32))

    def quantised(self, x, key):
        """uint8 of x; also the names of its scale and of its zero."""
        least, most = (min(0.0, self.ranges[key][0]), max(0.0, self.ranges[key][1]))
        scale = np.float32((most - least) / 255)
        zero = np.uint8(np.clip(round(-least / scale), 0, 255))
        names = self.constant(key + "/scale", scale), self.constant(key + "/zero", zero)
        return self.op("QuantizeLinear", [x, *names], key + "/u8"), *names

    def product(self, source, name):
        matrix, (x, scale, zero) = self.arrays[name + ".matrix"], source
        scales = (np.abs(matrix).max(0) / LARGEST).astype(np.float32)
        stored = np.round(matrix / scales).astype(np.int8)
        inputs = [x, self.constant(name + "/i8", stored), scale, self.constant(name + "/scales", scales)]
        inputs += [zero, "", self.weight(name + ".bias")]
        return self.op("MatMulIntegerToFloat", inputs, name, MICROSOFT)

    def norm(self, x, name):
        inputs = [x, self.weight(name + ".scale"), self.weight(name + ".shift")]
        return self.op("LayerNormalization", inputs, name, axis=-1, epsilon=1e-12)

    def embedded(self):
        packed, scales = four_bits(self.arrays["words"])
        self.constants.append(packed_constant("words/i4", packed, WIDTH))
        inputs = ["words/i4", "ids", self.constant("words/scales", scales)]
        words = self.op("GatherBlockQuantized", inputs, "words", MICROSOFT, block_size=BLOCK, gather_axis=0, quantize_axis=1)
        shape = self.op("Shape", ["ids"], "length", start=1, end=2)
        places = self.op("Slice", [self.constant("places", self.arrays["places"][:MOST_TOKENS]), self.constant("zero", np.zeros(1, np.int64)), shape], "here")
        return self.norm(self.op("Add", [words, places], "sum"), "norm")

    def layer(self, x, name):
        source = self.quantised(x, name + "mix")
        mixed = self.op("Split", [self.product(source, name + "mix")], name + "parts", outputs=3, axis=-1, num_outputs=3)
        context = self.op("MultiHeadAttention", mixed, name + "context", MICROSOFT, num_heads=HEADS)
        out = self.product(self.quantised(context, name + "out"), name + "out")
        x = self.norm(self.op("Add", [x, out], name + "sum1"), name + "norm1")
        inner = self.op("Gelu", [self.product(self.quantised(x, name + "inner"), name + "inner")], name + "gelu", MICROSOFT)
        outer = self.product(self.quantised(inner, name + "outer"), name + "outer")
        return self.norm(self.op("Add", [x, outer], name + "sum2"), name + "norm2")

    def model(self, depth, name):
        x = self.embedded()
        for i in range(depth):
            x = self.layer(x, f"layer{i}.")
        pooled = self.op("ReduceMean", [x, self.constant("tokens", np.array([1], np.int64))], "pooled", keepdims=0)
        unit = self.op("LpNormalization", [pooled], "unit", axis=-1, p=2)
        self.op("Identity", [self.product(self.quantised(unit, "basis"), "basis")], "vectors")
        ids = helper.make_tensor_value_info("ids", TensorProto.INT64, ["texts", "tokens"])
        out = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["texts", self.arrays["basis.matrix"].shape[1]])
        graph = helper.make_graph(self.nodes, name, [ids], [out], self.constants)
        opsets = [helper.make_opsetid("", 21), helper.make_opsetid(MICROSOFT, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=10)
