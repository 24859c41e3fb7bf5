/** Preferred ages in the lines of a form: "min age: 26", "age to 60", "ages: [22, 35]". */

import type { TextDocument } from '../document.ts';
import { formsBefore } from '../numbers/forms-beside.ts';
import { numberAt } from '../numbers/read-number.ts';
import { endingWith } from '../phrases/beside-words.ts';
import type { AgeRange, PreferredAge } from './readings.ts';

/** "min age: 26", "age to 60" */
export function labelledBoundAt(
  document: TextDocument,
  at: number,
  [low, high]: AgeRange,
): PreferredAge | null {
  const number = numberAt(document, at);
  if (number === null || !Number.isInteger(number.value) || number.value < low || number.value > high)
    return null;
  const bound = /(?:^| )(?:(min|minimum|from)|max|maximum|to|up to|until)(?: age)?$/.exec(
    formsBefore(document, at, 3),
  );
  if (
    bound === null ||
    !/(?:^| )(?:ages?|pref|preferred|partner|match) /.test(`${formsBefore(document, at, 5)} `)
  )
    return null;
  // "Min. age42": the line ends and spaces of a form can be lost.
  if (!/[:=]\s*$|^\s*["']?\s*:|^$/.test(document.words[at]!.gap)) return null;
  const { value, last } = number;
  return {
    preference: bound[1] === undefined ? { kind: 'range', lte: value } : { kind: 'range', gte: value },
    last,
  };
}

/** "ages: [22, 35]", "age range: 22, 35". */
export function labelledPairAt(
  document: TextDocument,
  at: number,
  [low, high]: AgeRange,
): PreferredAge | null {
  const first = numberAt(document, at);
  if (first === null || !label.test(formsBefore(document, at, 3))) return null;
  const isPair =
    /[:[]\s*$/.test(document.words[at]!.gap) && /^\s*,\s*$/.test(document.words[first.last]?.gap ?? '');
  const end = isPair ? numberAt(document, first.last) : null;
  if (end === null || first.value < low || end.value > high || end.value <= first.value) return null;
  return { preference: { kind: 'range', gte: first.value, lte: end.value }, last: end.last };
}

const label = endingWith(['ages [ok|okay|wanted|sought|accepted]', 'age[s] (range|limit|limits|span|pref*)']);
