/**
 * What every image encoder does. Items of a catalogue have images; profiles have none, and a domain that asks for one is
 * told so. D = dimension of the encoder's vectors.
 */
import type { EncoderIdentity } from './text-encoder.ts';

export interface ImageEncoder {
  readonly identity: EncoderIdentity;
  /**
   * One unit-norm Float32Array [D] an image (PNG, JPEG, WebP, GIF, AVIF or TIFF bytes), whatever the images beside it.
   * Throws UnreadableImageError where one is none.
   */
  encode(images: readonly Uint8Array[]): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

/** `message`: why, in words that follow «the image». */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError';
}
