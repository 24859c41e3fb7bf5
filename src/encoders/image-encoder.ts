import type { EncoderIdentity } from './text-encoder.ts';

/**
 * What an image encoder will do. There is no implementation: profiles carry no image vectors, and a domain that asks for
 * one is told so.
 */
export interface ImageEncoder {
  readonly identity: EncoderIdentity;
  /** One unit-norm Float32Array [D] an image (PNG, JPEG or WebP bytes). */
  encode(images: readonly Uint8Array[]): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}
