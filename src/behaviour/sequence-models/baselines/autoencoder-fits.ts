/**
 * Fits EASE once for histories that several parts of an evaluation need: the blend of the model and the
 * baselines. The last fit alone is kept, because its weights are the square of the catalogue.
 */
import type { Histories } from '../histories/histories.ts';
import {
  type AutoencoderBounds,
  fitLinearAutoencoder,
  type LinearAutoencoder,
  reasonAgainstAutoencoder,
} from './linear-autoencoder.ts';

export interface AutoencoderFits {
  /** Part of a sentence; null: EASE can be fitted, or is. */
  reasonAgainst(train: Histories, bounds: AutoencoderBounds): string | null;
  /** The weights are shared, so they must not be changed. Throws `signal.reason`. */
  fit(
    train: Histories,
    options: { readonly threads: number; readonly signal?: AbortSignal },
  ): Promise<LinearAutoencoder>;
}

export function createAutoencoderFits(): AutoencoderFits {
  let last: { readonly train: Histories; readonly fitted: LinearAutoencoder } | null = null;
  return {
    reasonAgainst: (train, { maxItems, ...bounds }) =>
      reasonAgainstAutoencoder(train, {
        ...(maxItems === undefined ? {} : { maxItems }),
        // The memory of a fit that is kept is taken already.
        ...(last?.train === train ? {} : bounds),
      }),
    fit: async (train, options) => {
      if (last?.train !== train) {
        last = null;
        last = { train, fitted: await fitLinearAutoencoder(train, options) };
      }
      return last.fitted;
    },
  };
}
