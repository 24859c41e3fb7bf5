/** Whether a validation ranks the items of the history: as the evaluation and the predictions of the model do. */
import { hasRepeats } from '../baselines/own-frequency.ts';
import type { FitProblem } from './architecture.ts';

/**
 * Where the settings do not say it, repeats are looked for in the histories of the cases. The training data may have
 * none though the targets are repeats.
 */
export function seenItems({
  repeats,
  validation,
}: Pick<FitProblem<unknown>, 'repeats' | 'validation'>): 'masked' | 'ranked' {
  const areKept =
    repeats === undefined ? validation !== null && hasRepeats(validation.histories) : repeats === 'kept';
  return areKept ? 'ranked' : 'masked';
}
