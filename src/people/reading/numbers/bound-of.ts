/** The bounds of a number: "5+", "at least 5", "up to 7", "30 Jahre oder mehr", "not going to pay over 40". */
import type { BoundPhrases, NumberWords } from '../languages/number-words.ts';
import { numberWordsOf } from '../languages/number-words-of.ts';
import { PhraseMatcher } from '../phrases/phrase-matcher.ts';
import { startsWithDigit } from '../words/letters.ts';
import type { ReadText } from '../words/read-text.ts';
import { formsAfter, formsBefore } from './forms-beside.ts';
import type { Bound } from './number-at.ts';
import { startsNumberInWords } from './number-in-words.ts';

const boundMark = /([<>≥≤~])\s*=?\s*$/;
const boundOfMark: Readonly<Record<string, Bound>> = {
  '<': 'under',
  '>': 'over',
  '≥': 'atLeast',
  '≤': 'atMost',
  '~': 'around',
};

/** The bound that the words around a number [first, last) state. `unitLast`: the end of its unit. */
export function boundOf(read: ReadText, first: number, last: number, unitLast = last): Bound {
  const next = read.words[last];
  if (next === undefined ? read.text[read.words[last - 1]!.end] === '+' : next.gap.startsWith('+'))
    return 'atLeast';
  const { gap } = read.words[first]!;
  const mark = gap === ' ' || gap === '' ? null : boundMark.exec(gap);
  if (mark !== null) return boundOfMark[mark[1]!]!;
  const table = numberWordsOf(read);
  return (
    leadingBound(read, table, first) ??
    boundOfSubject(read, first) ??
    trailingBound(read, table, last) ??
    trailingBound(read, table, unitLast) ??
    'exact'
  );
}

/** The bound that the words before a number state. */
function leadingBound(read: ReadText, table: NumberWords, first: number): Bound | null {
  if (!table.leadingBounds.ends.has(formsBefore(read, first, 1))) return null;
  const { bounds, longest } = table.leadingBounds;
  for (let count = longest; count > 0; count--) {
    const phrase = formsBefore(read, first, count);
    const bound = bounds.get(phrase);
    if (bound === undefined) continue;
    const start = first - phrase.split(' ').length;
    if ((bound === 'over' || bound === 'under') && isRefused(read, table, start, bound))
      return bound === 'over' ? 'atMost' : 'atLeast';
    return isOfNumberBefore(read, table, first) ? null : bound;
  }
  return null;
}

const SUBJECT_WORDS = 10;
const boundedSubject = /(?:^| )(max(?:imum)?|highest|min(?:imum)?|lowest)(?: \p{L}+){1,8} (?:is|are)$/u;

/** "The maximum salary available for this system is $183,500." */
function boundOfSubject(read: ReadText, first: number): Bound | null {
  const found = boundedSubject.exec(formsBefore(read, first, SUBJECT_WORDS));
  if (found === null) return null;
  return /^(?:max|highest)/.test(found[1]!) ? 'atMost' : 'atLeast';
}

/** The "minimum" of "$1m minimum, $4m maximum" bounds the number before it. */
function isOfNumberBefore({ words }: ReadText, table: NumberWords, first: number): boolean {
  return (
    /^\s*[,;]/.test(words[first]!.gap) &&
    words
      .slice(Math.max(0, first - 5), first - 1)
      .some(
        (word) =>
          startsWithDigit(word.word) ||
          (startsNumberInWords(table, word) && table.composed?.ones.articles.has(word.form) !== true),
      )
  );
}

type Refused = 'over' | 'under' | 'both';
const refusals = new WeakMap<NumberWords, PhraseMatcher<Refused>>();
/** Words of the longest refusal. */
const MAX_REFUSAL_WORDS = 13;

/** Whether the words before a comparison at `end` deny it: "don't want to spend (more than)". */
function isRefused(read: ReadText, table: NumberWords, end: number, bound: 'over' | 'under'): boolean {
  if (table.refusals === undefined) return false;
  const matcher = refusals.get(table) ?? compileRefusals(table.refusals);
  refusals.set(table, matcher);
  return matcher
    .matches(read, Math.max(0, end - MAX_REFUSAL_WORDS), end)
    .some(({ last, payload }) => last === end && (payload === 'both' || payload === bound));
}

function compileRefusals(phrases: NonNullable<NumberWords['refusals']>): PhraseMatcher<Refused> {
  const matcher = new PhraseMatcher<Refused>();
  for (const [refused, list] of Object.entries(phrases) as [Refused, readonly string[]][])
    for (const phrase of list) matcher.add(phrase, refused);
  return matcher;
}

/** The bound that the words from `at` on state, at once or after a unit. */
function trailingBound(read: ReadText, table: NumberWords, at: number): Bound | undefined {
  const form = read.words[at]?.form;
  if (form === undefined) return undefined;
  const begins = (position: number) => boundFrom(read, table.trailingBounds, position);
  return begins(at) ?? (table.boundUnits.has(form) ? begins(at + 1) : undefined);
}

function boundFrom(read: ReadText, { bounds, longest, starts }: BoundPhrases, at: number): Bound | undefined {
  if (!starts.has(read.words[at]?.form ?? '')) return undefined;
  for (let count = longest; count > 0; count--) {
    const forms = formsAfter(read, at, count);
    const isWhole = forms.split(' ').length < count;
    const bound = bounds.get(isWhole ? `${forms} ^` : forms);
    if (bound !== undefined) return bound;
  }
  return undefined;
}
