/** Memoises the encoder for one text, since several rules compare the same sentences. */
import type { TextEncoder } from '../encoders/text-encoder.ts';

type Encode = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

export function encodeOnce(encoder: Pick<TextEncoder, 'encode'>): Encode {
  const known = new Map<string, Float32Array>();
  return async (texts) => {
    const fresh = [...new Set(texts)].filter((text) => !known.has(text));
    if (fresh.length > 0) {
      const vectors = await encoder.encode(fresh);
      for (const [position, text] of fresh.entries()) known.set(text, vectors[position]!);
    }
    return texts.map((text) => known.get(text)!);
  };
}
