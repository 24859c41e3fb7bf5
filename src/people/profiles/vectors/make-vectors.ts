/**
 * Makes the profile vectors that are stored under a domain, from the soft text. The serving encoder
 * makes one; during a switch of encoders the target makes another.
 */
import type { ActiveEncoder, ActiveEncoders } from '../../../engines/encoders/active-encoders.ts';
import { encoderId, type ProfileVectors, type TextEncoder } from '../../../engines/encoders/text-encoder.ts';
import type { ProfileVector } from '../../../platform/storage/profile-row.ts';
import { quantizeFinely, quantizeVector } from '../../../platform/storage/quantized-vector.ts';
import { inSpan } from '../../../platform/tracing/current-tracer.ts';

/** Sentences are stored for quotes in reasons; longer ones are clipped. */
const MAX_SENTENCE_CHARACTERS = 300;

export interface VectorSource {
  readonly domain: string;
  readonly sourceDomain: string;
  readonly text: string;
  readonly from: readonly string[];
  readonly at: string;
}

export interface MadeVectors {
  /** At most one an encoder; none if the text has nothing that the encoder knows. */
  readonly vectors: readonly ProfileVector[];
  /** Ids of the encoders that read the text. */
  readonly encodedBy: readonly string[];
}

/**
 * During a switch of encoders, one that fails or is not open is left out, and its vector is made later.
 * Throws the serving encoder's error if both fail.
 */
export async function makeVectors(
  { serving, target }: ActiveEncoders,
  source: VectorSource,
): Promise<MadeVectors> {
  const active = target === null ? [serving] : [serving, target];
  if (source.text.trim() === '') return { vectors: [], encodedBy: active.map((each) => each.encoderId) };
  const made = await Promise.allSettled(active.map((each) => makeVector(each, source)));
  const vectors: ProfileVector[] = [];
  const encodedBy: string[] = [];
  for (const [position, each] of active.entries()) {
    const result = made[position]!;
    if (result.status === 'rejected') continue;
    encodedBy.push(each.encoderId);
    if (result.value !== null) vectors.push(result.value);
  }
  const [first] = made;
  if (encodedBy.length === 0 && first?.status === 'rejected') throw first.reason;
  return { vectors, encodedBy };
}

async function makeVector(
  { encoder, encoderId: id, problem }: ActiveEncoder,
  source: VectorSource,
): Promise<ProfileVector | null> {
  if (encoder === null)
    throw new Error(`the text encoder ${id} is not open: ${problem ?? 'it is being opened'}`);
  const encoded = await inSpan(
    () => ({ name: 'encode profile', attributes: { 'counterpart.encoder': id } }),
    () => encoder.encodeProfile(source.text),
  );
  return profileVectorOf(encoder, source, encoded);
}

/** null: the text has nothing that the encoder knows. */
export function profileVectorOf(
  encoder: Pick<TextEncoder, 'identity'>,
  source: VectorSource,
  { vector, sentences }: ProfileVectors,
): ProfileVector | null {
  if (vector.every((value) => value === 0)) return null;
  return {
    domain: source.domain,
    sourceDomain: source.sourceDomain,
    encoderId: encoderId(encoder.identity),
    vector: quantizeFinely(vector),
    sentences: sentences.map((sentence) => ({
      text: source.text.slice(sentence.start, sentence.end).trim().slice(0, MAX_SENTENCE_CHARACTERS),
      vector: quantizeVector(sentence.vector),
    })),
    from: source.from,
    at: source.at,
  };
}
