/** The records of a form within the values of a source: lists and graphs are opened, columns renamed. */
import { cellOf, isRow, type Row } from '../mapping/source-row.ts';
import type { Form, Signature } from './form.ts';

const MOST_DEPTH = 8;

interface FormRecords {
  /** In their order. */
  readonly records: readonly Row[];
  /** Records of a class that the form does not have. */
  readonly others: number;
}

export function recordsOf(form: Form, row: Row): FormRecords {
  const all = opened(named(form, row), form.records ?? [], 0);
  const records = all.filter((record) => isTaken(form, record));
  return { records, others: all.length - records.length };
}

/** A record without a class may be of the form. */
function isTaken({ recognised }: Form, record: Row): boolean {
  const classes = recognised.flatMap(({ type }) => type ?? []);
  const own = typesOf(record);
  return classes.length === 0 || own.length === 0 || own.some((type) => classes.includes(type));
}

function opened(row: Row, keys: readonly string[], depth: number): readonly Row[] {
  const inner = depth === MOST_DEPTH ? [] : keys.flatMap((key) => objectsIn(row[key]));
  if (inner.length === 0) return [row];
  const records = inner.flatMap((each) => opened(each, keys, depth + 1));
  return row['@type'] === undefined ? records : [row, ...records];
}

const objectsIn = (value: unknown): readonly Row[] => [value].flat().filter(isRow);

function named({ names }: Form, row: Row): Row {
  if (names === undefined) return row;
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [snake(key), value]));
}

const snake = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replaceAll(/[\s_-]+/g, '_');

export function hasSignature(record: Row, { keys = [], type }: Signature): boolean {
  return (
    (type === undefined || typesOf(record).includes(type)) &&
    keys.every((key) => cellOf(record, key) !== undefined)
  );
}

function typesOf(record: Row): readonly string[] {
  return [record['@type'] ?? []]
    .flat()
    .map((type) => String(type).replace(/^(?:https?:\/\/schema\.org\/|schema:)/, ''));
}
