/** The wire form of filters, field by field. */
import type { SchemaField } from '../../api/queries.ts';
import { isRecord } from '../../parts/read-unknown.ts';

export type Filters = Readonly<Record<string, unknown>>;
export type FilterKind = 'distance' | 'range' | 'choice' | 'switch' | 'text';

/** Only hard fields can be filtered. */
export function filterable(fields: readonly SchemaField[]): readonly SchemaField[] {
  return fields.filter(({ kind }) => kind === 'hard');
}

export function filterKind({ type, format, values }: SchemaField): FilterKind {
  if (format === 'geo') return 'distance';
  if (values !== undefined) return 'choice';
  if (type === 'boolean') return 'switch';
  return type === 'integer' || type === 'number' ? 'range' : 'text';
}

/** The keys of `filters` that the control of a field writes. */
function filterKeys(field: SchemaField): readonly string[] {
  const { name } = field;
  return filterKind(field) === 'distance' ? [`${name}_within_km`, `${name}_from`] : [name];
}

export function hasFilter(filters: Filters, field: SchemaField): boolean {
  return filterKeys(field).some((key) => key in filters);
}

/** Without a value, or with an empty one, the key goes. No filter at all is undefined. */
export function withFilter(filters: Filters, key: string, value: unknown): Filters | undefined {
  const { [key]: _, ...rest } = filters;
  const next = isEmpty(value) ? rest : { ...rest, [key]: value };
  return Object.keys(next).length === 0 ? undefined : next;
}

export function withoutField(filters: Filters, field: SchemaField): Filters | undefined {
  let next: Filters | undefined = filters;
  for (const key of filterKeys(field)) next = withFilter(next ?? {}, key, undefined);
  return next;
}

/** A range with one bound changed. Other comparisons of the clause stay. */
export function withBound(clause: unknown, bound: 'gte' | 'lte', value: number | undefined): unknown {
  const { [bound]: _, ...rest } = isRecord(clause) ? clause : {};
  return value === undefined ? rest : { ...rest, [bound]: value };
}

export function boundOf(clause: unknown, bound: 'gte' | 'lte'): number | '' {
  const value = isRecord(clause) ? clause[bound] : undefined;
  return typeof value === 'number' ? value : '';
}

/** The chosen values of a list: a single value, an array, or `in`. */
export function choicesOf(clause: unknown): string[] {
  const values = isRecord(clause) ? clause.in : clause;
  const list = Array.isArray(values) ? values : values === undefined ? [] : [values];
  return list.filter((value) => typeof value === 'string');
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}
