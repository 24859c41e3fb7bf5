/**
 * Collaborative vectors: taste and appeal, which explain outcomes beyond the profiles. The matrix of
 * decisions is factorised into two vectors a person:
 *
 *   log-odds(s chooses c) = offset(s, c) + taste(s) · appeal(c)
 *
 * The offset holds the other parts of the model (scorecard, text, selectivity, desirability). The vectors
 * minimise
 *
 *   Σ outcomes wₙ · logistic loss  +  u · Σ all pairs (taste · appeal)²  +  ridge
 *
 * The middle term shrinks the vectors towards 0 for undecided pairs, where the profile's prediction should
 * stand. It replaces sampled negatives: the Gram matrix counts *all* unseen pairs exactly (Hu, Koren and
 * Volinsky 2008), each at a small weight. Without refusals only this term bounds the vectors. People without
 * outcomes have zero vectors.
 *
 * Without refusals, the level of the offsets depends on the number of drawn candidates and is meaningless.
 * Only their differences are kept, around log-odds of −2, because a choice is rare.
 *
 * The logistic loss is majorised by a quadratic of curvature ¼ (Böhning 1992). Each half sweep is therefore
 * an exact weighted least-squares problem a person, and never increases the objective. The ridge grows with a
 * person's weight (Zhou et al. 2008; Rendle et al. 2022). Alternatives:
 * docs/design/decisions/fitting-and-evaluation.md.
 *
 * P people, N outcomes, K dimensions, d outcomes of one person. Mostly d ≪ K, so the other side is rotated
 * into the eigenvectors of its Gram matrix. The shared part is then diagonal, and a person costs d²K instead
 * of K³.
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { mean } from '../../../platform/numeric/statistics.ts';
import { dotRows } from '../../../platform/numeric/vectors.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';
import { solvePositiveDefinite } from './solve-positive-definite.ts';

export interface CollaborativeSettings {
  /** K */
  readonly dimension: number;
  /** Total weight of all pairs (any rater with any rated person), relative to outcomes of weight 1. */
  readonly unseen: number;
  /** Ridge for each unit of a person's weight. */
  readonly ridge: number;
  /** Half-life of an outcome's weight in days; Infinity: no decay. */
  readonly halfLifeDays: number;
  readonly sweeps: number;
  /** Final factor on tastes, default 1; less than 1 where tastes of one period predict the next less well. */
  readonly scale?: number;
}

export interface CollaborativeInput {
  readonly pairs: LabelledPairs;
  /** Log-odds of the other parts for each outcome [N]. */
  readonly offsets: Float64Array;
  /** Time at which ages of outcomes are counted, epoch ms. */
  readonly nowMs: number;
  readonly seed: number;
}

export interface CollaborativeVectors {
  readonly dimension: number;
  /** [P × K], by the numbers of `pairs.people`; all zero for people without outcomes on that side. */
  readonly taste: Float32Array;
  readonly appeal: Float32Array;
}

const DAY_MS = 86_400_000;

export function fitCollaborativeVectors(
  input: CollaborativeInput,
  settings: CollaborativeSettings,
): CollaborativeVectors {
  const { pairs, seed } = input;
  const people = pairs.people.length;
  const weights = decayedWeights(input, settings.halfLifeDays);
  const bySeeker = groupRows(pairs.seekers, people);
  const byCandidate = groupRows(pairs.candidates, people);
  const total = pairs.weights.reduce((sum, weight) => sum + weight, 0);
  const unseen = (settings.unseen * total) / (new Set(pairs.seekers).size * new Set(pairs.candidates).size);
  const common = {
    input: { ...input, offsets: levelled(input) },
    weights,
    settings: { ...settings, unseen },
  };
  const taste = new Float64Array(people * settings.dimension);
  const appeal = smallVectors(byCandidate, people, settings.dimension, seed);
  for (let sweep = 0; sweep < settings.sweeps; sweep++) {
    solveSide({ ...common, own: bySeeker, other: pairs.candidates }, taste, appeal);
    solveSide({ ...common, own: byCandidate, other: pairs.seekers }, appeal, taste);
  }
  const { dimension, scale = 1 } = settings;
  return {
    dimension,
    taste: Float32Array.from(taste, (value) => value * scale),
    appeal: Float32Array.from(appeal),
  };
}

