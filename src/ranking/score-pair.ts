/**
 * A head's log-odds of one judge for one judged, pair by pair: what the stages compute over columns when serving, and
 * what learning is judged by. A test holds the two to each other. What the trained cross encoder says of the pair is
 * read elsewhere, many pairs at once, and given.
 */
import type { DomainDefinition } from '../domains/definition.ts';
import { readsText } from '../domains/scorecard-check.ts';
import { calibrate, curveFor } from './calibration-curve.ts';
import type { ModelStage } from './models/model-catalog.ts';
import { personEvidence, uncertaintyShrinkage } from './person-effects.ts';
import type { RankingModel } from './ranking-model.ts';
import type { Person } from './scoring/person.ts';
import { cosineEvidence } from './scoring/probability.ts';
import { readyTerm } from './scoring/read-term.ts';
import { dot, nearestSentences, sentenceLikeness } from './scoring/sentences.ts';
import { forwardQuery } from './text-projections.ts';

export interface PairSide {
  readonly person: Person;
  /** Of the whole text, unit norm; null: none. */
  readonly vector: Float32Array | null;
  /** Of the domain; null: one-sided, or not known. */
  readonly side: string | null;
  /** In the head's table of people; -1: not in it. */
  readonly position: number;
}

/** What each stage would have the log-odds be, before calibration. */
interface StageLogOdds extends Readonly<Record<ModelStage, number>> {
  /** What each point more would have added, for what is unsure of the two people: 0..1. */
  readonly share: number;
}

export interface PairReader {
  /** `crossEncoder`: points of the trained cross encoder. */
  logOdds(rater: PairSide, rated: PairSide, crossEncoder?: number): StageLogOdds;
  /** A stage's log-odds as they are told. */
  calibrated(stage: ModelStage, logOdds: number, rater: PairSide): number;
}

/** `nowMs`: as of when ages of profiles are counted. */
export function createPairReader(
  model: RankingModel,
  definition: DomainDefinition,
  nowMs: number,
): PairReader {
  const { scorecard, calibration } = model.card;
  const terms = scorecard.terms.map((term) => readyTerm(definition, term, nowMs));
  const overColumns = terms.filter(({ term }) => !readsText(term));
  const overTexts = terms.filter(({ term }) => readsText(term));
  const sentencePrior = scorecard.cross_encoder.sentences;
  const queryOf = queriesOnce(model);
  return {
    logOdds(rater, rated, crossEncoder = 0) {
      const { selectivity, desirability, affinity, variance } = personEvidence(
        model.people,
        rater.position,
        rated.position,
      );
      let light = scorecard.intercept + selectivity + desirability + affinity;
      for (const term of overColumns) light += term.read(rater.person, rated.person).points;
      const embedding = light + textEvidence(model, queryOf, rater.vector, rated.vector);
      let cross = embedding + crossEncoder;
      for (const term of overTexts) cross += term.read(rater.person, rated.person).points;
      const nearest = nearestSentences(rater.person.sentences, rated.person.sentences);
      cross += cosineEvidence(sentencePrior, sentenceLikeness(nearest, sentencePrior.best));
      const share = uncertaintyShrinkage(variance);
      return { light_ml: light * share, embedding: embedding * share, cross_encoder: cross * share, share };
    },
    calibrated: (stage, logOdds, { side }) => calibrate(curveFor(calibration[stage], side), logOdds),
  };
}

/** The projected text of a judge, made once: they are read beside many. */
function queriesOnce({ projections }: RankingModel): (rater: Float32Array) => Float32Array {
  const known = new WeakMap<Float32Array, Float32Array>();
  return (rater) => {
    const query = known.get(rater) ?? forwardQuery(projections, rater);
    known.set(rater, query);
    return query;
  };
}

/** What the likeness of the two whole texts adds; 0 where either has none. */
function textEvidence(
  { card }: RankingModel,
  queryOf: (rater: Float32Array) => Float32Array,
  rater: Float32Array | null,
  rated: Float32Array | null,
): number {
  if (rater === null || rated === null) return 0;
  return cosineEvidence(card.scorecard.head, dot(queryOf(rater), rated));
}
