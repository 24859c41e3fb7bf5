/** Seeded uniform numbers one at a time, drawn in blocks, so that a long stream costs no memory. */
import { randomUniform } from '../tensor/random.ts';

const BLOCK = 16_384;

export interface UniformStream {
  /** In [0, 1). */
  next(): number;
}

/** The same numbers for the same seed and name. */
export function uniformStream(seed: number, name: string): UniformStream {
  let block: Float64Array = new Float64Array();
  let at = 0;
  let drawn = 0;
  return {
    next: () => {
      if (at === block.length) {
        block = randomUniform(seed, `${name} ${drawn++}`, BLOCK);
        at = 0;
      }
      return block[at++]!;
    },
  };
}
