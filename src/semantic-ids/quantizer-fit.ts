import type { Quantizer } from './quantizer.ts';

/** What fitting a kind of quantizer gives. */
export interface QuantizerFit {
  readonly quantizer: Quantizer;
  /** Of the problem's vectors, row-major [N × L]. */
  readonly codes: Uint16Array;
  /** Dimensions in which codes are searched. */
  readonly latentWidth: number;
  /** 0..1 of the vectors' variance that these hold. */
  readonly varianceKept: number;
}
