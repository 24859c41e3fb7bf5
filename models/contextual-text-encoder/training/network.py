"""BERT's encoder in plain torch, read from a teacher's ONNX folder, cut to some of its layers.

N texts, T tokens, H = 384. Matrices run in bfloat16 on processors that have it; sums and norms stay in float32.
"""

import os

import numpy as np
import onnx
import torch
from torch.nn import functional

HEADS = 12
EPSILON = 1e-12


def read_weights(folder):
    """{name: float32 array} of the constants of onnx/model.onnx, as export_teacher.py names them; matrices are [in, out]."""
    model = onnx.load(os.path.join(folder, "onnx", "model.onnx"))
    return {constant.name: onnx.numpy_helper.to_array(constant) for constant in model.graph.initializer}


class Network(torch.nn.Module):
    """`layers`: which of the teacher's layers are kept, in order. Parameters are named as in `state`."""

    def __init__(self, weights, layers):
        super().__init__()
        self.depth = len(layers)
        state = {}
        words = weights["embeddings.word_embeddings.weight"]
        places = weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
        state["words"], state["places"] = words, places
        state["norm.scale"], state["norm.shift"] = self._norm(weights, "embeddings.LayerNorm")
        for i, layer in enumerate(layers):
            source, name = f"encoder.layer.{layer}.", f"layer{i}."
            parts = [weights[f"{source}attention.self.{part}.weight.T"] for part in ("query", "key", "value")]
            biases = [weights[f"{source}attention.self.{part}.bias"] for part in ("query", "key", "value")]
            state[name + "mix.matrix"], state[name + "mix.bias"] = np.concatenate(parts, 1), np.concatenate(biases)
            for ours, theirs in (("out", "attention.output.dense"), ("inner", "intermediate.dense"), ("outer", "output.dense")):
                state[f"{name}{ours}.matrix"] = weights[f"{source}{theirs}.weight.T"]
                state[f"{name}{ours}.bias"] = weights[f"{source}{theirs}.bias"]
            for ours, theirs in (("norm1", "attention.output.LayerNorm"), ("norm2", "output.LayerNorm")):
                state[f"{name}{ours}.scale"], state[f"{name}{ours}.shift"] = self._norm(weights, source + theirs)
        self.state = torch.nn.ParameterDict(
            {key.replace(".", "/"): torch.nn.Parameter(torch.from_numpy(np.array(value))) for key, value in state.items()}
        )

    @staticmethod
    def _norm(weights, prefix):
        return weights[f"{prefix}.weight"], weights[f"{prefix}.bias"]

    def part(self, name):
        return self.state[name.replace(".", "/")]

    def arrays(self):
        """{name: float32 array}, for the writer of the model file."""
        return {key.replace("/", "."): value.detach().numpy() for key, value in self.state.items()}

    def linear(self, x, name):
        with torch.autocast("cpu", torch.bfloat16):
            return torch.matmul(x, self.part(name + ".matrix")) + self.part(name + ".bias")

    def norm(self, x, name):
        return functional.layer_norm(x.float(), x.shape[-1:], self.part(name + ".scale"), self.part(name + ".shift"), EPSILON)

    def hidden(self, ids, mask):
        """int64 and bool [N, T] to the last hidden states, [N, T, H]."""
        count, width = ids.shape
        x = self.norm(functional.embedding(ids, self.part("words")) + self.part("places")[:width], "norm")
        for i in range(self.depth):
            name = f"layer{i}."
            mixed = self.linear(x, name + "mix").view(count, width, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
            bias = None if mask.all() else mask[:, None, None, :]
            heads = functional.scaled_dot_product_attention(mixed[0], mixed[1], mixed[2], attn_mask=bias)
            context = heads.transpose(1, 2).reshape(count, width, -1)
            x = self.norm(x + self.linear(context, name + "out"), name + "norm1")
            inner = functional.gelu(self.linear(x, name + "inner"))
            x = self.norm(x + self.linear(inner, name + "outer"), name + "norm2")
        return x

    def forward(self, ids, mask):
        """The mean of the last hidden states, [N, H]."""
        return mean_over(self.hidden(ids, mask), mask)


def mean_over(hidden, mask):
    """[N, T, H] to [N, H], padding left out."""
    kept = mask.unsqueeze(-1)
    return (hidden * kept).sum(1) / kept.sum(1)
