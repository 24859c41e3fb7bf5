/**
 * The language of phrases. A phrase is a sequence of lower-case words, which is matched with the words of a
 * text. Letter case, diacritics, hyphens and kinds of apostrophe do not count: `long-term`, `Long Term` and
 * `long term` are equal, and so are `don't` and `dont`.
 *
 *   looking for friends        these words, in this order
 *   (a|an|the) partner         one of the alternatives; an alternative may have several words
 *   a [really] good job        optional words; also [a|b]
 *   marri*                     any word with this prefix (at least two letters)
 *   review~                    the verb in the present: review, reviews, reviewing
 *   want _ kids                `_` is exactly one word
 *   want ... kids              `...` is zero to three words
 *   # employees                `#` is a number in digits
 *   ## , f                     `##` is a whole number of two digits, as ages are: 29, but not 1.85 or 400
 *   f , #                      `,` allows a comma, bracket, bar or slash between the words, which must not be
 *                              there without it. No phrase crosses the end of a sentence
 *   ^ woman ^                  `^` is the edge of a clause: only "woman" between commas, stops or line ends
 *   29f, p95, k8s              numbers and letters are separate words: `29 f` is the same
 *   analy(sis|ze), secure[ly]  brackets that touch a word contain its endings (and no other brackets)
 *
 * Brackets can be nested. Every path through a phrase must contain a word or a prefix.
 */
import { LRUCache } from 'lru-cache';
import { presentForms } from './present-forms.ts';

type PhraseStep =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'prefix'; readonly word: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'number' }
  | { readonly kind: 'twoDigits' }
  /** These two consume no word: a comma may follow; a clause starts or ends here. */
  | { readonly kind: 'open' }
  | { readonly kind: 'edge' };

/** One of several sequences; `optional`: or none. */
interface PhraseChoice {
  readonly kind: 'choice';
  readonly of: readonly PhraseSequence[];
  readonly optional: boolean;
}

export type PhraseSequence = readonly (PhraseStep | PhraseChoice)[];

/** The most words that `...` stands for. */
const MAX_GAP_WORDS = 3;
const anyWord: PhraseStep = { kind: 'any' };
const operators: Readonly<Record<string, PhraseStep>> = {
  _: anyWord,
  '#': { kind: 'number' },
  '##': { kind: 'twoDigits' },
  ',': { kind: 'open' },
  '^': { kind: 'edge' },
};

