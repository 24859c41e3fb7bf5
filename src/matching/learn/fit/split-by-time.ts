/**
 * Splits outcomes by time and by seeker, to choose parts inside a fit. (A run is validated on another split,
 * which never changes: `evaluate/split-outcomes.ts`.) Two kinds of rows are held out:
 *
 *   future         the latest share of each seeker's outcomes: predictions for known people
 *   new seekers    all outcomes of a random share of seekers: predictions for unknown people
 *
 * Both directions of a pair are on the same side, because one decision predicts the other. A row is therefore
 * held out with its mirror.
 *
 * Randomness is a hash of the seed and the seeker's id. A seeker's side does not depend on other seekers, so
 * the split can be reproduced later with more outcomes. The held-out count of a seeker is rounded at random,
 * so that seekers with few outcomes are represented. The only outcome of a known seeker is held out with its
 * mirror alone.
 *
 * Why not random rows: docs/design/decisions/fitting-and-evaluation.md.
 */
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';

export interface TimeSplitOptions {
  /** Share of each seeker's outcomes that is held out, the latest ones; default 0.15. */
  readonly timeShare?: number;
  /** Share of seekers whose outcomes are all held out; default 0.1. */
  readonly seekerShare?: number;
  readonly seed?: number;
}

export interface TimeSplit {
  /** Row numbers, ascending; disjoint, together all rows. */
  readonly train: Uint32Array;
  readonly heldOut: Uint32Array;
  /** 1 where the seeker of the held-out row is new: none of their own outcomes is in training. */
  readonly newSeeker: Uint8Array;
}

export function splitByTime(
  pairs: LabelledPairs,
  { timeShare = 0.15, seekerShare = 0.1, seed = 1 }: TimeSplitOptions = {},
): TimeSplit {
  const newSeekers = new Set<number>();
  const out = new Uint8Array(pairs.seekers.length);
  for (const [seeker, rows] of rowsBySeeker(pairs, seed)) {
    const id = pairs.people[seeker]!;
    if (chanceOf(`seeker ${id}`, seed) < seekerShare) newSeekers.add(seeker);
    const held = newSeekers.has(seeker)
      ? rows.length
      : latest(rows.length, timeShare, chanceOf(`time ${id}`, seed));
    for (const row of rows.slice(rows.length - held)) out[row] = 1;
  }
  holdMirrors(pairs, out);
  const rows = Uint32Array.from(out.keys());
  const heldOut = rows.filter((row) => out[row] === 1);
  return {
    train: rows.filter((row) => out[row] === 0),
    heldOut,
    newSeeker: Uint8Array.from(heldOut, (row) => Number(newSeekers.has(pairs.seekers[row]!))),
  };
}

/**
 * Rows of each seeker, oldest first. Rows of equal time are in random order. In the order of ids, the same
 * few candidates would be held out for every seeker.
 */
function rowsBySeeker({ people, seekers, candidates, atMs }: LabelledPairs, seed: number) {
  const chances = new Map<number, number>();
  const chance = (row: number): number => {
    const known = chances.get(row);
    if (known !== undefined) return known;
    const drawn = chanceOf(`pair ${people[seekers[row]!]!} ${people[candidates[row]!]!}`, seed);
    chances.set(row, drawn);
    return drawn;
  };
  const bySeeker = new Map<number, number[]>();
  for (const [row, seeker] of seekers.entries()) {
    const rows = bySeeker.get(seeker);
    if (rows === undefined) bySeeker.set(seeker, [row]);
    else rows.push(row);
  }
  for (const rows of bySeeker.values()) {
    rows.sort((a, b) => atMs[a]! - atMs[b]! || chance(a) - chance(b) || a - b);
  }
  return bySeeker;
}

/** How many of a seeker's rows are held out: the share, rounded by chance, never all. */
function latest(count: number, share: number, chance: number): number {
  return Math.min(count - 1, Math.floor(count * share + chance));
}

function holdMirrors({ people, seekers, candidates }: LabelledPairs, out: Uint8Array): void {
  const key = (a: number, b: number) => Math.min(a, b) * people.length + Math.max(a, b);
  const held = new Set<number>();
  for (const [row, is] of out.entries()) if (is === 1) held.add(key(seekers[row]!, candidates[row]!));
  for (const row of out.keys()) if (held.has(key(seekers[row]!, candidates[row]!))) out[row] = 1;
}

/** A number in [0, 1) determined by a text and a seed: FNV-1a with a final mix. */
function chanceOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return new SeededRandom(hash).uniform();
}
