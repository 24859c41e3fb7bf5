/**
 * The nearest of K centres for many rows, by matrix products in ONNX Runtime: |x - c|² = |x|² - 2 (x · c -
 * |c|²/2). For fitting only: ties depend on the machine, so assignment uses `nearest-code.ts`.
 *
 * N rows, K centres, W their width.
 */

import { Graph } from '../../../engines/tensor/graph/graph.ts';
import { writeInferenceModel } from '../../../engines/tensor/inference/write-inference-model.ts';
import { openSession, ortTensor } from '../../../engines/tensor/onnx/open-session.ts';
import { sub } from '../../../engines/tensor/ops/arithmetic.ts';
import { matMul } from '../../../engines/tensor/ops/mat-mul.ts';
import { max } from '../../../engines/tensor/ops/reduce.ts';
import { argMax } from '../../../engines/tensor/ops/select.ts';
import { dotRows } from '../../../platform/numeric/vectors.ts';

/** Floats of one block's scores: 16 MiB. */
const BLOCK_SCORES = 4 * 1024 * 1024;

export interface Matrix {
  /** Row-major. */
  readonly values: Float32Array;
  readonly width: number;
}

export interface Nearest {
  /** [N] */
  readonly codes: Int32Array;
  /** Squared, never below 0 [N]. */
  readonly distances: Float32Array;
}

export interface NearestCenters {
  find(rows: Matrix, centers: Matrix): Promise<Nearest>;
  close(): Promise<void>;
}

export async function openNearestCenters(threads = 1): Promise<NearestCenters> {
  const graph = new Graph();
  const rows = graph.input('rows', 'float32', ['N', 'W']);
  const centers = graph.input('centers', 'float32', ['K', 'W']);
  const halves = graph.input('halves', 'float32', ['K']);
  const scores = sub(matMul(rows, centers, { transposeB: true }), halves);
  const outputs = { code: argMax(scores), score: max(scores, { axes: [-1] }) };
  const session = await openSession(writeInferenceModel({ outputs, parameters: new Map() }), { threads });
  return {
    find: async (points, { values, width }) => {
      const K = values.length / width;
      const N = points.values.length / width;
      const codes = new Int32Array(N);
      const distances = squaredNorms(points);
      const fixed = {
        centers: ortTensor('float32', values, [K, width]),
        halves: ortTensor(
          'float32',
          squaredNorms({ values, width }).map((norm) => norm / 2),
          [K],
        ),
      };
      const block = Math.max(1, Math.floor(BLOCK_SCORES / K));
      for (let start = 0; start < N; start += block) {
        const part = points.values.subarray(start * width, Math.min(start + block, N) * width);
        const { code, score } = await session.run({
          ...fixed,
          rows: ortTensor('float32', part, [part.length / width, width]),
        });
        for (let row = 0; row < part.length / width; row++) {
          codes[start + row] = Number((code!.data as BigInt64Array)[row]!);
          const squared = distances[start + row]! - 2 * (score!.data as Float32Array)[row]!;
          distances[start + row] = Math.max(0, squared);
        }
      }
      return { codes, distances };
    },
    close: () => session.release(),
  };
}

function squaredNorms({ values, width }: Matrix): Float32Array {
  const norms = new Float32Array(values.length / width);
  for (let row = 0; row < norms.length; row++)
    norms[row] = dotRows(values, row * width, values, row * width, width);
  return norms;
}
