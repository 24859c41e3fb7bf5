/** The scorecard over everybody who passed the filters: log-odds of both directions, from the index's columns. */

import type { Scorecard } from '../../domains/scorecard.ts';
import { readsText } from '../../domains/scorecard-check.ts';
import { type ReadyTerm, readyTerm } from '../../ranking/scoring/read-term.ts';
import { addColumnTerms, addSums, type DirectionSums } from '../../ranking/scoring/sum-columns.ts';
import { CHUNK_ROWS } from '../breather.ts';
import { peopleEvidence, toldBy } from '../learned-evidence.ts';
import { cut, scored } from '../pool.ts';
import type { MatchContext, Stage } from '../stage.ts';

export const lightMl: Stage = {
  name: 'light_ml',
  enabled: ({ stages }) => stages.light_ml.enabled,
  async run(pool, context) {
    const { plan, index } = context;
    const { tier, version, head } = plan.models.light_ml;
    const { scorecard } = head.card;
    const terms = columnTerms(scorecard, context);
    const logOdds = await sumColumns(scorecard.intercept, terms, pool.rows, context);
    const people = peopleEvidence(head, pool.rows, context);
    if (people !== null) addSums(people.points, logOdds);
    const told = toldBy(head, 'light_ml', logOdds, people, pool.rows, context);
    const summed = {
      intercept: scorecard.intercept,
      terms,
      people: people && head,
      text: false,
      sentences: null,
    };
    const scoredPool = scored({ ...pool, people }, 'light_ml', plan.aggregation, { logOdds, told, summed });
    return { ...cut(scoredPool, index, plan.stages.light_ml), model: { tier, version } };
  },
};

/** The terms that the index's columns can answer. */
function columnTerms(scorecard: Scorecard, context: MatchContext): readonly ReadyTerm[] {
  const { plan, nowMs } = context;
  return scorecard.terms
    .filter((term) => !readsText(term))
    .map((term) => readyTerm(plan.definition, term, nowMs));
}

/** Intercept and terms, in order. Views of columns end with every await, so each chunk takes its own. */
export async function sumColumns(
  intercept: number,
  terms: readonly ReadyTerm[],
  rows: Uint32Array,
  context: MatchContext,
): Promise<DirectionSums> {
  const { plan, index, seeker, breather } = context;
  const forward = new Float64Array(rows.length).fill(intercept);
  const backward = plan.aggregation === 'off' ? null : new Float64Array(rows.length).fill(intercept);
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    const to = Math.min(rows.length, from + CHUNK_ROWS);
    addColumnTerms(terms, index, seeker.person, rows.subarray(from, to), {
      forward: forward.subarray(from, to),
      backward: backward?.subarray(from, to) ?? null,
    });
    await breather.breathe();
  }
  return { forward, backward };
}
