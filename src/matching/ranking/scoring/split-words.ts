/**
 * The words of a text as 32-bit hashes (FNV-1a), without a string for each: a match reads some hundred texts.
 * Words are runs of letters, digits, + and # in lower case; bare numbers are left out. Two words of one text
 * share a hash about once in ten million pairs.
 */
const PRIME = 0x01000193;
const BASIS = 0x811c9dc5;
/**
 * By UTF-16 code unit: 1 for letters, + and #, 2 for digits, 0 for the rest, and 255 for not looked at yet.
 */
const kinds = new Uint8Array(0x10000).fill(255);

export interface CountedWords {
  /** Each word once, ascending [W]. */
  readonly hashes: Uint32Array;
  /** How often the text has each [W]. */
  readonly counts: Uint16Array;
  /** Words of the text, with repetitions. */
  readonly length: number;
}

export function countWords(text: string): CountedWords {
  const sorted = hashesOf(text).sort();
  const hashes = sorted.filter((one, at) => at === 0 || one !== sorted[at - 1]);
  const counts = new Uint16Array(hashes.length);
  let word = -1;
  for (const [at, one] of sorted.entries()) {
    if (at === 0 || one !== sorted[at - 1]) word++;
    counts[word]!++;
  }
  return { hashes, counts, length: sorted.length };
}

/** Each hash once, ascending. */
export function splitWords(text: string): Uint32Array {
  return countWords(text).hashes;
}

/** In the order of the text. */
function hashesOf(text: string): Uint32Array {
  const lower = text.toLowerCase();
  const found: number[] = [];
  let [hash, hasLetter] = [BASIS, false];
  for (let at = 0; at <= lower.length; at++) {
    const code = at < lower.length ? lower.charCodeAt(at) : 0;
    const kind = kindOf(code);
    if (kind !== 0) {
      hash = Math.imul(hash ^ code, PRIME);
      if (kind === 1) hasLetter = true;
      continue;
    }
    if (hasLetter) found.push(hash >>> 0);
    hash = BASIS;
    hasLetter = false;
  }
  return Uint32Array.from(found);
}

/** `word` is in lower case. */
export function hashOfWord(word: string): number {
  let hash = BASIS;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
  return hash >>> 0;
}

function kindOf(code: number): number {
  const known = kinds[code]!;
  if (known !== 255) return known;
  const character = String.fromCharCode(code);
  const kind = /[\p{L}+#]/u.test(character) ? 1 : /\p{N}/u.test(character) ? 2 : 0;
  kinds[code] = kind;
  return kind;
}
