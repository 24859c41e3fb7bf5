/**
 * The preferences of a row are split into kinds, each with its own column. A field has three: lower bounds,
 * upper bounds, and the rest. A preference is a conjunction, so splitting it keeps its meaning.
 *
 *   from, to   the least and the greatest accepted number, plus 1; 0: none. Only whole numbers from 0 to
 *              65,534 are such bounds; other numbers belong to the rest. Kernels compare 32 rows at a time.
 *   the rest   ids of clause lists from a dictionary of the kind (`preference-pool.ts`), in the narrowest
 *              storage that fits; a table by id shows which are met
 */
import type { FieldDefinition } from '../../../domains/field.ts';
import type { Clause } from '../../../domains/filter.ts';

const KINDS = 3;
const [REST, FROM, TO] = [0, 1, 2];
const MAX_BOUND = 2 ** 16 - 2;

/** The number of kinds for this many fields. The last three are for fields outside the schema. */
export function preferenceKinds(fields: number): number {
  return KINDS * (fields + 1);
}

/** The kind of clauses on a field other than bounds. `field`: its position, -1 outside the schema. */
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

/** Whether the kind's column has ids of its dictionary and not bounds. */
export function hasIds(kind: number): boolean {
  return kind % KINDS === REST;
}

/** Writes the clause into the bounds of its field, [kinds]; false: it is not a bound. */
export function addBound(
  bounds: number[],
  field: number,
  declared: FieldDefinition,
  clause: Clause,
): boolean {
  if ((clause.op !== 'gte' && clause.op !== 'lte') || clause.missing === 'pass') return false;
  const { value } = clause;
  if (!hasBounds(declared) || !Number.isInteger(value) || value < 0 || value > MAX_BOUND) return false;
  const { from, to } = boundKinds(field);
  if (clause.op === 'gte') bounds[from] = Math.max(bounds[from]!, value + 1);
  else bounds[to] = bounds[to] === 0 ? value + 1 : Math.min(bounds[to]!, value + 1);
  return true;
}
