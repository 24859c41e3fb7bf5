/**
 * The candidates that no stage has dropped yet, with their evidence. Arrays are parallel: entry n belongs to
 * `rows[n]`.
 */
import { logOddsAt } from '../contract/brands.ts';
import type { StageName } from '../contract/match.ts';
import type { Aggregation } from '../domains/definition.ts';
import type { Scorecard } from '../domains/scorecard.ts';
import type { CandidateIndex, HeldSelection } from '../index/candidate-index.ts';
import type { RankingModel } from '../ranking/ranking-model.ts';
import { aggregate, type CosinePrior, probabilityOf } from '../ranking/scoring/probability.ts';
import type { ReadyTerm } from '../ranking/scoring/read-term.ts';
import { addSums, type DirectionSums } from '../ranking/scoring/sum-columns.ts';
import type { CandidatePersonEffects } from './person-effects.ts';

/** Rows that a column loop handles between two calls of `yieldIfDue`: a few milliseconds of work. */
export const CHUNK_ROWS = 1 << 15;

export type ScoringStage = Exclude<StageName, 'sql_filter'>;

/** The parts that the log-odds are the sum of. The explanation reads the same parts again. */
export interface ScoreBreakdown {
  readonly intercept: number;
  /** Terms in the sum. Only the cross encoder reads terms over texts. */
  readonly terms: readonly ReadyTerm[];
  /** The model whose person effects are in the sum (`Pool.personEffects`); null: none. */
  readonly personModel: RankingModel | null;
  /** Whether the likeness of the whole texts is in the sum (`Pool.textEvidence`). */
  readonly text: boolean;
  /** The prior of the cross encoder's sentence evidence; null: it is not in the sum. */
  readonly sentences: SentencePrior | null;
}

export interface SentencePrior extends CosinePrior {
  readonly best: number;
  readonly quote_above: number;
}

export interface Judged {
  readonly points: DirectionSums;
  /** The judge's sentence on each candidate [N]; null: none may be shown. */
  readonly reasons: readonly (string | null)[];
}

export interface Pool {
  /**
   * The candidates that passed the filters, as the index's bitmap, until a stage needs row numbers. `rows` is
   * empty while this is set: row numbers of millions would cost memory.
   */
  readonly held: HeldSelection | null;
  readonly rows: Uint32Array;
  /**
   * Both directions after the last scoring stage; null before the first. `backward` is null when ranking one
   * way.
   */
  readonly logOdds: DirectionSums | null;
  /** The same log-odds after shrinkage and calibration: the scores derive from these. */
  readonly calibrated: DirectionSums | null;
  readonly breakdown: ScoreBreakdown | null;
  /**
   * light_ml's sums of a scorecard without person effects, reused by a later stage with the same scorecard.
   */
  readonly columnSums: { readonly scorecard: Scorecard; readonly sums: DirectionSums } | null;
  /** Person effects; null: not in the sum. */
  readonly personEffects: CandidatePersonEffects | null;
  /** The embedding stage's evidence, kept for the stages after it. */
  readonly textEvidence: DirectionSums | null;
  /** The trained cross encoder's evidence; null: the model has none, or it failed. */
  readonly crossEncoded: DirectionSums | null;
  /** The external reranker's evidence; null: it has not read the pairs. */
  readonly reranked: DirectionSums | null;
  /** The judge's evidence; null: it has not read the pairs. */
  readonly judged: Judged | null;
  readonly stageScores: readonly { readonly stage: ScoringStage; readonly scores: Float64Array }[];
}

export function heldPool(held: HeldSelection): Pool {
  return { ...unscoredPool(new Uint32Array()), held };
}

/** Number of candidates in the pool. */
export function sizeOf({ held, rows }: Pool): number {
  return held?.size ?? rows.length;
}

/** The pool with its row numbers read out of the index's bitmap. */
export function withRows(pool: Pool): Pool {
  return pool.held === null ? pool : { ...pool, held: null, rows: pool.held.rows() };
}

export function unscoredPool(rows: Uint32Array): Pool {
  return {
    held: null,
    rows,
    logOdds: null,
    calibrated: null,
    breakdown: null,
    columnSums: null,
    personEffects: null,
    textEvidence: null,
    crossEncoded: null,
    reranked: null,
    judged: null,
    stageScores: [],
  };
}

