/**
 * Similarity of the two whole texts. The exact cosine of the two profile vectors becomes evidence through the
 * scorecard's text prior (`scorecard.head`) and is added to the log-odds so far. A candidate without text
 * keeps the score of its fields: a missing text is no evidence against it. With light_ml off the pool holds
 * every candidate that passed the filters; `nearest-pool.ts` chooses the ones to score.
 */
import { norm } from '../../../platform/numeric/vectors.ts';
import { projectionsFor, type RankingModel } from '../../ranking/ranking-model.ts';
import { addSums, type DirectionSums } from '../../ranking/scoring/direction-sums.ts';
import { type CosinePrior, cosineEvidence } from '../../ranking/scoring/probability.ts';
import { backwardQuery, forwardQuery } from '../../ranking/text-projections.ts';
import { calibrateLogOdds } from '../calibrate-log-odds.ts';
import { nearestPool, type Queries } from '../nearest-pool.ts';
import { personEffects } from '../person-effects.ts';
import { column } from '../pool/column.ts';
import { withPrices } from '../pool/exposure-price.ts';
import type { Pool } from '../pool/pool.ts';
import { cut, nonZero, score, scoreColumns, scored } from '../pool/score.ts';
import { CHUNK_ROWS, type RunControl } from '../run-control.ts';
import { cutShort, type MatchInput, type Stage } from '../stage.ts';

/** Log-odds of the whole texts' similarity [N], both directions; 0 if either side has no vector. */
export const textEvidence = column<DirectionSums>('text_evidence', (points, rows) => rows.sums(points));

export const embedding: Stage = {
  name: 'embedding',
  reads: [...scoreColumns, personEffects],
  writes: [...scoreColumns, textEvidence],
  async run(incoming, input, control) {
    const { plan, index, seeker, encoderId } = input;
    const { tier, version, calibrated: isCalibrated, rankingModel } = plan.models.embedding;
    const { scorecard, calibration } = rankingModel.card;
    const { topK } = plan.stages.embedding;
    const queries = queriesOf(rankingModel, input);
    const nearest = await nearestPool(incoming, queries, topK, { index, encoderId }, control.signal);
    const pool = withPrices(nearest.pool, input);
    const evidence = await readEvidence(pool, queries, scorecard.head, input, control);
    if (evidence === null) return cutShort(incoming, 'budget');
    const before = pool.read(score);
    const { forward, backward } = before?.logOdds ?? interceptOnly(scorecard.intercept, pool, plan.twoWay);
    const logOdds = { forward: forward.slice(), backward: backward?.slice() ?? null };
    addSums(evidence, logOdds);
    const breakdown = before?.breakdown ?? { intercept: scorecard.intercept, terms: [], sentences: null };
    const shrinkage = pool.read(personEffects)?.shrinkage ?? null;
    const calibrated = calibrateLogOdds(calibration.embedding, logOdds, shrinkage, pool.rows, input);
    const { kept, dropped, ...named } = cut(
      scored(pool.with(textEvidence, evidence), 'embedding', plan.aggregation, {
        logOdds,
        calibrated,
        breakdown,
      }),
      index,
      plan.stages.embedding,
    );
    const notScored = incoming.size - pool.size;
    const remark = seeker.vector === null ? 'the seeker has no text vector' : nearest.note;
    return {
      kept,
      dropped: nonZero({ ...dropped, top_k: (dropped.top_k ?? 0) + notScored }),
      ...named,
      model: { tier, version, calibrated: isCalibrated },
      ...(remark !== undefined && { note: remark }),
    };
  },
};

/** null: the seeker has no vector. */
function queriesOf(
  model: RankingModel,
  { plan, seeker, encoderId }: Pick<MatchInput, 'plan' | 'seeker' | 'encoderId'>,
): Queries | null {
  const projections = projectionsFor(model, encoderId);
  if (seeker.vector === null) return null;
  const forward = forwardQuery(projections, seeker.vector);
  const isSameBothWays = projections === null || !plan.twoWay;
  return { forward, backward: isSameBothWays ? null : backwardQuery(projections, seeker.vector) };
}

/** Log-odds by row [N] and direction, 0 if either side has no vector. null: the time budget ran out. */
async function readEvidence(
  pool: Pool,
  queries: Queries | null,
  prior: CosinePrior,
  input: Pick<MatchInput, 'index' | 'encoderId'>,
  control: RunControl,
): Promise<DirectionSums | null> {
  if (queries === null) {
    const nothing = new Float64Array(pool.rows.length);
    return { forward: nothing, backward: nothing };
  }
  const forward = await pointsFor(queries.forward, prior, pool, input, control);
  if (forward === null) return null;
  if (queries.backward === null) return { forward, backward: forward };
  const backward = await pointsFor(queries.backward, prior, pool, input, control);
  return backward && { forward, backward };
}

async function pointsFor(
  query: Float32Array,
  prior: CosinePrior,
  pool: Pool,
  { index, encoderId }: Pick<MatchInput, 'index' | 'encoderId'>,
  { budget, yielder }: Pick<RunControl, 'budget' | 'yielder'>,
): Promise<Float64Array | null> {
  const points = new Float64Array(pool.rows.length);
  const length = norm(query);
  const canBeCutShort = pool.read(score) !== null;
  for (let from = 0; from < pool.rows.length; from += CHUNK_ROWS) {
    if (canBeCutShort && budget.spent()) return null;
    const cosines = index.similarities(pool.rows.subarray(from, from + CHUNK_ROWS), query, encoderId);
    for (let n = 0; n < cosines.length; n++) {
      points[from + n] = cosineEvidence(prior, cosines[n]! * length);
    }
    await yielder.yieldIfDue();
  }
  return points;
}

function interceptOnly(intercept: number, pool: Pool, twoWay: boolean): DirectionSums {
  const sums = new Float64Array(pool.rows.length).fill(intercept);
  return { forward: sums, backward: twoWay ? sums : null };
}
