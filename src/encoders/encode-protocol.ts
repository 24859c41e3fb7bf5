/** What passes between an encoder and its worker thread. N texts, D dimensions. */
import type { Span } from './split-sentences.ts';

export interface EncodeTask {
  readonly id: number;
  readonly texts?: readonly string[];
  /** One text, whose vector and those of its sentences are wanted. */
  readonly profile?: string;
}

export type EncodeAnswer =
  | {
      readonly id: number;
      /** [N × D] */
      readonly vectors: Float32Array;
      readonly dimension: number;
      /** Of the sentences of a profile, whose vectors come after the first. */
      readonly spans?: readonly Span[];
    }
  | { readonly id: number; readonly error: string };
