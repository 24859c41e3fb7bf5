/**
 * Epochs of at least 50 steps: an epoch of a small dataset makes several passes over it. A number of epochs,
 * such as the patience, then means a fair number of updates for any dataset.
 */
const MIN_STEPS = 50;

/**
 * `passOf` returns the batches of a pass; passes and epochs are counted from 1. The result returns the
 * batches of an epoch.
 */
export function longEpochs<Batch>(
  passOf: (pass: number) => readonly Batch[],
): (epoch: number) => readonly Batch[] {
  let passes = 0;
  return (epoch) => {
    if (passes === 0) passes = Math.ceil(MIN_STEPS / Math.max(1, passOf(1).length));
    return Array.from({ length: passes }, (_, n) => passOf((epoch - 1) * passes + n + 1)).flat();
  };
}
