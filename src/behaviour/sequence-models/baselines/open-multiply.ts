/** Matrix products by ONNX Runtime, on the calling thread. */
import { Graph } from '../../../engines/tensor/graph/graph.ts';
import { writeInferenceModel } from '../../../engines/tensor/inference/write-inference-model.ts';
import { openSession, ortTensor } from '../../../engines/tensor/onnx/open-session.ts';
import { matMul } from '../../../engines/tensor/ops/mat-mul.ts';
import type { Multiply } from './invert-matrix.ts';

export interface OpenMultiply {
  readonly multiply: Multiply;
  close(): Promise<void>;
}

export async function openMultiply(threads = 1): Promise<OpenMultiply> {
  const graph = new Graph();
  const product = matMul(graph.input('a', 'float32', ['M', 'K']), graph.input('b', 'float32', ['N', 'K']), {
    transposeB: true,
  });
  const session = await openSession(writeInferenceModel({ outputs: { product }, parameters: new Map() }), {
    threads,
  });
  return {
    multiply: async (a, b, { m, k, n }) => {
      const { product: found } = await session.run({
        a: ortTensor('float32', a, [m, k]),
        b: ortTensor('float32', b, [n, k]),
      });
      return found!.data as Float32Array;
    },
    close: () => session.release(),
  };
}
