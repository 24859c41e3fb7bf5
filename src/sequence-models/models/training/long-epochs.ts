/**
 * Epochs of a small data set: as many passes over it as make a fair number of steps, so that looking at the
 * validation, its patience and the number of epochs mean the same whatever the size.
 */
const LEAST_STEPS = 50;

/**
 * `passOf`: the batches of a pass, from 1; the batches of an epoch, from 1, are those of one pass or more.
 */
export function longEpochs<Batch>(
  passOf: (pass: number) => readonly Batch[],
): (epoch: number) => readonly Batch[] {
  let passes = 0;
  return (epoch) => {
    if (passes === 0) passes = Math.ceil(LEAST_STEPS / Math.max(1, passOf(1).length));
    return Array.from({ length: passes }, (_, n) => passOf((epoch - 1) * passes + n + 1)).flat();
  };
}
