/**
 * Reads both profiles of a pair together. The log-odds are the sum of:
 *
 *   every term of the scorecard, also the terms over texts, which exist for pairs only
 *   the likeness of the whole texts, as the embedding stage found it
 *   the likeness of sentences: each sentence of one profile with the nearest of the other, in both directions
 *   the person effects of a trained model
 *   the trained cross encoder's points, if the model has one (`cross-encoder-points.ts`)
 *   an external reranker's evidence, if one is set up and the request pins no tier
 *
 * A failing reranker adds nothing. At most `MAX_PAIRS` pairs are read, the best so far. A candidate that was
 * erased since the index was read is dropped (`gone`).
 */
import type { LogOdds } from '../../contract/brands.ts';
import { rowNumber } from '../../contract/brands.ts';
import type { Scorecard } from '../../domains/scorecard.ts';
import { readsText } from '../../domains/scorecard-check.ts';
import { type Person, peopleOfIndex } from '../../ranking/scoring/person.ts';
import { cosineEvidence } from '../../ranking/scoring/probability.ts';
import { type ReadyTerm, readyTerm } from '../../ranking/scoring/read-term.ts';
import { likenessBothWays, nearestSentences, sentenceLikeness } from '../../ranking/scoring/sentences.ts';
import { addSums, type DirectionSums } from '../../ranking/scoring/sum-columns.ts';
import { bestOf } from '../best-of.ts';
import { crossEncoderPoints } from '../cross-encoder-points.ts';
import { calibrateLogOdds, personEffectsOf } from '../person-effects.ts';
import {
  cut,
  type Pool,
  type ScoreBreakdown,
  type Scoring,
  type SentencePrior,
  scored,
  sizeOf,
  take,
  withEvidence,
} from '../pool.ts';
import { readTexts } from '../read-texts.ts';
import { rerank } from '../rerank/rerank-evidence.ts';
import { cutShort, type MatchContext, type Stage, type StageOutcome } from '../stage.ts';
import { sumTerms } from '../sum-terms.ts';

const MAX_PAIRS = 500;
const PAIRS_A_CHUNK = 50;

export const crossEncoder: Stage = {
  name: 'cross_encoder',
  enabled: ({ stages }) => stages.cross_encoder.enabled,
  async run(given, context) {
    const { plan, index, nowMs } = context;
    const { tier, version, head } = plan.models.cross_encoder;
    const { scorecard } = head.card;
    const readable = await bestOf(given, MAX_PAIRS, context);
    const terms = scorecard.terms.map((term) => readyTerm(plan.definition, term, nowMs));
    const pool = await withoutErased(readable, terms, context);
    const effects = personEffectsOf(head, pool.rows, context);
    const breakdown: ScoreBreakdown = {
      intercept: scorecard.intercept,
      terms,
      personModel: effects && head,
      text: pool.textEvidence !== null,
      sentences: scorecard.cross_encoder.sentences,
    };
    const logOdds = await readPairs(pool, scorecard, breakdown, context);
    if (logOdds === null) return cutShort(given, 'budget');
    const read = await crossEncoderPoints(head, pool.rows, context);
    if (read.points !== null) addSums(read.points, logOdds);
    if (effects !== null) addSums(effects.points, logOdds);
    const calibrated = calibrateLogOdds(head, 'cross_encoder', logOdds, effects, pool.rows, context);
    const before = { ...pool, personEffects: effects, crossEncoded: read.points };
    const ours = scored(before, 'cross_encoder', plan.aggregation, { logOdds, calibrated, breakdown });
    const outside = await reread(ours, { logOdds, calibrated, breakdown }, context);
    const { kept, dropped } = cut(outside.pool, index, plan.stages.cross_encoder);
    const notRead = sizeOf(given) - readable.rows.length;
    const gone = readable.rows.length - pool.rows.length;
    const unread = { ...(notRead > 0 && { not_read: notRead }), ...(gone > 0 && { gone }) };
    return {
      kept,
      dropped: { ...unread, ...dropped },
      model: { tier, version: `${version}${outside.suffix}` },
      ...read.remarks,
      ...outside.remarks,
    };
  },
};

interface Reread {
  readonly pool: Pool;
  /** Appended to the model's version. */
  readonly suffix: string;
  readonly remarks: Pick<StageOutcome, 'degraded' | 'note'>;
}

