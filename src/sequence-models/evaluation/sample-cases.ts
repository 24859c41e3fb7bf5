/** Limits the number of cases by sampling; the report has the number before sampling. */
import { randomOrder } from '../../numeric/random-streams.ts';
import { type Cases, caseCount } from '../splits/split.ts';

/** `most` cases sampled by the seed, in their order; the same object if there are no more. */
export function sampleCases(cases: Cases, most: number, seed: number): Cases {
  if (caseCount(cases) <= most) return cases;
  const kept = randomOrder(seed, 'cases', caseCount(cases)).subarray(0, most).sort();
  const take = (column: Uint32Array) => Uint32Array.from(kept, (which) => column[which]!);
  return {
    histories: cases.histories,
    people: take(cases.people),
    ends: take(cases.ends),
    targets: take(cases.targets),
  };
}
