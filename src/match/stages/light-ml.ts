/**
 * Scores every candidate that passed the filters by the scorecard: log-odds of both directions. The index
 * computes and cuts beside its rows, and returns only the best.
 */
import type { Scorecard } from '../../domains/scorecard.ts';
import { readsText } from '../../domains/scorecard-check.ts';
import type { HeldSelection, RankCut, TopRows } from '../../index/candidate-index.ts';
import type { RankingModel } from '../../ranking/ranking-model.ts';
import { type ReadyTerm, readyTerm } from '../../ranking/scoring/read-term.ts';
import { addSums } from '../../ranking/scoring/sum-columns.ts';
import { compileScoring } from '../compile-scoring.ts';
import { calibrateLogOdds, knownPersonEffects, personEffectsOf } from '../person-effects.ts';
import { counted, scored, scoresFrom, sizeOf, unscoredPool } from '../pool.ts';
import type { MatchContext, Stage } from '../stage.ts';
import { sumTerms } from '../sum-terms.ts';

export const lightMl: Stage = {
  name: 'light_ml',
  enabled: ({ stages }) => stages.light_ml.enabled,
  async run(pool, context) {
    const { plan, index, signal } = context;
    if (pool.held === null) throw new Error('light_ml follows sql_filter');
    const { tier, version, head } = plan.models.light_ml;
    const { scorecard } = head.card;
    const terms = columnTerms(scorecard, context);
    const known = knownPersonEffects(head, context);
    const program = compileScoring(head, terms, known, context);
    const cut = plan.stages.light_ml;
    const best =
      program === null
        ? await rankPairs(head, terms, pool.held, cut, context)
        : await index.rank(pool.held, { program, personEffects: known }, cut, signal);
    const { rows, scores, forward, backward, belowMinScore } = best;
    const logOdds = { forward, backward };
    const effects = personEffectsOf(head, rows, context);
    const calibrated = calibrateLogOdds(head, 'light_ml', logOdds, effects, rows, context);
    const breakdown = {
      intercept: scorecard.intercept,
      terms,
      personModel: effects && head,
      text: false,
      sentences: null,
    };
    const columnSums = effects === null ? { scorecard, sums: logOdds } : null;
    const kept = { ...unscoredPool(rows), columnSums, personEffects: effects };
    return {
      kept: scored(kept, 'light_ml', plan.aggregation, { logOdds, calibrated, breakdown, scores }),
      dropped: counted({ min_score: belowMinScore, top_k: sizeOf(pool) - belowMinScore - rows.length }),
      model: { tier, version },
    };
  },
};

/** The terms that the index's columns suffice for. */
function columnTerms(scorecard: Scorecard, context: MatchContext): readonly ReadyTerm[] {
  const { plan, nowMs } = context;
  return scorecard.terms
    .filter((term) => !readsText(term))
    .map((term) => readyTerm(plan.definition, term, nowMs));
}

/** As `index.rank`, for a scorecard with a term that has no compiled form: reads the terms pair by pair. */
async function rankPairs(
  head: RankingModel,
  terms: readonly ReadyTerm[],
  held: HeldSelection,
  { topK, minScore }: RankCut,
  context: MatchContext,
): Promise<TopRows> {
  const { index, plan, signal } = context;
  const rows = held.rows();
  const logOdds = await sumTerms(head.card.scorecard.intercept, terms, rows, context);
  const effects = personEffectsOf(head, rows, context);
  if (effects !== null) addSums(effects.points, logOdds);
  const calibrated = calibrateLogOdds(head, 'light_ml', logOdds, effects, rows, context);
  const scores = scoresFrom(calibrated, plan.aggregation);
  signal?.throwIfAborted();
  const best = index.topK(rows, scores, topK, minScore);
  const pick = (values: Float64Array) => Float64Array.from(best, (position) => values[position]!);
  return {
    rows: best.map((position) => rows[position]!),
    scores: pick(scores),
    forward: pick(logOdds.forward),
    backward: logOdds.backward && pick(logOdds.backward),
    belowMinScore: scores.reduce((count, score) => (score >= minScore ? count : count + 1), 0),
  };
}
