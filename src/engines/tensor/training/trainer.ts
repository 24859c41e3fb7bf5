/** The interface of a compiled training graph; `compile-training.ts` implements it. */
import type { Batch } from './batch.ts';

/** By name: a number for a scalar, else the values in row-major order. */
type Reported = Readonly<Record<string, number | Float32Array>>;

export interface Evaluation {
  readonly loss: number;
  readonly metrics: Reported;
}

export interface StepReport extends Evaluation {
  /** The L2 norm of all gradients together, before clipping. */
  readonly gradientNorm: number;
}

export interface Trainer {
  /** The number of steps done. */
  readonly steps: number;
  /** Takes one step. Throws `TrainingDiverged`, and changes nothing, if loss or gradients are not finite. */
  step(batch: Batch): Promise<StepReport>;
  /**
   * Loss, metrics and evaluation of a batch with the current parameters, without dropout; changes nothing.
   */
  evaluate(batch: Batch): Promise<Evaluation>;
  /** The current values by name. They are views that later steps overwrite: copy values to keep them. */
  parameters(): ReadonlyMap<string, Float32Array>;
  /** The number of rows of each sparse table, by name: a step changes the rows that its batch reads. */
  readonly sparseRows: ReadonlyMap<string, number>;
  /** `listener` is called before a step changes these rows of a sparse table. A later call replaces it. */
  onRows(listener: (name: string, rows: readonly number[]) => void): void;
  /** Replaces values and clears the moments. Throws an Error if the name is unknown or the size differs. */
  setParameter(name: string, values: Float32Array): void;
  /** Saves the parameters, moments and number of steps. Atomic: the file is always the old or the new one. */
  saveCheckpoint(path: string, extra?: Readonly<Record<string, string>>): Promise<void>;
  /** Resumes from a checkpoint; returns its `extra`. Throws an Error if it is of another model or seed. */
  loadCheckpoint(path: string): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** The loss or the gradients of a step were not finite. */
export class TrainingDiverged extends Error {
  override readonly name = 'TrainingDiverged';
}
