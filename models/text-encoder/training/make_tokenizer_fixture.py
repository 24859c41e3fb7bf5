"""Writes texts of many scripts with the piece ids that the reference (PyPI tokenizers) gives them.

    python make_tokenizer_fixture.py TEACHER ../../../src/encoders/wordpiece/reference-pieces.json
"""

import json
import random
import sys

from tokenizers import Tokenizer

SCRIPTS = {
    "ascii": (0x20, 0x7E), "latin1": (0xA0, 0xFF), "latin-extended": (0x100, 0x24F), "ipa": (0x250, 0x2AF),
    "greek": (0x391, 0x3CE), "cyrillic": (0x400, 0x481), "armenian": (0x561, 0x586), "hebrew": (0x5D0, 0x5EA),
    "arabic": (0x621, 0x652), "syriac": (0x712, 0x72C), "devanagari": (0x904, 0x94D), "bengali": (0x985, 0x9B9),
    "gurmukhi": (0xA05, 0xA39), "gujarati": (0xA85, 0xAB9), "tamil": (0xB85, 0xBB9), "telugu": (0xC05, 0xC39),
    "kannada": (0xC85, 0xCB9), "malayalam": (0xD05, 0xD39), "sinhala": (0xD85, 0xDC6), "thai": (0xE01, 0xE4E),
    "lao": (0xEA5, 0xEB0), "tibetan": (0xF40, 0xF6C), "burmese": (0x1000, 0x1021), "georgian": (0x10D0, 0x10F0),
    "hangul-jamo": (0x1100, 0x1112), "ethiopic": (0x1200, 0x1248), "cherokee": (0x13A0, 0x13F4), "khmer": (0x1780, 0x17B3),
    "mongolian": (0x1820, 0x1842), "vietnamese": (0x1EA0, 0x1EF9), "greek-extended": (0x1F00, 0x1F15),
    "punctuation": (0x2010, 0x2027), "currency": (0x20A0, 0x20BA), "letterlike": (0x2100, 0x214F), "arrows": (0x2190, 0x21FF),
    "box": (0x2500, 0x257F), "cjk-punctuation": (0x3001, 0x3020), "hiragana": (0x3041, 0x3096), "katakana": (0x30A1, 0x30FA),
    "bopomofo": (0x3105, 0x312D), "han": (0x4E00, 0x9FA5), "yi": (0xA000, 0xA48C), "hangul": (0xAC00, 0xD7A3),
    "compatibility-han": (0xF900, 0xFA2D), "ligatures": (0xFB00, 0xFB06), "fullwidth": (0xFF01, 0xFF5E),
    "gothic": (0x10330, 0x1034A), "deseret": (0x10400, 0x1044F), "emoji": (0x1F600, 0x1F64F), "han-b": (0x20000, 0x2A6D6),
}
CASES = [
    "", " ", "Hello, World!", "don't", "naïve café Zoë", "ΑΣ ΣΑΣ ΟΔΟΣ", "İstanbul DİYARBAKIR", "Straße ẞ", "ﬁne ﬂow", "[CLS] a [SEP] b[MASK]",
    "[ SEP ] [UNK]", "x" * 100, "x" * 101, "a\u00adb\u200bc\u200dd", "tab\tnew\nline\rend", "nul\0 \ufffd gone", "e\u0301 a\u0323\u0308",
    "C++ C# .NET node.js", "$5 + 3 = 8 < 9 | ~`^", "user@example.com https://x.y/z?q=1", "3.5%  1,000", "東京に住む。", "我爱北京天安门", "한국어 텍스트",
    "שלום עולם", "مرحبا بالعالم", "नमस्ते दुनिया", "สวัสดีชาวโลก", "👩‍💻 codes", "K Å Ω", "½ ² ™ №", "\u3000wide\u2003space\u2028line",
]


def drawn(rng):
    first, last = SCRIPTS[rng.choice(list(SCRIPTS))]
    other = SCRIPTS[rng.choice(list(SCRIPTS))]
    words = []
    for _ in range(rng.randint(1, 6)):
        low, high = other if rng.random() < 0.2 else (first, last)
        words.append("".join(chr(rng.randint(low, high)) for _ in range(rng.randint(1, 8))))
    return rng.choice((" ", " ", "", ", ")).join(words)


def main(teacher, path):
    tokenizer = Tokenizer.from_file(f"{teacher}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    rng = random.Random(3)
    texts = CASES + [drawn(rng) for _ in range(968)]
    rows = [[text, tokenizer.encode(text, add_special_tokens=False).ids] for text in texts]
    with open(path, "w", encoding="utf-8") as out:
        out.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


main(*sys.argv[1:])
