/** What passes between an encoder and its worker thread. N texts, D dimensions. */
import type { Span } from './split-sentences.ts';

export interface EncodeRequest {
  readonly texts?: readonly string[];
  /** One text, whose vector and those of its sentences are wanted. */
  readonly profile?: string;
}

export interface EncodeAnswer {
  /** [N × D] */
  readonly vectors: Float32Array<ArrayBuffer>;
  readonly dimension: number;
  /** Of the sentences of a profile, whose vectors come after the first. */
  readonly spans?: readonly Span[];
}
