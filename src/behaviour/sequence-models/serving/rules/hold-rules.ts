/**
 * Holds the rules of a ranking as far as its items go. A rule that its items cannot fill is weakened to what
 * they can. Where rules stand against one another, the earlier one is held and the later one weakened.
 */
import { type ArrangementProblem, arrange } from './arrange.ts';
import { type Bound, isPin, type Share } from './bounds.ts';

/** Positions by place, as `arrange` gives them. */
export function holdRules(problem: ArrangementProblem): Uint32Array {
  const whole = arrange(problem);
  if (whole !== null) return whole;
  let held: readonly Bound[] = [];
  let best = arrange({ ...problem, bounds: held })!;
  for (const bound of problem.bounds) {
    const found = weakest(bound, (weaker) => arrange({ ...problem, bounds: [...held, weaker] }));
    if (found === null) continue;
    held = [...held, found.bound];
    best = found.places;
  }
  return best;
}

interface Found {
  readonly bound: Bound;
  readonly places: Uint32Array;
}

type Attempt = (bound: Bound) => Uint32Array | null;

/** The strongest form of the bound with which there is an arrangement; null: it has none. */
function weakest(bound: Bound, attempt: Attempt): Found | null {
  const places = attempt(bound);
  if (places !== null) return { bound, places };
  return isPin(bound) ? null : weakestShare(bound, attempt);
}

/** By bisection: `steps` weaken the share place by place. */
function weakestShare(share: Share, attempt: Attempt): Found | null {
  const steps = Math.max(share.least, share.top - share.most);
  let [impossible, found] = [0, null as Found | null];
  for (let possible = steps + 1; possible - impossible > 1; ) {
    const step = (possible + impossible) >> 1;
    const bound = {
      ...share,
      least: Math.max(0, share.least - step),
      most: Math.min(share.top, share.most + step),
    };
    const places = attempt(bound);
    if (places === null) impossible = step;
    else [possible, found] = [step, { bound, places }];
  }
  return found;
}
