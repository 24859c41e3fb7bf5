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
  /** Call after every step. */
  follow(): void;
  /** By name: averages, and the present values of what is not averaged. */
  values(): ReadonlyMap<string, Float32Array>;
  /** Beside the checkpoint that is about to be written. */
  save(): void;
  /** Of the step that the trainer stands at. */
  restore(): void;
}

/**
 * Averages are moved every so many steps: a pass over all weights costs as much as a tenth of a small step.
 */
const EVERY_STEPS = 4;

/** `steps`: over how many the average goes, about; `isFixed`: what training does not change. */
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
    follow: () => {
      if (trainer.steps % EVERY_STEPS !== 0) return;
      const times = trainer.steps / EVERY_STEPS;
      // The plain mean of what there was, until there was enough.
      const rate = Math.max(EVERY_STEPS / steps, 2 / (times + 1));
      const present = trainer.parameters();
      for (const [name, average] of averages) moveTo(average, present.get(name)!, Math.min(1, rate));
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

function moveTo(average: Float32Array, present: Float32Array, rate: number): void {
  for (let at = 0; at < average.length; at++) average[at]! += rate * (present[at]! - average[at]!);
}
