/**
 * The interface of image encoders. Items of a catalogue have images; profiles have none, and a domain that
 * requests one gets an error. D = dimension of the encoder's vectors.
 */
import type { EncoderIdentity } from './text-encoder.ts';

export interface ImageEncoder {
  readonly identity: EncoderIdentity;
  /**
   * One unit-norm Float32Array [D] an image (PNG, JPEG, WebP, GIF, AVIF or TIFF bytes), independent of the
   * other images. Throws UnreadableImageError for bytes that are no image.
   */
  encode(images: readonly Uint8Array[]): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

/** `message`: the reason, as it follows «the image». */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError';
}
