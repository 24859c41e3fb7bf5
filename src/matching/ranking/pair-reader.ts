/**
 * Log-odds of a ranking model for single pairs, used in training and evaluation. When serving, the stages
 * compute the same values over columns; a test compares the two. The cross encoder scores pairs in batches
 * elsewhere, so its points are a parameter.
 */

import { asLogOdds, type LogOdds } from '../../contract/brands.ts';
import type { ModelStage } from '../../contract/match-stages.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { readsText } from '../../domains/scorecard-check.ts';
import { dot } from '../../platform/numeric/vectors.ts';
import { calibrate, curveFor } from './calibration-curve.ts';
import { personEvidence, uncertaintyShrinkage } from './person-effects.ts';
import type { RankingModel } from './ranking-model.ts';
import type { Person } from './scoring/person.ts';
import { addLogOdds, cosineEvidence } from './scoring/probability.ts';
import { pointsOfReading, sumOfTerms } from './scoring/read-values.ts';
import { readyTerm } from './scoring/ready-term.ts';
import { nearestSentences, sentenceSimilarity } from './scoring/sentences.ts';
import { forwardQuery } from './text-projections.ts';

export interface PairSide {
  readonly person: Person;
  /** Vector of the whole text, unit norm; null: no text. */
  readonly vector: Float32Array | null;
  /** Side of the domain; null: one-sided domain, or side unknown. */
  readonly side: string | null;
  /** Position in the model's person effects; -1: no entry. */
  readonly position: number;
}

/** Log-odds by stage, before calibration. */
interface StageLogOdds extends Readonly<Record<ModelStage, LogOdds>> {
  /** Factor by which further points are multiplied, from the uncertainty of both people; in (0, 1]. */
  readonly shrinkFactor: number;
}

export interface PairReader {
  /** `crossEncoder`: points of the trained cross encoder. */
  logOdds(rater: PairSide, rated: PairSide, crossEncoder?: LogOdds): StageLogOdds;
  /** Calibrated log-odds of a stage. */
  calibrated(stage: ModelStage, logOdds: LogOdds, rater: PairSide): LogOdds;
}

/** `nowMs`: the time (epoch ms) from which ages of profiles are counted. */
export function createPairReader(
  model: RankingModel,
  definition: DomainDefinition,
  nowMs: number,
): PairReader {
  const { scorecard, calibration } = model.card;
  const terms = scorecard.terms.map((term) => readyTerm(definition, term, nowMs, model.words));
  const overColumns = terms.filter(({ term }) => !readsText(term));
  const overTexts = terms.filter(({ term }) => readsText(term));
  const { read_values } = scorecard;
  const sentencePrior = scorecard.cross_encoder.sentences;
  const queryOf = queriesOnce(model);
  return {
    logOdds(rater, rated, crossEncoder = asLogOdds(0)) {
      const { selectivity, desirability, affinity, neighbours, variance } = personEvidence(
        model.personEffects,
        rater.position,
        rated.position,
      );
      let light = asLogOdds(scorecard.intercept + selectivity + desirability + affinity + neighbours);
      for (const term of overColumns) light = addLogOdds(light, term.read(rater.person, rated.person).points);
      const embedding = addLogOdds(light, textEvidence(model, queryOf, rater.vector, rated.vector));
      let cross = addLogOdds(embedding, crossEncoder);
      const texts = sumOfTerms(read_values, overTexts, rater.person, rated.person);
      cross = addLogOdds(addLogOdds(cross, texts.points), texts.ofReading);
      cross = addLogOdds(cross, pointsOfReading(read_values, overColumns, rater.person, rated.person));
      const nearest = nearestSentences(rater.person.sentences, rated.person.sentences);
      cross = addLogOdds(
        cross,
        cosineEvidence(sentencePrior, sentenceSimilarity(nearest, sentencePrior.best)),
      );
      const shrinkFactor = uncertaintyShrinkage(variance);
      const shrunk = (logOdds: LogOdds) => asLogOdds(logOdds * shrinkFactor);
      return {
        light_ml: shrunk(light),
        embedding: shrunk(embedding),
        cross_encoder: shrunk(cross),
        shrinkFactor,
      };
    },
    calibrated: (stage, logOdds, { side }) => calibrate(curveFor(calibration[stage], side), logOdds),
  };
}

/** Caches the projected vector of each rater: a rater is scored against many people. */
function queriesOnce({ projections }: RankingModel): (rater: Float32Array) => Float32Array {
  const known = new WeakMap<Float32Array, Float32Array>();
  return (rater) => {
    const query = known.get(rater) ?? forwardQuery(projections, rater);
    known.set(rater, query);
    return query;
  };
}

/** Log-odds from the similarity of the two whole texts; 0 where either has none. */
function textEvidence(
  { card }: RankingModel,
  queryOf: (rater: Float32Array) => Float32Array,
  rater: Float32Array | null,
  rated: Float32Array | null,
): LogOdds {
  if (rater === null || rated === null) return asLogOdds(0);
  return cosineEvidence(card.scorecard.head, dot(queryOf(rater), rated));
}
