/** The records of a form, as the rows of a source. */
import type { Form } from '../forms/form.ts';
import { groupedRow, groupOf } from '../forms/group-rows.ts';
import { recordsOf } from '../forms/records-of.ts';
import type { Row } from '../mapping/source-row.ts';
import type { NumberedRow, SourceReader } from './source-reader.ts';

/** Rows that are one record. Above it, the rest is a record of its own, which repeats its id. */
const MOST_ROWS_A_RECORD = 10_000;

export function formedSource(source: SourceReader, form: Form): SourceReader {
  const others = { records: 0 };
  const records = openedRows(source.rows, form, others);
  return {
    ...source,
    rows: numbered(form.group === undefined ? records : groupedRows(records, form.group)),
    report: () => ({ ...source.report(), form: form.form, other_records: others.records }),
  };
}

async function* numbered(rows: AsyncIterable<NumberedRow>): AsyncGenerator<NumberedRow> {
  let number = 0;
  for await (const row of rows) yield { ...row, number: ++number };
}

async function* openedRows(
  rows: AsyncIterable<NumberedRow>,
  form: Form,
  counted: { records: number },
): AsyncGenerator<NumberedRow> {
  for await (const numberedRow of rows) {
    if ('fault' in numberedRow) {
      yield numberedRow;
      continue;
    }
    const { records, others } = recordsOf(form, numberedRow.row);
    counted.records += others;
    for (const row of records) yield { ...numberedRow, row };
  }
}

async function* groupedRows(
  rows: AsyncIterable<NumberedRow>,
  group: NonNullable<Form['group']>,
): AsyncGenerator<NumberedRow> {
  let open: { readonly first: NumberedRow; readonly id: string; readonly rows: Row[] } | undefined;
  const closed = () => open && { ...open.first, row: groupedRow(group, open.rows) };
  for await (const row of rows) {
    const id = 'row' in row ? groupOf(group, row.row) : undefined;
    if ('row' in row && open !== undefined && id === open.id && open.rows.length < MOST_ROWS_A_RECORD) {
      open.rows.push(row.row);
      continue;
    }
    const before = closed();
    if (before !== undefined) yield before;
    open = 'row' in row && id !== undefined ? { first: row, id, rows: [row.row] } : undefined;
    if (open === undefined) yield row;
  }
  const last = closed();
  if (last !== undefined) yield last;
}
