/** Preferred ages by the decade: "in their 30s", "early thirties", "a 4 in front of her age". */

import type { TextDocument } from '../document.ts';
import { boundOf } from '../numbers/bound-of.ts';
import { formsAfter, formsBefore } from '../numbers/forms-beside.ts';
import { numberAt } from '../numbers/read-number.ts';
import { beginningWith, endingWith } from '../phrases/beside-words.ts';
import type { PreferredAge } from './readings.ts';

const decadeWords: ReadonlyMap<string, number> = new Map([
  ['twenties', 20],
  ['thirties', 30],
  ['forties', 40],
  ['fifties', 50],
  ['sixties', 60],
  ['seventies', 70],
  ['eighties', 80],
]);
/** Parts of a decade: first and last year. */
const parts: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['early', [0, 3]],
  ['mid', [4, 6]],
  ['middle', [4, 6]],
  ['late', [7, 9]],
]);
const inFront = beginningWith(['(in front|at the (front|beginning|start)) of (her|his|your|the|their) age']);
const startsWith = endingWith([
  'age (starts|begins|starting|beginning|should start|must start|should begin) with a[n]',
]);

/** "She should have a 4 in front of her age", "age starts with a 3". */
export function inFrontAt(document: TextDocument, at: number): PreferredAge | null {
  const digit = numberAt(document, at);
  if (digit === null || !Number.isInteger(digit.value) || digit.value < 2 || digit.value > 8) return null;
  const isFirst =
    inFront.test(formsAfter(document, digit.last, 6)) || startsWith.test(formsBefore(document, at, 6));
  const gte = digit.value * 10;
  return isFirst ? { preference: { kind: 'range', gte, lte: gte + 9 }, last: digit.last } : null;
}

/** "in their 30s", "early thirties", "late 20s to mid 30s". */
export function decadesAt(document: TextDocument, at: number): PreferredAge | null {
  const from = decadeAt(document, at);
  if (from === null) return null;
  const to = decadeAfter(document, from.last);
  if (to === null && boundOf(document, at, from.last) === 'over') {
    // "Over 50s only": people above fifty, and not above fifty-nine.
    const isGroup = formsBefore(document, at, 1) === 'over' && /^[2-8]0$/.test(document.words[at]!.word);
    return {
      preference: { kind: 'range', gte: isGroup ? from.years[0] : from.years[1] + 1 },
      last: from.last,
    };
  }
  const upper = to !== null && to.years[1] > from.years[1] ? to : from;
  return { preference: { kind: 'range', gte: from.years[0], lte: upper.years[1] }, last: upper.last };
}

/** The upper decade of a range, after its joint. */
function decadeAfter(document: TextDocument, at: number) {
  const joint = document.words[at];
  if (joint === undefined) return null;
  if (/^(?:to|or|and|through)$/.test(joint.form)) return decadeAt(document, at + 1);
  return /^\s*[-–/]\s*$/.test(joint.gap) ? decadeAt(document, at) : null;
}

function decadeAt(
  document: TextDocument,
  start: number,
): { readonly years: readonly [number, number]; readonly last: number } | null {
  const part = parts.get(document.words[start]?.form ?? '');
  const at = part === undefined ? start : start + 1;
  const word = document.words[at];
  if (word === undefined || (part !== undefined && word.sentence !== document.words[start]!.sentence))
    return null;
  const [first, last] = part ?? [0, 9];
  const named = decadeWords.get(word.form);
  if (named !== undefined) return { years: [named + first, named + last], last: at + 1 };
  const next = document.words[at + 1];
  const isDecade = /^[2-8]0$/.test(word.word) && next?.form === 's' && /^['’]?$/.test(next.gap);
  return isDecade ? { years: [Number(word.word) + first, Number(word.word) + last], last: at + 2 } : null;
}
