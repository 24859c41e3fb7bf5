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
import { NO_TARGET, type TargetOf } from '../../training/target-events.ts';
import type { Window } from '../windows.ts';
import { type ContextEncoding, encodeContext } from './context-encoding.ts';

/** The share of the targets that are learned without a context. */
const LEFT_OUT = 0.25;

interface Draw {
  readonly seed: number;
  /** The step within the run, on which the contexts that are left out depend. */
  readonly step: number;
  readonly targetOf: TargetOf;
}

/** By position, the context of its target; zeros where it has none [B × T × X]. */
export function contextsOf(
  train: Histories,
  encoding: ContextEncoding,
  windows: readonly Window[],
  { seed, step, targetOf }: Draw,
): Batch[string] {
  const X = encoding.width;
  const T = windows.reduce((longest, { start, end }) => Math.max(longest, end - start), 0);
  const values = new Float32Array(windows.length * T * X);
  const chance = randomUniform(seed, `contexts ${step}`, windows.length * T);
  for (const [window, { start, end, firstTarget = start }] of windows.entries())
    for (let at = Math.max(firstTarget, start + 1) - 1; at < end; at++) {
      const row = window * T + at - start;
      const target = targetOf(at);
      if (target === NO_TARGET || chance[row]! < LEFT_OUT) continue;
      encodeContext(encoding, contextAt(train, target), values.subarray(row * X, (row + 1) * X));
    }
  return { values, shape: [windows.length, T, X] };
}
