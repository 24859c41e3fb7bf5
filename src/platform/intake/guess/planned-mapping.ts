/** The mapping that the plans of columns say. */
import type { Mapping, Value } from '../mapping/mapping-schema.ts';
import { pathPattern } from '../mapping/record-text.ts';
import { areRecords } from './column-facts.ts';
import type { ColumnPlan } from './column-plan.ts';

export interface PlannedFile extends Pick<Mapping, 'repeated' | 'decimal'> {
  readonly domain: string;
  readonly columns: readonly ColumnPlan[];
}

export function plannedMapping({ domain, columns, repeated, decimal }: PlannedFile): Mapping {
  return {
    domain,
    ...(decimal !== undefined && { decimal }),
    ...(repeated !== undefined && { repeated }),
    clean: [],
    missing: [],
    user_id: idOf(columns),
    reject: [],
    required: [],
    fields: { ...placesOf(columns), ...fieldsOf(columns) },
    preferences: preferencesOf(columns),
    ...contextOf(columns.filter(({ target }) => target.to === 'text')),
  };
}

/** Records are read with their keys. */
function contextOf(texts: readonly ColumnPlan[]): Pick<Mapping, 'context'> {
  if (texts.length === 0) return {};
  if (texts.some(({ facts }) => areRecords(facts)))
    return { context: { record: { only: texts.map(({ column }) => pathPattern(column)) } } };
  const [first, ...others] = texts.map(({ column }) => ({ column }));
  return { context: others.length === 0 ? first! : { join: [first!, ...others], with: '\n\n' } };
}

export function hasId(columns: readonly ColumnPlan[]): boolean {
  return columns.some(({ target }) => target.to === 'id');
}

/** Without a column of ids, the number of the row is the id: the same file gives the same ids again. */
function idOf(columns: readonly ColumnPlan[]): Value {
  const id = columns.find(({ target }) => target.to === 'id');
  return id === undefined ? { template: 'row-{#}' } : { column: id.column };
}

function fieldsOf(columns: readonly ColumnPlan[]): Record<string, Value> {
  return Object.fromEntries(
    columns.flatMap(({ column, target, steps }) => {
      if (target.to === 'extra') return [[column, { column }] as const];
      return target.to === 'field' ? [[target.field, { column, ...steps }] as const] : [];
    }),
  );
}

/** The two coordinates of a place are one value. */
function placesOf(columns: readonly ColumnPlan[]): Record<string, Value> {
  const places = new Map<string, Record<string, Value>>();
  for (const { column, target, steps } of columns)
    if (target.to === 'coordinate')
      places.set(target.field, { ...places.get(target.field), [target.part]: { column, ...steps } });
  return Object.fromEntries([...places].map(([field, object]) => [field, { object }]));
}

/** Bounds of a range are one clause, and several choices are a list of them. */
function preferencesOf(columns: readonly ColumnPlan[]): Record<string, Value> {
  const clauses = new Map<string, Value>();
  for (const { column, target, steps } of columns) {
    if (target.to !== 'preference') continue;
    const { key, part } = target;
    const value = { column, ...steps };
    if (part !== undefined) {
      const before = clauses.get(key);
      const bounds = before !== undefined && 'object' in before ? before.object : {};
      clauses.set(key, { object: { ...bounds, [part]: value } });
    } else clauses.set(key, steps.split === undefined ? value : { object: { in: value } });
  }
  return Object.fromEntries(clauses);
}
