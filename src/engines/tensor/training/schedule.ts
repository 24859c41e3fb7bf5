/**
 * The learning rate over steps: a linear warm-up from 0, then constant, or a linear or cosine decay
 * (Loshchilov, Hutter 2017, without restarts).
 */
export interface Schedule {
  /** The maximum, which the warm-up reaches. */
  readonly learningRate: number;
  /** Default 0. */
  readonly warmUpSteps?: number;
  /** The steps of the whole run, greater than `warmUpSteps`; required for a decay. */
  readonly totalSteps?: number;
  /** Default `none`: constant after the warm-up. */
  readonly decay?: 'none' | 'linear' | 'cosine';
  /** The last learning rate as a share of `learningRate`, 0..1. Default 0. */
  readonly finalShare?: number;
}

/** The learning rate of a step, counted from 1. Throws a RangeError if a decay lacks `totalSteps`. */
export function learningRateAt(step: number, schedule: Schedule): number {
  const { learningRate, warmUpSteps = 0, totalSteps, decay = 'none', finalShare = 0 } = schedule;
  if (step <= warmUpSteps) return (learningRate * step) / warmUpSteps;
  if (decay === 'none') return learningRate;
  if (totalSteps === undefined || totalSteps <= warmUpSteps)
    throw new RangeError(
      `a schedule with decay needs totalSteps above warmUpSteps (${warmUpSteps}), not ${totalSteps}.`,
    );
  const passed = Math.min(1, (step - warmUpSteps) / (totalSteps - warmUpSteps));
  const left = decay === 'linear' ? 1 - passed : (1 + Math.cos(Math.PI * passed)) / 2;
  return learningRate * (finalShare + (1 - finalShare) * left);
}
