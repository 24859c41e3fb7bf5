/**
 * Splits choices at a moment: the earlier ones are learned from, the later ones are to be predicted. Choices
 * of one moment (the investors of one round) are on one side, and no state is computed from later events.
 */
import type { LabelledPairs } from '../../labelled-pairs.ts';

export interface LaterChoices {
  /** Rows before the moment. */
  readonly earlier: Uint32Array;
  /** Rows from the moment on, of seekers and candidates with an earlier choice. */
  readonly later: Uint32Array;
  /** The moment, epoch ms. */
  readonly nowMs: number;
}

/** About this share of the choices is later; `later` is empty where all were made at one moment. */
export function laterChoices({ seekers, candidates, atMs }: LabelledPairs, share: number): LaterChoices {
  const times = atMs.toSorted();
  const moment = times[Math.floor(times.length * (1 - share))] ?? Number.POSITIVE_INFINITY;
  const rows = Uint32Array.from(atMs.keys());
  const earlier = rows.filter((n) => atMs[n]! < moment);
  const choosing = new Set(Array.from(earlier, (n) => seekers[n]!));
  const chosen = new Set(Array.from(earlier, (n) => candidates[n]!));
  const later = rows.filter(
    (n) => atMs[n]! >= moment && choosing.has(seekers[n]!) && chosen.has(candidates[n]!),
  );
  return { earlier, later, nowMs: moment };
}
