/** Ages that are stated by a birthday, a year of birth, a part of a century or a round number. */

import type { TextDocument } from '../document.ts';
import { formsAfter, formsBefore } from '../numbers/forms-beside.ts';
import { numberAt, ordinalAt } from '../numbers/read-number.ts';
import { beginningWith, endingWith } from '../phrases/beside-words.ts';
import type { AgeWords } from './compile-ages.ts';
import type { AgeReading } from './readings.ts';

const ofWriter = endingWith(['(my|our)']);
const isOver = endingWith(['(celebrated|had|was|enjoyed|survived|passed|after|since) [_] [_]']);
const ahead = beginningWith([
  'is (coming|next|in|on|soon|around)',
  'coming up',
  'next*',
  'soon*',
  'in (#|a|two*|three*|jan*|feb*|mar*|apr*|may*|jun*|jul*|aug*|sep*|oct*|nov*|dec*)',
]);
const isBefore = endingWith(['(before|until|till|upcoming|approaching|to) [my]']);

/** "celebrating my 40th birthday", "my thirtieth birthday is in May" (29). */
export function birthdayAt(document: TextDocument, at: number): AgeReading | null {
  const ordinal = ordinalAt(document, at);
  if (ordinal === null || document.words[ordinal.last]?.form !== 'birthday') return null;
  const lead = formsBefore(document, at, 5);
  if (!ofWriter.test(lead)) return null;
  const trail = formsAfter(document, ordinal.last + 1, 4);
  const isAhead = (!isOver.test(lead) && ahead.test(trail)) || isBefore.test(lead);
  return { value: ordinal.value - (isAhead ? 1 : 0), first: at, last: ordinal.last + 1, confidence: 0.93 };
}

const parts: readonly (readonly [number, ReturnType<typeof endingWith>])[] = (
  [
    [50, 'half a'],
    [75, 'three quarters of a'],
    [25, '[a] quarter of a'],
  ] as const
).map(([years, part]) => [
  years,
  endingWith([
    `(turned|im|i am|became|reached|hit|aged|completed|being) [now|just|exactly|already|precisely|over|the] ${part}`,
  ]),
]);

/** "I turned three quarters of a century old". */
export function centuryAt(document: TextDocument, at: number): AgeReading | null {
  if (document.words[at]!.form !== 'century') return null;
  const lead = formsBefore(document, at, 7);
  const value = parts.find(([, part]) => part.test(lead))?.[0];
  return value === undefined ? null : { value, first: at, last: at + 1, confidence: 0.93 };
}

const turning = endingWith([
  '(turning|turn|will be|ill be|gonna be|going to be|about to be|about to turn|becoming|hitting|will turn|ill turn|going on|be turning|hit) [the big]',
]);

/** "The big 5-0 came in May", "turning the big four-oh" (39). */
export function roundAt(document: TextDocument, at: number): AgeReading | null {
  const [big, zero] = [document.words[at - 1], document.words[at + 1]];
  if (big?.form !== 'big' || !/^(?:oh?|0)$/.test(zero?.form ?? '')) return null;
  const number = numberAt(document, at);
  if (number === null) return null;
  const value = number.value < 10 ? number.value * 10 : number.value;
  const isAhead = turning.test(formsBefore(document, at, 6));
  return { value: value - (isAhead ? 1 : 0), first: at, last: at + 2, confidence: 0.9 };
}

const MOST_WORDS_OF_BIRTH = 5;
const ofCompany = /\b(?:company|founded|raised|moved)\b/;

/** "born in 1991", "born 12 May 1991", "b. 1988", "year of birth: 1991". */
export function birthYearAt(document: TextDocument, at: number, words: AgeWords): AgeReading | null {
  const { word } = document.words[at]!;
  if (!/^(?:19[2-9]\d|20[01]\d)$/.test(word)) return null;
  const lead = formsBefore(document, at, MOST_WORDS_OF_BIRTH);
  const length = words.born.lengthIn(lead);
  if (length === null) return null;
  const sign = lead.split(' ').slice(-length).join(' ');
  if (ofCompany.test(sign)) return null;
  const now = new Date(document.nowMs);
  const years = now.getUTCFullYear() - Number(word);
  const birthday = birthdayOf(sign, words.months);
  if (birthday === null) return { value: years, first: at, last: at + 1, confidence: 0.85 };
  const isAhead = birthday > (now.getUTCMonth() + 1) * 100 + now.getUTCDate();
  return { value: years - (isAhead ? 1 : 0), first: at, last: at + 1, confidence: 0.93 };
}

/** "born 2 December": 1202; null: no month is named. A month without a day counts from its middle. */
function birthdayOf(words: string, months: readonly string[]): number | null {
  if (months.length === 0) return null;
  const found = new RegExp(
    `(?:(\\d{1,2})(?:st|nd|rd|th)? (?:of )?)?\\b(${months.join('|')})[a-z]*(?: (\\d{1,2}))?\\b`,
  ).exec(words);
  if (found === null) return null;
  return (months.indexOf(found[2]!) + 1) * 100 + Number(found[1] ?? found[3] ?? 15);
}
