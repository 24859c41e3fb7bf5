/**
 * The rows that are fitted: every outcome, and after them what was shown and never decided on, which is no refusal and
 * counts little. Where there are hardly any refusals to tell a choice from (a product that records purchases alone),
 * the candidates that were drawn for triplets stand in for them, at as little weight as will do; nobody saw those, so
 * where there are refusals they are left out (with them at a tenth, speed dating lost .004 of AUC).
 *
 * Old outcomes count less: people change, and so does who is there.
 */
import type { TrainingSet } from '../training-set.ts';

export interface Evidence {
  /** [N] each. */
  readonly raters: Uint32Array;
  readonly rated: Uint32Array;
  readonly labels: Uint8Array;
  /** Mean about 1 over the outcomes. */
  readonly weights: Float64Array;
  /** Outcomes come first: rows below are outcomes in the order of the training set. */
  readonly outcomes: number;
}

const DAY_MS = 86_400_000;
/** After so long an outcome counts half. */
const HALF_LIFE_MS = 365 * DAY_MS;
/** What was not decided on counts so much less than what was … */
const UNDECIDED = 0.1;
/** … and more where refusals are fewer than this share of the choices. */
const REFUSALS_WANTED = 0.5;

export function evidenceOf(set: TrainingSet, rows: Uint32Array): Evidence {
  const { outcomes, frozenAtMs } = set;
  const N = outcomes.seekers.length;
  const age = (n: number) => Math.max(0, frozenAtMs - outcomes.atMs[n]!);
  const decided = new Float64Array(N);
  for (const n of rows) decided[n] = outcomes.weights[n]! * 2 ** (-age(n) / HALF_LIFE_MS);
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
    outcomes: N,
  };
}

/** Pairs that were shown, or drawn as the other side of a triplet, and in which nothing is decided either way. */
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

/** Folds of the rows, in which both directions of a pair of people share one. */
export function foldsByPair({ raters, rated }: Evidence, folds: number, random: () => number): Uint8Array {
  const known = new Map<string, number>();
  return Uint8Array.from(raters, (rater, n) => {
    const [low, high] = [Math.min(rater, rated[n]!), Math.max(rater, rated[n]!)];
    const key = `${low} ${high}`;
    const fold = known.get(key) ?? Math.floor(random() * folds);
    known.set(key, fold);
    return fold;
  });
}

/** Folds of the people. */
export function foldsByPerson(people: number, folds: number, random: () => number): Uint8Array {
  return Uint8Array.from({ length: people }, () => Math.floor(random() * folds));
}