/** `ours` plus the evidence of the external reranker, if one is set up and answers. */
async function reread(
  ours: Pool,
  { logOdds, calibrated, breakdown }: Scoring,
  context: MatchContext,
): Promise<Reread> {
  const { plan, reranking } = context;
  const isOurs = reranking === null || plan.stages.cross_encoder.pin !== undefined;
  if (isOurs || ours.rows.length === 0) return { pool: ours, suffix: '', remarks: {} };
  const reranked = await rerank(reranking, ours.rows, context);
  if ('degraded' in reranked) {
    const { degraded } = reranked;
    const note = `the external reranker gave nothing (${degraded}); ours stands`;
    return { pool: ours, suffix: '', remarks: { degraded, note } };
  }
  const { points } = reranked;
  const sums = {
    logOdds: withEvidence(logOdds, points),
    calibrated: withEvidence(calibrated, points),
    breakdown,
  };
  const before = { ...ours, reranked: points, stageScores: ours.stageScores.slice(0, -1) };
  return {
    pool: scored(before, 'cross_encoder', plan.aggregation, sums),
    suffix: `+${reranking.reranker.name}`,
    remarks: {},
  };
}

async function withoutErased(pool: Pool, terms: readonly ReadyTerm[], context: MatchContext): Promise<Pool> {
  const texts = await readTexts(pool.rows, { terms }, context);
  const positions = Uint32Array.from(pool.rows.keys()).filter((at) => texts.has(pool.rows[at]!));
  return positions.length === pool.rows.length ? pool : take(pool, positions);
}

/** Log-odds [N] of both directions; null: the time budget ran out. */
async function readPairs(pool: Pool, scorecard: Scorecard, breakdown: ScoreBreakdown, context: MatchContext) {
  const { index, seeker, budget, yielder, texts } = context;
  const { forward, backward } = await columnSums(pool, scorecard, breakdown, context);
  const overTexts = breakdown.terms.filter(({ term }) => readsText(term));
  const personOf = peopleOfIndex(index);
  for (let n = 0; n < pool.rows.length; n++) {
    if (n % PAIRS_A_CHUNK === 0) {
      await yielder.yieldIfDue();
      if (pool.logOdds !== null && budget.spent()) return null;
    }
    const row = rowNumber(pool.rows[n]!);
    const candidate = personOf(row, texts.get(row));
    const { textEvidence } = pool;
    const points = pairPoints(breakdown.sentences, overTexts, seeker.person, candidate, backward !== null);
    forward[n]! += (textEvidence?.forward[n] ?? 0) + points.forward;
    if (backward !== null) backward[n]! += (textEvidence?.backward?.[n] ?? 0) + points.backward;
  }
  return { forward, backward };
}

/** The sums of the terms that read no text: light_ml's, if it used the same scorecard; else computed here. */
async function columnSums(
  { columnSums: known, rows }: Pool,
  scorecard: Scorecard,
  { intercept, terms }: ScoreBreakdown,
  context: MatchContext,
): Promise<DirectionSums> {
  if (known?.scorecard === scorecard) {
    const { forward, backward } = known.sums;
    return { forward: forward.slice(), backward: backward?.slice() ?? null };
  }
  const columns = terms.filter(({ term }) => !readsText(term));
  return sumTerms(intercept, columns, rows, context);
}

/** The evidence that needs both texts, in both directions: sentences, and terms over texts. */
function pairPoints(
  sentences: SentencePrior | null,
  overTexts: readonly ReadyTerm[],
  me: Person,
  other: Person,
  twoWay: boolean,
): { readonly forward: number; readonly backward: number } {
  let [forward, backward] = [0, 0];
  if (sentences !== null) {
    const likeness = likenessBothWays(me.sentences, other.sentences, sentences.best);
    forward = cosineEvidence(sentences, likeness.forward);
    backward = cosineEvidence(sentences, likeness.backward);
  }
  for (const term of overTexts) {
    forward += term.read(me, other).points;
    if (twoWay) backward += term.read(other, me).points;
  }
  return { forward, backward };
}

export function sentencePoints(prior: SentencePrior, me: Person, other: Person): LogOdds {
  const nearest = nearestSentences(me.sentences, other.sentences);
  return cosineEvidence(prior, sentenceLikeness(nearest, prior.best));
}
