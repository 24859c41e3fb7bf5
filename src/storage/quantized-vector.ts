/**
 * Vectors are stored as int8 codes with one scale a vector. A unit vector of D = 256 dimensions takes 260
 * bytes. value[d] ≈ codes[d] · scale, with a largest error of scale/2. The zero vector has scale 0.
 */
export interface QuantizedVector {
  readonly codes: Int8Array;
  readonly scale: number;
}

export function quantizeVector(vector: Float32Array): QuantizedVector {
  let largest = 0;
  for (let d = 0; d < vector.length; d++) largest = Math.max(largest, Math.abs(vector[d]!));
  const scale = Math.fround(largest / 127);
  const codes = new Int8Array(vector.length);
  if (scale > 0) for (let d = 0; d < vector.length; d++) codes[d] = Math.round(vector[d]! / scale);
  return { codes, scale };
}

export function dequantizeVector({ codes, scale }: QuantizedVector): Float32Array {
  const vector = new Float32Array(codes.length);
  for (let d = 0; d < codes.length; d++) vector[d] = codes[d]! * scale;
  return vector;
}
