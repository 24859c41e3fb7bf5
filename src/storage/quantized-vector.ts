/**
 * Vectors are stored as int8 codes with one scale a vector. A unit vector of D = 256 dimensions takes 260
 * bytes. value[d] ≈ codes[d] · scale, with a largest error of scale/2. The zero vector has scale 0.
 */
export interface QuantizedVector {
  readonly codes: Int8Array;
  readonly scale: number;
}

export function quantizeVector(vector: Float32Array): QuantizedVector {
  const largest = largestOf(vector);
  const scale = Math.fround(largest / 127);
  const codes = new Int8Array(vector.length);
  // As `Math.round`, whose branch the processor cannot foretell: no quotient of two floats is just below .5.
  if (scale > 0) for (let d = 0; d < vector.length; d++) codes[d] = Math.floor(vector[d]! / scale + 0.5);
  return { codes, scale };
}

/** By a branch: the processor foretells it, while each `Math.max` waits for the one before. */
function largestOf(vector: Float32Array): number {
  let largest = 0;
  for (let d = 0; d < vector.length; d++) {
    const size = Math.abs(vector[d]!);
    if (size > largest) largest = size;
  }
  return largest;
}

export function dequantizeVector({ codes, scale }: QuantizedVector): Float32Array {
  const vector = new Float32Array(codes.length);
  for (let d = 0; d < codes.length; d++) vector[d] = codes[d]! * scale;
  return vector;
}
