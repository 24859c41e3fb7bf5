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
 *   # employees                `#` is a number in digits
 *   ## , f                     `##` is a whole number of two digits, as ages are: 29, but neither 1.85 nor 400
 *   f , #                      at a comma the words may be parted by a comma, bracket, bar or slash; else they may
 *                              not, and a phrase never runs over the end of a sentence
 *   ^ woman ^                  `^` is the edge of a clause: nothing but "woman" between commas, stops or line ends
 *   29f, p95, k8s              numbers and letters are words of their own: `29 f` is the same
 *
 *   analy(sis|ze), secure[ly]  brackets that touch a word hold its endings (and no other brackets)
 *
 * Brackets may stand in brackets. A phrase must have at least one word of its own on every way through it.
 */
type PhraseStep =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'prefix'; readonly word: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'number' }
  | { readonly kind: 'twoDigits' }
  /** These two take no word: the next one may stand behind a comma; a clause begins or ends here. */
  | { readonly kind: 'open' }
  | { readonly kind: 'edge' };

/** One of several sequences, or none at all where `optional`. */
interface PhraseChoice {
  readonly kind: 'choice';
  readonly of: readonly PhraseSequence[];
  readonly optional: boolean;
}

export type PhraseSequence = readonly (PhraseStep | PhraseChoice)[];

const GAP_WORDS = 3;
const anyWord: PhraseStep = { kind: 'any' };
const signs: Readonly<Record<string, PhraseStep>> = {
  _: anyWord,
  '#': { kind: 'number' },
  '##': { kind: 'twoDigits' },
  ',': { kind: 'open' },
  '^': { kind: 'edge' },
};

/** Nothing but what stays as it is, but for the case. */
const plainWord = /^[A-Za-z0-9.,$%#+]+$/;

/** Case, diacritics and apostrophes taken away: the form in which words are compared. */
function foldWord(word: string): string {
  if (plainWord.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\ufe0f'’‘`´]/g, '')
    .toLowerCase();
}

const touchingGroup = /([^\s()[\]|]*)([([])([^()[\]]*)[)\]]([^\s()[\]|]*)/;

/** `analy(sis|ze)` is `(analysis|analyze)`, `colo[u]r` is `(color|colour)`: for brackets without others inside. */
function spelledOut(phrase: string): string {
  let [done, rest] = ['', phrase];
  for (let match = touchingGroup.exec(rest); match !== null; match = touchingGroup.exec(rest)) {
    const [whole, before = '', open = '', inside = '', after = ''] = match;
    done += rest.slice(0, match.index);
    if (before === '' && after === '') done += whole;
    else {
      const ways = [...(open === '[' ? [''] : []), ...inside.split('|').map((way) => way.trim())];
      done += `(${ways.map((way) => `${before}${way}${after}`).join('|')})`;
    }
    rest = rest.slice(match.index + whole.length);
  }
  return done + rest;
}

/** Throws an Error that says what is wrong with the phrase. */
export function parsePhrase(phrase: string): PhraseSequence {
  const pieces = spelledOut(phrase).match(/\.\.\.|[()[\]|]|[^\s()[\]|]+/g) ?? [];
  let at = 0;

  function alternatives(closing: string | null): PhraseSequence[] {
    const found: PhraseSequence[] = [];
    let current: PhraseSequence = [];
    for (;;) {
      const piece = pieces[at++];
      if (piece === undefined && closing !== null) throw new Error(`«${phrase}» lacks a «${closing}»`);
      if (piece === undefined || piece === closing) return [...found, current];
      if (piece === '|') {
        found.push(current);
        current = [];
      } else current = [...current, ...element(piece)];
    }
  }

  function element(piece: string): PhraseSequence {
    if (piece === '(') return [{ kind: 'choice', of: alternatives(')'), optional: false }];
    if (piece === '[') return [{ kind: 'choice', of: alternatives(']'), optional: true }];
    if (piece === ')' || piece === ']') throw new Error(`«${phrase}» has a «${piece}» that nothing opened`);
    if (piece === '...') {
      return Array.from({ length: GAP_WORDS }, () => ({ kind: 'choice', of: [[anyWord]], optional: true }));
    }
    return wordSteps(piece, phrase);
  }

  const whole = alternatives(null);
  const sequence: PhraseSequence =
    whole.length === 1 ? whole[0]! : [{ kind: 'choice', of: whole, optional: false }];
  if (!alwaysHasWord(sequence)) throw new Error(`«${phrase}» matches without any word of its own`);
  return sequence;
}

function alwaysHasWord(sequence: PhraseSequence): boolean {
  return sequence.some((step) =>
    step.kind === 'choice'
      ? !step.optional && step.of.every(alwaysHasWord)
      : step.kind === 'word' || step.kind === 'prefix',
  );
}

function wordSteps(piece: string, phrase: string): PhraseSequence {
  const sign = signs[piece];
  if (sign !== undefined) return [sign];
  if (!piece.endsWith('*')) {
    const words = splitWords(piece);
    if (words.length === 0) throw new Error(`«${phrase}» has «${piece}», which has no letter or digit`);
    return words.map((word) => ({ kind: 'word', word }));
  }
  const words = splitWords(piece.slice(0, -1));
  const last = words.pop() ?? '';
  if (/^\d/.test(last)) return [...words, last].map((word) => ({ kind: 'word', word }));
  if (last.length < 2) throw new Error(`«${phrase}»: «${piece}» needs two letters before its star`);
  return [...words.map((word): PhraseStep => ({ kind: 'word', word })), { kind: 'prefix', word: last }];
}

/** A word and where it stands: UTF-16 offsets into the text as it was given. */
export interface WordAt {
  /** Folded; an apostrophe inside a word is gone, `&` is `and`. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * What counts as a word, in phrases and texts alike: a number with its marks ("1,200", "2.5", "1,35,000"; "1,2" before a
 * scale or money sign), a run of letters with apostrophes inside ("don't") and the signs that belong to names (c++, c#), or one of $ € £ ¥ ₹ ¢ % & ♀ ♂ (but not as a part of another picture). A number and
 * the letters that touch it are two words: "29F" is `29 f`. Repeats of number marks are bounded: without that, 256 KiB of
 * "29,29,29" took 13 s.
 */
const wordPattern =
  /\d{1,3}(?:,\d{3}){1,6}(?!\d)(?:\.\d+)?|\d{1,2}(?:,\d{2}){1,5},\d{3}(?!\d)|\d{1,9},\d{1,2}(?=\s?(?:[kKmM]\b|[€$£]|mio))|[1-9]\d{0,2}(?:\.\d{3}){1,6}(?!\d)(?:,\d+)?|\d+(?:\.\d+)?|[\p{L}\p{M}]+(?:['’‘`´][\p{L}\p{M}]+)*(?:\+\+|#)?|[$€£¥₹¢%&]|\p{N}+|(?<!\u200d)[♀♂]\ufe0f?/gu;

export function wordsIn(text: string): WordAt[] {
  return Array.from(text.matchAll(wordPattern), (match) => ({
    word: match[0] === '&' ? 'and' : foldWord(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function splitWords(text: string): string[] {
  return wordsIn(text).map(({ word }) => word);
}
