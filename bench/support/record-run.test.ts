import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openBenchFolder } from './bench-folder.ts';
import { printTable } from './measure.ts';
import { parseCell } from './parse-cell.ts';
import { beginRecording, endRecording } from './record-run.ts';
import { runRecord } from './run-record.ts';
import { takeJsonFlag } from './take-json-flag.ts';

it('keeps the tables with numbers as numbers, before the run ends and after it', () => {
  using folder = openBenchFolder();
  const file = join(folder.path, 'results', 'toy.json');
  const read = () => runRecord.parse(JSON.parse(readFileSync(file, 'utf8')));
  const log = vi.spyOn(console, 'log').mockReturnValue();
  beginRecording(file, 'toy', ['--rows', '10']);
  expect(existsSync(file)).toBe(false);
  printTable(['filter', 'p50 ms', 'max', 'max'], [['weak', '1,250.5', 7, '12.5 s']]);
  const table = {
    columns: ['filter', 'p50 ms', 'max', 'max (2)'],
    rows: [{ filter: 'weak', 'p50 ms': 1250.5, max: 7, 'max (2)': { value: 12.5, unit: 's' } }],
  };
  expect(read()).toMatchObject({ finished: false, tables: [table] });
  endRecording(true);
  printTable(['after'], [[1]]);
  log.mockRestore();
  const record = read();
  expect(record).toMatchObject({ bench: 'toy', command: 'npm run bench -- toy --rows 10', finished: true });
  expect(record).toMatchObject({ node: process.version, tables: [table] });
  expect(record.cores).toBeGreaterThan(0);
});

it('leaves no file without a table', () => {
  using folder = openBenchFolder();
  const file = join(folder.path, 'toy.json');
  beginRecording(file, 'toy', []);
  endRecording(true);
  expect(existsSync(file)).toBe(false);
});

it.each([
  ['12', 12],
  [3.5, 3.5],
  ['-0.25', -0.25],
  ['.986', 0.986],
  ['20,000,000', 20_000_000],
  ['1e-7', 1e-7],
  ['97 %', { value: 97, unit: '%' }],
  ['393 MiB', { value: 393, unit: 'MiB' }],
  ['12.7×', { value: 12.7, unit: '×' }],
  ['26 rows/s', { value: 26, unit: 'rows/s' }],
  ['weak', 'weak'],
  ['', ''],
  ['-', '-'],
  ['1.9 (2.0)', '1.9 (2.0)'],
  ['1,23', '1,23'],
  [Number.NaN, 'NaN'],
  ['sql_filter 2.0, light_ml 16.4', 'sql_filter 2.0, light_ml 16.4'],
])('reads the cell %j', (printed, cell) => {
  expect(parseCell(printed)).toEqual(cell);
});

it.each([
  ['node main.ts match --rows 9', null, 'node main.ts match --rows 9'],
  ['node main.ts match --json a.json --rows 9', 'a.json', 'node main.ts match --rows 9'],
  ['node main.ts match --json=a.json', 'a.json', 'node main.ts match'],
  ['node main.ts match --json', '', 'node main.ts match'],
  ['node main.ts --json a.json match', 'a.json', 'node main.ts match'],
])('takes the file out of %j', (given, file, argv) => {
  expect(takeJsonFlag(given.split(' '))).toEqual({ file, argv: argv.split(' ') });
});
