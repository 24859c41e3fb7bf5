/**
 * Reads both profiles of a pair together. The log-odds are the sum of:
 *
 *   every term of the scorecard, also the terms over texts, which exist for pairs only
 *   the person effects of a trained model
 *   the similarity of the whole texts, as the embedding stage found it
 *   the similarity of sentences: each sentence of one profile with the nearest of the other, both ways
 *   the trained cross encoder's points, if the model has one (`cross-encoder-points.ts`)
 *   an external reranker's evidence, if one is set up and the request pins no tier
 *
 * A failing reranker adds nothing. All candidates that the embedding stage passes are read, in both
 * directions. If they are more than `MAX_PAIRS`, the best so far are read, and the others count as
 * `not_read`. A candidate that was erased since the index was read is dropped (`gone`).
 */
import { rowNumber } from '../../../contract/brands.ts';
import type { Scorecard } from '../../../domains/scorecard.ts';
import { readsText } from '../../../domains/scorecard-check.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';
import type { RankingModel } from '../../ranking/ranking-model.ts';
import { addSums, type DirectionSums } from '../../ranking/scoring/direction-sums.ts';
import { type Person, peopleOfIndex, type StoredTexts } from '../../ranking/scoring/person.ts';
import { cosineEvidence } from '../../ranking/scoring/probability.ts';
import { pointsOfReading, sumOfTerms } from '../../ranking/scoring/read-values.ts';
import { type ReadyTerm, readyTerm } from '../../ranking/scoring/ready-term.ts';
import { sentenceSimilarities } from '../../ranking/scoring/sentences.ts';
import { bestOf } from '../best-of.ts';
import { calibrateLogOdds } from '../calibrate-log-odds.ts';
import type { CandidateTexts } from '../candidate-texts.ts';
import {
  type CrossEncoding,
  crossEncoderPoints,
  type PairsToRead,
  readCrossEncoder,
} from '../cross-encoder-points.ts';
import { type CandidatePersonEffects, personEffects, personEffectsOf } from '../person-effects.ts';
import { column, evidenceColumn } from '../pool/column.ts';
import { withPrices } from '../pool/exposure-price.ts';
import type { Pool } from '../pool/pool.ts';
import {
  cut,
  nonZero,
  type ScoreBreakdown,
  score,
  scoreColumns,
  scored,
  withEvidence,
} from '../pool/score.ts';
import { type Reranking, rerank, rerankerPoints } from '../rerank/rerank.ts';
import type { RunControl } from '../run-control.ts';
import { cutShort, type MatchInput, type Stage, type StageOutcome } from '../stage.ts';
import { sumTerms } from '../sum-terms.ts';
import { textEvidence } from './embedding.ts';
import { columnSums } from './light-ml.ts';

/** Bounds the candidates that an embedding stage passes on which is turned off or has a large `top_k`. */
const MAX_PAIRS = 2000;
const PAIRS_PER_CHUNK = 50;

/** The texts that the stage read; the explanation quotes them. */
export const storedTexts = column<readonly StoredTexts[]>('stored_texts', (texts, rows) =>
  rows.entries(texts),
);

/** Points that values read from long texts lose. */
const readValuesPoints = evidenceColumn('read_values');

interface CrossEncoderDependencies {
  readonly profiles: ProfileStore;
  readonly texts: CandidateTexts;
  /** Runs trained cross encoders; null: not set up. */
  readonly crossEncoding: CrossEncoding | null;
  readonly reranking: Reranking | null;
}

