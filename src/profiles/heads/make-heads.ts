/**
 * Makes the profile vectors that are stored under a domain's head, from the soft text. The serving encoder
 * makes one; during a switch of encoders the target makes another.
 */
import type { ActiveEncoder, ActiveEncoders } from '../../encoders/active-encoders.ts';
import { encoderId, type ProfileVectors, type TextEncoder } from '../../encoders/text-encoder.ts';
import type { HeadVector } from '../../storage/profile-row.ts';
import { quantizeVector } from '../../storage/quantized-vector.ts';

/** Sentences are stored for quotes in reasons; longer ones are clipped. */
const MAX_SENTENCE_CHARACTERS = 300;

export interface HeadSource {
  readonly head: string;
  readonly sourceDomain: string;
  readonly text: string;
  readonly from: readonly string[];
  readonly at: string;
}

export interface MadeHeads {
  /** At most one an encoder; none if the text has nothing that the encoder knows. */
  readonly heads: readonly HeadVector[];
  /** Ids of the encoders that read the text. */
  readonly encodedBy: readonly string[];
}

/**
 * During a switch of encoders, one that fails or is not open is left out, and its vector is made later.
 * Throws the serving encoder's error if both fail.
 */
export async function makeHeads({ serving, target }: ActiveEncoders, source: HeadSource): Promise<MadeHeads> {
  const active = target === null ? [serving] : [serving, target];
  if (source.text.trim() === '') return { heads: [], encodedBy: active.map((each) => each.encoderId) };
  const made = await Promise.allSettled(active.map((each) => makeHead(each, source)));
  const heads: HeadVector[] = [];
  const encodedBy: string[] = [];
  for (const [position, each] of active.entries()) {
    const result = made[position]!;
    if (result.status === 'rejected') continue;
    encodedBy.push(each.encoderId);
    if (result.value !== null) heads.push(result.value);
  }
  const [first] = made;
  if (encodedBy.length === 0 && first?.status === 'rejected') throw first.reason;
  return { heads, encodedBy };
}

async function makeHead(
  { encoder, encoderId: id, problem }: ActiveEncoder,
  source: HeadSource,
): Promise<HeadVector | null> {
  if (encoder === null)
    throw new Error(`the text encoder ${id} is not open: ${problem ?? 'it is being opened'}`);
  return headOf(encoder, source, await encoder.encodeProfile(source.text));
}

/** null: the text has nothing that the encoder knows. */
export function headOf(
  encoder: Pick<TextEncoder, 'identity'>,
  source: HeadSource,
  { vector, sentences }: ProfileVectors,
): HeadVector | null {
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
