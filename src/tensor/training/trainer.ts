/** The interface of a compiled training graph; `compile-training.ts` implements it. */
import type { Batch } from './batch.ts';

/** A scalar comes as a number, anything else as its values in row-major order. */
type Reported = Readonly<Record<string, number | Float32Array>>;

export interface Evaluation {
  readonly loss: number;
  readonly metrics: Reported;
}

export interface StepReport extends Evaluation {
  /** Norm of all gradients together, before clipping. */
  readonly gradientNorm: number;
}

export interface Trainer {
  /** Steps done. */
  readonly steps: number;
  /**
   * One step. Throws `TrainingDiverged`, and changes nothing, where loss or gradients are no numbers any
   * more.
   */
  step(batch: Batch): Promise<StepReport>;
  /**
   * Loss, metrics and evaluation of a batch with the present parameters, without dropout; changes nothing.
   */
  evaluate(batch: Batch): Promise<Evaluation>;
  /** Present values by name: views that later steps overwrite, so copy what is to be kept. */
  parameters(): ReadonlyMap<string, Float32Array>;
  /** Replaces values and clears the moments (a dead code put elsewhere, the best epoch's weights). */
  setParameter(name: string, values: Float32Array): void;
  /** Saves the full state of the run. Atomic: the file is the old or the new one at any moment. */
  saveCheckpoint(path: string, extra?: Readonly<Record<string, string>>): Promise<void>;
  /** Resumes from a checkpoint; returns its `extra`. Throws an Error if it is of another model or seed. */
  loadCheckpoint(path: string): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

export class TrainingDiverged extends Error {
  override readonly name = 'TrainingDiverged';
}
