/** BERT's pre-tokenizer: splits at white space; every punctuation mark is a word of its own. */

const PUNCTUATION = /^\p{P}$/u;
const WHITE_SPACE = /^\p{White_Space}$/u;

const OTHER = 0;
const SPACE = 1;
const MARK = 2;

/** Classes of the code units below 0x80; the ASCII symbols ($+<=>^`|~) count as punctuation. */
const ASCII = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  if (WHITE_SPACE.test(character)) return SPACE;
  return unit > 0x20 && unit < 0x7f && !/[0-9A-Za-z]/.test(character) ? MARK : OTHER;
});

function classOf(codePoint: number): number {
  if (codePoint < 0x80) return ASCII[codePoint]!;
  const character = String.fromCodePoint(codePoint);
  if (WHITE_SPACE.test(character)) return SPACE;
  return PUNCTUATION.test(character) ? MARK : OTHER;
}

/** Calls `visit` with every word of a normalised text, in order. */
export function splitWords(text: string, visit: (word: string) => void): void {
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const codePoint = text.codePointAt(at)!;
    const width = codePoint > 0xffff ? 2 : 1;
    const kind = classOf(codePoint);
    if (kind !== OTHER) {
      if (at > start) visit(text.slice(start, at));
      if (kind === MARK) visit(text.slice(at, at + width));
      start = at + width;
    }
    at += width;
  }
  if (at > start) visit(text.slice(start, at));
}
