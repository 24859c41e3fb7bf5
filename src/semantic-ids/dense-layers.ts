/**
 * Dense layers in plain float64 loops: what stands in front of codebooks and behind them. Every sum is taken in one
 * order, one rounding an operation, as ECMAScript demands of every machine; so the same vector gives the same bits
 * anywhere, alone or among others. (A matrix product of ONNX Runtime is faster, and may differ in its last bits with the
 * processor, the threads and the rows beside.)
 *
 * I inputs, O outputs of a layer.
 */

export interface DenseLayer {
  /** Row-major [I × O]. */
  readonly weights: Float32Array;
  /** [O] */
  readonly bias: Float32Array;
}

/** y = W'x + b, layer after layer, with a ReLU between two of them (none behind the last). */
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
