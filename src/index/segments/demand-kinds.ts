/**
 * What a row demands of a counterpart falls into kinds: what it says of one field, and there, what bounds the field from
 * below apart from the rest. Each kind has a dictionary and a plane of its own. A demand is a conjunction, so taking it
 * apart changes nothing of its meaning; but ages wished are some 70 lower and some 70 upper bounds, a byte each and 32
 * rows a few instructions, where pairs of them are thousands, two bytes and a look-up a row.
 *
 * (Rejected: one list of all demands, and a few slots a row: three look-ups a row, 2.7 ms a million rows where this takes
 * a third of it. Bounds themselves in place of ids: a second way of saying the same, for numbers alone, and a wider plane
 * where they are no small integers.)
 */
import type { Clause } from '../../domains/filter.ts';

/** Of a definition with so many fields. The last two are of fields that the schema does not have. */
export function demandKinds(fields: number): number {
  return 2 * (fields + 1);
}

/** `field`: the position of the clause's field, -1 where the schema does not have it. */
export function demandKind(fields: number, field: number, { op }: Clause): number {
  return 2 * (field < 0 ? fields : field) + (op === 'gt' || op === 'gte' ? 1 : 0);
}
