import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeededRandom } from './seeded-random.ts';
import { teamDraft } from './team-draft.ts';

const ranking = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 });
const same = (id: string) => id;

test('each candidate is picked once, by a ranking that has it, and teams stay equally large while both can pick', () => {
  fc.assert(
    fc.property(
      ranking,
      ranking,
      fc.integer({ min: 1, max: 12 }),
      fc.integer(),
      (one, other, limit, seed) => {
        const random = new SeededRandom(seed);
        const picks = teamDraft([one, other], same, limit, () => random.chance(0.5));
        const ids = picks.map(({ candidate }) => candidate);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toHaveLength(Math.min(limit, new Set([...one, ...other]).size));
        for (const [n, { candidate, team }] of picks.entries()) {
          // The best of the team's ranking that no earlier pick has.
          const left = [one, other][team]!.filter((id) => !ids.slice(0, n).includes(id));
          expect(candidate).toBe(left[0]);
        }
      },
    ),
  );
});

test('equal rankings keep their order, and each team gets half of every place', () => {
  const all = [...'abcdef'];
  const bySecond = new Map<string, number>();
  const random = new SeededRandom(1);
  for (let run = 0; run < 2000; run++) {
    const picks = teamDraft([all, all], same, 6, () => random.chance(0.5));
    expect(picks.map(({ candidate }) => candidate)).toEqual(all);
    for (const { candidate, team } of picks) bySecond.set(candidate, (bySecond.get(candidate) ?? 0) + team);
  }
  for (const id of all) expect(Math.abs(bySecond.get(id)! / 2000 - 0.5)).toBeLessThan(0.05);
});
