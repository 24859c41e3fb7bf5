/** Limits the number of cases by sampling; of baskets whole ones are taken. */
import { randomOrder } from '../../../platform/numeric/random-streams.ts';
import { basketStarts, casesOfBaskets } from '../splits/baskets.ts';
import { type Cases, caseCount } from '../splits/split.ts';

/** At most `limit` cases, sampled by the seed, in their order; the same object if there are no more. */
export function sampleCases(cases: Cases, limit: number, seed: number): Cases {
  if (cases.histories.baskets !== undefined) return sampleBaskets(cases, limit, seed);
  if (caseCount(cases) <= limit) return cases;
  const kept = randomOrder(seed, 'cases', caseCount(cases)).subarray(0, limit).sort();
  const take = (column: Uint32Array) => Uint32Array.from(kept, (which) => column[which]!);
  return {
    histories: cases.histories,
    people: take(cases.people),
    ends: take(cases.ends),
    targets: take(cases.targets),
  };
}

function sampleBaskets(cases: Cases, limit: number, seed: number): Cases {
  const starts = basketStarts(cases);
  if (starts.length - 1 <= limit) return cases;
  const kept = randomOrder(seed, 'cases', starts.length - 1)
    .subarray(0, limit)
    .sort();
  return casesOfBaskets(cases, starts, kept);
}
