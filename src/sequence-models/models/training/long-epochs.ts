/**
 * Epochs of a small dataset: enough passes over it for a fair number of steps. Validation, patience and the
 * number of epochs then mean the same at every size.
 */
const MIN_STEPS = 50;

/**
 * `passOf`: the batches of a pass, from 1; the batches of an epoch, from 1, are those of one pass or more.
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
