import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trainingSetOf, twoSidedWorld } from '../fit/testing/two-sided-world.ts';
import { createPairSides, HELD_OUT_SHARE, type IsHeldOut, splitOutcomes } from './split-outcomes.ts';

const SECRET = Buffer.from('of one installation');
const isHeldOut = createPairSides(SECRET);
const PEOPLE = 9;

/** The events of a service between runs, in any order. */
const events = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('label' as const),
      seeker: fc.nat(PEOPLE - 1),
      candidate: fc.nat(PEOPLE - 1),
      label: fc.nat(1),
      weight: fc.double({ min: 0.01, max: 100, noNaN: true }),
    }),
    fc.record({ kind: fc.constant('erase' as const), person: fc.nat(PEOPLE - 1) }),
    fc.record({ kind: fc.constant('run' as const) }),
  ),
  { minLength: 1, maxLength: 60 },
);

interface Outcome {
  readonly seeker: number;
  readonly candidate: number;
  readonly label: number;
  readonly weight: number;
  readonly atMs: number;
}

/** The set of a run: people are numbered by first sight, so their numbers differ from run to run. */
function setOf(outcomes: readonly Outcome[]) {
  const people = [...new Set(outcomes.flatMap(({ seeker, candidate }) => [seeker, candidate]))];
  const number = (person: number) => people.indexOf(person);
  return trainingSetOf(
    people.map(() => ({ values: {}, vector: null })),
    {
      people: people.map((person) => `person ${person}`),
      seekers: Uint32Array.from(outcomes, ({ seeker }) => number(seeker)),
      candidates: Uint32Array.from(outcomes, ({ candidate }) => number(candidate)),
      labels: Uint8Array.from(outcomes, ({ label }) => label),
      weights: Float64Array.from(outcomes, ({ weight }) => weight),
      atMs: Float64Array.from(outcomes, ({ atMs }) => atMs),
    },
  );
}

describe('the side of a pair', () => {
  it('never changes: over runs, labels given again or superseded, and erasures, no pair is on both', () => {
    fc.assert(
      fc.property(events, (happened) => {
        let current: Outcome[] = [];
        const sides = new Map<string, 'fit' | 'held out'>();
        for (const [atMs, event] of happened.entries()) {
          if (event.kind === 'label' && event.seeker !== event.candidate) {
            const others = current.filter(
              ({ seeker, candidate }) => seeker !== event.seeker || candidate !== event.candidate,
            );
            current = [...others, { ...event, atMs }];
          }
          if (event.kind === 'erase') {
            current = current.filter(
              ({ seeker, candidate }) => seeker !== event.person && candidate !== event.person,
            );
          }
          if (event.kind !== 'run') continue;
          const set = setOf(current);
          const split = splitOutcomes(set, isHeldOut);
          expect([...split.fit, ...split.heldOut].sort((a, b) => a - b)).toEqual([...current.keys()]);
          for (const [side, rows] of [
            ['fit', split.fit],
            ['held out', split.heldOut],
          ] as const) {
            for (const row of rows) {
              const { seekers, candidates, people } = set.outcomes;
              const pair = [people[seekers[row]!]!, people[candidates[row]!]!].sort().join();
              expect(sides.get(pair) ?? side).toBe(side);
              sides.set(pair, side);
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is the same for both directions, and another for other tenants, domains and secrets', () => {
    const pairs = Array.from({ length: 400 }, (_, n) => [`a${n}`, `b${n}`] as const);
    const sides = (of: IsHeldOut, tenant = 't', domain = 'd') =>
      pairs.map(([a, b]) => of(tenant, domain, a, b));
    expect(pairs.map(([a, b]) => isHeldOut('t', 'd', b, a))).toEqual(sides(isHeldOut));
    for (const other of [
      sides(isHeldOut, 't2'),
      sides(isHeldOut, 't', 'd2'),
      sides(createPairSides(Buffer.from('of another'))),
    ])
      expect(other).not.toEqual(sides(isHeldOut));
  });

  it('cannot be moved by ids that run into one another', () => {
    const pairs = Array.from({ length: 200 }, (_, n) => [`x${n}`, `y","z${n}`] as const);
    const shifted = pairs.map(([a, b]) => isHeldOut('t', 'd', `${a}","y`, b.slice(4)));
    expect(pairs.map(([a, b]) => isHeldOut('t', 'd', a, b))).not.toEqual(shifted);
  });

  it('is held out for about the declared share, in a set with shared tiers’ ids too', () => {
    const { set } = twoSidedWorld({ people: 80, pairs: 1500, seed: 3 });
    const { fit, heldOut } = splitOutcomes(set, isHeldOut);
    expect(fit.length + heldOut.length).toBe(3000);
    expect(Math.abs(heldOut.length / 3000 - HELD_OUT_SHARE)).toBeLessThan(0.04);
    const ids = set.people.map(({ tenantId, userId }) => `${tenantId}/${userId}`);
    const shared = { ...set, outcomes: { ...set.outcomes, people: ids } };
    expect(splitOutcomes(shared, isHeldOut)).toEqual({ fit, heldOut });
  });
});
