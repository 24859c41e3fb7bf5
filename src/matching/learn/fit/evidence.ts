/**
 * Training rows: every outcome, and then undecided pairs (seen without a decision,
 * `../set/seen-candidates.ts`) at low weight, because they are not refusals. Where refusals are rare (a
 * product that records purchases alone), candidates drawn for triplets stand in for them at the least weight
 * that suffices. They were never shown, so they are left out where refusals exist
 * (docs/design/decisions/fitting-and-evaluation.md).
 *
 * Old outcomes weigh less, because people and candidates change.
 */
import type { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { TrainingSet } from '../training-set.ts';

export interface Evidence {
  /** Person numbers of the rater and the rated person [N]. */
  readonly raters: Uint32Array;
  readonly rated: Uint32Array;
  readonly labels: Uint8Array;
  /** Mean about 1 over the outcomes. */
  readonly weights: Float64Array;
  /**
   * Weight of each outcome where probabilities are compared with frequencies: `counts` of the outcome, 1 where
   * it has none, falling with age; 0 for outcomes outside the rows [outcomes].
   */
  readonly counts: Float64Array;
  /** Number of outcomes; rows below it are outcomes, in the order of the training set. */
  readonly outcomes: number;
}

const DAY_MS = 86_400_000;
/** Half-life of the weight of an outcome. */
const HALF_LIFE_MS = 365 * DAY_MS;
/** Weight of an undecided pair relative to an outcome … */
const UNDECIDED = 0.1;
/** … increased where refusals are fewer than this share of the choices. */
const REFUSALS_WANTED = 0.5;

export function evidenceOf(set: TrainingSet, rows: Uint32Array): Evidence {
  const { outcomes, frozenAtMs } = set;
  const N = outcomes.seekers.length;
  const age = (n: number) => Math.max(0, frozenAtMs - outcomes.atMs[n]!);
  const [counts, decided] = [new Float64Array(N), new Float64Array(N)];
  for (const n of rows) {
    const recency = 2 ** (-age(n) / HALF_LIFE_MS);
    counts[n] = recency * (outcomes.counts?.[n] ?? 1);
    decided[n] = outcomes.weights[n]! * recency;
  }
  const mass = { chosen: 0, refused: 0 };
  for (const n of rows) mass[outcomes.labels[n] === 1 ? 'chosen' : 'refused'] += decided[n]!;
  const mean = (mass.chosen + mass.refused) / Math.max(1, rows.length);
  const lacking = Math.max(0, REFUSALS_WANTED * mass.chosen - mass.refused);
  const undecided = undecidedPairs(set, rows, lacking > 0);
  const weights = new Float64Array(N + undecided.length);
  weights.set(decided);
  const needed = lacking / Math.max(1, undecided.length);
  weights.fill(Math.min(mean, Math.max(UNDECIDED * mean, needed)), N);
  return {
    raters: joined(
      outcomes.seekers,
      undecided.map(([seeker]) => seeker),
    ),
    rated: joined(
      outcomes.candidates,
      undecided.map(([, candidate]) => candidate),
    ),
    labels: joinedLabels(outcomes.labels, undecided.length),
    weights: mean > 0 ? weights.map((weight) => weight / mean) : weights,
    counts,
    outcomes: N,
  };
}

/** Pairs that were seen, or drawn for a triplet, without a decision in either direction. */
function undecidedPairs(
  { outcomes, triplets, shown, people }: TrainingSet,
  rows: Uint32Array,
  withDrawn: boolean,
): readonly (readonly [seeker: number, candidate: number])[] {
  const P = people.length;
  const known = new Set<number>();
  for (let n = 0; n < outcomes.seekers.length; n++) {
    const [a, b] = [outcomes.seekers[n]!, outcomes.candidates[n]!];
    known.add(a * P + b).add(b * P + a);
  }
  const seekers = new Set(Array.from(rows, (n) => outcomes.seekers[n]!));
  const pairs: (readonly [number, number])[] = [];
  const add = (seeker: number, candidate: number) => {
    const key = seeker * P + candidate;
    if (seeker === candidate || known.has(key) || !seekers.has(seeker)) return;
    known.add(key);
    pairs.push([seeker, candidate]);
  };
  for (let e = 0; e < shown.seekers.length; e++) add(shown.seekers[e]!, shown.candidates[e]!);
  for (let t = 0; withDrawn && t < triplets.seekers.length; t++) {
    add(triplets.seekers[t]!, triplets.negatives[t]!);
    add(triplets.seekers[t]!, triplets.positives[t]!);
  }
  return pairs;
}

function joined(first: Uint32Array, rest: readonly number[]): Uint32Array {
  const all = new Uint32Array(first.length + rest.length);
  all.set(first);
  all.set(rest, first.length);
  return all;
}

function joinedLabels(labels: Uint8Array, undecided: number): Uint8Array {
  const all = new Uint8Array(labels.length + undecided);
  all.set(labels);
  return all;
}

/** Assigns people to folds. */
export function foldsByPerson(people: number, folds: number, random: SeededRandom): Uint8Array {
  return Uint8Array.from({ length: people }, () => random.below(folds));
}
