/** Messages between the server and its codebook thread. */
import type { OpenedBundle } from './code-assigner.ts';

export type CodeRequest =
  | { readonly kind: 'open'; readonly key: string; readonly bytes: Uint8Array }
  | { readonly kind: 'codes'; readonly key: string; readonly vectors: Float32Array }
  /** Has no answer. */
  | { readonly kind: 'forget'; readonly key: string };

/** The answer to `open`, to `codes` (null: the key is not open) or to `forget`. */
export type CodeAnswer = OpenedBundle | Uint16Array | null | undefined;