/** Words that folding only turns to lower case. */
const plainWord = /^[A-Za-z0-9.,$%#+]+$/;

/** Removes case, diacritics and apostrophes, which do not count in comparisons. */
function foldWord(word: string): string {
  if (plainWord.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\ufe0f'’‘`´]/g, '')
    .toLowerCase();
}

const touchingGroup = /([^\s()[\]|]*)([([])([^()[\]]*)[)\]]([^\s()[\]|]*)/;

/** Expands brackets in words: `analy(sis|ze)` to `(analysis|analyze)`, `colo[u]r` to `(color|colour)`. */
function expandEndings(phrase: string): string {
  let [done, rest] = ['', phrase];
  for (let match = touchingGroup.exec(rest); match !== null; match = touchingGroup.exec(rest)) {
    const [whole, before = '', open = '', inside = '', after = ''] = match;
    done += rest.slice(0, match.index);
    if (before === '' && after === '') done += whole;
    else {
      const parts = [...(open === '[' ? [''] : []), ...inside.split('|').map((part) => part.trim())];
      done += `(${parts.map((part) => `${before}${part}${after}`).join('|')})`;
    }
    rest = rest.slice(match.index + whole.length);
  }
  return done + rest;
}

let kept: LRUCache<string, PhraseSequence> | null = null;

/**
 * From now on this thread keeps parsed phrases, of at most so many characters in all. It saves two fifths of
 * the time of a definition that is checked after each edit.
 */
export function keepParsedPhrases(characters: number): void {
  kept = new LRUCache({ maxSize: characters, sizeCalculation: (_, phrase) => phrase.length + 1 });
}

/** Throws an Error that states the fault of the phrase. */
export function parsePhrase(phrase: string): PhraseSequence {
  const known = kept?.get(phrase);
  if (known !== undefined) return known;
  const sequence = readPhrase(phrase);
  kept?.set(phrase, sequence);
  return sequence;
}

function readPhrase(phrase: string): PhraseSequence {
  const pieces = expandEndings(phrase).match(/\.\.\.|[()[\]|]|[^\s()[\]|]+/g) ?? [];
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
      return Array.from({ length: MAX_GAP_WORDS }, () => ({
        kind: 'choice',
        of: [[anyWord]],
        optional: true,
      }));
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

function verbChoice(piece: string, phrase: string): PhraseChoice {
  const [verb, ...rest] = splitWords(piece);
  if (verb === undefined || rest.length > 0 || !/^[a-z]{2,}$/.test(verb))
    throw new Error(`«${phrase}»: «${piece}~» needs one verb before its mark`);
  return {
    kind: 'choice',
    of: presentForms(verb).map((word) => [{ kind: 'word', word }]),
    optional: false,
  };
}

function wordSteps(piece: string, phrase: string): PhraseSequence {
  const operator = operators[piece];
  if (operator !== undefined) return [operator];
  if (piece.endsWith('~')) return [verbChoice(piece.slice(0, -1), phrase)];
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

/** A word and its UTF-16 offsets [start, end) in the unchanged text. */
export interface WordAt {
  /** Folded: lower case, no diacritics or apostrophes, and `and` for `&`. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The words of phrases and texts. A number and the letters that touch it are two words: "29F" is `29 f`.
 * Repetitions of separators are bounded, since "29,29,29…" could take quadratic time.
 */
const wordParts: readonly RegExp[] = [
  // Thousands by apostrophes or spaces: "1'500'000", "12 000".
  /(?<![\d.,])\d{1,3}(?:['’ \u00a0\u202f]\d{3}){2,3}(?![\d.,]\d)/u,
  /(?<![\d.,])\d{1,3}['’ \u00a0\u202f]000(?![\d.,]?\d)/u,
  // By commas, with decimals, and as in India: "1,200.5", "1,35,000".
  /\d{1,3}(?:,\d{3}){1,6}(?!\d)(?:\.\d+)?/u,
  /\d{1,2}(?:,\d{2}){1,5},\d{3}(?!\d)/u,
  // A decimal comma beside a scale or a currency: "1,2 Mio", "€ 3,50".
  /\d{1,9},\d{1,2}(?=\s?(?:[kKmM]\b|[€$£]|[mM]io|[mM]ln|[mM]illion|(?:currency)\w?\b))/u,
  /(?<=[€$£]\s?)\d{1,9},\d{2}(?!\d)/u,
  // Thousands by stops, and plain numbers: "1.200,50", "2.5".
  /[1-9]\d{0,2}(?:\.\d{3}){1,6}(?!\d)(?:,\d+)?/u,
  /\d+(?:\.\d+)?/u,
  // Letters, with apostrophes inside ("don't"), and the signs of names: c++, c#.
  /[\p{L}\p{M}]+(?:['’‘`´][\p{L}\p{M}]+)*(?:\+\+|#)?/u,
  // Signs; ♀ and ♂ not as a part of another emoji.
  /[$€£¥₹¢%&]|\p{N}+|(?<!\u200d)[♀♂]\ufe0f?/u,
];
const currencyAfterComma = '[eE][uU][rR]|EURO|[eE]uro|USD|GBP|CHF|chf|PLN|SEK|NOK|DKK|zł|kr';
export const wordPattern = new RegExp(
  wordParts.map(({ source }) => source.replace('currency', currencyAfterComma)).join('|'),
  'gu',
);

/** The pattern decides; nearly all words are plain letters, which are read without it. */
export function wordsIn(text: string): WordAt[] {
  const words: WordAt[] = [];
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    if (isAsciiLetter(unit)) {
      let end = at + 1;
      while (isAsciiLetter(text.charCodeAt(end))) end++;
      if (!mayContinueWord(text.charCodeAt(end))) {
        words.push({ word: text.slice(at, end).toLowerCase(), start: at, end });
        at = end;
        continue;
      }
    } else if (unit < 0x80 && !mayStartWord(unit)) {
      at++;
      continue;
    }
    wordPattern.lastIndex = at;
    const match = wordPattern.exec(text);
    if (match === null) break;
    at = match.index + match[0].length;
    words.push({ word: match[0] === '&' ? 'and' : foldWord(match[0]), start: match.index, end: at });
  }
  return words;
}

const isAsciiLetter = (unit: number) => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
/** Digits and the signs $ % &. */
const mayStartWord = (unit: number) => (unit >= 48 && unit <= 57) || (unit >= 36 && unit <= 38);
/** Other letters and apostrophes, and # ' + `. */
const mayContinueWord = (unit: number) =>
  unit >= 0x80 || unit === 35 || unit === 39 || unit === 43 || unit === 96;

function splitWords(text: string): string[] {
  return wordsIn(text).map(({ word }) => word);
}