/** taste(s) · appeal(c) of each pair [N]. */
export function affinities(
  { dimension, taste, appeal }: CollaborativeVectors,
  { seekers, candidates }: Pick<LabelledPairs, 'seekers' | 'candidates'>,
): Float64Array {
  return Float64Array.from(seekers, (seeker, n) =>
    dotRows(taste, seeker * dimension, appeal, candidates[n]! * dimension, dimension),
  );
}

/**
 * Weights after decay by age [N]. Ridge and unseen pairs do not decay, so old outcomes count less against
 * them.
 */
function decayedWeights({ pairs, nowMs }: CollaborativeInput, halfLifeDays: number): Float64Array {
  return pairs.weights.map((weight, n) => {
    const days = Math.max(0, nowMs - pairs.atMs[n]!) / DAY_MS;
    return weight * 2 ** (-days / halfLifeDays);
  });
}

const CHOICES_ONLY_LEVEL = -2;

/** The offsets, shifted where there are no refusals [N]. */
function levelled({ pairs, offsets }: CollaborativeInput): Float64Array {
  if (pairs.labels.includes(0)) return offsets;
  const middle = mean(offsets);
  return offsets.map((offset) => offset - middle + CHOICES_ONLY_LEVEL);
}

/** Rows of each person: those of p are rows[starts[p]] to rows[starts[p + 1] − 1]. */
interface RowGroups {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

function groupRows(persons: Uint32Array, people: number): RowGroups {
  const starts = new Uint32Array(people + 1);
  for (const person of persons) starts[person + 1]!++;
  for (let person = 0; person < people; person++) starts[person + 1]! += starts[person]!;
  const next = starts.slice();
  const rows = new Uint32Array(persons.length);
  for (const [row, person] of persons.entries()) rows[next[person]!++] = row;
  return { starts, rows };
}

function smallVectors({ starts }: RowGroups, people: number, dimension: number, seed: number): Float64Array {
  const random = new SeededRandom(seed);
  const vectors = new Float64Array(people * dimension);
  for (let person = 0; person < people; person++) {
    if (starts[person] === starts[person + 1]) continue;
    for (let k = 0; k < dimension; k++)
      vectors[person * dimension + k] = (0.1 * random.normal()) / Math.sqrt(dimension);
  }
  return vectors;
}

interface Side {
  readonly input: CollaborativeInput;
  readonly weights: Float64Array;
  /** `unseen` is the weight of a single pair here. */
  readonly settings: CollaborativeSettings;
  /** Rows of the people whose vectors are solved for, and the other person of each row [N]. */
  readonly own: RowGroups;
  readonly other: Uint32Array;
}

/** Solves for `vectors` given `others`; rotates both into the eigenvectors of the others. */
function solveSide(side: Side, vectors: Float64Array, others: Float64Array): void {
  const { dimension: K, unseen, ridge } = side.settings;
  const targets = majorisedTargets(side, vectors, others);
  const { eigenvalues, count } = rotateIntoEigenvectors(others, K);
  const { starts, rows } = side.own;
  const shared = new Float64Array(K);
  for (let person = 0; person + 1 < starts.length; person++) {
    const mine = rows.subarray(starts[person]!, starts[person + 1]!);
    if (mine.length === 0) continue;
    const weight = mine.reduce((sum, row) => sum + side.input.pairs.weights[row]! / 4, 0);
    const own = ridge * (weight + (unseen / 4) * count);
    for (let k = 0; k < K; k++) shared[k] = (unseen / 4) * eigenvalues[k]! + own;
    const solve = mine.length <= K ? solveByRows : solveByDimensions;
    solve(side, mine, targets, others, shared, vectors.subarray(person * K, (person + 1) * K));
  }
}

/**
 * Target of taste · appeal: minimum of the quadratic that touches the logistic loss at the current vectors
 * [N].
 */
function majorisedTargets(
  { input, settings, own, other }: Side,
  vectors: Float64Array,
  others: Float64Array,
) {
  const { dimension: K } = settings;
  const targets = new Float64Array(other.length);
  for (let person = 0; person + 1 < own.starts.length; person++) {
    for (const row of own.rows.subarray(own.starts[person]!, own.starts[person + 1]!)) {
      const affinity = dotRows(vectors, person * K, others, other[row]! * K, K);
      const expected = sigmoid(input.offsets[row]! + affinity);
      targets[row] = affinity + 4 * (input.pairs.labels[row]! - expected);
    }
  }
  return targets;
}

/** Rotates `vectors` [P × K] in place; `count`: number of nonzero rows. */
function rotateIntoEigenvectors(
  vectors: Float64Array,
  K: number,
): { eigenvalues: readonly number[]; count: number } {
  const gram = Array.from({ length: K }, () => new Float64Array(K));
  let count = 0;
  for (let start = 0; start < vectors.length; start += K) {
    if (isZero(vectors, start, K)) continue;
    count++;
    for (let i = 0; i < K; i++) {
      const line = gram[i]!;
      const value = vectors[start + i]!;
      for (let j = 0; j <= i; j++) line[j]! += value * vectors[start + j]!;
    }
  }
  for (let i = 0; i < K; i++) for (let j = 0; j < i; j++) gram[j]![i] = gram[i]![j]!;
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(
    new Matrix(gram.map((line) => [...line])),
    {
      assumeSymmetric: true,
    },
  );
  const columns = Float64Array.from(eigenvectorMatrix.transpose().to1DArray());
  const turned = new Float64Array(K);
  for (let start = 0; start < vectors.length; start += K) {
    if (isZero(vectors, start, K)) continue;
    for (let k = 0; k < K; k++) turned[k] = dotRows(vectors, start, columns, k * K, K);
    vectors.set(turned, start);
  }
  return { eigenvalues: realEigenvalues.map((value) => Math.max(0, value)), count };
}

function isZero(vectors: Float64Array, start: number, K: number): boolean {
  for (let k = start; k < start + K; k++) if (vectors[k] !== 0) return false;
  return true;
}

/**
 * d ≤ K: x = D⁻¹Yᵀ(W⁻¹ + Y D⁻¹ Yᵀ)⁻¹ r, with D = `shared` and Y the other side's vectors in this person's
 * rows.
 */
function solveByRows(
  { weights, other, settings: { dimension: K } }: Side,
  mine: Uint32Array,
  targets: Float64Array,
  others: Float64Array,
  shared: Float64Array,
  vector: Float64Array,
): void {
  const d = mine.length;
  const system = new Float64Array(d * d);
  const right = Float64Array.from(mine, (row) => targets[row]!);
  for (let i = 0; i < d; i++) {
    const a = other[mine[i]!]! * K;
    for (let j = 0; j <= i; j++) {
      const b = other[mine[j]!]! * K;
      let sum = 0;
      for (let k = 0; k < K; k++) sum += (others[a + k]! * others[b + k]!) / shared[k]!;
      system[i * d + j] = sum;
    }
    system[i * d + i]! += 4 / weights[mine[i]!]!;
  }
  solvePositiveDefinite(system, right, d);
  vector.fill(0);
  for (let i = 0; i < d; i++) {
    const a = other[mine[i]!]! * K;
    for (let k = 0; k < K; k++) vector[k]! += (right[i]! * others[a + k]!) / shared[k]!;
  }
}

/** d > K: x = (D + YᵀWY)⁻¹ YᵀWr. */
function solveByDimensions(
  { weights, other, settings: { dimension: K } }: Side,
  mine: Uint32Array,
  targets: Float64Array,
  others: Float64Array,
  shared: Float64Array,
  vector: Float64Array,
): void {
  const system = new Float64Array(K * K);
  vector.fill(0);
  for (const row of mine) {
    const a = other[row]! * K;
    const weight = weights[row]! / 4;
    for (let i = 0; i < K; i++) {
      const value = weight * others[a + i]!;
      vector[i]! += value * targets[row]!;
      for (let j = 0; j <= i; j++) system[i * K + j]! += value * others[a + j]!;
    }
  }
  for (let k = 0; k < K; k++) system[k * K + k]! += shared[k]!;
  solvePositiveDefinite(system, vector, K);
}
