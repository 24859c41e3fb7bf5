/** What passes between the server and the thread that holds its codebooks. */
import type { OpenedBundle } from './code-room.ts';

export type CodeTask = { readonly id: number } & (
  | { readonly kind: 'open'; readonly key: string; readonly bytes: Uint8Array }
  | { readonly kind: 'codes'; readonly key: string; readonly vectors: Float32Array }
  | { readonly kind: 'forget'; readonly key: string }
);

export type CodeAnswer = { readonly id: number } & (
  | { readonly opened: OpenedBundle }
  | { readonly codes: Uint16Array | null }
  | { readonly error: string }
);