export function crossEncoder(dependencies: CrossEncoderDependencies): Stage {
  const { profiles, texts, crossEncoding, reranking } = dependencies;
  return {
    name: 'cross_encoder',
    reads: [...scoreColumns, personEffects, columnSums, textEvidence],
    writes: [
      ...scoreColumns,
      storedTexts,
      personEffects,
      readValuesPoints,
      crossEncoderPoints,
      rerankerPoints,
    ],
    async run(incoming, input, control) {
      const { plan, index, nowMs } = input;
      const { tier, version, calibrated: isCalibrated, rankingModel } = plan.models.cross_encoder;
      const { scorecard, calibration } = rankingModel.card;
      const readable = await bestOf(incoming, MAX_PAIRS, input, control);
      const terms = scorecard.terms.map((term) =>
        readyTerm(plan.definition, term, nowMs, rankingModel.words),
      );
      const { sentences } = scorecard.cross_encoder;
      const breakdown = { intercept: scorecard.intercept, terms, sentences };
      const { pool, candidates } = await withTexts(readable, terms, input, texts);
      const effects = effectsOf(pool, rankingModel, input);
      const sumInput = { ...input, yielder: control.yielder };
      const logOdds = await sumOfColumns(pool, rankingModel, { breakdown, effects }, sumInput);
      const people = { seeker: input.seeker.person, candidates };
      const ofReading = await addPairPoints(logOdds, pool, people, scorecard, breakdown, control);
      if (ofReading === null) return cutShort(incoming, 'budget');
      const pairs = { seeker: input.seeker.person, candidates, twoWay: plan.twoWay };
      const read = await readCrossEncoder(crossEncoding, rankingModel, pairs, input, control);
      if (read.points !== null) addSums(read.points, logOdds);
      const shrinkage = effects?.shrinkage ?? null;
      const calibrated = calibrateLogOdds(calibration.cross_encoder, logOdds, shrinkage, pool.rows, input);
      const before = withPrices(pool, input)
        .with(personEffects, effects)
        .with(readValuesPoints, scorecard.read_values === undefined ? null : ofReading)
        .with(crossEncoderPoints, read.points);
      const own = scored(before, 'cross_encoder', plan.aggregation, { logOdds, calibrated, breakdown });
      const final = await withReranker(own, { reranking, profiles }, input, control);
      const { kept, dropped, ...named } = cut(final.pool, index, plan.stages.cross_encoder);
      const notRead = incoming.size - readable.size;
      const gone = readable.size - pool.size;
      return {
        kept,
        dropped: { ...nonZero({ not_read: notRead, gone }), ...dropped },
        ...named,
        model: {
          tier,
          version: `${version}${suffixOfWords(rankingModel)}${final.suffix}`,
          // No outcome has fitted the points of an external reranker.
          calibrated: isCalibrated && final.suffix === '',
        },
        ...read.remarks,
        ...final.remarks,
      };
    },
  };
}

/** Appended to the model's version where the counted words of the workspace are a part of the scores. */
function suffixOfWords({ words, card }: RankingModel): string {
  const readsWords = card.scorecard.terms.some(({ compare }) => compare === 'shared_words');
  return words === undefined || !readsWords ? '' : `+words.${words.version}`;
}

interface Reranked {
  readonly pool: Pool;
  /** Appended to the model's version. */
  readonly suffix: string;
  readonly remarks: Pick<StageOutcome, 'degraded' | 'note'>;
}

/** The pool plus the evidence of the external reranker, if one is set up and answers. */
async function withReranker(
  pool: Pool,
  { reranking, profiles }: Pick<CrossEncoderDependencies, 'reranking' | 'profiles'>,
  input: MatchInput,
  control: RunControl,
): Promise<Reranked> {
  const { plan } = input;
  const isUsed = reranking !== null && plan.stages.cross_encoder.pin === undefined;
  if (!isUsed || pool.size === 0) return { pool, suffix: '', remarks: {} };
  const reranked = await rerank(reranking, pool.rows, input, control, profiles);
  if ('degraded' in reranked) {
    const { degraded } = reranked;
    const note = `the external reranker gave nothing (${degraded}); the score without it stands`;
    return { pool, suffix: '', remarks: { degraded, note } };
  }
  const { points } = reranked;
  const before = pool.with(rerankerPoints, points);
  return {
    pool: scored(before, 'cross_encoder', plan.aggregation, withEvidence(pool.read(score)!, points)),
    suffix: `+${reranking.reranker.name}`,
    remarks: {},
  };
}

/** The pool without the candidates that were erased meanwhile, and the others as persons with their texts. */
async function withTexts(
  pool: Pool,
  terms: readonly ReadyTerm[],
  input: Pick<MatchInput, 'plan' | 'index' | 'encoderId'>,
  stored: CandidateTexts,
): Promise<{ readonly pool: Pool; readonly candidates: readonly Person[] }> {
  const texts = await stored.read(pool.rows, terms, input);
  const present = texts.filter((entry) => entry !== null);
  const kept = present.length === texts.length ? pool : pool.take(positionsOfPresent(texts));
  const personOf = peopleOfIndex(input.index);
  return {
    pool: kept.with(storedTexts, present),
    candidates: present.map((entry, n) => personOf(rowNumber(kept.rows[n]!), entry)),
  };
}

