/** The regression over a training set: the columns of every row of its evidence. */
import { dot } from '../../../platform/numeric/vectors.ts';
import type { RankingModel } from '../../ranking/ranking-model.ts';
import { forwardQuery, type TextProjections } from '../../ranking/text-projections.ts';
import type { Evidence } from './evidence.ts';
import { type LogOddsProblem, logOddsProblem } from './fit-log-odds.ts';
import type { FitPeople } from './fit-people.ts';
import { ProfileColumns } from './profile-columns.ts';

/** `base`: its scorecard is the start. `projections`: of the cosines. */
export function problemOf(
  base: RankingModel,
  people: FitPeople,
  evidence: Evidence,
  projections: TextProjections | null,
): LogOddsProblem {
  const { raters, rated } = evidence;
  const queries = people.vectors.map((vector) =>
    vector === null ? null : forwardQuery(projections, vector),
  );
  const cosines = Float64Array.from(raters, (rater, n) => {
    const [query, vector] = [queries[rater]!, people.vectors[rated[n]!]!];
    return query === null || vector === null ? Number.NaN : dot(query, vector);
  });
  const columns = new ProfileColumns(base.card.scorecard, people);
  return logOddsProblem(columns, evidence, people.persons.length, cosines);
}
