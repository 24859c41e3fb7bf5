/**
 * Encodes content: each modality by its frozen encoder, as unit vectors, concatenated. A missing modality is
 * imputed with the mean of the catalogue.
 *
 * N items, D dimensions of all modalities together.
 */
import { hash } from 'node:crypto';
import { apiError } from '../../contract/errors.ts';
import type { Encoders } from '../../engines/encoders/active-encoders.ts';
import { type EncoderIdentity, encoderId, type TextEncoder } from '../../engines/encoders/text-encoder.ts';
import type { ItemContent } from './fitted-tokenizer.ts';
import type { ImageReader } from './images/image-reader.ts';

export interface ContentEncoders {
  /** The server's text encoders. */
  readonly texts: () => Promise<Encoders>;
  readonly images: () => Promise<ImageReader>;
}

/** Vectors of one modality; zero for an item without content. */
interface ModalityVectors {
  readonly identity: EncoderIdentity;
  /** Row-major [N × dimension]. */
  readonly values: Float32Array;
  /** 1: the item has no vector [N]. */
  readonly missing: Uint8Array;
}

export interface EncodedContent {
  readonly text: ModalityVectors | null;
  readonly image: ModalityVectors | null;
  /** Hashes of the items' content [N]. */
  readonly contents: readonly string[];
  readonly faults: readonly { readonly index: number; readonly message: string }[];
}

/** The encoder that each modality requires. `any`: the server's; null: the modality is not encoded. */
export interface RequiredEncoders {
  readonly text: EncoderIdentity | 'any' | null;
  readonly image: EncoderIdentity | 'any' | null;
}

const TEXTS_PER_CALL = 512;
const IMAGES_PER_CALL = 64;

/**
 * Throws 409 `conflict` if the server has another encoder, and 503 `dependency_unavailable` if it is not
 * open.
 */
export async function encodeContent(
  encoders: ContentEncoders,
  required: RequiredEncoders,
  items: readonly ItemContent[],
  {
    signal,
    onProgress,
  }: { readonly signal?: AbortSignal; readonly onProgress?: (share: number) => void } = {},
): Promise<EncodedContent> {
  const report = (from: number, to: number) => (share: number) => onProgress?.(from + (to - from) * share);
  const textShare = required.image === null ? 1 : required.text === null ? 0 : 0.3;
  const text =
    required.text === null
      ? null
      : await encodeTexts(encoders, required.text, items, signal, report(0, textShare));
  const images =
    required.image === null
      ? null
      : await encodeImages(encoders, required, items, signal, report(textShare, 1));
  const contents = items.map((item, index) =>
    contentHash(required.text === null ? null : item.text, images?.hashes[index] ?? null),
  );
  return { text, image: images, contents, faults: images?.faults ?? [] };
}

/** Row-major [N × D], text before image, with imputed vectors. A single modality's array is reused. */
export function concatenated(
  parts: readonly (ModalityVectors & { readonly imputed: Float32Array })[],
  count: number,
): { readonly values: Float32Array; readonly dimension: number } {
  const dimension = parts.reduce((sum, { imputed }) => sum + imputed.length, 0);
  const [alone, ...others] = parts;
  if (alone !== undefined && others.length === 0) {
    for (let row = 0; row < count; row++)
      if (alone.missing[row] === 1) alone.values.set(alone.imputed, row * dimension);
    return { values: alone.values, dimension };
  }
  const values = new Float32Array(count * dimension);
  let from = 0;
  for (const { values: own, missing, imputed } of parts) {
    const width = imputed.length;
    for (let row = 0; row < count; row++) {
      const vector = missing[row] === 1 ? imputed : own.subarray(row * width, (row + 1) * width);
      values.set(vector, row * dimension + from);
    }
    from += width;
  }
  return { values, dimension };
}

/** Mean of the vectors that are not missing [dimension]; zero if all are. */
export function meanVector({ values, missing, identity }: ModalityVectors): Float32Array {
  const sums = new Float64Array(identity.dimension);
  let count = 0;
  for (let row = 0; row < missing.length; row++) {
    if (missing[row] === 1) continue;
    count++;
    for (let d = 0; d < sums.length; d++) sums[d]! += values[row * sums.length + d]!;
  }
  return Float32Array.from(sums, (sum) => (count === 0 ? 0 : sum / count));
}

function contentHash(text: string | null, image: string | null): string {
  return hash('sha256', JSON.stringify([text, image])).slice(0, 32);
}

