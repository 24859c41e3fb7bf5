/**
 * Scores every candidate that passed the filters by the scorecard: log-odds of both directions. The index
 * computes and cuts beside its rows, and returns only the best.
 */
import { rowNumber } from '../../../contract/brands.ts';
import type { Scorecard } from '../../../domains/scorecard.ts';
import type { CandidateIndex, HeldSelection, RankCut, TopRows } from '../../index/candidate-index.ts';
import { pricedScore } from '../../index/program/final-score.ts';
import type { PersonEffects } from '../../ranking/person-effects.ts';
import type { RankingModel } from '../../ranking/ranking-model.ts';
import { addSums, type DirectionSums } from '../../ranking/scoring/direction-sums.ts';
import type { ReadyTerm } from '../../ranking/scoring/ready-term.ts';
import { calibrateLogOdds } from '../calibrate-log-odds.ts';
import { compileScoring } from '../compile-scoring.ts';
import { knownPersonEffects, personEffects, personEffectsOf } from '../person-effects.ts';
import { column } from '../pool/column.ts';
import { withPrices } from '../pool/exposure-price.ts';
import {
  nonEmpty,
  nonZero,
  onlyReaching,
  scoreColumns,
  scored,
  scoresFrom,
  userIdsOf,
} from '../pool/score.ts';
import type { RunControl } from '../run-control.ts';
import type { MatchInput, Stage } from '../stage.ts';
import { sumTerms } from '../sum-terms.ts';
import { columnTerms } from './column-terms.ts';

/**
 * The sums of the terms that read columns, and then the person effects. A later stage with the same scorecard
 * and effects need not repeat them.
 */
export const columnSums = column<{
  readonly scorecard: Scorecard;
  readonly effects: PersonEffects;
  readonly sums: DirectionSums;
}>('column_sums', ({ scorecard, effects, sums }, rows) => ({ scorecard, effects, sums: rows.sums(sums) }));

export const lightMl: Stage = {
  name: 'light_ml',
  reads: [],
  writes: [...scoreColumns, personEffects, columnSums],
  async run(pool, input, { signal, yielder }) {
    const { plan, index } = input;
    if (pool.held === null) throw new Error('light_ml follows sql_filter');
    const { tier, version, calibrated: isCalibrated, rankingModel } = plan.models.light_ml;
    const { scorecard, calibration } = rankingModel.card;
    const terms = columnTerms(scorecard, input);
    const { held } = pool;
    const known = knownPersonEffects(rankingModel, input, held);
    const program = compileScoring(rankingModel, terms, known, input);
    const cut = plan.stages.light_ml;
    const isPriced = plan.fairExposure !== null;
    const rank = (cut: RankCut, priced = isPriced): Promise<TopRows> =>
      program === null
        ? rankPairs(rankingModel, terms, held, cut, { ...input, signal, yielder, priced })
        : index.rank(held, { program: { ...program, priced }, personEffects: known }, cut, signal);
    const { best, beyond } = split(
      await rank({ topK: cut.topK + cut.examples, minScore: cut.minScore }),
      cut.topK,
    );
    const { rows, scores, forward, backward, belowMinScore } = best;
    const logOdds = { forward, backward };
    const effects = personEffectsOf(rankingModel, rows, input);
    const shrinkage = effects?.shrinkage ?? null;
    const calibrated = calibrateLogOdds(calibration.light_ml, logOdds, shrinkage, rows, input);
    const breakdown = { intercept: scorecard.intercept, terms, sentences: null };
    const priced = withPrices(pool.choose(rows), input);
    const own = isPriced ? scoresFrom(calibrated, plan.aggregation) : scores;
    const kept = priced
      .with(columnSums, { scorecard, effects: rankingModel.personEffects, sums: logOdds })
      .with(personEffects, effects);
    return {
      kept: scored(kept, 'light_ml', plan.aggregation, { logOdds, calibrated, breakdown }, own),
      dropped: nonZero({ min_score: belowMinScore, top_k: pool.size - belowMinScore - rows.length }),
      ...(cut.examples > 0 && {
        examples: nonEmpty({
          min_score: await nearMisses(
            (cut) => rank(cut, false),
            pool.size - belowMinScore,
            belowMinScore,
            input,
          ),
          top_k: userIdsOf(index, beyond),
        }),
      }),
      model: { tier, version, calibrated: isCalibrated },
    };
  },
};

/** The first `topK` rows, and the others. */
function split({ rows, scores, forward, backward, belowMinScore }: TopRows, topK: number) {
  const best: TopRows = {
    rows: rows.subarray(0, topK),
    scores: scores.subarray(0, topK),
    forward: forward.subarray(0, topK),
    backward: backward === null ? null : backward.subarray(0, topK),
    belowMinScore,
  };
  return { best, beyond: rows.subarray(topK) };
}

/** Above so many candidates that reach `min_score`, those that just miss it are not looked up. */
const MOST_ABOVE = 10_000;

/** User ids of the best candidates below `min_score`. */
async function nearMisses(
  rank: (cut: RankCut) => Promise<TopRows>,
  reaching: number,
  below: number,
  { index, plan }: Pick<MatchInput, 'index' | 'plan'>,
): Promise<readonly string[]> {
  const { minScore, examples } = plan.stages.light_ml;
  if (below === 0 || reaching > MOST_ABOVE) return [];
  const { rows, scores } = await rank({ topK: reaching + examples, minScore: 0 });
  const missing = rows.filter((_, at) => scores[at]! < minScore);
  return userIdsOf(index, missing.subarray(0, examples));
}

/** As `index.rank`, for a scorecard with a term that has no compiled form: reads the terms pair by pair. */
async function rankPairs(
  model: RankingModel,
  terms: readonly ReadyTerm[],
  held: HeldSelection,
  { topK, minScore }: RankCut,
  input: Pick<MatchInput, 'plan' | 'index' | 'seeker'> &
    Pick<RunControl, 'yielder' | 'signal'> & { readonly priced: boolean },
): Promise<TopRows> {
  const { scorecard, calibration } = model.card;
  const rows = held.rows();
  const logOdds = await sumTerms(scorecard.intercept, terms, rows, input);
  const effects = personEffectsOf(model, rows, input);
  if (effects !== null) addSums(effects.points, logOdds);
  const shrinkage = effects?.shrinkage ?? null;
  const calibrated = calibrateLogOdds(calibration.light_ml, logOdds, shrinkage, rows, input);
  const scores = scoresFrom(calibrated, input.plan.aggregation);
  input.signal?.throwIfAborted();
  const order = input.priced ? pricedOrder(rows, scores, input.index) : scores;
  const best = input.index.topK(rows, onlyReaching(order, scores, minScore), topK, 0);
  const pick = (values: Float64Array) => Float64Array.from(best, (position) => values[position]!);
  return {
    rows: best.map((position) => rows[position]!),
    scores: pick(order),
    forward: pick(logOdds.forward),
    backward: logOdds.backward && pick(logOdds.backward),
    belowMinScore: scores.reduce((count, score) => (score >= minScore ? count : count + 1), 0),
  };
}

function pricedOrder(rows: Uint32Array, scores: Float64Array, index: CandidateIndex): Float64Array {
  return scores.map((score, n) => pricedScore(score, index.priceOf(rowNumber(rows[n]!))));
}
