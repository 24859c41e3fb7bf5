/**
 * Scores of identical requests are equal bit for bit within an hour of the clock, and move with the next
 * hour.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInLabels } from '../../domains/active-domain.ts';
import { DomainDefinition } from '../../domains/definition.ts';
import { learnableTerm } from '../ranking/scoring/learnable-term.ts';
import { personOfRow } from '../ranking/scoring/person.ts';
import { readyTerm } from '../ranking/scoring/ready-term.ts';
import { type MatchWorld, miniDating, openMatchWorld, TENANT } from './testing/match-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOUR_START_MS = Date.parse('2026-03-01T12:00:00.000Z');

const dated = DomainDefinition.parse({
  ...miniDating,
  domain: 'dated',
  scorecard: {
    ...miniDating.scorecard,
    terms: [
      ...miniDating.scorecard.terms,
      {
        name: 'last_updated',
        compare: 'recency',
        knots: [
          [0, 0.3],
          [7, 0.2],
          [30, -0.1],
        ],
        reason: 'Here {days} days ago',
      },
    ],
  },
});

describe.each(['segments', 'reference'] as const)('over the index %s', (index) => {
  let world: MatchWorld;
  let nowMs = HOUR_START_MS;

  beforeAll(async () => {
    world = await openMatchWorld({
      index,
      clock: () => nowMs,
      domainFor: async () => ({ definition: dated, labels: builtInLabels, threshold: 1000 }),
    });
    const sentences = [{ text: 'Chess.', vector: [1, 0, 0, 0] }];
    for (let n = 0; n < 12; n++) {
      await world.put(dated, `p${n}`, {
        fields: { age: 30 + n, goal: 'long_term', about: 'Chess.', hobbies: ['chess'] },
        vector: [1, n / 12, 0, 0],
        sentences,
        // Before, at the start of, and within the hour of the requests.
        updatedAt: new Date(HOUR_START_MS + 30 * MINUTE_MS - n ** 3 * 7 * MINUTE_MS - n).toISOString(),
      });
    }
  });
  afterAll(() => world.close());

  const answerAt = async (atMs: number, stages: Readonly<Record<string, boolean>> = {}) => {
    nowMs = atMs;
    const { matches } = await world.match({
      user_id: 'p0',
      domain: 'dated',
      explain: true,
      limit: 20,
      stages,
    });
    expect(matches).toHaveLength(11);
    return matches;
  };

  it('answers of one hour are equal, whatever stages are on', async () => {
    const within = fc.integer({ min: 0, max: HOUR_MS - 1 });
    const on = fc.record({ light_ml: fc.boolean(), embedding: fc.boolean(), cross_encoder: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(within, within, on, async (a, b, stages) => {
        const [first, second] = [
          await answerAt(HOUR_START_MS + HOUR_MS + a, stages),
          await answerAt(HOUR_START_MS + HOUR_MS + b, stages),
        ];
        expect(second).toEqual(first);
      }),
      { numRuns: 40 },
    );
  });

  it('the next hour has other scores', async () => {
    const last = await answerAt(HOUR_START_MS + HOUR_MS - 1);
    const next = await answerAt(HOUR_START_MS + HOUR_MS);
    const scores = (matches: typeof last) =>
      Object.fromEntries(matches.map(({ user_id, score }) => [user_id, score]));
    for (const [userId, score] of Object.entries(scores(last)))
      expect(scores(next)[userId]).toBeLessThan(score);
  });

  it('training reads the value that was served', async () => {
    const term = dated.scorecard.terms.find(({ compare }) => compare === 'recency')!;
    const rows = await world.store.profiles.getMany(TENANT, 'dated', ['p0', 'p1', 'p7']);
    const persons = rows.map((row) => personOfRow(dated, row, []));
    const [me, ...others] = persons as [(typeof persons)[0], ...typeof persons];
    for (const minutes of [61, 80, 119]) {
      const atMs = HOUR_START_MS + minutes * MINUTE_MS;
      const matches = await answerAt(atMs);
      const learnable = learnableTerm(dated, term, atMs);
      others.forEach((other, n) => {
        let learned = 0;
        learnable.read(me, other, (slot, share) => {
          learned += share * learnable.values[slot]!;
        });
        const served = matches
          .find(({ user_id }) => user_id === rows[n + 1]!.userId)!
          .terms!.find(({ name, direction }) => name === term.name && direction === 'seeker_to_candidate')!;
        expect(served.log_odds).toBe(readyTerm(dated, term, HOUR_START_MS + HOUR_MS).read(me, other).points);
        expect(learned).toBeCloseTo(served.log_odds, 9);
      });
    }
  });
});
