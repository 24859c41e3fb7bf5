/** Messages between a match and the cross encoder thread. Model numbers are never reused. */
import type { Batch } from '../../../engines/tensor/training/batch.ts';

export type CrossEncoderRequest =
  | { readonly kind: 'read'; readonly encoder: number; readonly blocks: readonly Batch[] }
  /** Wants no answer. */
  | { readonly kind: 'open'; readonly encoder: number; readonly model: Uint8Array }
  /** Wants no answer. */
  | { readonly kind: 'close'; readonly encoder: number };

/** Points of each pair of `read`, block after block [B]. */
export type CrossEncoderAnswer = Float32Array | undefined;
