/**
 * BERT's uncased normaliser: the `BertNormalizer` of a tokenizer.json with lowercase and strip_accents.
 * Steps: clean, put spaces around CJK ideographs, NFD without non-spacing marks, lowercase each code point
 * alone (a final sigma stays σ, unlike in String.prototype.toLowerCase).
 */

/** Control, format, private-use and unpaired surrogates vanish; tab, newline and return are white space. */
const REMOVED = /[\0\uFFFD]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const WHITE_SPACE = /\p{White_Space}/gu;
const CJK =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;
const NON_SPACING_MARK = /\p{Mn}/gu;
/** Code points whose lowercase depends on their neighbours in JavaScript, but not here. */
const SIGMA = /Σ/g;
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;

export function normalizeText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .replace(REMOVED, '')
    .replace(WHITE_SPACE, ' ')
    .replace(CJK, ' $& ')
    .normalize('NFD')
    .replace(NON_SPACING_MARK, '')
    .replace(SIGMA, 'σ')
    .toLowerCase();
}
