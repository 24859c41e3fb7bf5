/** The scores of a pool's candidates, and cuts by score. */
import { logOddsAt, rowNumber } from '../../../contract/brands.ts';
import type { StageName } from '../../../contract/match-stages.ts';
import type { Aggregation } from '../../../domains/definition.ts';
import type { CandidateIndex } from '../../index/candidate-index.ts';
import { addSums, type DirectionSums } from '../../ranking/scoring/direction-sums.ts';
import { aggregate, type CosinePrior, probabilityOf } from '../../ranking/scoring/probability.ts';
import type { ReadyTerm } from '../../ranking/scoring/ready-term.ts';
import { column, pickNumbers } from './column.ts';
import { exposurePrice, lessPrices } from './exposure-price.ts';
import type { Pool } from './pool.ts';

/**
 * The parts of the sum that are recomputed for a pair when it is explained. The other parts are the columns
 * of the pool: person effects, text evidence and every evidence column.
 */
export interface ScoreBreakdown {
  readonly intercept: number;
  /** Terms in the sum. Only the cross_encoder stage reads terms over texts. */
  readonly terms: readonly ReadyTerm[];
  /** The prior of the cross_encoder stage's sentence evidence; null: it is not in the sum. */
  readonly sentences: SentencePrior | null;
}

export interface SentencePrior extends CosinePrior {
  readonly best: number;
  readonly quote_above: number;
}

export interface Score {
  /** By row [N], both directions. `backward` is null when ranking one way. */
  readonly logOdds: DirectionSums;
  /** The same log-odds after shrinkage and calibration: the probabilities derive from these. */
  readonly calibrated: DirectionSums;
  readonly breakdown: ScoreBreakdown;
}

/** The score after the last scoring stage. */
export const score = column<Score>('score', ({ logOdds, calibrated, breakdown }, rows) => ({
  logOdds: rows.sums(logOdds),
  calibrated: rows.sums(calibrated),
  breakdown,
}));

export interface StageScores {
  readonly stage: StageName;
  /** Probabilities [N], 0..1. */
  readonly scores: Float64Array;
}

/** The scores of every scoring stage so far, in the order of the stages. */
export const stageScores = column<readonly StageScores[]>('stage_scores', (stages, rows) =>
  stages.map(({ stage, scores }) => ({ stage, scores: rows.numbers(scores) })),
);

/** The columns that every scoring stage reads and writes. */
export const scoreColumns = [score, stageScores, exposurePrice] as const;

/** Probabilities after the last scoring stage [N], 0..1; all 0.5 before the first. */
export function scoresOf(pool: Pool): Float64Array {
  return pool.read(stageScores)?.at(-1)?.scores ?? new Float64Array(pool.rows.length).fill(0.5);
}

/** The pool with the score that a stage gives. `scores`: the probabilities of `calibrated`, if known. */
export function scored(
  pool: Pool,
  stage: StageName,
  aggregation: Aggregation,
  { logOdds, calibrated, breakdown }: Score,
  scores: Float64Array = scoresFrom(calibrated, aggregation),
): Pool {
  const before = (pool.read(stageScores) ?? []).filter((entry) => entry.stage !== stage);
  return pool
    .with(score, { logOdds, calibrated, breakdown })
    .with(stageScores, [...before, { stage, scores }]);
}

/** Probabilities [N] of calibrated log-odds: those of the two directions, aggregated. */
export function scoresFrom({ forward, backward }: DirectionSums, aggregation: Aggregation): Float64Array {
  const scores = new Float64Array(forward.length);
  for (let n = 0; n < scores.length; n++) {
    const seekerSide = probabilityOf(logOddsAt(forward, n));
    scores[n] =
      backward === null
        ? seekerSide
        : aggregate(aggregation, seekerSide, probabilityOf(logOddsAt(backward, n)));
  }
  return scores;
}

/** A new score: `before` plus the evidence. */
export function withEvidence({ logOdds, calibrated, breakdown }: Score, evidence: DirectionSums): Score {
  return { logOdds: plus(logOdds, evidence), calibrated: plus(calibrated, evidence), breakdown };
}

function plus({ forward, backward }: DirectionSums, evidence: DirectionSums): DirectionSums {
  const sums = { forward: forward.slice(), backward: backward?.slice() ?? null };
  addSums(evidence, sums);
  return sums;
}

export interface Cut {
  readonly kept: Pool;
  /** Counts by reason: `min_score`, then `top_k`. */
  readonly dropped: Readonly<Record<string, number>>;
  /** By the same reasons, user ids of the dropped that came nearest; absent unless they are asked for. */
  readonly examples?: Readonly<Record<string, readonly string[]>>;
}

export interface CutSettings {
  readonly topK: number;
  readonly minScore: number;
  /** How many of the dropped are named for each reason; default: none. */
  readonly examples?: number;
}

/**
 * Keeps the `topK` best of the candidates with a score of at least `minScore`. Prices of exposure, where
 * there are some, lower the order and not the score.
 */
export function cut(
  pool: Pool,
  index: Pick<CandidateIndex, 'topK' | 'userIdOf'>,
  { topK, minScore, examples = 0 }: CutSettings,
): Cut {
  const scores = scoresOf(pool);
  // No iterator: it would make an object of each number.
  let low = 0;
  for (let n = 0; n < scores.length; n++) if (!(scores[n]! >= minScore)) low++;
  const order = lessPrices(scores, pool);
  const reaching =
    order === scores
      ? index.topK(pool.rows, scores, topK + examples, minScore)
      : index.topK(pool.rows, onlyReaching(order, scores, minScore), topK + examples, 0);
  const positions = reaching.subarray(0, topK);
  const dropped = nonZero({ min_score: low, top_k: pool.rows.length - low - positions.length });
  const kept = pool.take(positions);
  if (examples === 0) return { kept, dropped };
  const idsAt = (at: Uint32Array) => userIdsOf(index, pickNumbers(pool.rows, at, Uint32Array));
  return {
    kept,
    dropped,
    examples: nonEmpty({
      min_score: low === 0 ? [] : idsAt(index.topK(pool.rows, onlyBelow(scores, minScore), examples, 0)),
      top_k: idsAt(reaching.subarray(topK)),
    }),
  };
}

/** NaN where the score is below the least. */
export function onlyReaching(order: Float64Array, scores: Float64Array, minScore: number): Float64Array {
  if (!(minScore > 0)) return order;
  return order.map((each, n) => (scores[n]! >= minScore ? each : Number.NaN));
}

/** NaN where the score is not below the least. */
function onlyBelow(scores: Float64Array, minScore: number): Float64Array {
  return scores.map((each) => (each >= minScore ? Number.NaN : each));
}

/** User ids of the rows that are still live. */
export function userIdsOf(index: Pick<CandidateIndex, 'userIdOf'>, rows: Uint32Array): readonly string[] {
  return Array.from(rows).flatMap((row) => index.userIdOf(rowNumber(row)) ?? []);
}

/** The lists with an entry. */
export function nonEmpty<Entry>(
  lists: Readonly<Record<string, readonly Entry[]>>,
): Readonly<Record<string, readonly Entry[]>> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** The counts above 0. */
export function nonZero(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
