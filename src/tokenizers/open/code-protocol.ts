/** Messages between the server and its codebook thread. */
import type { OpenedBundle } from './code-assigner.ts';

export type CodeRequest =
  | { readonly kind: 'open'; readonly key: string; readonly bytes: Uint8Array }
  | { readonly kind: 'codes'; readonly key: string; readonly vectors: Float32Array }
  /** Wants no answer. */
  | { readonly kind: 'forget'; readonly key: string };

/** Of `open`, of `codes` (null: it is not open), of `forget`. */
export type CodeAnswer = OpenedBundle | Uint16Array | null | undefined;
