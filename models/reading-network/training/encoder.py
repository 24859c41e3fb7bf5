"""The shipped contextual encoder in torch, read from its model file, to be fitted further. N texts, T tokens, H = 384."""

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional

HEADS, WIDTH, INNER, EPSILON = 12, 384, 1536, 1e-12
BLOCK = 64  # embeddings that share a scale
DROPOUT = 0.1
MOST_TOKENS = 256  # of a window; the shipped encoder knows 128 places, the others begin as the last of them


class ModelFile:
    """The constants of models/contextual-text-encoder/model.onnx as float32 arrays."""

    def __init__(self, path):
        self.constants = {constant.name: constant for constant in onnx.load(path).graph.initializer}

    def array(self, name):
        return torch.from_numpy(np.array(numpy_helper.to_array(self.constants[name]), np.float32))

    def matrix(self, name):
        return (self.array(name + "/i8") * self.array(name + "/scales")).T.contiguous()

    def words(self):
        packed = np.frombuffer(self.constants["words/i4"].raw_data, np.uint8).reshape(-1, WIDTH // 2)
        stored = np.stack([packed & 15, packed >> 4], 2).reshape(len(packed), -1, BLOCK).astype(np.float32)
        signed = np.where(stored > 7, stored - 16, stored)
        return torch.from_numpy((signed * numpy_helper.to_array(self.constants["words/scales"])[:, :, None]).reshape(len(packed), WIDTH))


def linear(file, name):
    layer = nn.Linear(1, 1)
    layer.weight, layer.bias = nn.Parameter(file.matrix(name)), nn.Parameter(file.array(name + ".bias"))
    return layer


def norm(file, name):
    layer = nn.LayerNorm(WIDTH, eps=EPSILON)
    layer.weight, layer.bias = nn.Parameter(file.array(name + ".scale")), nn.Parameter(file.array(name + ".shift"))
    return layer


class Layer(nn.Module):
    def __init__(self, file, name):
        super().__init__()
        self.mix, self.out, self.inner, self.outer = (linear(file, name + part) for part in ("mix", "out", "inner", "outer"))
        self.norm1, self.norm2 = norm(file, name + "norm1"), norm(file, name + "norm2")
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, x, mask):
        count, width, _ = x.shape
        query, key, value = self.mix(x).view(count, width, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        heads = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask[:, None, None, :])
        x = self.norm1(x + self.dropout(self.out(heads.transpose(1, 2).reshape(count, width, WIDTH))))
        return self.norm2(x + self.dropout(self.outer(functional.gelu(self.inner(x)))))


class Encoder(nn.Module):
    """The embeddings of words stay as they are."""

    def __init__(self, path, depth=3):
        super().__init__()
        file = ModelFile(path)
        self.words = nn.Embedding.from_pretrained(file.words(), freeze=True)
        places = file.array("places")
        self.places = nn.Parameter(torch.cat([places, places[-1:].repeat(MOST_TOKENS - len(places), 1)]))
        self.norm = norm(file, "norm")
        self.layers = nn.ModuleList(Layer(file, f"layer{i}.") for i in range(depth))
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, ids, mask):
        """int64 and bool [N, T] to [N, T, H]."""
        x = self.dropout(self.norm(self.words(ids) + self.places[: ids.shape[1]]))
        for layer in self.layers:
            x = layer(x, mask)
        return x
