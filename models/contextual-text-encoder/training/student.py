"""The student: some of the teacher's layers, and a projection of their mean. N texts, H = 384, D = 256."""

import numpy as np
import torch
from torch.nn import functional

from network import Network, mean_over

LAYERS = (0, 2, 5)


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


class Student(torch.nn.Module):
    """`basis` [H, D] and `mean` [D]: the first projection, which is fitted with the rest."""

    def __init__(self, weights, basis, mean):
        super().__init__()
        self.network = Network(weights, LAYERS)
        self.basis = torch.nn.Parameter(torch.from_numpy(basis))
        self.mean = torch.nn.Parameter(torch.from_numpy(mean))

    def forward(self, ids, mask):
        """Last hidden states [N, T, H]; their means [N, H] and vectors [N, D], both unit-norm."""
        hidden = self.network.hidden(ids, mask)
        pooled = functional.normalize(mean_over(hidden, mask), dim=1)
        return hidden, pooled, functional.normalize(pooled @ self.basis - self.mean, dim=1)

    @torch.no_grad()
    def encode(self, tokens, most_tokens=4096):
        """float32 [N, D] of all texts of `tokens`."""
        out = np.zeros((len(tokens.rows), self.basis.shape[1]), np.float32)
        for chosen in tokens.by_length(np.arange(len(tokens.rows)), most_tokens):
            out[chosen] = self(*tokens.batch(chosen))[2].numpy()
        return out

    def write(self, path):
        fitted = {"basis": self.basis.detach().numpy(), "mean": self.mean.detach().numpy()}
        np.savez(path, **self.network.arrays(), **fitted)

    def read(self, path):
        arrays = dict(np.load(path))
        self.basis.data, self.mean.data = (torch.from_numpy(arrays.pop(name)) for name in ("basis", "mean"))
        for name, value in arrays.items():
            self.network.part(name).data = torch.from_numpy(value)
