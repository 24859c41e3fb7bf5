/** Which form a source has, and what of it is read: known before anything is stored. */
import { UpsertUserRequest } from '../../../contract/user.ts';
import type { FormFile } from '../forms/form.ts';
import { recogniseForm } from '../forms/recognise-form.ts';
import { mappedColumns } from '../mapping/mapping.ts';
import type { Value } from '../mapping/mapping-schema.ts';
import { recordPaths } from '../mapping/record-text.ts';
import type { Row } from '../mapping/source-row.ts';
import { formedSource } from './formed-source.ts';
import type { FoundEncoding } from './reading.ts';
import type { SourceReader } from './source-reader.ts';

/** Rows by which a form is recognised. */
const FIRST_ROWS = 200;
/** Records that are counted before the import. */
const COUNTED_RECORDS = 10_000;

export interface FoundForm {
  /** null: the first rows have no known form, or they are bodies of POST /v1/users. */
  readonly found: FormFile | null;
  /** Whether most of the first rows are bodies of POST /v1/users. */
  readonly areBodies: boolean;
  readonly encoding: FoundEncoding;
}

export async function findForm(source: SourceReader, forms: readonly FormFile[]): Promise<FoundForm> {
  const rows = await firstRows(source, FIRST_ROWS);
  const { delimiter, encoding: textEncoding } = source.report();
  const mayBeBodies = textEncoding !== undefined && delimiter === undefined;
  const bodies = rows.filter(isBody).length;
  const form = rows.every(hasUserId) ? null : (recogniseForm(forms, rows)[0] ?? null);
  const { encoding, encoding_by } = source.report();
  return {
    found: form,
    areBodies: form === null && mayBeBodies && 2 * bodies >= rows.length,
    encoding: encoding === undefined || encoding_by === undefined ? {} : { encoding, encoding_by },
  };
}

const bodyKeys = Object.keys(UpsertUserRequest.shape);
const hasUserId = (row: Row) => Object.hasOwn(row, 'user_id');
const isBody = (row: Row) => hasUserId(row) && Object.keys(row).every((key) => bodyKeys.includes(key));

async function firstRows(source: SourceReader, most: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const row of source.rows) {
    if ('row' in row) rows.push(row.row);
    if (rows.length >= most) break;
  }
  return rows;
}

/** «JSON Resume, 214 records → hiring candidates; 31 columns read, 4 left out: basics.email, …» */
export async function describeForm(opened: SourceReader, { form }: FormFile): Promise<string> {
  const source = formedSource(opened, form);
  const mapped = mappedColumns(form);
  const isRead = new Map<string, boolean>();
  let records = 0;
  for await (const row of source.rows) {
    if (records++ === COUNTED_RECORDS) break;
    if ('row' in row)
      for (const [path, inText] of recordPaths(row.row, partsOf(form.context)))
        isRead.set(path, inText || isMapped(mapped, path));
  }
  const count = records > COUNTED_RECORDS ? `more than ${COUNTED_RECORDS}` : `${records}`;
  const left = [...isRead].filter(([, read]) => !read).map(([path]) => path);
  const outside = left.length === 0 ? '' : `: ${shown(left)}`;
  return (
    `${form.standard}, ${count} ${records === 1 ? 'record' : 'records'} → ${form.domain} ${form.become}; ` +
    `${isRead.size - left.length} columns read, ${left.length} left out${outside}.`
  );
}

/** Without a record as its text, a form reads what it maps. */
function partsOf(context: Value | undefined) {
  return context !== undefined && 'record' in context ? context.record : { only: [] };
}

const isMapped = (mapped: ReadonlySet<string>, path: string) =>
  [...mapped].some((column) => column.replaceAll(/\.\d+(?=\.|$)/g, '') === path);

const SHOWN_COLUMNS = 8;

function shown(names: readonly string[]): string {
  const more = names.length > SHOWN_COLUMNS ? `, and ${names.length - SHOWN_COLUMNS} more` : '';
  return `${names.slice(0, SHOWN_COLUMNS).join(', ')}${more}`;
}
