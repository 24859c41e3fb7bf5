/** What passes between a match and the thread that reads pairs. Encoders go by numbers that are never used again. */
import type { Batch } from '../../tensor/training/batch.ts';

export type ThreadTask =
  | { readonly open: number; readonly model: Uint8Array }
  | { readonly close: number }
  | { readonly id: number; readonly encoder: number; readonly batch: Batch };

export type ThreadAnswer =
  | { readonly id: number; readonly points: Float32Array }
  | { readonly id: number; readonly error: string };
