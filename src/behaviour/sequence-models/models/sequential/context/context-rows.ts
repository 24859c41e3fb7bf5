/**
 * The contexts of the targets of a training step. Those of a quarter of the targets are left out, so that the model
 * can rank without a context. Items that were turned down have none: they are no targets.
 */
import type { Batch } from '../../../../../engines/tensor/training/batch.ts';
import { randomUniform } from '../../../../../platform/numeric/random-streams.ts';
import { contextAt } from '../../../histories/event-contexts.ts';
import type { Histories } from '../../../histories/histories.ts';
import { type ContextEncoding, encodeContext } from './context-encoding.ts';

/** The share of the targets that are learned without a context. */
const LEFT_OUT = 0.25;

export interface StepTargets {
  /** Positions in the histories of the targets, in their order. */
  readonly targets: readonly number[];
  /** The number of rows for items that were turned down; null: the graph has no input for them. */
  readonly rejected: number | null;
}

/** `step`: the step within the run, on which the contexts that are left out depend. */
export function contextInputs(
  train: Histories,
  encoding: ContextEncoding,
  { targets, rejected }: StepTargets,
  { seed, step }: { readonly seed: number; readonly step: number },
): Batch {
  const { width } = encoding;
  const values = new Float32Array(targets.length * width);
  const chance = randomUniform(seed, `contexts ${step}`, targets.length);
  for (const [row, target] of targets.entries())
    if (chance[row]! >= LEFT_OUT)
      encodeContext(encoding, contextAt(train, target), values.subarray(row * width, (row + 1) * width));
  return {
    context: { values, shape: [targets.length, width] },
    ...(rejected !== null && {
      'rejected-context': { values: new Float32Array(rejected * width), shape: [rejected, width] },
    }),
  };
}
