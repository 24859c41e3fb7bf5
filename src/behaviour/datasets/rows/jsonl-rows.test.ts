import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noFeatures } from '../../../contract/dataset-features.ts';
import { FirstFaults } from '../checks/first-faults.ts';
import { jsonlRows } from './jsonl-rows.ts';
import { rowValidator } from './validate-row.ts';

const line = fc.oneof(
  fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map((text) => JSON.stringify({ type: 'item', item_id: `i${text}`, text })),
  fc.constantFrom('', ' ', '\r', '{', '[]', '{"type":"item","item_id":"x","text":"\u2028"}'),
  fc
    .integer({ min: 0, max: 40_000 })
    .map((length) => JSON.stringify({ type: 'item', item_id: 'long', text: 'é'.repeat(length % 8192) })),
);

async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const size of sizes) {
    yield bytes.subarray(start, start + size);
    start += size;
  }
  yield bytes.subarray(start);
}

async function read(chunks: AsyncIterable<Uint8Array>) {
  const found: unknown[] = [];
  for await (const { rows, lines } of jsonlRows(chunks, { file: 0, name: '' }, rowValidator(noFeatures)))
    for (const [at, row] of rows.entries()) found.push([lines[at], row]);
  return found;
}

test('the chunk boundaries change neither rows nor line numbers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 40 }),
      fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 60 }),
      fc.boolean(),
      async (given, sizes, endsWithFeed) => {
        const bytes = Buffer.from(given.join('\n') + (endsWithFeed ? '\n' : ''));
        const rows = await read(inChunks(bytes, sizes));
        expect(rows).toEqual(await read(inChunks(bytes, [])));
        const numbers = given.flatMap((text, at) => (text.trim() === '' ? [] : [at + 1]));
        expect(rows.map((row) => (row as [number])[0])).toEqual(numbers);
      },
    ),
    { numRuns: 60 },
  );
});

test('a row of the maximum length is accepted, with every character escaped', async () => {
  const escaped = (text: string) =>
    text
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  const id = escaped('😀'.repeat(256));
  const text = escaped('\u0001'.repeat(16 * 1024));
  const rows = await read(inChunks(Buffer.from(`{"type":"item","item_id":"${id}","text":"${text}"}`), []));
  expect(rows).toMatchObject([[1, { type: 'item', itemId: '😀'.repeat(256) }]]);
});

test('the first hundred faults by position are kept, in any order of insertion', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(100_000), { maxLength: 700 }), (positions) => {
      const faults = new FirstFaults<number>();
      for (const position of positions) faults.add(position, () => position);
      expect(faults.total).toBe(positions.length);
      expect(faults.first()).toEqual([...positions].sort((a, b) => a - b).slice(0, 100));
    }),
    { numRuns: 50 },
  );
});
