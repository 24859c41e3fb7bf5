import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { dot } from '../../../platform/numeric/vectors.ts';
import { unit } from '../../ranking/scoring/person.ts';
import { forwardQuery, type TextProjections } from '../../ranking/text-projections.ts';
import { fitProjections } from './fit-projections.ts';

const D = 24;
const P = 300;

/** People with texts of theme 0 want people with texts of theme 1, which a plain cosine cannot express. */
function world(seed: number, triplets: number) {
  const random = new SeededRandom(seed);
  const vectors = Array.from({ length: P }, () =>
    unit(Float32Array.from({ length: D }, () => random.normal())),
  );
  const liking = (s: Float32Array, c: Float32Array) => s[0]! * c[1]!;
  const pick = () => random.below(P);
  const rows = Array.from({ length: triplets }, () => {
    const [s, a, b] = [pick(), pick(), pick()];
    const first =
      liking(vectors[s]!, vectors[a]!) + 0.02 * random.normal() > liking(vectors[s]!, vectors[b]!);
    return first ? [s, a, b] : [s, b, a];
  });
  const column = (at: number) => Uint32Array.from(rows, (row) => row[at]!);
  const found = {
    seekers: column(0),
    positives: column(1),
    negatives: column(2),
    weights: new Float64Array(triplets).fill(1),
  };
  return { vectors, triplets: found, liking };
}

function fitted(...given: Parameters<typeof fitProjections>): TextProjections {
  const fit = fitProjections(...given);
  if (fit.projections === null) throw new Error(fit.reason);
  return fit.projections;
}

/** Share of fresh pairs of candidates that are put in the right order. */
function rightOrders(world1: ReturnType<typeof world>, query: (s: Float32Array) => Float32Array): number {
  const random = new SeededRandom(99);
  let right = 0;
  const tries = 2000;
  for (let n = 0; n < tries; n++) {
    const [s, a, b] = Array.from({ length: 3 }, () => world1.vectors[random.below(P)]!) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const q = query(s);
    if (dot(q, a) > dot(q, b) === world1.liking(s, a) > world1.liking(s, b)) right++;
  }
  return right / tries;
}

describe('projections from triplets', () => {
  it('find matching themes where similarity says nothing', () => {
    const given = world(5, 3000);
    const rows = Uint32Array.from({ length: 3000 }, (_, n) => n);
    const projections = fitted(given.vectors, given.triplets, rows);
    expect(rightOrders(given, (s) => s)).toBeLessThan(0.55);
    const learned = rightOrders(given, (s) => {
      const query = forwardQuery(projections, s);
      return query.map((value, d) => value - s[d]!);
    });
    expect(learned).toBeGreaterThan(0.7);
    expect(rightOrders(given, (s) => forwardQuery(projections, s))).toBeGreaterThan(0.6);
  });

  it('read only the given triplets, and need enough of them', () => {
    const given = world(6, 400);
    expect(
      fitProjections(
        given.vectors,
        given.triplets,
        Uint32Array.from({ length: 50 }, (_, n) => n),
      ),
    ).toMatchObject({ projections: null, reason: 'too few triplets have a text on all three corners' });
    const rows = Uint32Array.from({ length: 200 }, (_, n) => n);
    const before = fitProjections(given.vectors, given.triplets, rows);
    given.triplets.positives.fill(7, 200);
    expect(fitProjections(given.vectors, given.triplets, rows)).toEqual(before);
  });

  it('skip people without a text', () => {
    const given = world(7, 300);
    const vectors = given.vectors.map((vector, n) => (n % 2 === 0 ? null : vector));
    expect(
      fitProjections(
        vectors,
        given.triplets,
        Uint32Array.from({ length: 300 }, (_, n) => n),
      ),
    ).toMatchObject({ projections: null, reason: 'too few triplets have a text on all three corners' });
  });
});

describe('texts without information', () => {
  const all = (count: number) => Uint32Array.from({ length: count }, (_, n) => n);

  it('are reported as equal where they are', () => {
    const given = world(8, 200);
    const vectors = given.vectors.map(() => given.vectors[0]!);
    const reason = 'the texts of the chosen and of the others are the same';
    expect(fitProjections(vectors, given.triplets, all(200))).toEqual({ projections: null, reason });
  });

  it('are reported where every choice is contradicted', () => {
    const given = world(9, 100);
    const { seekers, positives, negatives } = given.triplets;
    const triplets = {
      seekers: Uint32Array.from([...seekers, ...seekers]),
      positives: Uint32Array.from([...positives, ...negatives]),
      negatives: Uint32Array.from([...negatives, ...positives]),
      weights: new Float64Array(200).fill(1),
    };
    const reason = 'the texts of the chosen are no other than those of the others';
    expect(fitProjections(given.vectors, triplets, all(200))).toEqual({ projections: null, reason });
  });

  it('do not hide the few that differ, though none of these is among the sampled', () => {
    const given = world(10, 8000);
    const { positives, negatives } = given.triplets;
    for (let t = 0; t < 8000; t++) if (t !== 1) positives[t] = negatives[t]!;
    expectFinite(fitted(given.vectors, given.triplets, all(8000)));
  });
});

it('takes any weights, also those that no power of two divides', () => {
  const given = world(11, 500);
  const weights = given.triplets.weights.map((_, t) => [0.3, 0.7, 1.1, 1e-6, 100][t % 5]!);
  const rows = Uint32Array.from({ length: 500 }, (_, n) => n);
  expectFinite(fitted(given.vectors, { ...given.triplets, weights }, rows));
});

function expectFinite({ rater, rated }: TextProjections): void {
  expect([...rater, ...rated].every(Number.isFinite)).toBe(true);
}