/** Scores of the last scoring stage [N], 0..1; all 0.5 before the first. */
export function scoresOf(pool: Pool): Float64Array {
  return pool.stageScores.at(-1)?.scores ?? new Float64Array(pool.rows.length).fill(0.5);
}

export interface Scoring {
  readonly logOdds: DirectionSums;
  readonly calibrated: DirectionSums;
  readonly breakdown: ScoreBreakdown;
  /** The probabilities of `calibrated` [N], if they are computed already. */
  readonly scores?: Float64Array;
}

/** The pool with a stage's new log-odds and the probabilities of the calibrated ones. */
export function scored(
  pool: Pool,
  stage: ScoringStage,
  aggregation: Aggregation,
  { logOdds, calibrated, breakdown, scores = scoresFrom(calibrated, aggregation) }: Scoring,
): Pool {
  return { ...pool, logOdds, calibrated, breakdown, stageScores: [...pool.stageScores, { stage, scores }] };
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

/** The pool's entries at `positions`, in that order. */
export function take(pool: Pool, positions: Uint32Array): Pool {
  const pick = (values: Float64Array) => gathered(values, positions, Float64Array);
  const pickBoth = ({ forward, backward }: DirectionSums): DirectionSums => {
    const picked = pick(forward);
    return { forward: picked, backward: backward === forward ? picked : backward && pick(backward) };
  };
  const { logOdds, calibrated, columnSums, personEffects, textEvidence, crossEncoded, reranked, judged } =
    pool;
  const pickedLogOdds = logOdds && pickBoth(logOdds);
  return {
    held: null,
    rows: gathered(pool.rows, positions, Uint32Array),
    logOdds: pickedLogOdds,
    calibrated: calibrated === logOdds ? pickedLogOdds : calibrated && pickBoth(calibrated),
    breakdown: pool.breakdown,
    columnSums: columnSums && { ...columnSums, sums: pickBoth(columnSums.sums) },
    personEffects: personEffects && {
      points: pickBoth(personEffects.points),
      shrinkage: pickBoth(personEffects.shrinkage),
    },
    textEvidence: textEvidence && pickBoth(textEvidence),
    crossEncoded: crossEncoded && pickBoth(crossEncoded),
    reranked: reranked && pickBoth(reranked),
    judged: judged && {
      points: pickBoth(judged.points),
      reasons: Array.from(positions, (at) => judged.reasons[at]!),
    },
    stageScores: pool.stageScores.map(({ stage, scores }) => ({ stage, scores: pick(scores) })),
  };
}

/** A plain loop, since `from` with a callback is an order of magnitude slower. */
function gathered<Numbers extends Float64Array | Uint32Array>(
  values: Numbers,
  positions: Uint32Array,
  Kind: new (length: number) => Numbers,
): Numbers {
  const found = new Kind(positions.length);
  for (let n = 0; n < positions.length; n++) found[n] = values[positions[n]!]!;
  return found;
}

export interface Cut {
  readonly kept: Pool;
  /** Counts by reason: `min_score`, then `top_k`. */
  readonly dropped: Readonly<Record<string, number>>;
}

/** Keeps the candidates with a score of at least `minScore`, and of these the `topK` best. */
export function cut(
  pool: Pool,
  index: CandidateIndex,
  { topK, minScore }: { readonly topK: number; readonly minScore: number },
): Cut {
  const scores = scoresOf(pool);
  let low = 0;
  for (const score of scores) if (!(score >= minScore)) low++;
  const positions = index.topK(pool.rows, scores, topK, minScore);
  const kept = take(pool, positions);
  return { kept, dropped: counted({ min_score: low, top_k: pool.rows.length - low - positions.length }) };
}

/** The reasons with a count above 0. */
export function counted(dropped: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(dropped).filter(([, count]) => count > 0));
}

/** New sums of both directions: `sums` plus `evidence`. */
export function withEvidence(sums: DirectionSums, evidence: DirectionSums): DirectionSums {
  const added = { forward: sums.forward.slice(), backward: sums.backward?.slice() ?? null };
  addSums(evidence, added);
  return added;
}