async function encodeTexts(
  { texts }: ContentEncoders,
  required: EncoderIdentity | 'any',
  items: readonly ItemContent[],
  signal: AbortSignal | undefined,
  report: (share: number) => void,
): Promise<ModalityVectors> {
  const encoder = await textEncoder(await texts(), required);
  const { identity } = encoder;
  const rows = emptyVectors(identity, items.length);
  const filled = items.flatMap(({ text }, row) => (text === null ? [] : [{ text, row }]));
  for (let at = 0; at < filled.length; at += TEXTS_PER_CALL) {
    signal?.throwIfAborted();
    const batch = filled.slice(at, at + TEXTS_PER_CALL);
    const vectors = await encoder.encode(batch.map(({ text }) => text));
    for (const [i, { row }] of batch.entries()) setVector(rows, row, vectors[i]!);
    report((at + batch.length) / filled.length);
  }
  return rows;
}

async function textEncoder(encoders: Encoders, required: EncoderIdentity | 'any'): Promise<TextEncoder> {
  const { serving, target } = await encoders.opened();
  const candidates = target === null ? [serving] : [target, serving];
  // A new tokenizer uses the encoder that will serve next, if it is open.
  const fitting = candidates.find(({ encoder }) => encoder !== null) ?? serving;
  const id = required === 'any' ? fitting.encoderId : encoderId(required);
  const found = candidates.find(({ encoderId: own }) => own === id);
  if (found === undefined) throw encoderMismatch('text', id, serving.encoderId);
  if (found.encoder !== null) return found.encoder;
  throw apiError(
    'dependency_unavailable',
    found.problem === null
      ? `The text encoder ${id} is still opening. Try again later.`
      : `The text encoder ${id} cannot be opened; the log of the service says why. Try again when the operator has mended it.`,
    { encoder: id, retry_after_ms: 5000 },
  );
}

function encoderMismatch(kind: 'text' | 'image', required: string, found: string) {
  return apiError(
    'conflict',
    `This tokenizer was fitted with the ${kind} encoder ${required}, and this server has ${found}: the codes of the one mean nothing for the other. Set ${kind === 'text' ? 'TEXT_ENCODER' : 'IMAGE_ENCODER'} back, or fit a new tokenizer.`,
    { fitted_with: required, server_has: found },
  );
}

async function encodeImages(
  { images }: ContentEncoders,
  { image: required, text }: RequiredEncoders,
  items: readonly ItemContent[],
  signal: AbortSignal | undefined,
  report: (share: number) => void,
) {
  const reader = await images();
  if (required !== 'any' && required !== null && encoderId(required) !== encoderId(reader.identity))
    throw encoderMismatch('image', encoderId(required), encoderId(reader.identity));
  const rows = emptyVectors(reader.identity, items.length);
  const hashes: (string | null)[] = items.map(() => null);
  const faults: { readonly index: number; readonly message: string }[] = [];
  const filled = items.flatMap(({ imageUrl }, row) => (imageUrl === null ? [] : [{ imageUrl, row }]));
  // If images are the only modality, an item without one has no content.
  if (text === null)
    for (const [index, { imageUrl }] of items.entries())
      if (imageUrl === null)
        faults.push({ index, message: 'has no image_url, and this tokenizer reads images alone' });
  for (let at = 0; at < filled.length; at += IMAGES_PER_CALL) {
    signal?.throwIfAborted();
    const batch = filled.slice(at, at + IMAGES_PER_CALL);
    const read = await reader.read(
      batch.map(({ imageUrl }) => imageUrl),
      signal,
    );
    for (const [i, { row }] of batch.entries()) {
      const image = read[i]!;
      if ('fault' in image) faults.push({ index: row, message: image.fault });
      else {
        setVector(rows, row, image.vector);
        hashes[row] = image.sha256;
      }
    }
    report((at + batch.length) / filled.length);
  }
  faults.sort((a, b) => a.index - b.index);
  return { ...rows, hashes, faults };
}

function emptyVectors(identity: EncoderIdentity, count: number): ModalityVectors {
  return {
    identity,
    values: new Float32Array(count * identity.dimension),
    missing: new Uint8Array(count).fill(1),
  };
}

/** A zero vector counts as missing: the text has no word that the encoder knows. */
function setVector({ values, missing, identity }: ModalityVectors, row: number, vector: Float32Array): void {
  if (vector.every((value) => value === 0)) return;
  values.set(vector, row * identity.dimension);
  missing[row] = 0;
}
