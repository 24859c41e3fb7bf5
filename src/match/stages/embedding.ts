/**
 * Likeness of the two whole texts. The exact cosine of the two profile vectors becomes evidence through the
 * scorecard's text prior (`head`) and is added to the log-odds so far. A candidate without text keeps the
 * score of its fields: a missing text is no evidence against it. With light_ml off the pool holds every
 * candidate that passed the filters; `nearest-pool.ts` chooses the ones to score.
 */
import { norm } from '../../numeric/vectors.ts';
import { projectionsFor, type RankingModel } from '../../ranking/ranking-model.ts';
import { cosineEvidence } from '../../ranking/scoring/probability.ts';
import { addSums, type DirectionSums } from '../../ranking/scoring/sum-columns.ts';
import { backwardQuery, forwardQuery } from '../../ranking/text-projections.ts';
import { nearestPool, type Queries } from '../nearest-pool.ts';
import { calibrateLogOdds } from '../person-effects.ts';
import { CHUNK_ROWS, counted, cut, type Pool, scored, sizeOf } from '../pool.ts';
import { cutShort, type MatchContext, type Stage } from '../stage.ts';

export const embedding: Stage = {
  name: 'embedding',
  enabled: ({ stages }) => stages.embedding.enabled,
  async run(given, context) {
    const { plan, index, seeker } = context;
    const { tier, version, head } = plan.models.embedding;
    const { scorecard } = head.card;
    const queries = queriesOf(head, context);
    const { pool, note } = await nearestPool(given, queries, plan.stages.embedding.topK, context);
    const textEvidence = await evidence(pool, queries, context);
    if (textEvidence === null) return cutShort(given, 'budget');
    const { forward, backward } = pool.logOdds ?? interceptOnly(scorecard.intercept, pool, context);
    const logOdds = { forward: forward.slice(), backward: backward?.slice() ?? null };
    addSums(textEvidence, logOdds);
    const nothing = { intercept: scorecard.intercept, terms: [], personModel: null, sentences: null };
    const breakdown = { ...(pool.breakdown ?? nothing), text: true };
    const calibrated = calibrateLogOdds(head, 'embedding', logOdds, pool.personEffects, pool.rows, context);
    const next = { ...pool, textEvidence };
    const scoredPool = scored(next, 'embedding', plan.aggregation, { logOdds, calibrated, breakdown });
    const { kept, dropped } = cut(scoredPool, index, plan.stages.embedding);
    const notScored = sizeOf(given) - pool.rows.length;
    const remark = seeker.vector === null ? 'the seeker has no text vector' : note;
    return {
      kept,
      dropped: counted({ ...dropped, top_k: (dropped.top_k ?? 0) + notScored }),
      model: { tier, version },
      ...(remark !== undefined && { note: remark }),
    };
  },
};

/** null: the seeker has no vector. */
function queriesOf(head: RankingModel, { plan, seeker, encoderId }: MatchContext): Queries | null {
  const projections = projectionsFor(head, encoderId);
  if (seeker.vector === null) return null;
  const forward = forwardQuery(projections, seeker.vector);
  const isSameBothWays = projections === null || plan.aggregation === 'off';
  return { forward, backward: isSameBothWays ? null : backwardQuery(projections, seeker.vector) };
}

/** Log-odds by row [N] and direction, 0 if either side has no vector. null: the time budget ran out. */
async function evidence(
  pool: Pool,
  queries: Queries | null,
  context: MatchContext,
): Promise<DirectionSums | null> {
  const { head } = context.plan.models.embedding;
  if (queries === null) {
    const nothing = new Float64Array(pool.rows.length);
    return { forward: nothing, backward: nothing };
  }
  const forward = await pointsFor(queries.forward, head, pool, context);
  if (forward === null) return null;
  if (queries.backward === null) return { forward, backward: forward };
  const backward = await pointsFor(queries.backward, head, pool, context);
  return backward && { forward, backward };
}

async function pointsFor(
  query: Float32Array,
  { card }: RankingModel,
  pool: Pool,
  { index, encoderId, budget, yielder }: MatchContext,
): Promise<Float64Array | null> {
  const points = new Float64Array(pool.rows.length);
  const length = norm(query);
  const canBeCutShort = pool.logOdds !== null;
  for (let from = 0; from < pool.rows.length; from += CHUNK_ROWS) {
    if (canBeCutShort && budget.spent()) return null;
    const cosines = index.similarities(pool.rows.subarray(from, from + CHUNK_ROWS), query, encoderId);
    for (let n = 0; n < cosines.length; n++) {
      points[from + n] = cosineEvidence(card.scorecard.head, cosines[n]! * length);
    }
    await yielder.yieldIfDue();
  }
  return points;
}

function interceptOnly(intercept: number, pool: Pool, { plan }: MatchContext): DirectionSums {
  const sums = new Float64Array(pool.rows.length).fill(intercept);
  return { forward: sums, backward: plan.aggregation === 'off' ? null : sums };
}
