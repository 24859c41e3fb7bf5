/**
 * Likeness of the two whole texts: the exact cosine of the profiles' vectors, turned into evidence by the model's
 * `head` and added to the log-odds so far. Somebody without text keeps the score of their fields, so this ranks
 * texts and does not punish silence. With light_ml off, everybody who passed the filters is scored.
 */

import { cosineEvidence } from '../../ranking/scoring/probability.ts';
import type { DirectionSums } from '../../ranking/scoring/sum-columns.ts';
import { CHUNK_ROWS } from '../breather.ts';
import { cut, type Pool, scored } from '../pool.ts';
import { cutShort, type MatchContext, type Stage } from '../stage.ts';

export const embedding: Stage = {
  name: 'embedding',
  enabled: ({ stages }) => stages.embedding.enabled,
  async run(pool, context) {
    const { plan, index, seeker } = context;
    const { tier, version, head } = plan.models.embedding;
    const { scorecard } = head.card;
    const textEvidence = await evidence(pool, context);
    if (textEvidence === null) return cutShort(pool, 'budget');
    const { forward, backward } = pool.logOdds ?? nothingYet(scorecard.intercept, pool, context);
    const logOdds = {
      forward: plus(forward, textEvidence),
      backward: backward === null ? null : plus(backward, textEvidence),
    };
    const before = pool.summed ?? { intercept: scorecard.intercept, terms: [], sentences: null };
    const next = { ...pool, textEvidence };
    const scoredPool = scored(next, 'embedding', plan.aggregation, logOdds, { ...before, text: true });
    const note = seeker.vector === null ? { note: 'the seeker has no text vector' } : {};
    return { ...cut(scoredPool, index, plan.stages.embedding), model: { tier, version }, ...note };
  },
};

/** Points a row [N], 0 where either side has no vector; null when the time budget ran out on the way. */
async function evidence(pool: Pool, context: MatchContext): Promise<Float64Array | null> {
  const { plan, index, seeker, encoderId, budget, breather } = context;
  const points = new Float64Array(pool.rows.length);
  if (seeker.vector === null) return points;
  const { head } = plan.models.embedding.head.card.scorecard;
  const canBeCut = pool.logOdds !== null;
  for (let from = 0; from < pool.rows.length; from += CHUNK_ROWS) {
    if (canBeCut && budget.spent()) return null;
    const cosines = index.similarities(pool.rows.subarray(from, from + CHUNK_ROWS), seeker.vector, encoderId);
    for (let n = 0; n < cosines.length; n++) points[from + n] = cosineEvidence(head, cosines[n]!);
    await breather.breathe();
  }
  return points;
}

function nothingYet(intercept: number, pool: Pool, { plan }: MatchContext): DirectionSums {
  const sums = new Float64Array(pool.rows.length).fill(intercept);
  return { forward: sums, backward: plan.aggregation === 'off' ? null : sums };
}

function plus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, n) => value + b[n]!);
}
