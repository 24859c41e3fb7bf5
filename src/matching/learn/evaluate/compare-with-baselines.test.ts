import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { type LabelledPairs, type PairScorer, takePairs } from '../labelled-pairs.ts';
import { compareWithBaselines } from './compare-with-baselines.ts';
import { neighbourScorer } from './neighbour-scorer.ts';
import { popularityScorer } from './popularity-scorers.ts';

const SEEKERS = 60;
const CANDIDATES = 80;
const CHOSEN = 10;

/** Two circles of seekers; each chooses mostly among the half of the candidates that their circle likes. */
function world() {
  const random = new SeededRandom(5);
  const rows: { seeker: number; candidate: number }[] = [];
  for (let seeker = 0; seeker < SEEKERS; seeker++) {
    const mine = new Set<number>();
    while (mine.size < CHOSEN) {
      const half = random.uniform() < 0.9 ? seeker % 2 : 1 - (seeker % 2);
      mine.add(SEEKERS + 2 * Math.floor((random.uniform() * CANDIDATES) / 2) + half);
    }
    for (const candidate of mine) rows.push({ seeker, candidate });
  }
  const all: LabelledPairs = {
    people: Array.from({ length: SEEKERS + CANDIDATES }, (_, n) => `p${n}`),
    seekers: Uint32Array.from(rows, ({ seeker }) => seeker),
    candidates: Uint32Array.from(rows, ({ candidate }) => candidate),
    labels: new Uint8Array(rows.length).fill(1),
    weights: new Float64Array(rows.length).fill(1),
    atMs: Float64Array.from(rows, (_, n) => n),
  };
  const isHeldOut = (row: number) => row % CHOSEN >= 7;
  const numbers = Uint32Array.from(rows.keys());
  return {
    train: takePairs(
      all,
      numbers.filter((row) => !isHeldOut(row)),
    ),
    heldOut: takePairs(all, numbers.filter(isHeldOut)),
  };
}

const scorer = (name: string, score: (seeker: number, candidate: number) => number): PairScorer => ({
  name,
  score: async ({ seekers, candidates }) =>
    Float64Array.from(seekers, (seeker, n) => score(seeker, candidates[n]!)),
});

describe('a ranking model against baselines, without refusals', () => {
  const { train, heldOut } = world();

  it('is reported to lose first where neighbours rank better', async () => {
    const found = await compareWithBaselines({ model: scorer('chance', () => 0.5), train, heldOut });
    expect(found!.verdict).toMatch(
      /^loses to neighbours by 0\.\d{3} nDCG@50 \(95 % interval 0\.\d{3} to 0\.\d{3}\)$/,
    );
    expect(found!.baselines.map(({ name }) => name)).toEqual([
      'popularity',
      'recent popularity',
      'neighbours',
    ]);
    const neighbours = found!.baselines[2]!;
    expect(neighbours.head_gains.high).toBeLessThan(0);
    expect(neighbours.head_gains.value).toBeCloseTo(found!.head.ndcg.value - neighbours.ndcg.value, 12);
    expect(found).toMatchObject({ seekers: SEEKERS, choices: heldOut.labels.length });
  });

  it('is reported to win where its scores are the choices', async () => {
    const chosen = new Set(Array.from(heldOut.seekers, (seeker, n) => `${seeker} ${heldOut.candidates[n]}`));
    const oracle = scorer('oracle', (seeker, candidate) => Number(chosen.has(`${seeker} ${candidate}`)));
    const found = await compareWithBaselines({ model: oracle, train, heldOut });
    expect(found!.head.ndcg).toEqual({ value: 1, low: 1, high: 1 });
    expect(found!.verdict).toMatch(/^beats /);
  });

  it('is indistinguishable from a baseline that it copies', async () => {
    const found = await compareWithBaselines({ model: neighbourScorer(train), train, heldOut });
    expect(found!.verdict).toMatch(/^cannot be told from neighbours/);
    expect(found!.baselines[2]!.head_gains).toEqual({ value: 0, low: 0, high: 0 });
  });

  it('is not compared where a refusal exists, or nothing was held out', async () => {
    const labels = heldOut.labels.with(0, 0);
    const model = scorer('chance', () => 0.5);
    expect(await compareWithBaselines({ model, train, heldOut: { ...heldOut, labels } })).toBeNull();
    const none = takePairs(heldOut, new Uint32Array());
    expect(await compareWithBaselines({ model, train, heldOut: none })).toBeNull();
  });
});

describe('scorers that know choices alone', () => {
  const train: LabelledPairs = {
    people: ['a', 'b', 'c', 'x', 'y', 'z'],
    seekers: Uint32Array.of(0, 1, 1, 2, 2),
    candidates: Uint32Array.of(3, 3, 4, 3, 5),
    labels: new Uint8Array(5).fill(1),
    weights: new Float64Array(5).fill(1),
    atMs: new Float64Array(5),
  };
  const pairs = {
    people: train.people,
    seekers: Uint32Array.of(0, 0, 0),
    candidates: Uint32Array.of(3, 4, 5),
  };

  it('rank the most chosen candidate as most popular', async () => {
    const [x, y, z] = await popularityScorer(train).score(pairs);
    expect(x).toBeCloseTo(3 * y!, 12);
    expect(y).toBe(z);
  });

  it('know neighbours by what both chose', async () => {
    const [x, y, z] = await neighbourScorer(train, 1).score(pairs);
    const alike = 1 / (Math.sqrt(2) + 1);
    expect(y).toBeCloseTo(alike / (1 + alike), 12);
    expect(z).toBe(y);
    expect(x).toBeCloseTo((2 * alike) / (1 + 2 * alike), 12);
  });
});
