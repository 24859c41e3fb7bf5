/**
 * HalfSipHash-1-3 with 32 bits (Aumasson and Bernstein; `halfsiphash.c` of the reference implementation,
 * cROUNDS 1, dROUNDS 3). A keyed hash, so that a caller cannot craft ids that all fall into one partition. It
 * needs 32-bit arithmetic only.
 */
export interface HashKey {
  readonly k0: number;
  readonly k1: number;
}

/** Hash of `bytes[start, end)`, an unsigned 32-bit integer. */
export function halfSipHash(
  { k0, k1 }: HashKey,
  bytes: Uint8Array,
  start: number,
  end: number,
  rounds: { readonly compression: number; readonly finalization: number } = ROUNDS_1_3,
): number {
  let v0 = k0 | 0;
  let v1 = k1 | 0;
  let v2 = 0x6c796765 ^ k0;
  let v3 = 0x74656462 ^ k1;
  const length = end - start;
  const lastWord = start + (length & ~3);
  // The last word holds the remaining bytes, and the length in its upper byte.
  let last = length << 24;
  for (let at = lastWord; at < end; at++) last |= bytes[at]! << ((at - lastWord) * 8);
  for (let at = start; at <= lastWord; at += 4) {
    const word =
      at === lastWord
        ? last
        : bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    v3 ^= word;
    round(rounds.compression);
    v0 ^= word;
  }
  v2 ^= 0xff;
  round(rounds.finalization);
  return (v1 ^ v3) >>> 0;

  function round(times: number): void {
    for (let time = 0; time < times; time++) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
  }
}

const ROUNDS_1_3 = { compression: 1, finalization: 3 };
