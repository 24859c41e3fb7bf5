/**
 * Cents behind whole units of a currency, as amounts are spoken: "two dollars fifty a page", "1 euro 20 per
 * call".
 */
import type { TextDocument } from './document.ts';
import type { NumberAt } from './number-at.ts';
import { numberAt } from './read-number.ts';

const units = /^(?:dollars?|bucks?|euros?|pounds?|quid|francs?)$/;
/** The words after the cents of a price. */
const goesOn = /^(?:cents?|pence|per|an?|each|every|for|flat|apiece|at|all)$/;

/** `at`: the word after the currency. `value` in units of the currency. */
export function spokenCentsAfter(document: TextDocument, whole: NumberAt, at: number) {
  const { words } = document;
  const [unit, next] = [words[at - 1], words[at]];
  if (unit === undefined || next === undefined || !units.test(unit.form) || !/^[ -]$/.test(next.gap))
    return null;
  const start = next.form === 'and' ? at + 1 : at;
  const cents = numberAt(document, start);
  if (!Number.isInteger(whole.value) || cents === null) return null;
  if (!Number.isInteger(cents.value) || cents.value < 5 || cents.value > 99) return null;
  const after = words[cents.last];
  const isCents = /^(?:cents?|pence)$/.test(after?.form ?? '');
  if (start > at && !isCents) return null;
  const ends = after === undefined || after.clause !== next.clause || /^\s?[/,.;)]/.test(after.gap);
  if (!ends && !goesOn.test(after.form)) return null;
  return { value: cents.value / 100, last: isCents ? cents.last + 1 : cents.last };
}
