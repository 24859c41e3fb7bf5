/** Messages between an encoder and its worker thread. N texts, D dimensions. */
import type { Span } from './split-sentences.ts';

export interface EncodeRequest {
  readonly texts?: readonly string[];
  /** One text, to be encoded as a whole and by sentence. */
  readonly profile?: string;
}

export interface EncodeAnswer {
  /** [N × D] */
  readonly vectors: Float32Array<ArrayBuffer>;
  readonly dimension: number;
  /** Spans of the sentences of a profile, whose vectors follow the first. */
  readonly spans?: readonly Span[];
}
