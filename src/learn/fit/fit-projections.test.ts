import { describe, expect, it } from 'vitest';
import { unit } from '../../ranking/scoring/person.ts';
import { dot } from '../../ranking/scoring/sentences.ts';
import { forwardQuery } from '../../ranking/text-projections.ts';
import { normalNumbers, randomNumbers } from '../evaluate/random-numbers.ts';
import { fitProjections } from './fit-projections.ts';

const D = 24;
const P = 300;

/** Those who write of theme 0 want those who write of theme 1: what the cosine cannot know. */
function world(seed: number, triplets: number) {
  const random = randomNumbers(seed);
  const normal = normalNumbers(random);
  const vectors = Array.from({ length: P }, () => unit(Float32Array.from({ length: D }, () => normal())));
  const liking = (s: Float32Array, c: Float32Array) => s[0]! * c[1]!;
  const pick = () => Math.floor(random() * P);
  const rows = Array.from({ length: triplets }, () => {
    const [s, a, b] = [pick(), pick(), pick()];
    const first = liking(vectors[s]!, vectors[a]!) + 0.02 * normal() > liking(vectors[s]!, vectors[b]!);
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

/** Share of fresh pairs of candidates that are put in the right order. */
function rightOrders(world1: ReturnType<typeof world>, query: (s: Float32Array) => Float32Array): number {
  const random = randomNumbers(99);
  let right = 0;
  const tries = 2000;
  for (let n = 0; n < tries; n++) {
    const [s, a, b] = Array.from({ length: 3 }, () => world1.vectors[Math.floor(random() * P)]!) as [
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
  it('find what goes with what, where likeness says nothing', () => {
    const given = world(5, 3000);
    const rows = Uint32Array.from({ length: 3000 }, (_, n) => n);
    const projections = fitProjections(given.vectors, given.triplets, rows)!;
    expect(rightOrders(given, (s) => s)).toBeLessThan(0.55);
    const learned = rightOrders(given, (s) => {
      const query = forwardQuery(projections, s);
      return query.map((value, d) => value - s[d]!);
    });
    expect(learned).toBeGreaterThan(0.7);
    expect(rightOrders(given, (s) => forwardQuery(projections, s))).toBeGreaterThan(0.6);
  });

  it('read only the triplets that they are given, and need enough of them', () => {
    const given = world(6, 400);
    expect(
      fitProjections(
        given.vectors,
        given.triplets,
        Uint32Array.from({ length: 50 }, (_, n) => n),
      ),
    ).toBeNull();
    const rows = Uint32Array.from({ length: 200 }, (_, n) => n);
    const before = fitProjections(given.vectors, given.triplets, rows);
    given.triplets.positives.fill(7, 200);
    expect(fitProjections(given.vectors, given.triplets, rows)).toEqual(before);
  });

  it('pass over who has no text', () => {
    const given = world(7, 300);
    const vectors = given.vectors.map((vector, n) => (n % 2 === 0 ? null : vector));
    expect(
      fitProjections(
        vectors,
        given.triplets,
        Uint32Array.from({ length: 300 }, (_, n) => n),
      ),
    ).toBeNull();
  });
});
