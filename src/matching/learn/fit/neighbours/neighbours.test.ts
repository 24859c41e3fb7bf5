import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { neighbourScore } from '../../../ranking/neighbours/neighbour-table.ts';
import { chooseNeighbours } from './choose-neighbours.ts';
import { fitNeighbours } from './fit-neighbours.ts';
import { neighbourReport, neighbourSettingsOf } from './neighbour-report.ts';

const DAY_MS = 86_400_000;
const SEEKERS = 6;
const PEOPLE = 12;
const settings = { shrink: 2, decayDays: 50, nearest: 200, weight: 1, unit: 1 };

interface Choice {
  readonly seeker: number;
  readonly candidate: number;
  readonly day: number;
}

const pairsOf = (choices: readonly Choice[], people = PEOPLE) => ({
  people: Array.from({ length: people }, (_, n) => `p${n}`),
  seekers: Uint32Array.from(choices, ({ seeker }) => seeker),
  candidates: Uint32Array.from(choices, ({ candidate }) => candidate),
  labels: new Uint8Array(choices.length).fill(1),
  weights: new Float64Array(choices.length).fill(1),
  atMs: Float64Array.from(choices, ({ day }) => day * DAY_MS),
});

const choice = fc.record({
  seeker: fc.integer({ min: 0, max: SEEKERS - 1 }),
  candidate: fc.integer({ min: SEEKERS, max: PEOPLE - 1 }),
  day: fc.integer({ min: 0, max: 100 }),
});
const worlds = fc.uniqueArray(choice, { selector: ({ seeker, candidate }) => `${seeker} ${candidate}` });

it('equals the plain definition of neighbours, pair by pair; no choice at all scores 0', () =>
  fc.assert(
    fc.property(worlds, (choices) => {
      const table = fitNeighbours(pairsOf(choices), settings, 100 * DAY_MS);
      const heldBy = (person: number) => choices.filter(({ seeker }) => seeker === person);
      for (let me = 0; me < SEEKERS; me++) {
        for (let candidate = SEEKERS; candidate < PEOPLE; candidate++) {
          let plain = 0;
          for (let other = 0; other < SEEKERS; other++) {
            const theirs = heldBy(other);
            const mine = heldBy(me).filter((one) => theirs.some((two) => two.candidate === one.candidate));
            const chosen = theirs.find((one) => one.candidate === candidate);
            if (other === me || chosen === undefined) continue;
            const cosine = mine.length / (Math.sqrt(heldBy(me).length * theirs.length) + settings.shrink);
            plain += cosine * Math.exp(-(100 - chosen.day) / settings.decayDays);
          }
          expect(neighbourScore(table, me, candidate)).toBeCloseTo(plain, 5);
        }
      }
    }),
    { numRuns: 40 },
  ));

it('keeps the nearest, and joins nobody by a refusal', () => {
  const same = [0, 1, 2].flatMap((seeker) =>
    [6, 7, 8].slice(0, 3 - seeker).map((candidate) => ({ seeker, candidate, day: 1 })),
  );
  const only = fitNeighbours(pairsOf(same), { ...settings, nearest: 1 }, DAY_MS);
  expect([...only.alike.columns.subarray(0, only.alike.starts[1])]).toEqual([1]);
  const refused = { ...pairsOf(same), labels: new Uint8Array(same.length) };
  expect(fitNeighbours(refused, settings, DAY_MS).alike.columns.length).toBe(0);
});

/** Seekers of groups whose members choose among the same candidates, or, without groups, among all. */
function listsOf(groups: number, seed: number) {
  const random = new SeededRandom(seed);
  const [seekers, perGroup] = [90, 30];
  const candidates = groups * perGroup;
  const made = new Map<string, Choice>();
  const draw = (seeker: number, day: number) => {
    const own = (seeker % groups) * perGroup + random.below(perGroup);
    const candidate = seekers + own;
    const key = `${seeker} ${candidate}`;
    if (!made.has(key)) made.set(key, { seeker, candidate, day });
  };
  for (let n = 0; n < seekers * 9; n++) draw(n % seekers, n < seekers * 7 ? 1 : 3);
  const all = [...made.values()];
  const earlier = all.filter(({ day }) => day === 1);
  const asked = [...Array(seekers).keys()];
  const open = asked.map((seeker) => {
    const held = new Set(earlier.filter((one) => one.seeker === seeker).map((one) => one.candidate));
    return Array.from({ length: candidates }, (_, c) => seekers + c).filter((one) => !held.has(one));
  });
  const found = new Set(all.filter(({ day }) => day === 3).map((one) => `${one.seeker} ${one.candidate}`));
  return {
    earlier: pairsOf(earlier, seekers + candidates),
    nowMs: 2 * DAY_MS,
    catalogue: {
      seekers: asked,
      candidates: open.map((list) => Uint32Array.from(list)),
      gains: open.map((list, seeker) =>
        Float64Array.from(list, (one) => Number(found.has(`${seeker} ${one}`))),
      ),
    },
    scores: open.map((list) => Float64Array.from(list, () => random.uniform())),
  };
}

it('are kept where people choose what those like them chose, and survive as figures of a card', () => {
  const chosen = chooseNeighbours(listsOf(4, 1));
  expect(chosen.settings).not.toBeNull();
  const { kept, figures } = neighbourReport(chosen);
  expect(kept).toBe(true);
  expect(neighbourSettingsOf(figures)).toEqual(chosen.settings);
  expect(neighbourSettingsOf({ shrink: 1 })).toBeNull();
});

it('are left out where choices have nothing in common, and where there are too few lists', () => {
  const kept = [11, 12, 13].filter((seed) => chooseNeighbours(listsOf(1, seed)).settings !== null);
  expect(kept).toEqual([]);
  const { catalogue, scores, ...rest } = listsOf(4, 1);
  const few = {
    seekers: catalogue.seekers.slice(0, 5),
    candidates: catalogue.candidates.slice(0, 5),
    gains: catalogue.gains.slice(0, 5),
  };
  const chosen = chooseNeighbours({ ...rest, catalogue: few, scores: scores.slice(0, 5) });
  expect(neighbourReport(chosen)).toMatchObject({ kept: false, figures: {} });
});
