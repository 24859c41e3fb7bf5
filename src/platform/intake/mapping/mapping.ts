/** Mapping files: parsed once (`parseMapping`), then applied row by row (`applyMapping`). */
import { isBlank } from '../../../contract/common.ts';
import type { UpsertUserRequest } from '../../../contract/user.ts';
import { readYaml } from '../../../domains/read-yaml.ts';
import type { Decimal } from '../number-text.ts';
import { columnValue, type RejectedCell, RowRejected } from './column-steps.ts';
import { type ColumnValue, type Condition, type Lookup, Mapping, type Value } from './mapping-schema.ts';
import { recordText } from './record-text.ts';
import { type Assumption, cellText, type Row, type SourceRow, sourceRow } from './source-row.ts';
import { withMapFiles } from './with-map-files.ts';

export type { RejectedCell } from './column-steps.ts';
export type { Mapping } from './mapping-schema.ts';

/** A POST /users body. The importer adds `domain`. */
export type MappedBody = Omit<UpsertUserRequest, 'domain'>;
export type MappedRow =
  | { readonly body: MappedBody; readonly warnings?: readonly MappingWarning[] }
  | { readonly rejected: string; readonly cell?: RejectedCell };

/** A value that was read with an assumption, because the row does not say all of it. */
export interface MappingWarning {
  readonly code: Assumption['code'];
  readonly field: string;
  readonly message: string;
}

/**
 * `readFile`: the text of a file that the mapping names, relative to it; a mapping that comes without files has
 * none. Throws `invalid_request` with the line and column of every fault.
 */
export function parseMapping(source: string, fileName: string, readFile?: (name: string) => string): Mapping {
  return withMapFiles(readYaml(source, Mapping, fileName), readFile);
}

/**
 * `number` counts from 1 and replaces `{#}` in templates. `fileDecimal`: the decimal sign of numbers whose
 * column declares none. Never throws because of a row's values.
 */
export function applyMapping(
  mapping: Mapping,
  row: Row,
  number: number,
  fileDecimal: Decimal = 'point',
): MappedRow {
  const warnings: MappingWarning[] = [];
  const assume = ({ code, column: field, message }: Assumption) => warnings.push({ code, field, message });
  try {
    const decimal = mapping.decimal ?? fileDecimal;
    const body = bodyOf(mapping, sourceRow(mapping, row, { number, decimal, assume }));
    return warnings.length === 0 ? { body } : { body, warnings };
  } catch (error) {
    if (error instanceof RowRejected)
      return { rejected: error.message, ...(error.cell !== undefined && { cell: error.cell }) };
    throw error;
  }
}

/** Every column that the file names, so that an importer can find misspelt ones in the source's header. */
export function mappedColumns(mapping: Mapping): ReadonlySet<string> {
  const columns = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || part instanceof RegExp) return;
    for (const [key, inner] of Object.entries(part)) {
      if (['constant', 'map', 'default', 'table', 'money'].includes(key)) continue;
      if (key === 'column') columns.add(String(inner));
      else if (key === 'columns') for (const column of inner as string[]) columns.add(column);
      else if (key === 'template') for (const column of templateColumns(String(inner))) columns.add(column);
      else visit(inner);
    }
  };
  const { user_id, reject, fields, context, preferences } = mapping;
  visit([
    user_id,
    context,
    ...reject.map((rule) => rule.if),
    ...Object.values(fields),
    ...Object.values(preferences),
  ]);
  return columns;
}

/** Whether a value of the mapping is the row as a whole: then every column is read. */
export function readsWholeRow({ fields, context, preferences }: Mapping): boolean {
  const has = (part: unknown): boolean =>
    typeof part === 'object' &&
    part !== null &&
    !(part instanceof RegExp) &&
    ('record' in part || Object.values(part).some(has));
  return has([context, ...Object.values(fields), ...Object.values(preferences)]);
}

function bodyOf(mapping: Mapping, row: SourceRow): MappedBody {
  for (const { if: condition, reason } of mapping.reject) {
    if (holds(condition, row)) throw new RowRejected(reason);
  }
  const userId = evaluate(mapping.user_id, row);
  if (userId === undefined) throw new RowRejected('the row gives no user_id');
  const parts = {
    fields: valuesOf(mapping.fields, row),
    preferences: valuesOf(mapping.preferences, row),
    context: contextOf(mapping, row),
  };
  requireKeys(mapping, parts);
  return {
    user_id: cellText(userId),
    ...(parts.fields === undefined ? {} : { fields: parts.fields }),
    ...(parts.context === undefined ? {} : { context: parts.context }),
    ...(parts.preferences === undefined ? {} : { preferences: parts.preferences }),
  };
}

