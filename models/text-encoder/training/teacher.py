"""The teacher: an ONNX folder of all-MiniLM-L6-v2 (export_teacher.py), mean-pooled and normalised.

N texts, T tokens, H = 384. Vectors are kept in a folder, one file a text collection, named by the hash of
its texts, so that a try of another fit does not encode again.
"""

import hashlib
import os

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

MAX_TOKENS = 128
BATCH_TOKENS = 2048


class Teacher:
    def __init__(self, folder, cache, threads=2):
        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MAX_TOKENS)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(
            os.path.join(folder, "onnx", "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self.cache = cache
        os.makedirs(cache, exist_ok=True)

    def encode(self, texts):
        """float16 [N, 384], unit norm."""
        key = hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
        path = os.path.join(self.cache, f"{key}.npy")
        if os.path.exists(path):
            return np.load(path)
        vectors = self._encode(texts)
        np.save(path + ".part.npy", vectors)
        os.rename(path + ".part.npy", path)
        return vectors

    def _encode(self, texts):
        ids = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(ids)), key=lambda i: (len(ids[i]), i))
        out = np.zeros((len(ids), 384), np.float16)
        done = 0
        while done < len(order):
            width = len(ids[order[done]])
            batch = order[done : done + max(1, BATCH_TOKENS // width)]
            out[batch] = self._run([ids[i] for i in batch])
            if done // 20000 != (done + len(batch)) // 20000:
                print(f"  teacher: {done + len(batch)} of {len(order)} texts", flush=True)
            done += len(batch)
        return out

    def _run(self, rows):
        """Mean of the last hidden states over the tokens, [CLS] and [SEP] included; [batch, 384]."""
        width = max(map(len, rows))
        tokens = np.zeros((len(rows), width), np.int64)
        mask = np.zeros((len(rows), width), np.int64)
        for i, row in enumerate(rows):
            tokens[i, : len(row)] = row
            mask[i, : len(row)] = 1
        feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        hidden = self.session.run(None, feed)[0]
        mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)
