/** The candidates that are still in the running, with what is known of them. Arrays are parallel: one entry a row. */
import type { StageName } from '../contract/match.ts';
import type { Aggregation } from '../domains/definition.ts';
import type { Scorecard } from '../domains/scorecard.ts';
import type { CandidateIndex, HeldSelection } from '../index/candidate-index.ts';
import type { DomainHead } from '../ranking/domain-head.ts';
import { aggregate, type CosinePrior, sigmoid } from '../ranking/scoring/probability.ts';
import type { ReadyTerm } from '../ranking/scoring/read-term.ts';
import { addSums, type DirectionSums } from '../ranking/scoring/sum-columns.ts';
import type { PersonEffects } from './person-effects.ts';

export type ScoringStage = Exclude<StageName, 'sql_filter'>;

/** What the log-odds are made of, for the explanation: it reads the same parts again. */
export interface ScoreBreakdown {
  readonly intercept: number;
  /** Terms that were read; those over texts only in the cross encoder. */
  readonly terms: readonly ReadyTerm[];
  /** The head whose knowledge of people is in the sum (`Pool.people`); null: none is. */
  readonly personModel: DomainHead | null;
  /** Whether the likeness of the whole texts is in the sum (`Pool.textEvidence`). */
  readonly text: boolean;
  /** The cross encoder's sentence evidence, where it is in the sum. */
  readonly sentences: SentencePrior | null;
}

export interface SentencePrior extends CosinePrior {
  readonly best: number;
  readonly quote_above: number;
}

export interface Judged {
  readonly points: DirectionSums;
  /** A sentence of each [N]; null where none may be shown. */
  readonly reasons: readonly (string | null)[];
}

export interface Pool {
  /** Who passed the filters, while nobody has needed their row numbers: millions stay a bitmap. `rows` is empty then. */
  readonly held: HeldSelection | null;
  readonly rows: Uint32Array;
  /** Both directions after the last scoring stage; null before the first. `backward` is null when ranking one way. */
  readonly logOdds: DirectionSums | null;
  /** The same as they are told: calibrated. */
  readonly calibrated: DirectionSums | null;
  readonly breakdown: ScoreBreakdown | null;
  /** What light_ml added up from a scorecard alone, for a later stage that reads the same one; null: nothing. */
  readonly columnSums: { readonly scorecard: Scorecard; readonly sums: DirectionSums } | null;
  /** What is known of the people, where it is in the sum. */
  readonly personEffects: PersonEffects | null;
  /** The embedding stage's evidence, kept for the stages after it. */
  readonly textEvidence: DirectionSums | null;
  /** What the trained cross encoder said of the pairs, where the head has one that did. */
  readonly crossEncoded: DirectionSums | null;
  /** The external reranker's evidence, where one has read the pairs. */
  readonly reranked: DirectionSums | null;
  /** What the judge said, where it was asked. */
  readonly judged: Judged | null;
  readonly stageScores: readonly { readonly stage: ScoringStage; readonly scores: Float64Array }[];
}

export function heldPool(held: HeldSelection): Pool {
  return { ...unscoredPool(new Uint32Array()), held };
}

/** How many there are. */
export function sizeOf({ held, rows }: Pool): number {
  return held?.size ?? rows.length;
}

/** With the row numbers of everybody. */
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

/** Scores of the last scoring stage [N]; all 0.5 when there was none. */
export function scoresOf(pool: Pool): Float64Array {
  return pool.stageScores.at(-1)?.scores ?? new Float64Array(pool.rows.length).fill(0.5);
}

export interface Scoring {
  readonly logOdds: DirectionSums;
  readonly calibrated: DirectionSums;
  readonly breakdown: ScoreBreakdown;
  /** The probabilities of what is told, where they are known. */
  readonly scores?: Float64Array;
}

/** The pool with a stage's new log-odds, and the probabilities that follow from them as they are told. */
export function scored(
  pool: Pool,
  stage: ScoringStage,
  aggregation: Aggregation,
  { logOdds, calibrated, breakdown, scores = scoresFrom(calibrated, aggregation) }: Scoring,
): Pool {
  return { ...pool, logOdds, calibrated, breakdown, stageScores: [...pool.stageScores, { stage, scores }] };
}

/** Probabilities [N] of what is told. */
export function scoresFrom({ forward, backward }: DirectionSums, aggregation: Aggregation): Float64Array {
  const scores = new Float64Array(forward.length);
  for (let n = 0; n < scores.length; n++) {
    const seekerSide = sigmoid(forward[n]!);
    scores[n] = backward === null ? seekerSide : aggregate(aggregation, seekerSide, sigmoid(backward[n]!));
  }
  return scores;
}

/** The entries at those positions, in their order. */
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

/** A plain loop: `from` with a function takes ten times as long. */
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

/** What a scoring stage lets through: scores of at least `minScore`, of these the `topK` best. */
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

/** Only reasons that dropped somebody. */
export function counted(dropped: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(dropped).filter(([, count]) => count > 0));
}

/** Both directions with evidence from elsewhere on top; the given sums stay as they are. */
export function withEvidence(sums: DirectionSums, evidence: DirectionSums): DirectionSums {
  const added = { forward: sums.forward.slice(), backward: sums.backward?.slice() ?? null };
  addSums(evidence, added);
  return added;
}
