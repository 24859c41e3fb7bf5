/**
 * What is held out of training. Two kinds of rows, because two things have to be proven:
 *
 *   the future       the last share by time of each seeker's outcomes: does the head know what people it knows do next?
 *   new seekers      all outcomes of a seeded share of seekers: does it know people of whom it has seen nothing?
 *
 * Both directions of a pair always stand on the same side: whether Ben chose Ann says much about whether Ann chose
 * Ben (on speed dates a head that had seen the mirror would look better by a tenth of AUC), so a row is held out as
 * soon as its mirror is.
 *
 * Chance is a hash of the seed and the seeker's id, so that a seeker stands on the same side whatever others do: what
 * a head was judged by can be told again later, when there are more outcomes. A seeker with few outcomes still gives the
 * latest one in some cases: the number held out is rounded by that chance, so that many seekers with few outcomes are
 * judged too. A known seeker's only outcome is taken by its mirror alone.
 *
 * Rejected: random rows. Neighbouring decisions of one evening and mirrors then stand on both sides; on speed dates
 * this shows an AUC of .85 for what is .63 with new people.
 */
import type { LabelledPairs } from './labelled-pairs.ts';
import { chanceOf } from './random-numbers.ts';

export interface SplitOptions {
  /** Share of each seeker's outcomes that is held out, the latest ones; default 0.15. */
  readonly timeShare?: number;
  /** Share of seekers that is held out whole; default 0.1. */
  readonly seekerShare?: number;
  readonly seed?: number;
}

export interface OutcomeSplit {
  /** Row numbers, ascending. Together all rows, none twice. */
  readonly train: Uint32Array;
  readonly heldOut: Uint32Array;
  /** 1 where the seeker of that held-out row is a new one, none of whose own outcomes are trained on. */
  readonly newSeeker: Uint8Array;
}

export function splitOutcomes(
  pairs: LabelledPairs,
  { timeShare = 0.15, seekerShare = 0.1, seed = 1 }: SplitOptions = {},
): OutcomeSplit {
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
 * Rows of each seeker, oldest first; of one moment (outcomes of one call) by chance: in the order in which they are read,
 * which is that of the candidates' ids, the same few candidates would be held out of everybody's.
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
