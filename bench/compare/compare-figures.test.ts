import { expect, it } from 'vitest';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { type RunRecord, recordedTable } from '../support/run-record.ts';
import { compareFigures } from './compare-figures.ts';
import { movedRows, summaryOf, verdictOf } from './describe-comparison.ts';
import { readRun, warningsOf } from './read-runs.ts';

type Row = readonly (string | number)[];

function run(
  ...tables: readonly { readonly head: readonly string[]; readonly rows: readonly Row[] }[]
): RunRecord {
  return {
    format: 1,
    bench: 'toy',
    command: 'npm run bench -- toy',
    commit: null,
    has_changes: null,
    node: 'v24.0.0',
    processor: 'toy',
    cores: 2,
    system: 'linux x64',
    started_at: '2026-11-26T00:00:00.000Z',
    load: { start: 0, end: 0 },
    seconds: 1,
    finished: true,
    tables: tables.map(({ head, rows }) => recordedTable(head, rows)),
  };
}

const simple = (ms: number) => run({ head: ['filter', 'p50 ms'], rows: [['weak', ms]] });
const only = (a: readonly RunRecord[], b: readonly RunRecord[]) => compareFigures(a, b, 0.1).figures[0]!;

it('pairs by table, row and column, whatever the order of the rows', () => {
  const head = ['filter', 'on', 'p50 ms', 'rows/s', 'load before'];
  const other = { head: ['other', 's'], rows: [['x', 4]] };
  const a = run(
    {
      head,
      rows: [
        ['weak', 'yes', 10, 100, 1],
        ['weak', 'no', 20, 100, 1],
      ],
    },
    other,
  );
  const b = run({
    head,
    rows: [
      ['weak', 'no', 20.5, 50, 9],
      ['weak', 'yes', 5, 101, 9],
    ],
  });
  const { figures, unpaired } = compareFigures([a], [b], 0.1);
  expect(unpaired).toBe(1);
  expect(figures).toHaveLength(4);
  const moved = figures.filter((figure) => figure.moved);
  expect(moved.map(({ row, column, a, b }) => [row, column, a, b])).toEqual([
    ['weak, yes', 'p50 ms', 10, 5],
    ['weak, no', 'rows/s', 100, 50],
  ]);
  expect(moved.map(verdictOf)).toEqual(['better', 'worse']);
});

it('keeps tables of the same columns, and rows of the same name, apart by their number', () => {
  const table = (ms: number) => ({
    head: ['filter', 'ms'],
    rows: [
      ['weak', ms],
      ['weak', 2 * ms],
    ],
  });
  const { figures } = compareFigures([run(table(1), table(10))], [run(table(1), table(20))], 0.1);
  expect(figures.map(({ table, row, moved }) => [table, row, moved])).toEqual([
    ['filter', 'weak', false],
    ['filter', 'weak (2)', false],
    ['filter (2)', 'weak', true],
    ['filter (2)', 'weak (2)', true],
  ]);
});

it('with one run of a side takes the threshold and says that there is no interval', () => {
  expect(only([simple(10)], [simple(10.9)]).moved).toBe(false);
  expect(only([simple(10)], [simple(11.1)]).moved).toBe(true);
  expect(only([simple(11.1)], [simple(10)]).moved).toBe(true);
  const comparison = compareFigures([simple(10)], [simple(12)], 0.1);
  expect(movedRows(comparison)).toEqual([
    ['filter', 'weak', 'p50 ms', '10', '12', '1.20', 'one run: no interval', 'worse'],
  ]);
  expect(summaryOf(comparison, 1).join('\n')).toMatch(/1 moved: 1 worse[\s\S]*no interval/);
});

it('with several runs takes the interval of the ratio of medians, the same each time', () => {
  const side = (...values: readonly number[]) => values.map(simple);
  const a = side(10, 10.1, 9.9, 10.2, 9.8);
  const slower = only(a, side(10.5, 10.6, 10.4, 10.7, 10.55));
  expect(slower).toMatchObject({ moved: true, a: 10, b: 10.55 });
  expect(slower.change!.ratio).toBeCloseTo(1.055);
  const [low, high] = slower.change!.interval!;
  expect(low).toBeGreaterThan(1);
  expect(high).toBeGreaterThan(low);
  expect(only(a, side(10.5, 10.6, 10.4, 10.7, 10.55))).toEqual(slower);
  expect(only(a, side(9, 14, 10, 8, 13)).moved).toBe(false);
  // Three runs can be apart by chance, so a small change does not count.
  expect(only(side(10, 10.1, 9.9), side(10.5, 10.6, 10.4)).moved).toBe(false);
  expect(only(side(10, 10.1, 9.9), side(12.5, 12.6, 12.4)).moved).toBe(true);
});

it('rarely takes noise for a change with five runs of a side', () => {
  const random = new SeededRandom(5);
  const side = () => Array.from({ length: 5 }, () => simple(100 * Math.exp(random.normal() / 10)));
  const moved = Array.from({ length: 200 }, () => only(side(), side()).moved);
  expect(moved.filter(Boolean).length).toBeLessThan(20);
});

it('reports what was 0 before, and counts figures without a ratio', () => {
  const head = ['filter', 'refused', 'difference ms'];
  const a = run({ head, rows: [['weak', 0, -1]] });
  const b = run({ head, rows: [['weak', 5, 1]] });
  const comparison = compareFigures([a], [b], 0.1);
  expect(movedRows(comparison)).toEqual([
    ['filter', 'weak', 'refused', '0', '5', '', 'none: a side is 0', 'worse'],
  ]);
  expect(comparison.withoutRatio).toBe(1);
  expect(compareFigures([a], [a], 0.1).figures).toMatchObject([{ column: 'refused', moved: false }]);
});

it('warns of different machines and unfinished runs, and refuses different benches', () => {
  expect(warningsOf([simple(1)], [simple(1)])).toEqual([]);
  const elsewhere = { ...simple(1), processor: 'other', finished: false };
  expect(warningsOf([simple(1)], [elsewhere])).toEqual([
    'the runs differ in processor: toy × 2; other × 2',
    '1 of the runs failed or did not finish',
  ]);
  expect(() => warningsOf([simple(1)], [{ ...simple(1), bench: 'other' }])).toThrow(
    'different benches: toy, other',
  );
});

it('says which file is no run', () => {
  expect(() => readRun('package.json')).toThrow('package.json is no run of a bench');
  expect(() => readRun('README.md')).toThrow('README.md cannot be read as JSON');
});
