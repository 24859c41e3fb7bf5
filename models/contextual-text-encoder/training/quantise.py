"""Writes the fitted student as the files that the service reads, and says what the fewer bits cost.

    python quantise.py --teacher TEACHER --wordnet DICT --fitted FILE.npz --out .. [--sts-dev FILE]

OUT gets model.onnx, vocabulary.txt and identity.json. The ranges of the products come from texts of the corpus.
"""

import argparse
import hashlib
import json
import os

import numpy as np
import onnx
import onnxruntime
import torch
from tokenizers import Tokenizer

from batches import Tokens
from calibrate import ranges_of
from corpus import collections
from distil import Judge
from model_file import Writer
from network import read_weights
from student import LAYERS, Student, unit

NAME, VERSION = "counterpart-contextual", "1"
CENTRING = 0.5  # part of the mean that is subtracted: all of it costs .0014 of STS-B dev, none makes every pair alike
KEEP = 0.9999  # quantile of a product's inputs that its range holds
UNIT_RANGE = (-0.5, 0.5)  # of the components of the unit vectors that are projected


def student_of(fitted, teacher):
    arrays = dict(np.load(fitted))
    student = Student(read_weights(teacher), arrays["basis"], arrays["mean"])
    student.read(fitted)
    student.mean.data *= CENTRING
    arrays["mean"] = arrays["mean"] * CENTRING
    return student.eval(), arrays


def written(student, arrays, tokens):
    ranges = ranges_of(student.network, tokens, KEEP) | {"basis": UNIT_RANGE}
    arrays["basis.matrix"], arrays["basis.bias"] = arrays.pop("basis"), -arrays.pop("mean")
    return Writer(arrays, ranges).model(len(LAYERS), NAME).SerializeToString()


def quantised_vectors(session, tokens):
    out = []
    for row in tokens.rows:
        out.append(session.run(None, {"ids": row[None, :]})[0][0])
    return unit(np.array(out))


def main():
    parser = argparse.ArgumentParser()
    for name in ("teacher", "wordnet", "fitted", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--sts-dev")
    given = parser.parse_args()
    torch.set_num_threads(1)
    student, arrays = student_of(given.fitted, given.teacher)
    texts = [text for part in collections(given.wordnet).values() for text in part]
    model = written(student, arrays, Tokens(given.teacher, texts))
    tokenizer = Tokenizer.from_file(os.path.join(given.teacher, "tokenizer.json"))
    vocabulary = "".join(tokenizer.id_to_token(i) + "\n" for i in range(tokenizer.get_vocab_size()))
    identity = {"name": NAME, "version": VERSION, "dimension": int(arrays["basis.matrix"].shape[1])}
    identity["sha256"] = hashlib.sha256(model + vocabulary.encode()).hexdigest()
    for name, content in (("model.onnx", model), ("vocabulary.txt", vocabulary.encode())):
        with open(os.path.join(given.out, name), "wb") as file:
            file.write(content)
    with open(os.path.join(given.out, "identity.json"), "w", encoding="utf-8") as file:
        json.dump(identity, file)
        file.write("\n")
    onnx.checker.check_model(onnx.load_from_string(model))
    print(f"{len(model) / 1e6:.1f} MB, {identity['sha256']}")
    if given.sts_dev:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(model, options)
        judge = Judge(given.sts_dev, given.teacher)
        plain = [student.encode(side) for side in judge.sides]
        few = [quantised_vectors(session, side) for side in judge.sides]
        for label, (first, second) in (("float", plain), ("as written", few)):
            print(f"{label}: STS-B Spearman {judge.spearman(first, second):.4f}")


if __name__ == "__main__":
    main()
