import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import type { GivenReading } from './reading.ts';
import { xlsxSource } from './xlsx-source.ts';

const fileOf = (bytes: Uint8Array) => ({
  name: 'people.xlsx',
  open: () => ({
    stream: (async function* () {
      yield bytes;
    })(),
    progress: () => 1,
  }),
});

async function read(
  bytes: Uint8Array,
  reading: GivenReading = {},
  columns: ReadonlySet<string> | null = null,
) {
  const source = await xlsxSource({ file: fileOf(bytes), columns, reading });
  const rows = [];
  for await (const row of source.rows) rows.push(row);
  return { rows, report: source.report() };
}

const workbook = () =>
  writeXlsx({
    sheets: [
      {
        name: 'People',
        rows: [
          ['Members of 2025', null, null, null, null],
          [],
          ['No', 'born', 'seen', 'active', 'height'],
          [1001, new Date(Date.UTC(1990, 2, 31)), new Date(Date.UTC(2025, 0, 2, 13, 30)), true, 1.75],
          ['007', null, null, false, '#N/A'],
        ],
      },
      {
        name: 'Other',
        rows: [
          ['id', 'x'],
          [1, 2, 3],
        ],
      },
    ],
  });

test('a sheet has rows under its header, with dates and numbers as its cells mean them', async () => {
  const { rows, report } = await read(await workbook());
  expect(rows).toEqual([
    {
      ...{ number: 1, line: 4 },
      row: { No: 1001, born: '1990-03-31', seen: '2025-01-02T13:30:00', active: true, height: 1.75 },
    },
    { number: 2, line: 5, row: { No: '007', born: null, seen: null, active: false, height: null } },
  ]);
  expect(report).toEqual({ sheet: 'People', header_line: 3, left_out_lines: ['Members of 2025'] });
});

test('another sheet is read by its name, and a name that no sheet has lists them', async () => {
  const { rows } = await read(await workbook(), { sheet: 'Other' });
  expect(rows).toMatchObject([{ line: 2, fault: 'the row has 3 cells, the header has 2' }]);
  await expect(read(await workbook(), { sheet: 'Third' })).rejects.toThrow(
    'it has no sheet «Third»; there are People, Other',
  );
  await expect(read(await workbook(), {}, new Set(['age']))).rejects.toThrow('there is no column age');
});

test('what is no workbook, is broken, or unpacks to too much is refused', async () => {
  await expect(read(new TextEncoder().encode('no archive at all, but a text'))).rejects.toThrow(
    'is no Excel workbook',
  );
  const bomb = await workbook();
  const view = new DataView(bomb.buffer, bomb.byteOffset, bomb.length);
  for (let at = 0; at + 46 < bomb.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 0x7fffffff, true);
  await expect(read(bomb)).rejects.toThrow('unpacks to more than 768 MiB');
  await expect(read((await workbook()).slice(0, 600))).rejects.toThrow(/people\.xlsx (is no|cannot be read)/);
});
