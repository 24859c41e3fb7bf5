/** Messages between a match and the cross encoder thread. Model numbers are never reused. */
import type { Batch } from '../../tensor/training/batch.ts';

export type CrossEncoderRequest =
  | { readonly kind: 'read'; readonly encoder: number; readonly batch: Batch }
  /** Wants no answer. */
  | { readonly kind: 'open'; readonly encoder: number; readonly model: Uint8Array }
  /** Wants no answer. */
  | { readonly kind: 'close'; readonly encoder: number };

/** Points of each pair [B] of `read`. */
export type CrossEncoderAnswer = Float32Array | undefined;
