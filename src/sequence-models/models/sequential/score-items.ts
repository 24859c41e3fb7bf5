/**
 * Scores items by the dot product of their vectors with the state of a history. The number of states is
 * padded with zeros to a multiple of 16. ONNX Runtime then computes each product by the same additions in the
 * same order, so a score does not depend on the rest of the batch.
 *
 * N states, I items, C candidates, D width.
 */
import { Graph } from '../../../tensor/graph/graph.ts';
import { writeInferenceModel } from '../../../tensor/inference/write-inference-model.ts';
import { openSession, ortTensor } from '../../../tensor/onnx/session.ts';
import { gather } from '../../../tensor/ops/gather.ts';
import { matMul } from '../../../tensor/ops/mat-mul.ts';

export interface ItemScorer {
  /** states [N × D] -> [N × I] */
  all(states: Float32Array): Promise<Float32Array>;
  /** One state [D] -> [C] */
  some(state: Float32Array, candidates: Uint32Array): Promise<Float32Array>;
  close(): Promise<void>;
}

const STATES_AT_ONCE = 16;

export async function openItemScorer(
  vectors: Float32Array,
  width: number,
  options: { readonly threads: number },
): Promise<ItemScorer> {
  const whole = await openSession(scoringModel(width, 'all'), options);
  const chosen = await openSession(scoringModel(width, 'some'), options);
  const table = ortTensor('float32', vectors, [vectors.length / width, width]);
  const padded = (states: Float32Array) => {
    const N = states.length / width;
    const rows = new Float32Array(Math.ceil(N / STATES_AT_ONCE) * STATES_AT_ONCE * width);
    rows.set(states);
    return ortTensor('float32', rows, [rows.length / width, width]);
  };
  return {
    all: async (states) => {
      const { scores } = await whole.run({ vectors: table, states: padded(states) });
      return byState(scores!.data as Float32Array, table.dims[0]!, states.length / width);
    },
    some: async (state, candidates) => {
      const items = ortTensor('int32', Int32Array.from(candidates), [candidates.length]);
      const { scores } = await chosen.run({ vectors: table, states: padded(state), candidates: items });
      return byState(scores!.data as Float32Array, candidates.length, 1);
    },
    close: async () => {
      await whole.release();
      await chosen.release();
    },
  };
}

/** Transposes [rows × padded states] to [N × rows], without the padding. */
function byState(scores: Float32Array, rows: number, N: number): Float32Array {
  const padded = scores.length / Math.max(1, rows);
  const transposed = new Float32Array(N * rows);
  for (let row = 0; row < rows; row++)
    for (let n = 0; n < N; n++) transposed[n * rows + row] = scores[row * padded + n]!;
  return transposed;
}

function scoringModel(width: number, which: 'all' | 'some'): Uint8Array {
  const graph = new Graph();
  const table = graph.input('vectors', 'float32', ['I', width]);
  const states = graph.input('states', 'float32', ['N', width]);
  const rows = which === 'all' ? table : gather(table, graph.input('candidates', 'int32', ['C']));
  const scores = matMul(rows, states, { transposeB: true });
  return writeInferenceModel({ outputs: { scores }, parameters: new Map() });
}
