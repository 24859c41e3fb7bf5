/**
 * Seeded random numbers by position: AES-128 in counter mode, keyed by the seed and the name of the stream
 * (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011). There is no state: a run that resumes
 * at step 700 draws the same numbers as an uninterrupted one. A sequence (`seeded-random.ts`) cannot do that.
 * Fitted tokenizers and trained models depend on these bytes.
 */
import { createCipheriv, createHash } from 'node:crypto';

/** The first `length` uniform bytes of the stream. */
export function randomBytes(seed: number, stream: string, length: number): Uint8Array {
  const key = createHash('sha256').update(`${seed} ${stream}`).digest().subarray(0, 16);
  const cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16));
  return cipher.update(Buffer.alloc(length));
}

/** `count` uniform numbers in [0, 1) with 32 random bits each. */
export function randomUniform(seed: number, stream: string, count: number): Float64Array {
  const bytes = randomBytes(seed, stream, count * 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const uniform = new Float64Array(count);
  for (let position = 0; position < count; position++)
    uniform[position] = view.getUint32(position * 4, true) / 2 ** 32;
  return uniform;
}

/** `count` standard normal numbers (Box and Muller, 1958). */
export function randomNormal(seed: number, stream: string, count: number): Float64Array {
  const normal = randomUniform(seed, stream, count + (count % 2));
  for (let pair = 0; pair < normal.length; pair += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - normal[pair]!));
    const angle = 2 * Math.PI * normal[pair + 1]!;
    normal[pair] = radius * Math.cos(angle);
    normal[pair + 1] = radius * Math.sin(angle);
  }
  return normal.subarray(0, count);
}

/** A permutation of 0 … count - 1 (Fisher and Yates); name the epoch in the stream. */
export function randomOrder(seed: number, stream: string, count: number): Int32Array {
  const uniform = randomUniform(seed, stream, count);
  const order = Int32Array.from({ length: count }, (_, position) => position);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(uniform[last]! * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

const BLOCK = 16_384;

/** The numbers of a seed and a name one after the other, without a known end. Memory is constant. */
export class UniformStream {
  readonly #seed: number;
  readonly #name: string;
  #block: Float64Array = new Float64Array();
  #at = 0;
  #blocks = 0;

  constructor(seed: number, name: string) {
    this.#seed = seed;
    this.#name = name;
  }

  /** In [0, 1), with 32 random bits. */
  uniform(): number {
    if (this.#at === this.#block.length) {
      this.#block = randomUniform(this.#seed, `${this.#name} ${this.#blocks++}`, BLOCK);
      this.#at = 0;
    }
    return this.#block[this.#at++]!;
  }

  /** A whole number from 0 to n - 1. */
  below(n: number): number {
    return Math.floor(this.uniform() * n);
  }
}
