/**
 * The contexts of the targets of a training step. Those of a quarter of the targets are left out, so that the model
 * can rank without a context.
 *
 * B windows, T positions of the longest, X width of an encoded context.
 */
import type { Batch } from '../../../../../engines/tensor/training/batch.ts';
import { randomUniform } from '../../../../../platform/numeric/random-streams.ts';
import { contextAt } from '../../../histories/event-contexts.ts';
import type { Histories } from '../../../histories/histories.ts';
import type { Window } from '../windows.ts';
import { type ContextEncoding, encodeContext } from './context-encoding.ts';

/** The share of the targets that are learned without a context. */
const LEFT_OUT = 0.25;

/**
 * By position, the context of the event after it; zeros elsewhere [B × T × X]. `step`: the step within the run, on
 * which the contexts that are left out depend.
 */
export function contextsOf(
  train: Histories,
  encoding: ContextEncoding,
  windows: readonly Window[],
  { seed, step }: { readonly seed: number; readonly step: number },
): Batch[string] {
  const X = encoding.width;
  const T = windows.reduce((longest, { start, end }) => Math.max(longest, end - start), 0);
  const values = new Float32Array(windows.length * T * X);
  const chance = randomUniform(seed, `contexts ${step}`, windows.length * T);
  for (const [window, { start, end, firstTarget = start }] of windows.entries())
    for (let target = Math.max(firstTarget, start + 1); target <= end; target++) {
      const row = window * T + target - 1 - start;
      if (chance[row]! < LEFT_OUT) continue;
      encodeContext(encoding, contextAt(train, target), values.subarray(row * X, (row + 1) * X));
    }
  return { values, shape: [windows.length, T, X] };
}
