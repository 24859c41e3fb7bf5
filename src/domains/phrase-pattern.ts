/**
 * The small language of phrases. A phrase is lower-case words; it is matched word by word against the text's words,
 * so there is nothing to backtrack and a text of any size takes linear time. Letter case, diacritics, hyphens and
 * kinds of apostrophe do not count: `long-term`, `Long Term` and `long term` are one, `don't` is `dont`.
 *
 *   looking for friends        these words, in this order
 *   (a|an|the) partner         one of the alternatives; an alternative may have several words
 *   a [really] good job        words in [ ] may be there or not; [a|b] works too
 *   marri*                     any word that begins so (at least two letters before the star)
 *   want _ kids                `_` is exactly one word, whatever it is
 *   want ... kids              `...` is zero to three words, whatever they are
 *
 * A phrase stands for the flat sequences it expands to, at most 4096; more is refused when the file is read.
 */
export type PhraseStep =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'prefix'; readonly word: string }
  | { readonly kind: 'any' };

export type PhraseSequence = readonly PhraseStep[];

const MOST_SEQUENCES = 4096;
const GAP_WORDS = 3;

/** Case, diacritics and apostrophes taken away: the form in which words are compared. */
export function foldWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘`´]/g, '')
    .toLowerCase();
}

/** Throws an Error that says what is wrong with the phrase. */
export function parsePhrase(phrase: string): readonly PhraseSequence[] {
  const pieces = phrase.match(/\.\.\.|[()[\]|]|[^\s()[\]|]+/g) ?? [];
  let at = 0;

  function alternatives(closing: string | null): PhraseSequence[] {
    const found: PhraseSequence[] = [];
    let current: PhraseSequence[] = [[]];
    for (;;) {
      const piece = pieces[at++];
      if (piece === undefined) {
        if (closing !== null) throw new Error(`«${phrase}» lacks a «${closing}»`);
        return [...found, ...current];
      }
      if (piece === closing) return [...found, ...current];
      if (piece === '|') {
        found.push(...current);
        current = [[]];
      } else {
        current = join(current, element(piece));
      }
    }
  }

  function element(piece: string): readonly PhraseSequence[] {
    if (piece === '(') return alternatives(')');
    if (piece === '[') return [[], ...alternatives(']')];
    if (piece === ')' || piece === ']') throw new Error(`«${phrase}» has a «${piece}» that nothing opened`);
    if (piece === '...') {
      return Array.from({ length: GAP_WORDS + 1 }, (_, words) =>
        Array.from({ length: words }, () => anyWord),
      );
    }
    return [wordSteps(piece, phrase)];
  }

  function join(left: readonly PhraseSequence[], right: readonly PhraseSequence[]): PhraseSequence[] {
    if (left.length * right.length > MOST_SEQUENCES) {
      throw new Error(`«${phrase}» stands for more than ${MOST_SEQUENCES} sequences: split it`);
    }
    return left.flatMap((head) => right.map((tail) => [...head, ...tail]));
  }

  const sequences = alternatives(null);
  if (sequences.some((sequence) => sequence.every((step) => step.kind === 'any'))) {
    throw new Error(`«${phrase}» matches without any word of its own`);
  }
  return sequences;
}

const anyWord: PhraseStep = { kind: 'any' };

function wordSteps(piece: string, phrase: string): PhraseSequence {
  if (piece === '_') return [anyWord];
  if (!piece.endsWith('*')) {
    const words = splitWords(piece);
    if (words.length === 0) throw new Error(`«${phrase}» has «${piece}», which has no letter or digit`);
    return words.map((word) => ({ kind: 'word', word }));
  }
  const words = splitWords(piece.slice(0, -1));
  const last = words.pop() ?? '';
  if (last.length < 2) throw new Error(`«${phrase}»: «${piece}» needs two letters before its star`);
  return [...words.map((word): PhraseStep => ({ kind: 'word', word })), { kind: 'prefix', word: last }];
}

/** Words as the engine sees them: runs of letters, digits and the signs that belong to names (c++, c#). */
export function splitWords(text: string): string[] {
  return foldWord(text).match(/[\p{L}\p{N}]+(?:\+\+?|#)?|[$€£%&]/gu) ?? [];
}
