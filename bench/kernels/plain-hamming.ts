import { SIGN_WORDS } from './people-columns.ts';

/** Hamming distance of a row's sign code from that of the query. */
export function plainHamming(codes: Uint32Array, row: number, query: Uint32Array): number {
  let distance = 0;
  for (let word = 0; word < SIGN_WORDS; word++) {
    let v = codes[row * SIGN_WORDS + word]! ^ query[word]!;
    v -= (v >>> 1) & 0x55555555;
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
    distance += Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return distance;
}
