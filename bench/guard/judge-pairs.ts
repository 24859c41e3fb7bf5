/** Whether a match takes more processor time than before: a growth above the limit that is not noise. */
import { medianOfRatios, type Ratio } from '../compare/ratio-of-medians.ts';
import type { Pair } from './measure-pairs.ts';

/** A median ratio above it fails … */
export const LIMIT = 1.25;
/** … if the lower end of its interval is above this as well. */
const SURE = 1.1;

export interface Judgement extends Ratio {
  readonly hasGrown: boolean;
}

export function judgePairs(pairs: readonly Pair[]): Judgement {
  const result = medianOfRatios(pairs.map(({ own, parent }) => own / parent));
  const [low] = result.interval!;
  return { ...result, hasGrown: result.ratio > LIMIT && low > SURE };
}
