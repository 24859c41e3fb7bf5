/**
 * The settings of a refit. It goes on from weights that are good already, so it has fewer epochs and less
 * patience than a training from nothing. Settings that the request names stay.
 */
import type { RefitSettings } from '../../../contract/model-refit.ts';

const DEFAULTS = { epochs: 20, patience: 2 };

/** The settings of the architecture. */
export function refitSettings({ epochs, patience, protocol: _, ...others }: RefitSettings) {
  return { ...others, epochs: epochs ?? DEFAULTS.epochs, patience: patience ?? DEFAULTS.patience };
}
