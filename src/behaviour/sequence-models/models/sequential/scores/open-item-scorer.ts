/**
 * Scores items by the dot product of their vectors with the state of a history. `each` and `some` add the
 * products of an item in the same order, whatever is scored beside it. Their scores are thus equal to the
 * bit. `all` is ONNX Runtime's product of many states at once, which is cheaper for evaluations, and equal up
 * to rounding.
 *
 * N states, I items, C candidates, D width.
 */
import type { InferenceSession } from 'onnxruntime-node';
import { Graph } from '../../../../../engines/tensor/graph/graph.ts';
import { writeInferenceModel } from '../../../../../engines/tensor/inference/write-inference-model.ts';
import { openSession, ortTensor } from '../../../../../engines/tensor/onnx/open-session.ts';
import { matMul } from '../../../../../engines/tensor/ops/mat-mul.ts';
import type { ScorerMemory } from './scorer-memory.ts';

export interface ItemScorer {
  /** states [N × D] -> [N × I] */
  all(states: Float32Array): Promise<Float32Array>;
  /** As `all`, with the scores of `some`. */
  each(states: Float32Array): Float32Array;
  /** One state [D] -> [C] */
  some(state: Float32Array, candidates: Uint32Array): Float32Array;
  close(): Promise<void>;
}

/** At the ends of a matrix ONNX Runtime adds in another order: states are padded to this multiple. */
const PADDED_TO = 16;

/** `width`: that of the states; `memory` may have wider rows. */
export function openItemScorer(
  memory: ScorerMemory,
  width: number,
  options: { readonly threads: number },
): ItemScorer {
  const { items: I, width: D, vectors } = memory;
  let opening: Promise<InferenceSession> | undefined;
  return {
    all: async (states) => {
      const N = states.length / width;
      const rows = new Float32Array(Math.ceil(N / PADDED_TO) * PADDED_TO * D);
      for (let n = 0; n < N; n++) rows.set(states.subarray(n * width, (n + 1) * width), n * D);
      // Only evaluations need the session.
      opening ??= openSession(scoringModel(D), options);
      const { scores } = await (await opening).run({
        vectors: ortTensor('float32', vectors, [I, D]),
        states: ortTensor('float32', rows, [rows.length / D, D]),
      });
      return byState(scores!.data as Float32Array, I, N);
    },
    each: (states) => {
      const N = states.length / width;
      const byRow = new Float32Array(N * I);
      for (let n = 0; n < N; n++) {
        scoreRows(memory, states.subarray(n * width, (n + 1) * width), null);
        byRow.set(memory.scores, n * I);
      }
      return byRow;
    },
    some: (state, candidates) => {
      const scores = new Float32Array(candidates.length);
      // The memory has room for as many rows as there are items.
      for (let from = 0; from < candidates.length; from += I) {
        const part = candidates.subarray(from, from + I);
        scoreRows(memory, state, part);
        scores.set(memory.scores.subarray(0, part.length), from);
      }
      return scores;
    },
    close: async () => {
      await (await opening)?.release();
    },
  };
}

/** Writes `memory.scores`, in the order of `candidates`; null: of all items. */
function scoreRows(memory: ScorerMemory, state: Float32Array, candidates: Uint32Array | null): void {
  const { kernels, items, width, vectors, scores } = memory;
  memory.state.set(state);
  if (candidates !== null) memory.candidates.set(candidates);
  kernels.scoreRows(
    candidates === null ? 0 : memory.candidates.byteOffset,
    candidates?.length ?? items,
    vectors.byteOffset,
    width,
    memory.state.byteOffset,
    scores.byteOffset,
  );
}

/** Transposes [rows × padded states] to [N × rows], without the padding. */
function byState(scores: Float32Array, rows: number, N: number): Float32Array {
  const padded = scores.length / Math.max(1, rows);
  const transposed = new Float32Array(N * rows);
  for (let row = 0; row < rows; row++)
    for (let n = 0; n < N; n++) transposed[n * rows + row] = scores[row * padded + n]!;
  return transposed;
}

function scoringModel(width: number): Uint8Array {
  const graph = new Graph();
  const table = graph.input('vectors', 'float32', ['I', width]);
  const states = graph.input('states', 'float32', ['N', width]);
  const scores = matMul(table, states, { transposeB: true });
  return writeInferenceModel({ outputs: { scores }, parameters: new Map() });
}
