import { describe, expect, test } from 'vitest';
import { historiesOfRows } from '../../src/behaviour/sequence-models/testing/snapshot-of.ts';
import { atEvenPace, contentOf, knownBefore, momentsOf } from './cut-by-time.ts';
import { runVersions, type VersionReport } from './run-versions.ts';

const DAY_MS = 86_400_000;

describe('parts by time', () => {
  const histories = historiesOfRows(4, [
    [
      [0, 0],
      [1, 10],
      [2, 30],
    ],
    [
      [3, 20],
      [0, 21],
    ],
  ]);

  test('have equally many events; what is before a moment lacks people who come later', () => {
    const [first, second] = momentsOf({ ...histories, timestampsMs: Float64Array.of(0, 1, 2, 3, 4, 5) }, 3);
    expect([first, second]).toEqual([2, 4]);
    const known = knownBefore(histories, 20);
    expect([known.personIds, [...known.offsets], [...known.items]]).toEqual([['p0'], [0, 2], [0, 1]]);
    expect(knownBefore(histories, 100)).toEqual(histories);
  });

  test('say whom they hold', () => {
    expect(contentOf(histories, 20, 100)).toEqual({
      events: 3,
      people: 2,
      knownPeople: 1,
      eventsOfNewPeople: 2 / 3,
    });
  });

  test('hold a like share of each history where only the order is known', () => {
    const paced = atEvenPace(histories, 2);
    expect([...paced.timestampsMs].map((ms) => ms / DAY_MS)).toEqual([10, 30, 50, 15, 45]);
    expect(paced.items).toEqual(histories.items);
  });
});

test('a model lives through versions: each is judged by its gate and compared on what comes next', async () => {
  // People go round ten items. From the middle on they go round backwards, which the first model cannot know.
  const rows = Array.from({ length: 130 }, (_, person) =>
    Array.from({ length: 12 }, (__, n) => {
      const step = n < 6 ? n : 11 - n;
      return [(person + 3 * step) % 40, (10 * n + (person % 7)) * DAY_MS] as const;
    }),
  );
  const histories = historiesOfRows(40, rows);
  const problem = {
    histories,
    catalogue: { itemIds: histories.itemIds, textVectors: null, createdAtMs: null },
    settings: { width: 8, epochs: 1, batch_events: 64 },
    seed: 1,
    threads: 1,
    draws: 50,
  };
  const reports: VersionReport[] = [];
  for await (const report of runVersions(problem, momentsOf(histories, 3))) reports.push(report);
  expect(reports.map(({ known }) => known)).toEqual([2]);
  const [{ report, seconds, verdict, next }] = reports as [VersionReport];
  expect(report.rankers.map(({ name }) => name)).toEqual([
    'frozen',
    'refitted',
    'from nothing',
    'popularity',
    'popularity, last 30 days',
  ]);
  expect([report.protocol.cases, next.knownPeople, next.eventsOfNewPeople]).toEqual([130, 130, 0]);
  expect(verdict.reason).toMatch(/people's newest events its nDCG@10 is/);
  expect(Math.min(seconds.refit, seconds.fromNothing)).toBeGreaterThan(0);
}, 60_000);
