/**
 * Fits a linear map of the vectors that moves items of one sequence together, before quantization. The loss
 * is InfoNCE (van den Oord et al., 2018) over pairs from the sequences, times the weight. A penalty on
 * changes of inner products is added, which preserves content. The map starts as the identity.
 *
 * The map reads content only, so a new item moves like similar items.
 *
 * D dimensions, P pairs of a batch.
 */
import { Graph, type Tensor } from '../../../engines/tensor/graph/graph.ts';
import { zeros } from '../../../engines/tensor/graph/initializers.ts';
import { add, mul } from '../../../engines/tensor/ops/arithmetic.ts';
import { infoNce, squaredError, weightedMean } from '../../../engines/tensor/ops/losses.ts';
import { matMul } from '../../../engines/tensor/ops/mat-mul.ts';
import { concat } from '../../../engines/tensor/ops/shape.ts';
import { compileTraining } from '../../../engines/tensor/training/compile-training.ts';
import { runTraining } from '../../../engines/tensor/training/run-training.ts';
import type { QuantizerProblem } from '../quantizer.ts';
import { drawPairs, pairedPositions } from './draw-pairs.ts';

const MAX_PAIRS = 256;
const MIN_STEPS = 60;
const MAX_STEPS = 600;
/** Paired events per step; sets the number of steps. */
const EVENTS_PER_STEP = 10;
const TEMPERATURE = 0.1;
/** Weight of the squared change of an inner product, relative to one nat of InfoNCE. */
const PRESERVATION_WEIGHT = 30;

/** Row-major [D × D]: z = x M. Null if there are no pairs. */
export async function fitCollaborativeMap(problem: QuantizerProblem): Promise<Float32Array | null> {
  const { vectors, dimension: D, collaborative, seed, signal, onProgress } = problem;
  if (collaborative === null) return null;
  const positions = pairedPositions(collaborative);
  if (positions.at.length === 0) return null;
  const events = positions.at.length;
  const count = Math.min(MAX_PAIRS, events);
  const steps = Math.min(MAX_STEPS, Math.max(MIN_STEPS, Math.ceil(events / EVENTS_PER_STEP)));
  const graph = new Graph();
  const first = graph.input('first', 'float32', ['P', D]);
  const second = graph.input('second', 'float32', ['P', D]);
  const change = graph.parameter('change', [D, D], { initializer: zeros });
  const mapped = [first, second].map((x) => add(x, matMul(x, change))) as [Tensor, Tensor];
  const contrast = weightedMean(infoNce(...mapped, TEMPERATURE));
  const loss = add(
    mul(contrast, collaborative.weight),
    mul(innerProductChange([first, second], mapped), PRESERVATION_WEIGHT),
  );
  const trainer = await compileTraining(
    { loss, metrics: { contrast } },
    {
      optimizer: { learningRate: 5e-3, warmUpSteps: 20, decay: 'cosine', totalSteps: steps, clipNorm: 1 },
      seed,
      threads: 1,
    },
  );
  try {
    await runTraining({
      trainer,
      steps,
      batchOf: (step) => {
        const pairs = drawPairs(collaborative, positions, { count, seed, step });
        const rowsOf = (rows: Uint32Array) => ({ values: gatherRows(vectors, D, rows), shape: [count, D] });
        return { first: rowsOf(pairs.first), second: rowsOf(pairs.second) };
      },
      ...(signal === undefined ? {} : { signal }),
      onProgress: ({ share }) => onProgress?.(share, 'fitting the collaborative map'),
    });
    const map = Float32Array.from(trainer.parameters().get('change')!);
    for (let d = 0; d < D; d++) map[d * D + d]! += 1;
    return map;
  } finally {
    await trainer.close();
  }
}

/** Mean squared change of the inner products of all rows of a batch. */
function innerProductChange(before: readonly Tensor[], after: readonly Tensor[]): Tensor {
  const products = (parts: readonly Tensor[]) => {
    const rows = concat(parts, 0);
    return matMul(rows, rows, { transposeB: true });
  };
  return weightedMean(squaredError(products(after), products(before)));
}

function gatherRows(vectors: Float32Array, D: number, rows: Uint32Array): Float32Array {
  const values = new Float32Array(rows.length * D);
  rows.forEach((row, at) => void values.set(vectors.subarray(row * D, (row + 1) * D), at * D));
  return values;
}
