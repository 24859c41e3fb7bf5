"""The student: a text's vector is the sum of the rows of its word pieces and of some pairs, made unit-norm.

V word pieces, P pairs, D = 256 dimensions, N texts. Feature keys: a piece is its id; a pair (a, b) of neighbours is
V + a * V + b; a piece b that stands in the scope of a denier ("no", "don't", ...) adds the pair (0, b).
src/engines/encoders/embedded/static-model.ts computes the same features; the ids it needs travel in the weights' metadata.
"""

import os

import numpy as np
import torch
from tokenizers import Tokenizer

DENIERS = ("no", "not", "never", "without", "non", "nothing", "neither", "nor", "none", "cannot")
STOPS = (".", ",", ";", "!", "?", ":", "but", "(", ")")
APOSTROPHES = ("'", "’")
SCOPE = 4
FIRST_WORD = 999  # lower ids are special or unused


class Features:
    """Turns texts into feature keys with the teacher's tokenizer."""

    def __init__(self, teacher):
        self.tokenizer = Tokenizer.from_file(os.path.join(teacher, "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.size = self.tokenizer.get_vocab_size()
        self.deniers = self.ids(DENIERS)
        self.stops = self.ids(STOPS)
        self.apostrophes = self.ids(APOSTROPHES)
        self.contracted = self.tokenizer.token_to_id("t")

    def ids(self, words):
        return [self.tokenizer.token_to_id(word) for word in words]

    def metadata(self):
        return {
            "deniers": self.deniers,
            "stops": self.stops,
            "apostrophes": self.apostrophes,
            "contracted": self.contracted,
            "scope": SCOPE,
        }

    def of(self, ids):
        """All keys of one text, pairs included."""
        keys, left, previous = list(ids), 0, -1
        for i in ids:
            if previous >= 0:
                keys.append(self.size + previous * self.size + i)
            if i in self.stops:
                left = 0
            elif left > 0:
                keys.append(self.size + i)
                left -= 1
            if i in self.deniers or (i == self.contracted and previous in self.apostrophes):
                left = SCOPE
            previous = i
        return keys


class Bags:
    """The feature keys of N texts, flat, mapped to rows of a table that has some of the pairs."""

    def __init__(self, features, texts):
        self.size, self.count = features.size, len(texts)
        encodings = features.tokenizer.encode_batch(texts, add_special_tokens=False)
        keys = [features.of([i for i in encoding.ids if i >= FIRST_WORD]) for encoding in encodings]
        self.offsets = np.zeros(self.count + 1, np.int64)
        self.offsets[1:] = np.cumsum([len(row) for row in keys])
        self.keys = np.fromiter((key for row in keys for key in row), np.int64, self.offsets[-1])
        self.use(np.zeros(0, np.int64))

    def use(self, pairs):
        """`pairs`: sorted pair keys that have rows V, V + 1, ...; other pairs are dropped."""
        place = np.searchsorted(pairs, self.keys)
        place[place == len(pairs)] = 0
        is_piece = self.keys < self.size
        known = is_piece | (pairs[place] == self.keys if len(pairs) else False)
        self.rows = np.where(is_piece, self.keys, self.size + place)[known]
        self.starts = np.concatenate([[0], np.cumsum(known)])[self.offsets]

    def take(self, chosen):
        """(rows, starts) of the chosen texts, as torch.nn.functional.embedding_bag wants them."""
        lengths = self.starts[chosen + 1] - self.starts[chosen]
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        index = np.repeat(self.starts[chosen] - starts, lengths) + np.arange(lengths.sum())
        return torch.from_numpy(self.rows[index]), torch.from_numpy(starts)

    def vectors(self, table):
        """float32 [N, D], unit norm."""
        bags = self.take(np.arange(self.count))
        sums = torch.nn.functional.embedding_bag(bags[0], torch.from_numpy(table), bags[1], mode="sum")
        return torch.nn.functional.normalize(sums, dim=1).numpy()
