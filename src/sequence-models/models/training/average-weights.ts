/**
 * A moving average of the weights over the last steps (Polyak, Juditsky 1992). At a constant learning rate
 * the weights fluctuate around an optimum, and their mean is closer to it than any of them.
 *
 * A file beside each trainer checkpoint has the averages, with the step in its name. The previous file stays
 * until the next checkpoint, so after a kill either checkpoint has its averages.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tensorBytes, tensorsOf } from '../../../tensor/training/tensor-file.ts';
import type { Trainer } from '../../../tensor/training/trainer.ts';

export interface AveragedWeights {
  /** Updates the averages; call it after every step. */
  update(): void;
  /** By name: the averages, and the current values of fixed parameters. */
  values(): ReadonlyMap<string, Float32Array>;
  /** Writes the averages of the current step; call it before the checkpoint is written. */
  save(): void;
  /** Reads the averages of the trainer's current step. Throws if their file is missing. */
  restore(): void;
}

/** Averages are updated every fourth step (docs/design/decisions/sequence-models.md). */
const EVERY_STEPS = 4;

/**
 * `steps`: the averages cover about so many steps; `isFixed`: names the parameters that training does not
 * change; `checkpointPath`: null if `save` and `restore` are never called.
 */
export function averageWeights(
  trainer: Trainer,
  { steps, isFixed }: { readonly steps: number; readonly isFixed: (name: string) => boolean },
  checkpointPath: string | null,
): AveragedWeights {
  const averages = new Map<string, Float32Array>();
  for (const [name, values] of trainer.parameters()) if (!isFixed(name)) averages.set(name, values.slice());
  const saved: string[] = [];
  const pathOf = (step: number) => `${checkpointPath}.average-${step}`;
  return {
    update: () => {
      if (trainer.steps % EVERY_STEPS !== 0) return;
      const updates = trainer.steps / EVERY_STEPS;
      // At first a step's weight in the mean grows linearly with its number: the initial weights fade early.
      const rate = Math.max(EVERY_STEPS / steps, 2 / (updates + 1));
      const current = trainer.parameters();
      for (const [name, average] of averages) moveTo(average, current.get(name)!, Math.min(1, rate));
    },
    values: () => new Map([...trainer.parameters(), ...averages]),
    save: () => {
      const arrays = [...averages].map(([name, values]) => ({ name, shape: [values.length], values }));
      for (const path of saved.splice(0, saved.length - 1)) rmSync(path, { force: true });
      const path = pathOf(trainer.steps);
      writeFileSync(path, tensorBytes({ arrays, metadata: {} }), { flush: true, mode: 0o600 });
      if (!saved.includes(path)) saved.push(path);
    },
    restore: () => {
      const path = pathOf(trainer.steps);
      for (const { name, values } of tensorsOf(readFileSync(path), path).arrays)
        averages.get(name)!.set(values);
      saved.push(path);
    },
  };
}

function moveTo(average: Float32Array, current: Float32Array, rate: number): void {
  for (let at = 0; at < average.length; at++) average[at]! += rate * (current[at]! - average[at]!);
}
