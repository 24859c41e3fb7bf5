/** Whether a phrase is negated. */
import type { ReadText, Word } from '../words/read-text.ts';
import type { Negations } from './find-negations.ts';

const MAX_WORDS_BEFORE_REFUSAL = 6;

/** Whether the phrase of words [first, last) is negated, by a negator before it or a refusal after it. */
export function isNegated(
  read: ReadText,
  { negatorOf, refusalStarts, deniedClauses }: Negations,
  first: number,
  last: number,
): boolean {
  if (negatorOf[first] !== undefined) return true;
  if (deniesInside(read, negatorOf[last - 1] ?? first, first)) return true;
  const { sentence, clause } = read.words[first]!;
  if (deniedClauses.has(clause)) return true;
  // A phrase may end inside the refusal: "marriage is" in "marriage is out of the question".
  const from = Math.max(first + 1, last - 1);
  for (let at = from; at < last + MAX_WORDS_BEFORE_REFUSAL && read.words[at]?.sentence === sentence; at++) {
    // "English; Swedish not required" refuses the second alone.
    const isBeside = at <= last || read.words[at]!.clause === read.words[last - 1]!.clause;
    if (refusalStarts.has(at) && at - last <= 2 && isBeside) return true;
  }
  const next = read.words[last];
  if (next === undefined) return false;
  if (isRefusedLabel(read, next, last) || isDeniedBy(read, next, last)) return true;
  return next.sentence === sentence + 1 && refusalStarts.has(last) && /\?/.test(next.gap);
}

/**
 * Whether "no" inside a phrase denies it: "She draws no charts", but not "Chanel No 5". "I don't hear back"
 * is a phrase with its negation.
 */
const deniesInside = ({ words }: ReadText, negator: number, first: number): boolean =>
  negator > first && words[negator]!.form === 'no' && !/^\d/.test(words[negator + 1]?.form ?? '');

/** "Swedish yes, Finnish no", but not the code of Norwegian in "DA, NO". */
function isDeniedBy({ words }: ReadText, next: Word, at: number): boolean {
  const isBeside = next.gap === ' ' && next.clause === words[at - 1]!.clause;
  return isBeside && next.word === 'no' && words[at + 1]?.clause !== next.clause;
}

/** "Shipping: no", "can_ship": false, "Delivery? No.", but "Shipping: no problem". */
function isRefusedLabel({ words }: ReadText, next: Word, at: number): boolean {
  if (!/^["'\s]*[:=?]\s*$/.test(next.gap)) return false;
  if (!/^(?:no|none|false|never|nope|not)$/.test(next.form)) return false;
  const after = words[at + 1];
  if (after === undefined || after.clause !== next.clause) return true;
  return next.form === 'not'
    ? /^(?:possible|available|offered|included|needed|wanted)$/.test(after.form)
    : false;
}