function positionsOfPresent(texts: readonly (StoredTexts | null)[]): Uint32Array {
  return Uint32Array.from(texts.keys()).filter((at) => texts[at] !== null);
}

/** The person effects of the model: an earlier stage's, if it used the same model; else computed here. */
function effectsOf(
  pool: Pool,
  model: RankingModel,
  input: Pick<MatchInput, 'plan' | 'index' | 'seeker'>,
): CandidatePersonEffects | null {
  const known = pool.read(personEffects);
  return known?.model === model ? known : personEffectsOf(model, pool.rows, input);
}

/**
 * The sums of the terms that read no text, and then the person effects. They are light_ml's, if it used the
 * same scorecard and effects. Else they are computed here, in the same order, so that both are equal to the
 * bit.
 */
async function sumOfColumns(
  pool: Pool,
  { card: { scorecard }, personEffects: table }: RankingModel,
  {
    breakdown: { intercept, terms },
    effects,
  }: { readonly breakdown: ScoreBreakdown; readonly effects: CandidatePersonEffects | null },
  input: Pick<MatchInput, 'plan' | 'index' | 'seeker'> & Pick<RunControl, 'yielder'>,
): Promise<DirectionSums> {
  const known = pool.read(columnSums);
  if (known?.scorecard === scorecard && known.effects === table) {
    const { forward, backward } = known.sums;
    return { forward: forward.slice(), backward: backward?.slice() ?? null };
  }
  const columns = terms.filter(({ term }) => !readsText(term));
  const sums = await sumTerms(intercept, columns, pool.rows, input);
  if (effects !== null) addSums(effects.points, sums);
  return sums;
}

/**
 * Adds the evidence that needs both texts to `sums`, and returns the part of it that values count less which
 * were read from long texts. null: the time budget ran out.
 */
async function addPairPoints(
  { forward, backward }: DirectionSums,
  pool: Pool,
  { seeker, candidates }: Omit<PairsToRead, 'twoWay'>,
  { read_values }: Scorecard,
  { sentences, terms }: ScoreBreakdown,
  { budget, yielder }: Pick<RunControl, 'budget' | 'yielder'>,
): Promise<DirectionSums | null> {
  const [overTexts, overColumns] = [true, false].map((isOverTexts) =>
    terms.filter(({ term }) => readsText(term) === isOverTexts),
  ) as [ReadyTerm[], ReadyTerm[]];
  const canBeCutShort = pool.read(score) !== null;
  const evidence = pool.read(textEvidence);
  const ofReading = {
    forward: new Float64Array(candidates.length),
    backward: backward && new Float64Array(candidates.length),
  };
  const oneWay = (me: Person, other: Person, similarity: number) => {
    const texts = sumOfTerms(read_values, overTexts, me, other);
    const read = texts.ofReading + pointsOfReading(read_values, overColumns, me, other);
    const points = texts.points + (sentences === null ? 0 : cosineEvidence(sentences, similarity));
    return { points: points + read, read };
  };
  for (let n = 0; n < candidates.length; n++) {
    if (n % PAIRS_PER_CHUNK === 0) {
      await yielder.yieldIfDue();
      if (canBeCutShort && budget.spent()) return null;
    }
    const other = candidates[n]!;
    const similarity =
      sentences === null
        ? noSimilarity
        : sentenceSimilarities(seeker.sentences, other.sentences, sentences.best);
    const there = oneWay(seeker, other, similarity.forward);
    forward[n]! += (evidence?.forward[n] ?? 0) + there.points;
    ofReading.forward[n] = there.read;
    if (backward === null) continue;
    const back = oneWay(other, seeker, similarity.backward);
    backward[n]! += (evidence?.backward?.[n] ?? 0) + back.points;
    ofReading.backward![n] = back.read;
  }
  return ofReading;
}

const noSimilarity = { forward: 0, backward: 0 };
