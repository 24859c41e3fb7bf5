/**
 * Dense layers in float64 loops, before and after the codebooks. Every sum has a fixed order, so a vector
 * gives the same bits on every machine and in every batch. A matrix product of ONNX Runtime is faster, but
 * its last bits depend on processor, threads and batch.
 *
 * I inputs, O outputs of a layer.
 */

export interface DenseLayer {
  /** Row-major [I × O]. */
  readonly weights: Float32Array;
  /** [O] */
  readonly bias: Float32Array;
}

/** y = Wᵀ x + b for each layer, with a ReLU between layers and none after the last. */
export function applyLayers(layers: readonly DenseLayer[], x: Float64Array): Float64Array {
  return layers.reduce((values, layer, at) => {
    if (at > 0) for (let i = 0; i < values.length; i++) if (values[i]! < 0) values[i] = 0;
    return applyLayer(layer, values);
  }, x);
}

function applyLayer({ weights, bias }: DenseLayer, x: Float64Array): Float64Array {
  const y = new Float64Array(bias);
  const outputs = y.length;
  for (let i = 0; i < x.length; i++) {
    const value = x[i]!;
    if (value === 0) continue;
    const row = i * outputs;
    for (let o = 0; o < outputs; o++) y[o] = y[o]! + value * weights[row + o]!;
  }
  return y;
}
