"""The teacher's vectors of a collection of texts, kept in a folder so that another fit does not encode again."""

import hashlib
import os

import numpy as np
import torch

from batches import Tokens

BATCH_TOKENS = 4096


def teacher_vectors(network, folder, texts, cache):
    """float32 [N, 384], unit norm. A file of the cache is named by the hash of its texts."""
    key = hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
    path = os.path.join(cache, f"{key}.npy")
    if not os.path.exists(path):
        os.makedirs(cache, exist_ok=True)
        np.save(path, _encode(network, Tokens(folder, texts)).astype(np.float16))
    vectors = np.load(path).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@torch.no_grad()
def _encode(network, tokens):
    out = np.zeros((len(tokens.rows), 384), np.float32)
    for chosen in tokens.by_length(np.arange(len(tokens.rows)), BATCH_TOKENS):
        out[chosen] = torch.nn.functional.normalize(network(*tokens.batch(chosen)), dim=1).numpy()
    return out
