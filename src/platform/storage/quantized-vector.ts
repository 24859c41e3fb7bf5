/**
 * Vectors are stored as int8 codes with one scale a vector: value[d] ≈ codes[d] · scale. Vectors of profiles
 * have a ninth bit a dimension, which adds half a step: value[d] ≈ (codes[d] + half[d] / 2) · scale. A unit
 * vector of D = 256 dimensions then takes 292 bytes. The zero vector has scale 0.
 * Why: docs/design/decisions/nine-bit-vectors.md.
 */
export interface QuantizedVector {
  readonly codes: Int8Array;
  readonly scale: number;
  /**
   * ⌈D / 8⌉ bytes; bit d & 7 of byte d >>> 3 is half[d]. Sentences, and vectors of earlier versions, have
   * none: every half is 0.
   */
  readonly halves?: Uint8Array;
}

/** Bytes of the halves of D dimensions. */
export function halfBytesOf(dimension: number): number {
  return (dimension + 7) >>> 3;
}

/** Codes alone: each value to the nearest code, with an error of at most half a step. */
export function quantizeVector(vector: Float32Array): QuantizedVector {
  const scale = scaleOf(vector);
  const codes = new Int8Array(vector.length);
  // As `Math.round`, whose branch the processor cannot foretell: no quotient of two floats is just below .5.
  if (scale > 0) for (let d = 0; d < vector.length; d++) codes[d] = Math.floor(vector[d]! / scale + 0.5);
  return { codes, scale };
}

/** Codes and halves: each value to the nearest half step, with an error of at most a quarter of a step. */
export function quantizeFinely(vector: Float32Array): QuantizedVector {
  const scale = scaleOf(vector);
  const codes = new Int8Array(vector.length);
  const halves = new Uint8Array(halfBytesOf(vector.length));
  if (scale === 0) return { codes, scale, halves };
  const step = scale / 2;
  for (let d = 0; d < vector.length; d++) {
    const steps = Math.floor(vector[d]! / step + 0.5);
    codes[d] = steps >> 1;
    halves[d >>> 3]! |= (steps & 1) << (d & 7);
  }
  return { codes, scale, halves };
}

function scaleOf(vector: Float32Array): number {
  return Math.fround(largestOf(vector) / 127);
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

/** The vector in half steps, whole numbers from -256 to 255 [D]: 2 · codes + half. */
export function halfStepsOf({ codes, halves }: QuantizedVector): Int16Array {
  const steps = new Int16Array(codes.length);
  for (let d = 0; d < codes.length; d++) steps[d] = 2 * codes[d]!;
  if (halves === undefined) return steps;
  for (let d = 0; d < codes.length; d++) steps[d]! += (halves[d >>> 3]! >>> (d & 7)) & 1;
  return steps;
}

/** By plain loops: a match reads hundreds of sentences, and `Float32Array.from` takes many times as long. */
export function dequantizeVector(quantized: QuantizedVector): Float32Array {
  const { codes, scale, halves } = quantized;
  const vector = new Float32Array(codes.length);
  if (halves === undefined) {
    for (let d = 0; d < codes.length; d++) vector[d] = codes[d]! * scale;
    return vector;
  }
  const steps = halfStepsOf(quantized);
  for (let d = 0; d < steps.length; d++) vector[d] = steps[d]! * (scale / 2);
  return vector;
}
