import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiError } from '../../../contract/errors.ts';
import type { EventRow, ItemRow } from '../rows/dataset-row.ts';
import { IdChecks } from './id-checks.ts';
import { IdPartitions, PARTITIONS, recordsOf } from './id-partitions.ts';
import { IdTable } from './id-table.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-ids-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Row = { readonly item: string } | { readonly event: string; readonly of: string };

async function validate(rows: readonly Row[]): Promise<ApiError | null> {
  const checks = new IdChecks(folder, (position) => `row ${position}`);
  try {
    for (const [position, row] of rows.entries()) {
      if ('item' in row) checks.addItem({ itemId: row.item } as ItemRow, position);
      else checks.addEvent({ eventId: row.event, itemId: row.of } as EventRow, position);
    }
    return await checks.validate(new AbortController().signal, () => {});
  } finally {
    checks.close();
  }
}

/** The reference implementation, with plain sets. */
function expected(rows: readonly Row[]) {
  const items = new Map<string, number>();
  const events = new Map<string, number>();
  const duplicates: unknown[] = [];
  for (const [position, row] of rows.entries()) {
    const [type, id, seen] =
      'item' in row ? (['item', row.item, items] as const) : (['event', row.event, events] as const);
    const first = seen.get(id);
    if (first === undefined) seen.set(id, position);
    else duplicates.push({ type, id, at: `row ${position}`, first_at: `row ${first}` });
  }
  const unresolved = rows.flatMap((row, position) =>
    'event' in row && !items.has(row.of) ? [{ item_id: row.of, at: `row ${position}` }] : [],
  );
  if (duplicates.length > 0) return { duplicates: duplicates.slice(0, 100), total: duplicates.length };
  return unresolved.length > 0 ? { unresolved: unresolved.slice(0, 100), total: unresolved.length } : null;
}

const id = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd', '0', '', 'é', 'e\u0301', '\ufeff', '\ufeffa'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const rows = fc.array(
  fc.oneof(fc.record({ item: id }), fc.record({ event: fc.string({ maxLength: 12 }), of: id })),
  { maxLength: 300 },
);

test('finds the same duplicates and unresolved references as plain sets, in row order', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const fault = await validate(given);
      const should = expected(given);
      if (should === null) expect(fault).toBeNull();
      else expect(fault?.details).toMatchObject(should);
    }),
    { numRuns: 40 },
  );
});

test('exceeds the memory bound: 40,000 ids of 500 bytes, with two duplicates', async () => {
  const long = (name: string) => name.padEnd(250, 'é');
  const given: Row[] = Array.from({ length: 40_000 }, (_, at) =>
    at % 2 === 0 ? { item: long(`item-${at}`) } : { event: long(`event-${at}`), of: long(`item-${at + 1}`) },
  );
  given.push({ item: long('item-40000') });
  expect(await validate(given)).toBeNull();
  given.push({ event: long('event-7'), of: 'nobody' }, { item: long('item-0') });
  expect((await validate(given))?.details).toMatchObject({
    duplicates: [
      { type: 'event', first_at: 'row 7', at: 'row 40001' },
      { type: 'item', first_at: 'row 0', at: 'row 40002' },
    ],
    totals: { items: 1, events: 1 },
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('ids of equal hash are compared by their bytes', () => {
  const partitions = new IdPartitions({ k0: 1, k1: 2 }, folder);
  for (const name of ['one', 'two', 'one']) partitions.add(name, 0);
  const records = Array.from({ length: PARTITIONS }, (_, partition) => {
    const bytes = partitions.read(partition);
    return [...recordsOf(bytes)].map((record) => bytes.subarray(record.start, record.end).toString());
  });
  expect(records.flat().sort()).toEqual(['one', 'one', 'two']);
  const bytes = Buffer.concat(['one', 'two', 'one'].map(recordWithHash7));
  const table = new IdTable(bytes);
  expect([...recordsOf(bytes)].map((record) => table.addOrFind(record))).toEqual([null, null, 0]);
});

function recordWithHash7(name: string, position: number): Buffer {
  const bytes = Buffer.alloc(14 + name.length);
  bytes.writeUInt32LE(7, 0);
  bytes.writeDoubleLE(position, 4);
  bytes.writeUInt16LE(name.length, 12);
  bytes.write(name, 14);
  return bytes;
}
