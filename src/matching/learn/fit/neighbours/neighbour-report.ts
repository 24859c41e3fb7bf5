/** Neighbours as a part of a card: the sentence, and the settings as figures. */
import type { PartReport } from '../../../ranking/ranking-model.ts';
import type { ChosenNeighbours } from './choose-neighbours.ts';
import type { NeighbourSettings } from './fit-neighbours.ts';

export function neighbourReport({ settings, measured }: ChosenNeighbours): PartReport {
  if (measured === null)
    return { kept: false, reason: 'left out: too few lists of later choices', figures: {} };
  const { gain, standardError } = measured;
  const figures = { gain_ndcg: gain, standard_error: standardError };
  const told = `nDCG@50 of later choices changes by ${gain.toFixed(4)} (standard error ${standardError.toFixed(4)})`;
  if (settings === null) return { kept: false, reason: `left out: ${told}`, figures };
  const { decayDays, ...rest } = settings;
  return { kept: true, reason: `kept: ${told}`, figures: { ...figures, ...rest, decay_days: decayDays } };
}

/** Null where a figure is missing: left out, or the card of another release. */
export function neighbourSettingsOf(
  figures: Readonly<Record<string, number>> | null,
): NeighbourSettings | null {
  if (figures === null) return null;
  const { shrink, decay_days: decayDays, nearest, weight, unit } = figures;
  if ([shrink, decayDays, nearest, weight, unit].includes(undefined)) return null;
  return { shrink: shrink!, decayDays: decayDays!, nearest: nearest!, weight: weight!, unit: unit! };
}
