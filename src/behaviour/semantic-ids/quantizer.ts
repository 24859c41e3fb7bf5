/**
 * The interface of residual quantization: vectors to codes, level by level. Each level quantizes the residual
 * of the levels before. Both kinds, residual k-means and RQ-VAE, consist of an encoder (a linear map or a
 * small network) and codebooks. Their arithmetic gives the same codes on every machine.
 *
 * N vectors, D dimensions of a vector, L levels, K codes of a level.
 */
import type { CodebookLayout } from './codebook-layout.ts';

export type QuantizerKind = 'residual-kmeans' | 'rq-vae';

export interface Quantizer {
  readonly kind: QuantizerKind;
  readonly layout: CodebookLayout;
  readonly dimension: number;
  /** Row-major [N × L], from row-major vectors [N × D]; independent of N and of the order of the rows. */
  codesOf(vectors: Float32Array): Uint16Array;
  /** The vectors that the first `levels` codes stand for, row-major [N × D]. */
  reconstruct(codes: Uint16Array, levels?: number): Float32Array;
  /** The complete state. A quantizer that is opened from it gives the same codes on any machine. */
  toState(): QuantizerState;
}

/** Plain data, as in `codebooks.json` of a bundle. Numbers are exact float32 values. */
export interface QuantizerState {
  readonly kind: QuantizerKind;
  readonly layout: CodebookLayout;
  readonly dimension: number;
  /** By name: shape and row-major values. `codebook.0` … have the shape [K, width]. */
  readonly tensors: Readonly<
    Record<string, { readonly shape: readonly number[]; readonly values: Float32Array }>
  >;
  /** Scalars: whether residuals are normalised, seeds, weights. */
  readonly settings: Readonly<Record<string, number | boolean | string>>;
}

export interface QuantizerProblem {
  /** Row-major [N × D]; the part of each modality is a unit vector or zero. */
  readonly vectors: Float32Array;
  readonly dimension: number;
  readonly layout: CodebookLayout;
  readonly kind: QuantizerKind;
  readonly progressiveMasking: boolean;
  /**
   * Items of one person: sequence s is `items` [offsets[s], offsets[s + 1]), row numbers of `vectors`; weight
   * > 0.
   */
  readonly collaborative: {
    readonly offsets: Uint32Array;
    readonly items: Uint32Array;
    readonly weight: number;
  } | null;
  readonly seed: number;
  readonly signal?: AbortSignal;
  /** 0..1, and the current step in words. */
  readonly onProgress?: (share: number, doing: string) => void;
}
