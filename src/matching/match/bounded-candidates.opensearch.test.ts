/**
 * Where more people pass than may be scored, the strongest column decides, then activity, then the hash of
 * the id.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { changeSequence } from '../../contract/brands.ts';
import { Scorecard } from '../../domains/scorecard.ts';
import { aTenant, definitionOf, storedProfile } from '../../platform/storage/testing/random-profiles.ts';
import { compileRemoteTerms } from '../ranking/compile/compile-remote-terms.ts';
import { personOfRow } from '../ranking/scoring/person.ts';
import { readyTerm } from '../ranking/scoring/ready-term.ts';
import { newIndex, openTestEngine } from '../search-engine/opensearch/testing/test-engine.ts';

const PER_SHARD = 50;
const PEOPLE = 600;
const NOW_MS = Date.parse('2026-01-09T05:37:12.345Z');
const DAY_MS = 86_400_000;
const engine = openTestEngine({ scoredPerShard: PER_SHARD, shards: 2 });
afterAll(() => engine.close());

const definition = definitionOf([
  { name: 'age', kind: 'hard', type: 'integer' },
  { name: 'mood', kind: 'hard', type: 'enum', values: ['calm', 'wild'] },
  { name: 'home', kind: 'hard', type: 'string', format: 'geo' },
]);
const of = { tenant: aTenant, definition };

/** The n-th is n kilometres away, 20 + n / 10 years old, and was active n % 30 days ago. */
function person(n: number) {
  const home = { key: `point:${n}`, name: 'somewhere', country: null, lat: n / 111.195, lon: 0 };
  const { row } = storedProfile(definition, {
    userId: `person ${n}`,
    values: { age: 20 + Math.floor(n / 10), mood: n % 2 === 0 ? 'calm' : 'wild', home: home.name },
    places: { home },
    ...{ preferences: [], blocks: [], complete: true, vector: null },
  });
  return {
    row: { ...row, updatedAt: new Date(NOW_MS - (n % 30) * DAY_MS).toISOString() },
    profileVector: null,
  };
}

/** `places`: by which people are spread over shards. */
async function load(places: readonly { readonly lat: number; readonly lon: number }[] = []) {
  const name = await newIndex(engine, of, places);
  const writer = engine.indexes.writer(of, name);
  const all = Array.from({ length: PEOPLE }, (_, n) => person(n));
  await writer.write(
    all.map((profile, n) => ({ userId: profile.row.userId, sequence: changeSequence(n + 1), profile })),
  );
  await writer.refresh();
  await engine.indexes.serve(of, name);
  return name;
}

interface Asked {
  readonly topK?: number;
  readonly minScore?: number;
  readonly index?: string;
  readonly km?: number;
}

function best(terms: readonly unknown[], { topK = 200, minScore = 0, index, km }: Asked = {}) {
  const scorecard = Scorecard.parse({ terms });
  const ready = scorecard.terms.map((term) => readyTerm(definition, term, NOW_MS));
  const seeker = personOfRow(definition, person(0).row, []);
  return engine.search.best({
    ...of,
    ...(index !== undefined && { index }),
    steps:
      km === undefined
        ? []
        : [
            {
              reason: 'filters',
              keep: [{ op: 'within_km', field: 'home', km, origin: { lat: 0, lon: 0 } }],
            },
          ],
    masked: [],
    counts: false,
    topK,
    scoring: {
      intercept: 0,
      terms: compileRemoteTerms(ready, { definition, seeker, nowMs: NOW_MS }),
      aggregation: 'product',
      calibration: null,
      personEffects: null,
      minScore,
    },
  });
}

/** On the last day a share by hash is scored. */
function expectMost({
  scored,
  userIds,
}: {
  readonly scored: number;
  readonly userIds: readonly string[];
}): void {
  expect(userIds).toHaveLength(scored);
  expect(Math.abs(scored - 2 * PER_SHARD)).toBeLessThan(12);
}

const numbers = (userIds: readonly string[]) =>
  userIds.map((userId) => Number(userId.slice(7))).sort((a, b) => a - b);
const distance = {
  name: 'near',
  compare: 'distance',
  field: 'home',
  knots: [
    [0, 2],
    [50, 1],
    [70, 0.5],
    [400, -3],
  ],
};
const mood = { name: 'mood', compare: 'prior', other: 'mood', points: { calm: 0.3, wild: -0.1 } };
const age = {
  name: 'age',
  compare: 'difference',
  field: 'age',
  knots: [
    [0, 1],
    [5, 0],
    [30, -4],
  ],
};

describe('the bound on work', () => {
  it('scores the nearest where the distance counts most', async () => {
    await load();
    const found = await best([distance, mood]);
    expect(found).toMatchObject({ passing: PEOPLE, isBounded: true });
    expectMost(found);
    const [near, far] = [numbers(found.userIds).slice(0, 71), numbers(found.userIds).slice(71)];
    expect(near).toEqual(Array.from({ length: 71 }, (_, n) => n));
    // The calm people up to 400 km away who were active last.
    expect(far.every((n) => n <= 401 && n % 2 === 0 && n % 30 <= 7)).toBe(true);
  });

  it('scores those of like age where age counts most', async () => {
    const found = await best([mood, age]);
    expect(found.isBounded).toBe(true);
    expect(numbers(found.userIds).slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it('counts those below the least score', async () => {
    const all = await best([distance], { minScore: 0 });
    const some = await best([distance], { minScore: 0.5, topK: 10 });
    const reaching = all.scores.filter((score) => score >= 0.5).length;
    expect(reaching).toBeGreaterThan(10);
    expect(some.userIds).toEqual(all.userIds.slice(0, 10));
    expect(some.scored - some.belowMinScore).toBe(reaching);
  });

  it('scores the same people where they are spread by place, and few shards are asked', async () => {
    const byIds = await load();
    const byPlace = await load(Array.from({ length: PEOPLE }, (_, n) => ({ lat: n / 111.195, lon: 0 })));
    for (const km of [150.5, 250.5]) {
      const found = await best([distance, mood], { index: byPlace, km });
      expect(found).toMatchObject({ passing: km + 0.5, isBounded: true });
      expect(found).toEqual(await best([distance, mood], { index: byIds, km }));
    }
  });

  it('scores the most active where no column counts', async () => {
    const found = await best([]);
    expect(found.isBounded).toBe(true);
    expectMost(found);
    expect(found.userIds.every((userId) => Number(userId.slice(7)) % 30 <= 5)).toBe(true);
  });
});
