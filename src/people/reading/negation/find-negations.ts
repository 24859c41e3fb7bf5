/**
 * Finds the words in the scope of a negation. The scope of a negator ends with its clause, or with a list
 * whose last item begins with "or" or "nor" ("no drama, games or hookups"). It ends earlier at a terminator
 * ("but", "just", "only") or a new "I". The terms (pseudo-negation, termination, negation after the phrase)
 * are those of NegEx (Chapman et al., 2001).
 */
import type { ReadText } from '../words/read-text.ts';
import { englishNegators, type NegationCues } from './compile-negators.ts';
import { denyCrossed } from './crossed-items.ts';
import { isDenial } from './denied-questions.ts';
import { denyUnderHeadings } from './refusing-headings.ts';
import { scopeEnd } from './scope-end.ts';

export interface Negations {
  /** By word: the first word of the negator whose scope it is in. */
  readonly negatorOf: readonly (number | undefined)[];
  /** The first words of all refusals. */
  readonly refusalStarts: ReadonlySet<number>;
  /** The last clauses of questions that "no" answers. */
  readonly deniedClauses: ReadonlySet<number>;
}

export function findNegations(read: ReadText, cues: NegationCues = englishNegators()): Negations {
  const negatorOf: (number | undefined)[] = new Array(read.words.length).fill(undefined);
  denyInScopes(read, cues, negatorOf);
  denyUnderHeadings(read, cues.headings, negatorOf);
  denyCrossed(read, negatorOf);
  const deniedClauses = new Set<number>();
  for (const { first } of read.sentences)
    if (first > 0 && isDenial(read, first)) deniedClauses.add(read.words[first - 1]!.clause);
  return {
    negatorOf,
    refusalStarts: new Set(cues.refusals.matches(read).map(({ first }) => first)),
    deniedClauses,
  };
}

function denyInScopes(
  read: ReadText,
  { negators, contrasts }: NegationCues,
  negatorOf: (number | undefined)[],
): void {
  for (const sentence of read.sentences) {
    for (const { first, last, payload } of negators.longest(read, sentence.first, sentence.last)) {
      if (payload === 'none') continue;
      const gap = read.words[last]?.gap ?? '';
      if (payload === 'label' && !/^\s*:/.test(gap)) continue;
      // "No-iron shirts", "zero-waste soap": a negator with a hyphen denies its own word alone.
      const isCompound = gap === '-' && last - first === 1;
      const end = isCompound ? last + 1 : scopeEnd(read, sentence, { first, last }, contrasts);
      // A phrase may begin inside the negator: "looking for marriage" in "not looking for marriage".
      for (let at = first + 1; at < end; at++) negatorOf[at] ??= first;
    }
  }
}
