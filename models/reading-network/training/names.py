"""Unit vectors of names, by the shipped contextual text encoder."""

import numpy as np
import onnxruntime
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from encoder import ModelFile


def tokenizer(vocabulary):
    with open(vocabulary, encoding="utf-8") as file:
        pieces = {line.rstrip("\n"): row for row, line in enumerate(file)}
    made = Tokenizer(models.WordPiece(pieces, unk_token="[UNK]"))
    made.normalizer, made.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.BertProcessing(("[SEP]", pieces["[SEP]"]), ("[CLS]", pieces["[CLS]"]))
    return made


def vectors_of(names, model, vocabulary):
    """[names, D]."""
    session, pieces, known = onnxruntime.InferenceSession(model), tokenizer(vocabulary), {}
    for name in set(names):
        vector = session.run(None, {"ids": np.array([pieces.encode(name).ids], np.int64)})[0][0]
        known[name] = torch.from_numpy(vector / np.linalg.norm(vector))
    return torch.stack([known[name] for name in names])


def basis_of(model):
    """[D, H]: from a vector back to the mean of tokens that it was made from, at unit length."""
    return torch.linalg.pinv(ModelFile(model).matrix("basis").T)
