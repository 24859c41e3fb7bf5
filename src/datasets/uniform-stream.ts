/** A stream of seeded uniform numbers, drawn in blocks, so that its memory is constant. */
import { randomUniform } from '../tensor/random.ts';

const BLOCK = 16_384;

export interface UniformStream {
  /** In [0, 1). */
  next(): number;
}

/** Deterministic for a seed and a name. */
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
