/**
 * A moving average of the weights over the last steps (Polyak, Juditsky 1992). At a constant learning rate
 * the weights fluctuate around an optimum, and their mean is closer to it than any of them.
 *
 * The rows of sparse tables catch up when they are needed (`average-rows.ts`).
 *
 * A file beside each trainer checkpoint has the averages, with the step in its name. The previous file stays
 * until the next checkpoint, so after a kill either checkpoint has its averages.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tensorBytes, tensorsOf } from '../../../../engines/tensor/training/tensor-file.ts';
import type { Trainer } from '../../../../engines/tensor/training/trainer.ts';
import { type AveragedRows, averageRows } from './average-rows.ts';

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
/** The prefix of the file's arrays that say how many updates each row of a table has had. */
const ROW_UPDATES = 'updates/';

/**
 * `steps`: the averages cover about so many steps; `isFixed`: names the parameters that training does not
 * change; `checkpointPath`: null if `save` and `restore` are never called.
 */
export function averageWeights(
  trainer: Trainer,
  { steps, isFixed }: { readonly steps: number; readonly isFixed: (name: string) => boolean },
  checkpointPath: string | null,
): AveragedWeights {
  // At first a step's weight in the mean grows linearly with its number: the initial weights fade early.
  const rateOf = (update: number) => Math.min(1, Math.max(EVERY_STEPS / steps, 2 / (update + 1)));
  const updatesDone = () => Math.floor(trainer.steps / EVERY_STEPS);
  const averages = new Map<string, Float32Array>();
  const tables = new Map<string, AveragedRows>();
  for (const [name, values] of trainer.parameters()) {
    const rows = trainer.sparseRows.get(name);
    if (isFixed(name)) continue;
    if (rows === undefined) averages.set(name, values.slice());
    else tables.set(name, averageRows(values, rows, rateOf));
  }
  trainer.onRows((name, rows) => {
    tables.get(name)?.catchUp(updatesDone(), trainer.parameters().get(name)!, rows);
  });
  const saved: string[] = [];
  const pathOf = (step: number) => `${checkpointPath}.average-${step}`;
  return {
    update: () => {
      if (trainer.steps % EVERY_STEPS !== 0) return;
      const rate = rateOf(updatesDone());
      const current = trainer.parameters();
      for (const [name, average] of averages) moveTo(average, current.get(name)!, rate);
    },
    values: () => {
      const current = trainer.parameters();
      for (const [name, table] of tables) table.catchUp(updatesDone(), current.get(name)!);
      const ofTables = [...tables].map(([name, { values }]) => [name, values] as const);
      return new Map([...current, ...averages, ...ofTables]);
    },
    save: () => {
      // Rows that lag behind are saved as they are, so that a resumed training ends with the same bytes.
      const arrays = [
        ...averages,
        ...[...tables].flatMap(([name, { values, updates }]) => [
          [name, values] as const,
          [ROW_UPDATES + name, updates] as const,
        ]),
      ].map(([name, values]) => ({ name, shape: [values.length], values }));
      for (const path of saved.splice(0, saved.length - 1)) rmSync(path, { force: true });
      const path = pathOf(trainer.steps);
      writeFileSync(path, tensorBytes({ arrays, metadata: {} }), { flush: true, mode: 0o600 });
      if (!saved.includes(path)) saved.push(path);
    },
    restore: () => {
      const path = pathOf(trainer.steps);
      // In files of earlier versions no row lags behind.
      for (const { updates } of tables.values()) updates.fill(updatesDone());
      for (const { name, values } of tensorsOf(readFileSync(path), path).arrays) {
        const isUpdates = name.startsWith(ROW_UPDATES);
        const table = tables.get(isUpdates ? name.slice(ROW_UPDATES.length) : name);
        (table === undefined ? averages.get(name)! : isUpdates ? table.updates : table.values).set(values);
      }
      saved.push(path);
    },
  };
}

function moveTo(average: Float32Array, current: Float32Array, rate: number): void {
  for (let at = 0; at < average.length; at++) average[at]! += rate * (current[at]! - average[at]!);
}
