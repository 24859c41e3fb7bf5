/**
 * A filter as a mask over all items, column by column. The semantics are those of `domains/filter.ts`; the
 * tests compare it with `rowPasses`, which reads one row.
 *
 * I items.
 */

import type { Clause, Clauses, Scalar } from '../../../domains/filter.ts';
import type { ItemFeatures } from '../../datasets/features/feature-columns.ts';
import { CREATED_AT } from './item-fields.ts';

type Column = ItemFeatures['columns'] extends ReadonlyMap<string, infer One> ? One : never;
type ItemTest = (item: number) => boolean;

/** 1: the item passes [I]. */
export function filterMask(clauses: Clauses, features: ItemFeatures, items: number): Uint8Array {
  const mask = new Uint8Array(items).fill(1);
  for (const clause of clauses) {
    const column = columnOf(features, clause.field);
    const passes = orMissing(clause, testOf(clause, column), column);
    for (let item = 0; item < items; item++) if (mask[item] === 1 && !passes(item)) mask[item] = 0;
  }
  return mask;
}

function columnOf({ columns, createdAtMs }: ItemFeatures, name: string): Column {
  const column = columns.get(name);
  if (column !== undefined) return column;
  if (name === CREATED_AT && createdAtMs !== null) return { type: 'date', values: createdAtMs };
  throw new Error(`the items have no column «${name}»`);
}

function orMissing(clause: Clause, passes: ItemTest, column: Column): ItemTest {
  if (clause.missing !== 'pass') return passes;
  const isMissing = testOf({ op: 'exists', field: clause.field, value: false }, column);
  return (item) => passes(item) || isMissing(item);
}

function testOf(clause: Clause, column: Column): ItemTest {
  switch (column.type) {
    case 'number':
    case 'date':
      return numberTest(clause, column.values);
    case 'category':
      return categoryTest(clause, column);
    case 'list':
      return listTest(clause, column);
    case 'text':
    case 'image_url':
      return textTest(clause, column.values);
    default:
      return column satisfies never;
  }
}

/** NaN passes no comparison. */
function numberTest(clause: Clause, values: Float64Array): ItemTest {
  switch (clause.op) {
    case 'exists':
      return (item) => !Number.isNaN(values[item]!) === clause.value;
    case 'gt':
      return (item) => values[item]! > clause.value;
    case 'gte':
      return (item) => values[item]! >= clause.value;
    case 'lt':
      return (item) => values[item]! < clause.value;
    case 'lte':
      return (item) => values[item]! <= clause.value;
    default: {
      const { named, wanted } = membership(clause);
      return (item) => !Number.isNaN(values[item]!) && named.has(values[item]!) === wanted;
    }
  }
}

function categoryTest(
  clause: Clause,
  { categories, codes }: Extract<Column, { type: 'category' }>,
): ItemTest {
  if (clause.op === 'exists') return (item) => codes[item]! >= 0 === clause.value;
  const { named, wanted } = membership(clause);
  const isNamed = Uint8Array.from(categories, (category) => Number(named.has(category)));
  return (item) => codes[item]! >= 0 && (isNamed[codes[item]!] === 1) === wanted;
}

/** `eq` and `in`: one of the entries is named. `ne` and `nin`: none is. */
function listTest(
  clause: Clause,
  { categories, offsets, codes, isGiven }: Extract<Column, { type: 'list' }>,
): ItemTest {
  if (clause.op === 'exists') return (item) => (isGiven[item] === 1) === clause.value;
  const { named, wanted } = membership(clause);
  const isNamed = Uint8Array.from(categories, (category) => Number(named.has(category)));
  const hasNamed: ItemTest = (item) => {
    for (let at = offsets[item]!; at < offsets[item + 1]!; at++) if (isNamed[codes[at]!] === 1) return true;
    return false;
  };
  return (item) => isGiven[item] === 1 && hasNamed(item) === wanted;
}

function textTest(clause: Clause, values: readonly (string | null)[]): ItemTest {
  if (clause.op === 'exists') return (item) => (values[item] !== null) === clause.value;
  const { named, wanted } = membership(clause);
  return (item) => values[item] !== null && named.has(values[item]!) === wanted;
}

/** The named values of an equality, and whether a value must be among them. */
function membership(clause: Clause): { readonly named: ReadonlySet<Scalar>; readonly wanted: boolean } {
  switch (clause.op) {
    case 'eq':
    case 'ne':
      return { named: new Set([clause.value]), wanted: clause.op === 'eq' };
    case 'in':
    case 'nin':
      return { named: new Set(clause.values), wanted: clause.op === 'in' };
    default:
      throw new Error(`${clause.op} does not compare attributes of items`);
  }
}
