import { type Span, splitSentences } from './split-sentences.ts';
import type { ProfileVectors } from './text-encoder.ts';
import { toUnitNorm } from './to-unit-norm.ts';

/**
 * Long texts for encoders with a window. A text is cut at white space into parts that fit. Its vector is the
 * mean of the parts, weighted by their length, so no text past the window is lost. Blank texts are never
 * sent.
 */

type EncodeParts = (parts: readonly string[]) => Promise<readonly Float32Array[]>;

export async function encodeInParts(
  texts: readonly string[],
  options: { readonly partUnits: number; readonly dimension: number },
  encodeParts: EncodeParts,
): Promise<readonly Float32Array[]> {
  const owners: number[] = [];
  const parts: string[] = [];
  for (const [owner, text] of texts.entries()) {
    for (const part of cutAtSpaces(text, options.partUnits)) {
      if (part.trim() === '') continue;
      owners.push(owner);
      parts.push(part);
    }
  }
  const vectors = parts.length === 0 ? [] : await encodeParts(parts);
  const sums = texts.map(() => new Float32Array(options.dimension));
  for (const [i, vector] of vectors.entries()) addTo(sums[owners[i]!]!, vector, parts[i]!.length);
  return sums.map(toUnitNorm);
}

function addTo(sum: Float32Array, vector: Float32Array, weight: number): void {
  for (let d = 0; d < sum.length; d++) sum[d]! += weight * vector[d]!;
}

type Encode = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** The vectors of a whole text and of its sentences, by one call of `encode`. */
export async function encodeProfileWith(encode: Encode, text: string): Promise<ProfileVectors> {
  return (await encodeProfilesWith(encode, [text]))[0]!;
}

/** Many profiles by one call of `encode`, so that a model or a server gets full batches. */
export async function encodeProfilesWith(
  encode: Encode,
  texts: readonly string[],
): Promise<readonly ProfileVectors[]> {
  const profiles = texts.map(profilePieces);
  const vectors = (await encode(profiles.flatMap(({ pieces }) => pieces))).values();
  const next = () => vectors.next().value!;
  return profiles.map(({ spans }) => ({
    vector: next(),
    sentences: spans.map((span) => ({ ...span, vector: next() })),
  }));
}

/** The encoded pieces of a profile: the whole text, then its sentences. */
export function profilePieces(text: string): {
  readonly pieces: readonly string[];
  readonly spans: readonly Span[];
} {
  const spans = splitSentences(text);
  return { pieces: [text, ...spans.map(({ start, end }) => text.slice(start, end))], spans };
}

/**
 * Pieces of at most `most` UTF-16 units, cut before a space where there is one and never inside a surrogate
 * pair.
 */
export function* cutAtSpaces(text: string, most: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + most);
    if (end < text.length) {
      const space = text.lastIndexOf(' ', end);
      if (space > start) end = space;
      else if (isLowSurrogate(text.charCodeAt(end)) && end - 1 > start) end -= 1;
    }
    yield text.slice(start, end);
    start = end;
  }
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
