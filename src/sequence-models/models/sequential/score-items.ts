/**
 * Scores items by the dot product of their vectors with the state of a history. At the ends of a matrix ONNX Runtime
 * adds in another order, so sizes are padded with zeros to a multiple of 16; a score then does not depend on what is
 * computed with it.
 *
 * `all` multiplies many states at once, which is the cheapest for evaluations. `each` and `some` multiply one state at
 * a time, which is four times as cheap for a single one; their scores are equal to the bit, and to those of `all` up
 * to rounding.
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
  /** As `all`, with the scores of `some`. */
  each(states: Float32Array): Promise<Float32Array>;
  /** One state [D] -> [C] */
  some(state: Float32Array, candidates: Uint32Array): Promise<Float32Array>;
  close(): Promise<void>;
}

const PADDED_TO = 16;

export async function openItemScorer(
  vectors: Float32Array,
  width: number,
  options: { readonly threads: number },
): Promise<ItemScorer> {
  const whole = await openSession(scoringModel(width, 'all'), options);
  const single = await openSession(scoringModel(width, 'each'), options);
  const chosen = await openSession(scoringModel(width, 'some'), options);
  const parts = paddedParts(vectors, width);
  const table = ortTensor('float32', vectors, [vectors.length / width, width]);
  const padded = (states: Float32Array) => {
    const N = states.length / width;
    const rows = new Float32Array(paddedCount(N) * width);
    rows.set(states);
    return ortTensor('float32', rows, [rows.length / width, width]);
  };
  return {
    all: async (states) => {
      const { scores } = await whole.run({ vectors: table, states: padded(states) });
      return byState(scores!.data as Float32Array, table.dims[0]!, states.length / width);
    },
    each: async (states) => {
      const [N, I] = [states.length / width, vectors.length / width];
      const byRow = new Float32Array(N * I);
      for (let row = 0; row < N; row++) {
        const state = ortTensor('float32', states.subarray(row * width, (row + 1) * width), [1, width]);
        for (const { from, rows, tensor } of parts) {
          const { scores } = await single.run({ vectors: tensor, states: state });
          byRow.set((scores!.data as Float32Array).subarray(0, rows), row * I + from);
        }
      }
      return byRow;
    },
    some: async (state, candidates) => {
      const items = new Int32Array(paddedCount(candidates.length));
      items.set(candidates);
      const { scores } = await chosen.run({
        vectors: table,
        states: ortTensor('float32', state, [1, width]),
        candidates: ortTensor('int32', items, [items.length]),
      });
      return (scores!.data as Float32Array).slice(0, candidates.length);
    },
    close: async () => {
      await whole.release();
      await single.release();
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

function paddedCount(count: number): number {
  return Math.ceil(count / PADDED_TO) * PADDED_TO;
}

/** The table as a part whose size needs no padding, and a copy of the rest with padding. */
function paddedParts(vectors: Float32Array, width: number) {
  const I = vectors.length / width;
  const whole = I - (I % PADDED_TO);
  const rest = new Float32Array(PADDED_TO * width);
  rest.set(vectors.subarray(whole * width));
  return [
    {
      from: 0,
      rows: whole,
      tensor: ortTensor('float32', vectors.subarray(0, whole * width), [whole, width]),
    },
    { from: whole, rows: I - whole, tensor: ortTensor('float32', rest, [PADDED_TO, width]) },
  ].filter(({ rows }) => rows > 0);
}

function scoringModel(width: number, which: 'all' | 'each' | 'some'): Uint8Array {
  const graph = new Graph();
  const table = graph.input('vectors', 'float32', ['I', width]);
  const states = graph.input('states', 'float32', ['N', width]);
  const rows = which === 'some' ? gather(table, graph.input('candidates', 'int32', ['C'])) : table;
  const [left, right] = which === 'all' ? [rows, states] : [states, rows];
  const scores = matMul(left, right, { transposeB: true });
  return writeInferenceModel({ outputs: { scores }, parameters: new Map() });
}
