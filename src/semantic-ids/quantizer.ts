/**
 * Vectors to codes, level by level: each level quantizes what the levels before left over. Two kinds exist, residual
 * k-means and RQ-VAE; both end as codebooks and a linear or small network in front of them, in arithmetic that gives the
 * same codes on every machine.
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
  /** What the first `levels` codes say of the vectors, row-major [N × D], in the space that was given. */
  reconstruct(codes: Uint16Array, levels?: number): Float32Array;
  /** All that it is made of: the same codes come from a copy read back anywhere. */
  toState(): QuantizerState;
}

/** Plain data: `codebooks.json` of a bundle, and a tokenizer's file. Numbers are float32 values, exactly. */
export interface QuantizerState {
  readonly kind: QuantizerKind;
  readonly layout: CodebookLayout;
  readonly dimension: number;
  /** By name: shape and values in row-major order; `codebook.0` … have shape [K, width]. */
  readonly tensors: Readonly<
    Record<string, { readonly shape: readonly number[]; readonly values: Float32Array }>
  >;
  /** What is not a tensor: scales, whether residuals are normalised, seeds. */
  readonly settings: Readonly<Record<string, number | boolean | string>>;
}

export interface QuantizerProblem {
  /** Row-major [N × D], unit norm or zero a modality. */
  readonly vectors: Float32Array;
  readonly dimension: number;
  readonly layout: CodebookLayout;
  readonly kind: QuantizerKind;
  readonly progressiveMasking: boolean;
  /** What people had together: sequences of row numbers of `vectors`, cut by offsets; weight above 0. */
  readonly collaborative: {
    readonly offsets: Uint32Array;
    readonly items: Uint32Array;
    readonly weight: number;
  } | null;
  readonly seed: number;
  readonly signal?: AbortSignal;
  /** 0..1, and what is being done. */
  readonly onProgress?: (share: number, doing: string) => void;
}
