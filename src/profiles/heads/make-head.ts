/** From a profile's soft text to the vectors that are kept under a domain's head. */
import { encoderId, type TextEncoder } from '../../encoders/text-encoder.ts';
import type { HeadVector } from '../../storage/profile-row.ts';
import { quantizeVector } from '../../storage/quantized-vector.ts';

/** Sentences are kept to be quoted in reasons; longer ones are clipped. */
const MAX_SENTENCE_CHARACTERS = 300;

export interface HeadSource {
  readonly head: string;
  readonly sourceDomain: string;
  readonly text: string;
  readonly from: readonly string[];
  readonly at: string;
}

/** null where the text carries nothing that the encoder knows. */
export async function makeHead(encoder: TextEncoder, source: HeadSource): Promise<HeadVector | null> {
  if (source.text.trim() === '') return null;
  const { vector, sentences } = await encoder.encodeProfile(source.text);
  if (vector.every((value) => value === 0)) return null;
  return {
    head: source.head,
    sourceDomain: source.sourceDomain,
    encoderId: encoderId(encoder.identity),
    vector: quantizeVector(vector),
    sentences: sentences.map((sentence) => ({
      text: source.text.slice(sentence.start, sentence.end).trim().slice(0, MAX_SENTENCE_CHARACTERS),
      vector: quantizeVector(sentence.vector),
    })),
    from: source.from,
    at: source.at,
  };
}
