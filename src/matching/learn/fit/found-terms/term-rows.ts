/** Values that a term reads of each pair, kept so that several tests read the pairs once. */
import type { LearnableTerm } from '../../../ranking/scoring/learnable-term.ts';
import type { Person } from '../../../ranking/scoring/person.ts';

/** Sparse rows of N pairs. */
export interface TermRows {
  readonly slotCount: number;
  /** End of each pair's entries [N]. */
  readonly ends: Uint32Array;
  /** Slot and share of each entry. */
  readonly slots: readonly number[];
  readonly shares: readonly number[];
}

/** `persons`: by number, possibly of a null copy. */
export function termRows(
  term: LearnableTerm,
  { raters, rated }: { readonly raters: Uint32Array; readonly rated: Uint32Array },
  persons: readonly Person[],
): TermRows {
  const slots: number[] = [];
  const shares: number[] = [];
  const addShare = (slot: number, share: number) => {
    slots.push(slot);
    shares.push(share);
  };
  const ends = raters.map((rater, n) => {
    term.read(persons[rater]!, persons[rated[n]!]!, addShare);
    return slots.length;
  });
  return { slotCount: term.values.length, ends, slots, shares };
}
