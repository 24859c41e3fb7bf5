import { guessMapping } from 'counterpart-intake/guess/guess-mapping.ts';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { safeCell } from '../../parts/csv.ts';
import { openFile } from './open-file.ts';
import { Rejects } from './rejects.ts';
import { rejectsCsv } from './rejects-csv.ts';

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
  const file = new File(['id;=header\n1;ok\n;"=1+1\nline"\n\n4;"=cmd()"\n'], 'people.csv');
  const { layout, facts } = (await openFile(file, { domain: 'dating', fields: [] }))!;
  const columns = guessMapping([], facts);
  const rejects = new Rejects();
  rejects.add({ row: 2, line: 3 }, 'the row has no id');
  rejects.add({ row: 3, line: 6 }, '=reason');
  rejects.add({ row: 2, line: 3 }, 'again');
  expect(rejects.count).toBe(2);
  const csv = await (await rejectsCsv(file, { layout, columns }, rejects)).text();
  expect(Papa.parse(csv.replace('\ufeff', ''), { delimiter: ',', skipEmptyLines: true }).data).toEqual([
    ['line', 'reason', 'id', "'=header"],
    ['3', 'the row has no id', '', "'=1+1\nline"],
    ['6', "'=reason", '4', "'=cmd()"],
  ]);
});
