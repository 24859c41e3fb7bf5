"""Texts as token ids, and batches of about equal length, so that little of a batch is padding."""

import os

import numpy as np
import torch
from tokenizers import Tokenizer

MAX_TOKENS = 128


class Tokens:
    def __init__(self, folder, texts):
        tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(MAX_TOKENS)
        self.rows = [np.array(encoding.ids, np.int64) for encoding in tokenizer.encode_batch(texts)]
        self.lengths = np.array([len(row) for row in self.rows])

    def keep(self, chosen):
        """Leaves only these texts, in this order."""
        self.rows, self.lengths = [self.rows[row] for row in chosen], self.lengths[chosen]

    def batch(self, chosen):
        """ids and mask, [N, T]."""
        width = self.lengths[chosen].max()
        ids = np.zeros((len(chosen), width), np.int64)
        for n, row in enumerate(chosen):
            ids[n, : self.lengths[row]] = self.rows[row]
        mask = np.arange(width)[None, :] < self.lengths[chosen][:, None]
        return torch.from_numpy(ids), torch.from_numpy(mask)

    def by_length(self, rows, most_tokens):
        """Splits rows into arrays of about equal length with at most `most_tokens` tokens each."""
        ordered = rows[np.argsort(self.lengths[rows], kind="stable")]
        batches, start = [], 0
        for end in range(1, len(ordered) + 1):
            if end == len(ordered) or (end - start + 1) * self.lengths[ordered[end]] > most_tokens:
                batches.append(ordered[start:end])
                start = end
        return batches
