/**
 * Matrix products by ONNX Runtime, for fitting. Their last bits depend on the machine, so assignment uses
 * `dense-layers.ts`.
 */
import { Graph } from '../../engines/tensor/graph/graph.ts';
import { writeInferenceModel } from '../../engines/tensor/inference/write-inference-model.ts';
import { openSession, ortTensor } from '../../engines/tensor/onnx/open-session.ts';
import { matMul } from '../../engines/tensor/ops/mat-mul.ts';
import type { Matrix } from './k-means/nearest-centers.ts';

/** The product a b, or aᵀ b. */
export async function matrixProduct(a: Matrix, b: Matrix, { transposeA = false } = {}): Promise<Matrix> {
  const graph = new Graph();
  const left = graph.input('a', 'float32', transposeA ? ['K', 'M'] : ['M', 'K']);
  const product = matMul(left, graph.input('b', 'float32', ['K', 'N']), { transposeA });
  const session = await openSession(writeInferenceModel({ outputs: { product }, parameters: new Map() }));
  try {
    const fed = ({ values, width }: Matrix) => ortTensor('float32', values, [values.length / width, width]);
    const found = await session.run({ a: fed(a), b: fed(b) });
    return { values: found.product!.data as Float32Array, width: b.width };
  } finally {
    await session.release();
  }
}
