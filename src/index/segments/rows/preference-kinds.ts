/**
 * What a row preferences of a counterpart falls into kinds, each with a column of its own, three a field: bounds from below,
 * bounds from above, and the rest. A preference is a conjunction, so taking it apart changes nothing of its meaning.
 *
 *   from, to   the least and the greatest number that the row accepts, plus 1; 0: none. Whole numbers from 0 to 65,534 are
 *              such bounds; others are of the rest. They are compared, 32 rows in a few instructions.
 *   the rest   ids of clause lists, from a dictionary of the kind (`preference-pool.ts`), as narrow as there are many; a table
 *              by id says who is met
 *
 * (Measured, a million rows, those of ages 18 to 90 with a range each: one list of all preferences, in slots of u16, 1.2 ms a
 * slot of which all rows are looked up, .5 where a quarter is left. Ids of lower and of upper bounds apart, 80 and 70 of
 * them, u8: .16 each. Bounds compared: .05 each. Bounds of any number, as f64: eight bytes a row for the first fraction.)
 */
import type { FieldDefinition } from '../../../domains/field.ts';
import type { Clause } from '../../../domains/filter.ts';

const KINDS = 3;
const [REST, FROM, TO] = [0, 1, 2];
const MOST_BOUND = 2 ** 16 - 2;

/** Of a definition with so many fields. The last three are of fields that the schema does not have. */
export function preferenceKinds(fields: number): number {
  return KINDS * (fields + 1);
}

/** Of clauses on the field, but for bounds. `field`: its position, -1 where the schema does not have it. */
export function restKind(fields: number, field: number): number {
  return KINDS * (field < 0 ? fields : field) + REST;
}

export function hasBounds({ type }: FieldDefinition): boolean {
  return type === 'integer' || type === 'number';
}

/** The kinds of bounds of a field. */
export function boundKinds(field: number): { readonly from: number; readonly to: number } {
  return { from: KINDS * field + FROM, to: KINDS * field + TO };
}

/** Whether the kind's column has ids of its dictionary, not bounds. */
export function hasIds(kind: number): boolean {
  return kind % KINDS === REST;
}

/** Writes the clause into the bounds of its field, [kinds]; false: it is none. */
export function addBound(
  bounds: number[],
  field: number,
  declared: FieldDefinition,
  clause: Clause,
): boolean {
  if (clause.op !== 'gte' && clause.op !== 'lte') return false;
  const { value } = clause;
  if (!hasBounds(declared) || !Number.isInteger(value) || value < 0 || value > MOST_BOUND) return false;
  const { from, to } = boundKinds(field);
  if (clause.op === 'gte') bounds[from] = Math.max(bounds[from]!, value + 1);
  else bounds[to] = bounds[to] === 0 ? value + 1 : Math.min(bounds[to]!, value + 1);
  return true;
}