/** A cell without readable text counts as empty. */
function contextOf({ context }: Mapping, row: SourceRow): string | undefined {
  const given = context === undefined ? undefined : evaluate(context, row);
  const text = given === undefined ? '' : cellText(given);
  return isBlank(text) ? undefined : text;
}

function requireKeys(mapping: Mapping, parts: Readonly<Record<string, unknown>>): void {
  for (const path of mapping.required) {
    const [part, key] = path.split('.') as [string, string | undefined];
    const values = parts[part];
    const given = key === undefined ? values : (values as Record<string, unknown> | undefined)?.[key];
    if (given === undefined) throw new RowRejected(`the row gives no ${key ?? part}`);
  }
}

export function valuesOf(
  values: Readonly<Record<string, Value>>,
  row: SourceRow,
): Record<string, unknown> | undefined {
  const given = Object.entries(values)
    .map(([key, value]) => [key, evaluate(value, row)] as const)
    .filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function evaluate(value: Value, row: SourceRow): unknown {
  if ('column' in value) return fromColumn(value, row);
  if ('constant' in value) return value.constant ?? undefined;
  if ('template' in value) return filled(value.template, row);
  if ('join' in value) return joined(present(value.join, row), value.with ?? ' ');
  if ('first' in value) return present(value.first, row).next().value;
  if ('all' in value) return listed(present(value.all, row));
  if ('lookup' in value) return lookedUp(value.lookup, row);
  if ('object' in value) return valuesOf(value.object, row);
  if ('record' in value) return recordText(row.whole(), value.record);
  const chosen = value.when.find((choice) => holds(choice.if, row))?.give ?? value.else;
  return chosen === undefined ? undefined : evaluate(chosen, row);
}

function fromColumn(value: ColumnValue, row: SourceRow): unknown {
  const cell = row.cell(value.column);
  return cell === undefined ? undefined : columnValue(value, cell, row);
}

function* present(values: readonly Value[], row: SourceRow): Generator<unknown, undefined> {
  for (const value of values) {
    const given = evaluate(value, row);
    if (given !== undefined) yield given;
  }
}

function joined(values: Iterable<unknown>, separator: string): string | undefined {
  const texts = [...values].map(cellText);
  return texts.length === 0 ? undefined : texts.join(separator);
}

function listed(values: Iterable<unknown>): readonly unknown[] | undefined {
  const items = new Set([...values].flat());
  return items.size === 0 ? undefined : [...items];
}

const placeholder = /\{([^{}]+)\}/g;

function templateColumns(template: string): string[] {
  return [...template.matchAll(placeholder)].map((found) => found[1]!).filter((name) => name !== '#');
}

function filled(template: string, row: SourceRow): string | undefined {
  let complete = true;
  const text = template.replace(placeholder, (_, name: string) => {
    const cell = name === '#' ? row.number : row.cell(name);
    complete &&= cell !== undefined;
    return cellText(cell);
  });
  return complete ? text : undefined;
}

function lookedUp({ columns, table, else: otherwise }: Lookup, row: SourceRow) {
  const texts = columns.map((column) => cellText(row.cell(column) ?? ''));
  const found = table.find((entry) =>
    texts.every((text, at) => entry[at] === '*' || String(entry[at]) === text),
  );
  if (found !== undefined) return found[columns.length] ?? undefined;
  if (otherwise === 'drop') return undefined;
  const given = columns.map((column, at) => `${column} «${texts[at]}»`).join(', ');
  throw new RowRejected(`${given}: the mapping's table has no such row`);
}

export function holds(condition: Condition, row: SourceRow): boolean {
  if ('every' in condition) return condition.every.every((part) => holds(part, row));
  if ('any' in condition) return condition.any.some((part) => holds(part, row));
  if ('not' in condition) return !holds(condition.not, row);
  const cell = row.cell(condition.column);
  if (condition.given !== undefined && condition.given !== (cell !== undefined)) return false;
  const text = cell === undefined ? undefined : cellText(cell);
  if (condition.is !== undefined && condition.is !== text) return false;
  if (condition.in !== undefined && (text === undefined || !condition.in.includes(text))) return false;
  return condition.matches === undefined || (text !== undefined && condition.matches.test(text));
}
