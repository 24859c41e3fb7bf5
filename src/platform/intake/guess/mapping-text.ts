/** A guessed mapping as the YAML of a file, with what was seen in each column. */
import { Document, isMap, isScalar, type Pair, visit, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Mapping } from '../mapping/mapping-schema.ts';
import { writtenPath } from '../mapping/record-text.ts';
import { type ColumnPlan, unknownValues } from './column-plan.ts';
import type { Guess } from './guess-targets.ts';
import type { IntakeField } from './intake-field.ts';

export interface MappingTextOf {
  readonly mapping: Mapping;
  readonly columns: readonly ColumnPlan[];
  /** The fields of the domain. */
  readonly fields: readonly IntakeField[];
  /** How many were looked at. */
  readonly rows: number;
  /** Where editors find the schema of mappings. */
  readonly schema?: string;
}

export function mappingText({ mapping, columns, fields, rows, schema }: MappingTextOf): string {
  const document = new Document(plain(mapping), { aliasDuplicateObjects: false });
  const forEditors = schema === undefined ? '' : ` yaml-language-server: $schema=${schema}\n`;
  document.commentBefore = `${forEditors} Guessed from the header and the first ${rows === 1 ? 'row' : `${rows} rows`}; correct what is wrong.`;
  visit(document, { Seq: (_, list) => inOneLine(list) });
  const map = document.contents as YAMLMap;
  for (const part of ['fields', 'preferences'] as const) {
    const values = map.get(part, true);
    if (isMap(values)) for (const pair of values.items) describe(pair, columns, part);
  }
  const leftOut = columns.filter(({ target }) => target.to === 'ignore').map(({ column }) => column);
  const notes = [
    ...(leftOut.length === 0 ? [] : [` Columns that are left out: ${leftOut.map(oneLine).join(', ')}`]),
    ...lackingFields(mapping, fields),
  ];
  if (notes.length > 0) document.comment = notes.join('\n');
  if (!columns.some(({ target }) => target.to === 'id')) map.commentBefore = noId;
  return document.toString({ lineWidth: 110, flowCollectionPadding: false });
}

/** A newcomer would else learn from the people who are not shown. */
function lackingFields(mapping: Mapping, fields: readonly IntakeField[]): readonly string[] {
  const lacking = fields.filter(({ name, required }) => required && !Object.hasOwn(mapping.fields, name));
  if (lacking.length === 0) return [];
  const named = lacking.map(({ name, values }) =>
    values === undefined || values.length > SHOWN_VALUES ? name : `${name} (${values.join(', ')})`,
  );
  return [
    ` Required by the domain, and in no column: ${named.join(', ')}. A text may say it; else name a column, or \`{constant: …}\`.`,
  ];
}

const noId =
  ' No column looks like an id: rows are numbered. Name the column of the ids, or the same person comes twice.';

function inOneLine(list: YAMLSeq): void {
  list.flow = list.items.every((item) => isScalar(item));
}

/** Without what is empty and what follows from the rest; patterns as they are written. */
function plain(part: unknown): unknown {
  if (part instanceof RegExp) return writtenPath(part) ?? part.source;
  if (Array.isArray(part)) return part.map(plain);
  if (typeof part !== 'object' || part === null) return part;
  const keys = Object.keys(part);
  if (keys.length === 1 && 'column' in part) return part.column;
  const entries = Object.entries(part)
    .filter(([, value]) => value !== undefined && !isEmpty(value))
    .map(([key, value]) => [key, plain(value)] as const);
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof RegExp) &&
    Object.keys(value).length === 0
  );
}

function describe(pair: Pair, columns: readonly ColumnPlan[], part: 'fields' | 'preferences'): void {
  const { key } = pair;
  if (!isScalar(key)) return;
  const own = columns.filter(({ target, column }) => {
    if (target.to === 'preference') return part === 'preferences' && target.key === key.value;
    if (part !== 'fields') return false;
    return 'field' in target ? target.field === key.value : target.to === 'extra' && column === key.value;
  });
  const said = own.map((plan) => ` ${sentenceOf(plan)}`).join('\n');
  if (said !== '') key.commentBefore = said;
}

const why: Readonly<Record<Guess['by'], string>> = {
  name: 'by its name',
  values: 'by its values',
  nothing: 'as it is',
};
const SHOWN_VALUES = 6;
const SHOWN_CHARACTERS = 40;

/** «sex (by its name): F 3,204 times, M 2,911 times» */
function sentenceOf(plan: ColumnPlan): string {
  const { column, by, facts } = plan;
  const shown = facts.values.slice(0, SHOWN_VALUES).map(counted).join(', ');
  const more = facts.values.length > SHOWN_VALUES || facts.hasMore ? ', …' : '';
  const unknown = unknownValues(plan);
  const refused =
    unknown.length === 0
      ? ''
      : `\n No value of the field, so that their rows are rejected: ${unknown.slice(0, SHOWN_VALUES).map(counted).join(', ')}. Add them to the map (\`null\`: not given).`;
  return `${oneLine(column)} (${why[by]}): ${shown === '' ? 'no values' : shown + more}${refused}`;
}

function counted([value, count]: readonly [string, number]): string {
  const short = value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value;
  return `${oneLine(short)} ${count.toLocaleString('en')} ${count === 1 ? 'time' : 'times'}`;
}

/** A comment ends with its line. */
const oneLine = (text: string) => text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
