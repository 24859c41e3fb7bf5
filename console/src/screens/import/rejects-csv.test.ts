import Papa from 'papaparse';
import { expect, it } from 'vitest';
import type { Layout } from './file-rows.ts';
import { Rejects } from './rejects.ts';
import { rejectsCsv, safeCell } from './rejects-csv.ts';

it('makes texts of what a spreadsheet would run', () => {
  for (const attack of [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(1)',
    ' =1',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '\u00a0=1',
    "=cmd|'/c calc'!A1",
    '-2+3+cmd',
  ])
    expect(Papa.parse<string[]>(safeCell(attack)).data[0]![0]).toBe(`'${attack}`);
  for (const plain of ['-5', '+49', '1,5', '-1.5', 'a=b', '', "O'Neill"])
    expect(Papa.parse<string[]>(`${safeCell(plain)}\n`, { newline: '\n', delimiter: ',' }).data[0]![0]).toBe(
      plain,
    );
  expect(safeCell('a "b"\nc, d')).toBe('"a ""b""\nc, d"');
  expect(safeCell({ a: [1] })).toBe('"{""a"":[1]}"'.replace(',', ','));
});

it('writes the rejected rows as they stand in the file, with row and reason', async () => {
  const layout: Layout = {
    format: 'csv',
    encoding: 'utf-8',
    dialect: { delimiter: ';', quote: '"', skipLines: 0, decimal: 'comma' },
    repeated: 'refuse',
    columns: ['id', '=header'],
    bodies: false,
  };
  const file = new Blob(['id;=header\n1;ok\n;"=1+1\nline"\n\n4;"=cmd()"\n']);
  const rejects = new Rejects();
  rejects.add(3, 'the row has no id');
  rejects.add(5, '=reason');
  rejects.add(3, 'again');
  expect(rejects.count).toBe(2);
  const csv = await (await rejectsCsv(file, layout, rejects)).text();
  expect(Papa.parse(csv.replace('\ufeff', ''), { delimiter: ',', skipEmptyLines: true }).data).toEqual([
    ['row', 'reason', 'id', "'=header"],
    ['3', 'the row has no id', '', "'=1+1\nline"],
    ['5', "'=reason", '4', "'=cmd()"],
  ]);
});
