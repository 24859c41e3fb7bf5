import { expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import type { ShownPair } from '../../../platform/storage/learning-store.ts';
import { PeopleNumbers } from './people-numbers.ts';
import { readSeen } from './read-seen.ts';
import { Slates } from './slates.ts';

const TENANT = tenantId('ten_a');
const UNTIL = '2026-03-01T00:00:00.000Z';

/** Matches `match_00` … of one seeker, each with the candidates `a`, `b` and `c`. */
function matchesOf(seekers: readonly string[]): readonly ShownPair[] {
  return seekers.flatMap((seekerId, n) =>
    ['a', 'b', 'c'].map((candidateId, position) => ({
      ...{ matchId: `match_${String(n).padStart(2, '0')}`, seekerId, candidateId, position },
      ...{ atMs: n, confirmed: false, propensity: null },
    })),
  );
}

/** Notes which matches are read. */
function learningOf(shown: readonly ShownPair[], confirmed: readonly string[]) {
  const read: string[] = [];
  const learning = {
    confirmedMatches: async function* () {
      if (confirmed.length > 0) yield confirmed;
    },
    shownIn: async (_tenant: string, _domain: string, matchIds: readonly string[]) => {
      read.push(...matchIds);
      const isConfirmed = (matchId: string) => confirmed.includes(matchId);
      return shown
        .filter(({ matchId }) => matchIds.includes(matchId))
        .map((pair) => ({ ...pair, confirmed: isConfirmed(pair.matchId) }));
    },
  };
  return { learning, read };
}

const wanted = { definition: { domain: 'dating' }, frozenAt: UNTIL, sources: [{ tenantId: TENANT }] };

test('reads only what feedback names or confirms, of seekers with decisions', async () => {
  const { learning, read } = learningOf(matchesOf(['ana', 'ana', 'ana', 'eva']), ['match_02', 'match_03']);
  const [numbers, slates] = [new PeopleNumbers(), new Slates()];
  const ana = numbers.number(TENANT, 'ana');
  const slate = slates.decided(TENANT, 'match_01', 'b');
  const seen = await readSeen(learning, wanted, 100, numbers, slates);
  expect(read.sort()).toEqual(['match_01', 'match_02', 'match_03']);
  expect([...seen.seekers]).toEqual(Array(5).fill(ana));
  expect([...seen.positions]).toEqual([0, 1, 0, 1, 2]);
  expect([...seen.slates.slice(0, 2)]).toEqual([slate, slate]);
  expect(new Set(seen.slates).size).toBe(2);
  expect([...seen.atMs]).toEqual([1, 1, 2, 2, 2]);
});

test('is bounded by the newest matches, and reads no others', async () => {
  const ids = Array.from({ length: 60 }, (_, n) => `match_${String(n).padStart(2, '0')}`);
  const { learning, read } = learningOf(matchesOf(Array(60).fill('ana')), ids);
  const numbers = new PeopleNumbers();
  numbers.number(TENANT, 'ana');
  const seen = await readSeen(learning, wanted, 10, numbers, new Slates());
  expect([...seen.atMs]).toEqual([56, 57, 57, 57, 58, 58, 58, 59, 59, 59]);
  expect(read).not.toContain('match_00');
});
