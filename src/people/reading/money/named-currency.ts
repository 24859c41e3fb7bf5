/** Currencies that are named by their country: "2 million Canadian dollars", "150k Canadian". */
import type { Word } from '../words/read-text.ts';
import { currencyAdjectives, dollarAdjectives, moneyNouns } from './currencies.ts';

const firstOfTwo = new Set(
  [...currencyAdjectives.keys()].filter((name) => name.includes(' ')).map((name) => name.split(' ')[0]!),
);

/** The currency that is named from word `at` on, after an amount. */
export function namedCurrencyAfter(
  words: readonly Word[],
  at: number,
): { currency: string; last: number } | null {
  const word = words[at];
  if (word === undefined) return null;
  const two = firstOfTwo.has(word.form) ? `${word.form} ${words[at + 1]?.form ?? ''}` : '';
  const length = currencyAdjectives.has(two) ? 2 : 1;
  const name = length === 2 ? two : word.form;
  const currency = currencyAdjectives.get(name);
  if (currency === undefined) return null;
  const noun = words[at + length];
  if (noun !== undefined && noun.gap === ' ' && moneyNouns.has(noun.form))
    return { currency, last: at + length + 1 };
  return dollarAdjectives.has(name) && endsAmount(words, at) ? { currency, last: at + 1 } : null;
}

/** Whether the adjective ends an amount: "150k Canadian each", but not "3 Canadian banks". */
function endsAmount(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  if (before === undefined || !/^(?:k|m|mn|mil|million|thousand|grand|\d{4,})$/.test(before.word))
    return false;
  const next = words[at + 1];
  return (
    next === undefined ||
    next.clause !== words[at]!.clause ||
    /^(?:each|per|a|for|at|in|into|to|from|and|or|apiece|max|only|total)$/.test(next.form)
  );
}
