import type { Quantizer } from './quantizer.ts';

/** The result of fitting one kind of quantizer. */
export interface QuantizerFit {
  readonly quantizer: Quantizer;
  /** The codes of the problem's vectors, row-major [N × L]. */
  readonly codes: Uint16Array;
  /** Dimensions of the space in which codes are searched. */
  readonly latentWidth: number;
  /** Share (0..1) of the vectors' variance in this space. */
  readonly varianceKept: number;
}
