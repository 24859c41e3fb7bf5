/** Which windows each step learns from: every epoch all of them, in another order. */
import type { Histories } from '../../histories/histories.ts';
import { batchesOf, type Window, windowsOf } from '../sequential/windows.ts';

export interface EpochBatches {
  readonly stepsAnEpoch: number;
  of(step: number): readonly Window[];
}

/**
 * Windows of long histories are cut anew in every epoch, so the number of batches may change by one or two: an epoch has
 * as many steps as the first has batches; of more the last are left out, where there are fewer the first come again.
 * Throws an Error where nobody has two items.
 */
export function epochBatches(
  train: Histories,
  settings: { readonly historyLength: number; readonly batchEvents: number },
  seed: number,
): EpochBatches {
  const batchesAt = (epoch: number) => {
    const draw = { seed, epoch };
    return batchesOf(windowsOf(train, settings.historyLength, draw), settings.batchEvents, draw);
  };
  let [held, batches] = [0, batchesAt(0)];
  const stepsAnEpoch = batches.length;
  if (stepsAnEpoch === 0)
    throw new Error('nobody has two items in what is learned from: there is no next item to learn.');
  return {
    stepsAnEpoch,
    of: (step) => {
      const epoch = Math.floor(step / stepsAnEpoch);
      if (epoch !== held) [held, batches] = [epoch, batchesAt(epoch)];
      return batches[(step % stepsAnEpoch) % batches.length]!;
    },
  };
}
