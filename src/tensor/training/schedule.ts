/**
 * Learning rate over steps. Linear warm-up from 0, then held, or falling to `finalShare` by line or half a
 * cosine.
 */
export interface Schedule {
  readonly learningRate: number;
  /** Default 0. */
  readonly warmUpSteps?: number;
  /** Steps of the whole run; demanded by `decay` other than none. */
  readonly totalSteps?: number;
  /** Default none. */
  readonly decay?: 'none' | 'linear' | 'cosine';
  /** Of the learning rate at the end. Default 0. */
  readonly finalShare?: number;
}

/** Learning rate of step 1, 2, … */
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
