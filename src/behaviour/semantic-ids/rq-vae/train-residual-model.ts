/**
 * Trains an RQ-VAE. Codebooks are initialised by k-means of a sample of latent rows. In the first half of the
 * run, unused codes are reset to residuals of random rows every 100 steps.
 *
 * N rows, L levels, W latent dimensions.
 */

import type { Batch } from '../../../engines/tensor/training/batch.ts';
import { compileTraining } from '../../../engines/tensor/training/compile-training.ts';
import { runTraining } from '../../../engines/tensor/training/run-training.ts';
import type { Trainer } from '../../../engines/tensor/training/trainer.ts';
import { randomOrder, randomUniform } from '../../../platform/numeric/random-streams.ts';
import { fitResidualLevels } from '../fit-residual-levels.ts';
import type { Matrix, NearestCenters } from '../k-means/nearest-centers.ts';
import type { QuantizerProblem } from '../quantizer.ts';
import { codebookName, residualModel } from './residual-model.ts';

export interface ResidualTraining {
  readonly problem: Pick<
    QuantizerProblem,
    'layout' | 'progressiveMasking' | 'seed' | 'signal' | 'onProgress'
  >;
  /** Standardised. */
  readonly rows: Matrix;
  readonly widths: readonly number[];
  readonly nearest: NearestCenters;
}

const MAX_BATCH = 1024;
/** Epochs of a run, within bounds of its steps. */
const EPOCHS = 200;
const MIN_STEPS = 300;
const MAX_STEPS = 3000;
const RESET_STEPS = 100;
/** Share of the run after which no code is reset. */
const LAST_RESET_SHARE = 0.5;
/** Sampled rows that codebooks are initialised from, and that show which codes are unused. */
const SAMPLE_ROWS = 8192;

/** Parameters by name: `encoder.N.weights`, `encoder.N.bias`, `codebook.L`, … */
export async function trainResidualModel(
  training: ResidualTraining,
): Promise<ReadonlyMap<string, Float32Array>> {
  const { rows, widths, problem } = training;
  const { layout, seed, signal, onProgress } = problem;
  const model = residualModel({ dimension: rows.width, widths, sizes: layout.sizes });
  const steps = stepsFor(rows);
  const optimizer = {
    learningRate: 1e-3,
    warmUpSteps: 50,
    decay: 'cosine',
    totalSteps: steps,
    weightDecay: 0.01,
    clipNorm: 5,
  } as const;
  const trainer = await compileTraining(model, { optimizer, seed, threads: 1 });
  try {
    await initializeCodebooks(trainer, training);
    await runTraining({
      trainer,
      steps,
      batchOf: (step) => batchOf(training, step),
      check: {
        everySteps: RESET_STEPS,
        shouldStop: async (done) => {
          if (done <= LAST_RESET_SHARE * steps) await resetDeadCodes(trainer, training, done);
          return false;
        },
      },
      ...(signal === undefined ? {} : { signal }),
      onProgress: ({ share }) => onProgress?.(share, 'training the quantizer'),
    });
    return new Map([...trainer.parameters()].map(([name, values]) => [name, values.slice()]));
  } finally {
    await trainer.close();
  }
}

function countOf({ values, width }: Matrix): number {
  return values.length / width;
}

function stepsFor(rows: Matrix): number {
  const epoch = countOf(rows) / batchSize(rows);
  return Math.min(MAX_STEPS, Math.max(MIN_STEPS, Math.ceil(EPOCHS * epoch)));
}

function batchSize(rows: Matrix): number {
  return Math.min(MAX_BATCH, countOf(rows));
}

function batchOf({ rows, problem }: ResidualTraining, step: number): Batch {
  const { seed, layout, progressiveMasking } = problem;
  const count = countOf(rows);
  const size = batchSize(rows);
  const L = layout.sizes.length;
  const uniform = randomUniform(seed, `rows ${step}`, 2 * size);
  const chosen = Int32Array.from({ length: size }, (_, at) => Math.floor(uniform[at]! * count));
  const kept = new Float32Array(size * L).fill(1);
  if (progressiveMasking)
    for (let row = 0; row < size; row++) {
      const levels = 1 + Math.floor(uniform[size + row]! * L);
      kept.fill(0, row * L + levels, (row + 1) * L);
    }
  return batchOfRows(rows, chosen, kept);
}

function batchOfRows({ values, width }: Matrix, chosen: Int32Array, kept: Float32Array): Batch {
  const rows = new Float32Array(chosen.length * width);
  chosen.forEach((row, at) => void rows.set(values.subarray(row * width, (row + 1) * width), at * width));
  return {
    rows: { values: rows, shape: [chosen.length, width] },
    kept: { values: kept, shape: [chosen.length, kept.length / chosen.length] },
  };
}

/** The model's outputs for a random sample of rows. */
async function evaluateSample(trainer: Trainer, { rows, problem }: ResidualTraining, stream: string) {
  const count = countOf(rows);
  const chosen = randomOrder(problem.seed, stream, count).subarray(0, SAMPLE_ROWS);
  const kept = new Float32Array(chosen.length * problem.layout.sizes.length).fill(1);
  return (await trainer.evaluate(batchOfRows(rows, chosen, kept))).metrics;
}

async function initializeCodebooks(trainer: Trainer, training: ResidualTraining): Promise<void> {
  const { problem, nearest, widths } = training;
  const { layout, seed, signal } = problem;
  const outputs = await evaluateSample(trainer, training, 'start');
  const { codebooks } = await fitResidualLevels({
    latent: { values: outputs['rest.0'] as Float32Array, width: widths.at(-1)! },
    layout,
    seed,
    nearest,
    normalizeResiduals: false,
    localCenters: false,
    signal,
  });
  codebooks.forEach((codebook, level) => {
    trainer.setParameter(codebookName(level), codebook);
  });
}

async function resetDeadCodes(trainer: Trainer, training: ResidualTraining, steps: number): Promise<void> {
  const { problem, widths } = training;
  const width = widths.at(-1)!;
  const outputs = await evaluateSample(trainer, training, `look ${steps}`);
  problem.layout.sizes.forEach((size, level) => {
    const used = new Set(outputs[`code.${level}`] as Float32Array);
    if (used.size === size) return;
    const residuals = outputs[`rest.${level}`] as Float32Array;
    const codebook = trainer.parameters().get(codebookName(level))!.slice();
    const uniform = randomUniform(problem.seed, `moved ${steps} ${level}`, size);
    for (let code = 0; code < size; code++) {
      if (used.has(code)) continue;
      const row = Math.floor((uniform[code]! * residuals.length) / width);
      codebook.set(residuals.subarray(row * width, (row + 1) * width), code * width);
    }
    trainer.setParameter(codebookName(level), codebook);
  });
}
