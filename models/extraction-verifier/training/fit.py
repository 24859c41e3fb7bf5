"""Fits the verifier, and writes its model file or what it says of texts that were left out.

    npm run eval -- extraction-verifier --write texts.jsonl --first-readings FOLDER
    python fit.py --texts texts.jsonl --leave-out round9,round12,round15 --predictions a.jsonl
    python fit.py --texts texts.jsonl --leave-out round17 --model ..

One thread, about four minutes each time.
"""

import argparse
import json
import os
import random
import time

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from torch import nn
from torch.nn import functional

from encoder import Encoder
from verifier_file import write_model
from texts import Batch, batches, read_texts
from verifier import Verifier

HERE = os.path.dirname(os.path.abspath(__file__))
START = os.path.join(HERE, "../../contextual-text-encoder/model.onnx")
VOCABULARY = os.path.join(HERE, "../../contextual-text-encoder/vocabulary.txt")
EPOCHS, WARM_UP = 8, 40
RATE, HEAD_RATE, DECAY, LARGEST_STEP = 1e-4, 8e-4, 0.01, 1.0
LABEL_WEIGHT = 0.1  # of the summed loss of a text's labels beside the mean loss of a mention
HIDDEN_SHARE = 0.06


def tokenizer():
    with open(VOCABULARY, encoding="utf-8") as file:
        pieces = {line.rstrip("\n"): row for row, line in enumerate(file)}
    made = Tokenizer(models.WordPiece(pieces, unk_token="[UNK]"))
    made.normalizer, made.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.BertProcessing(("[SEP]", pieces["[SEP]"]), ("[CLS]", pieces["[CLS]"]))
    return made


@torch.no_grad()
def vectors_of(names):
    """Unit vectors [names, H], by the encoder that the verifier starts from."""
    encoder, pieces, known = Encoder(START).eval(), tokenizer(), {}
    for name in set(names):
        ids = torch.tensor([pieces.encode(name).ids])
        known[name] = functional.normalize(encoder(ids, torch.ones_like(ids, dtype=torch.bool)).mean(1)[0], dim=0)
    return torch.stack([known[name] for name in names])


def new_verifier(header):
    fields, values = zip(*header["kinds"])
    return Verifier(START, torch.cat([vectors_of(fields), vectors_of(values)], 1), vectors_of(header["labels"]))


def loss_of(verifier, batch):
    with torch.autocast("cpu", torch.bfloat16):
        x = verifier.encoder(batch.ids, batch.mask)
        labels = verifier.labels(x, batch.mask)
        mentions = verifier.mentions(x, batch.mask, batch.text, batch.words, batch.sentences, batch.kinds) if len(batch.text) else None
    cost = functional.binary_cross_entropy_with_logits
    of_labels = (cost(labels.float(), batch.labels, reduction="none") * batch.labels_known).sum() / len(batch.ids)
    if mentions is None or not batch.right_known.any():
        return LABEL_WEIGHT * of_labels
    known = batch.right_known
    return LABEL_WEIGHT * of_labels + cost(mentions.float()[known], batch.right[known])


def fit(verifier, texts, seed):
    chance = random.Random(seed)
    torch.manual_seed(seed)
    heads = [value for name, value in verifier.named_parameters() if not name.startswith("encoder.")]
    layers = [value for value in verifier.encoder.parameters() if value.requires_grad]
    optimiser = torch.optim.AdamW([{"params": layers, "lr": RATE}, {"params": heads, "lr": HEAD_RATE}], weight_decay=DECAY)
    steps = len(batches(texts, chance)) * EPOCHS
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1, step / WARM_UP) * max(0.02, 1 - step / steps))
    verifier.train()
    began = time.time()
    for epoch in range(EPOCHS):
        total = 0.0
        drawn = batches(texts, chance)
        for part in drawn:
            loss = loss_of(verifier, Batch(part, HIDDEN_SHARE, chance))
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(verifier.parameters(), LARGEST_STEP)
            optimiser.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(drawn):.4f}, {time.time() - began:.0f} s", flush=True)
    return verifier.eval()


@torch.no_grad()
def predict(verifier, text):
    batch = Batch([text])
    x = verifier.encoder(batch.ids, batch.mask)
    mentions = verifier.mentions(x, batch.mask, batch.text, batch.words, batch.sentences, batch.kinds).tolist() if len(batch.text) else []
    near = verifier.similarities(x, verifier.names)[0, :, 1:-1].argmax(-1) + 1
    rounded = lambda values: [round(value, 4) for value in values]
    return {"mentions": rounded(mentions), "labels": rounded(verifier.labels(x, batch.mask)[0].tolist()), "places": near.tolist()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", required=True)
    parser.add_argument("--leave-out", default="")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--predictions")
    parser.add_argument("--model")
    given = parser.parse_args()
    torch.set_num_threads(1)
    header, texts = read_texts(given.texts)
    left_out = given.leave_out.split(",")
    fitted = [text for text in texts if not text["isFirst"] and text["set"] not in left_out]
    print(f"{len(fitted)} texts, {sum(len(text['mentions']) for text in fitted)} mentions", flush=True)
    verifier = fit(new_verifier(header), fitted, given.seed)
    if given.predictions:
        with open(given.predictions, "w", encoding="utf-8") as file:
            for text in texts:
                if text["isFirst"] and text["set"] in left_out:
                    file.write(json.dumps({"set": text["set"], "index": text["index"], **predict(verifier, text)}) + "\n")
    if given.model:
        write_model(verifier, fitted, os.path.join(given.model, header["domain"] + ".onnx"))


if __name__ == "__main__":
    main()
