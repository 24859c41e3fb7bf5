/**
 * Gives later sentences about a competitor the scope `other`: "Unlike VeriFast, which charges 30 cents, we
 * ask for 12. VeriFast is HIPAA certified. Their servers are in Ohio, ours in Dublin."
 */
import type { ReadText } from '../../words/read-text.ts';

const theirs = new Set('their they theirs theyre'.split(' '));
const own = new Set('i im ive id my mine me we weve our ours us here'.split(' '));

/** Changes `scopes`. */
export function markCompetitors({ words, sentences }: ReadText, scopes: string[]): void {
  const names = new Set(words.flatMap((_, at) => nameAfter(words, at) ?? []));
  if (names.size === 0) return;
  for (const { first, last } of sentences) {
    const opening = words[first]!;
    if (!theirs.has(opening.form) && !(opening.capital && names.has(opening.form))) continue;
    for (let at = first; at < last && !own.has(words[at]!.form); at++)
      if (scopes[at] === 'self') scopes[at] = 'other';
  }
}

/** The name that follows "unlike". */
function nameAfter(words: ReadText['words'], at: number): string | null {
  const next = words[at + 1];
  if (words[at]!.form !== 'unlike' || next === undefined || !next.capital || own.has(next.form)) return null;
  return next.form;
}
