/**
 * Likeness of the two whole texts: the exact cosine of the profiles' vectors, turned into evidence by the model's
 * `head` and added to the log-odds so far. Somebody without text keeps the score of their fields, so this ranks
 * texts and does not punish silence. With light_ml off, everybody who passed the filters is scored.
 */

import { type DomainHead, projectionsFor } from '../../ranking/domain-head.ts';
import { cosineEvidence } from '../../ranking/scoring/probability.ts';
import { addSums, type DirectionSums } from '../../ranking/scoring/sum-columns.ts';
import { backwardQuery, forwardQuery, norm } from '../../ranking/text-projections.ts';
import { CHUNK_ROWS } from '../breather.ts';
import { toldBy } from '../learned-evidence.ts';
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
    const logOdds = { forward: forward.slice(), backward: backward?.slice() ?? null };
    addSums(textEvidence, logOdds);
    const nothing = { intercept: scorecard.intercept, terms: [], people: null, sentences: null };
    const summed = { ...(pool.summed ?? nothing), text: true };
    const told = toldBy(head, 'embedding', logOdds, pool.people, pool.rows, context);
    const next = { ...pool, textEvidence };
    const scoredPool = scored(next, 'embedding', plan.aggregation, { logOdds, told, summed });
    const note = seeker.vector === null ? { note: 'the seeker has no text vector' } : {};
    return { ...cut(scoredPool, index, plan.stages.embedding), model: { tier, version }, ...note };
  },
};

/**
 * Points by row and direction, 0 where either side has no vector; null when the time budget ran out on the way. The
 * head is applied to the seeker alone, once a direction (`text-projections.ts`); without one both are the same.
 */
async function evidence(pool: Pool, context: MatchContext): Promise<DirectionSums | null> {
  const { plan, seeker } = context;
  const { head } = plan.models.embedding;
  const projections = projectionsFor(head, context.encoderId);
  const nothing = new Float64Array(pool.rows.length);
  if (seeker.vector === null) return { forward: nothing, backward: nothing };
  const forward = await pointsFor(forwardQuery(projections, seeker.vector), head, pool, context);
  if (forward === null || projections === null) return forward && { forward, backward: forward };
  if (plan.aggregation === 'off') return { forward, backward: null };
  const backward = await pointsFor(backwardQuery(projections, seeker.vector), head, pool, context);
  return backward && { forward, backward };
}

async function pointsFor(
  query: Float32Array,
  { card }: DomainHead,
  pool: Pool,
  { index, encoderId, budget, breather }: MatchContext,
): Promise<Float64Array | null> {
  const points = new Float64Array(pool.rows.length);
  const length = norm(query);
  const canBeCut = pool.logOdds !== null;
  for (let from = 0; from < pool.rows.length; from += CHUNK_ROWS) {
    if (canBeCut && budget.spent()) return null;
    const cosines = index.similarities(pool.rows.subarray(from, from + CHUNK_ROWS), query, encoderId);
    for (let n = 0; n < cosines.length; n++) {
      points[from + n] = cosineEvidence(card.scorecard.head, cosines[n]! * length);
    }
    await breather.breathe();
  }
  return points;
}

function nothingYet(intercept: number, pool: Pool, { plan }: MatchContext): DirectionSums {
  const sums = new Float64Array(pool.rows.length).fill(intercept);
  return { forward: sums, backward: plan.aggregation === 'off' ? null : sums };
}
