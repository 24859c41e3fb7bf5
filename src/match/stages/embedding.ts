/**
 * Likeness of the two whole texts: the exact cosine of the profiles' vectors, turned into evidence by the model's
 * `head` and added to the log-odds so far. Somebody without text keeps the score of their fields, so this ranks
 * texts and does not punish silence. With light_ml off, all who passed the filters are in the running; who of them is
 * scored, `nearest-pool.ts` chooses.
 */
import { type DomainHead, projectionsFor } from '../../ranking/domain-head.ts';
import { cosineEvidence } from '../../ranking/scoring/probability.ts';
import { addSums, type DirectionSums } from '../../ranking/scoring/sum-columns.ts';
import { backwardQuery, forwardQuery, norm } from '../../ranking/text-projections.ts';
import { CHUNK_ROWS } from '../event-loop-yielder.ts';
import { nearestPool, type Queries } from '../nearest-pool.ts';
import { calibrateLogOdds } from '../person-effects.ts';
import { counted, cut, type Pool, scored, sizeOf } from '../pool.ts';
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
    const { forward, backward } = pool.logOdds ?? nothingYet(scorecard.intercept, pool, context);
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
function queriesOf(head: DomainHead, { plan, seeker, encoderId }: MatchContext): Queries | null {
  const projections = projectionsFor(head, encoderId);
  if (seeker.vector === null) return null;
  const forward = forwardQuery(projections, seeker.vector);
  const isOne = projections === null || plan.aggregation === 'off';
  return { forward, backward: isOne ? null : backwardQuery(projections, seeker.vector) };
}

/** Points by row and direction, 0 where either side has no vector; null when the time budget ran out on the way. */
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
  { card }: DomainHead,
  pool: Pool,
  { index, encoderId, budget, yielder }: MatchContext,
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
    await yielder.yieldIfDue();
  }
  return points;
}

function nothingYet(intercept: number, pool: Pool, { plan }: MatchContext): DirectionSums {
  const sums = new Float64Array(pool.rows.length).fill(intercept);
  return { forward: sums, backward: plan.aggregation === 'off' ? null : sums };
}
