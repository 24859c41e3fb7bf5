"""Makes the small sentence-transformers folder that the tests load: 40 words, 8 dimensions, hidden state = embedding.

    python make_tiny_model.py ../../../src/encoders/folder/tiny-model
"""

import json
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WORDS = "[PAD] [UNK] [CLS] [SEP] query : i love dogs cats hiking and cooking a the no kids two works as nurse in berlin".split()
LETTERS = [f"##{letter}" for letter in "abcdefghijklmnop"]


def main(folder):
    vocabulary = WORDS + LETTERS
    table = np.random.default_rng(5).standard_normal((len(vocabulary), 8)).astype(np.float32)
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "tokens", 8])
    graph = helper.make_graph(nodes, "tiny", inputs, [output], [numpy_helper.from_array(table, "table")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    os.makedirs(os.path.join(folder, "onnx"), exist_ok=True)
    os.makedirs(os.path.join(folder, "1_Pooling"), exist_ok=True)
    onnx.save(model, os.path.join(folder, "onnx", "model.onnx"))
    special = {name: i for i, name in enumerate(WORDS[:4])}
    files = {
        "config.json": {"model_type": "bert", "hidden_size": 8, "vocab_size": len(vocabulary)},
        "1_Pooling/config.json": {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False},
        "sentence_bert_config.json": {"max_seq_length": 12},
        "tokenizer_config.json": {"tokenizer_class": "BertTokenizer", "pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]", "model_max_length": 12},
        "tokenizer.json": {
            "version": "1.0",
            "added_tokens": [
                {"id": i, "content": name, "special": True, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
                for name, i in special.items()
            ],
            "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "post_processor": {
                "type": "TemplateProcessing",
                "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
                "pair": [],
                "special_tokens": {name: {"id": name, "ids": [special[name]], "tokens": [name]} for name in ("[CLS]", "[SEP]")},
            },
            "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
            "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": {word: i for i, word in enumerate(vocabulary)}},
        },
    }
    for name, content in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            json.dump(content, out, indent=1)
            out.write("\n")


main(sys.argv[1])
