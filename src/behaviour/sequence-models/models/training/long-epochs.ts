/**
 * Epochs of at least 50 steps: an epoch of a small dataset makes several passes over it. A number of epochs,
 * such as the patience, then means a fair number of updates for any dataset.
 *
 * A fit for a chosen number of epochs makes as many passes an epoch as the fit that chose it. It has more
 * data, so the rule alone could give it fewer, and half of the training.
 */
const MIN_STEPS = 50;

interface LongEpoch<Batch> {
  /** The number of passes over the data that an epoch makes. */
  readonly passes: number;
  readonly batches: readonly Batch[];
}

/**
 * `passOf` returns the batches of a pass; passes and epochs are counted from 1. `given`: the passes an epoch
 * of the fit that chose the number of epochs; absent: there is none.
 */
export function longEpochs<Batch>(
  passOf: (pass: number) => readonly Batch[],
  given?: number,
): (epoch: number) => LongEpoch<Batch> {
  let passes = given ?? 0;
  return (epoch) => {
    if (passes === 0) passes = Math.ceil(MIN_STEPS / Math.max(1, passOf(1).length));
    const batches = Array.from({ length: passes }, (_, n) => passOf((epoch - 1) * passes + n + 1)).flat();
    return { passes, batches };
  };
}
