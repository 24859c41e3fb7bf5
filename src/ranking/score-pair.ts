/**
 * A head's log-odds of one judge for one judged, pair by pair: what the stages compute over columns when serving, and
 * what learning is judged by. A test holds the two to each other. What the trained cross encoder says of the pair is
 * read elsewhere, many pairs at once, and given.
 */
import type { DomainDefinition } from '../domains/definition.ts';
import { readsText } from '../domains/scorecard-check.ts';
import { calibrate, curveFor } from './calibration-curve.ts';
import type { DomainHead } from './domain-head.ts';
import type { ModelStage } from './models/model-catalog.ts';
import { personEvidence, unsureShare } from './person-table.ts';
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
  logOdds(judge: PairSide, judged: PairSide, crossEncoder?: number): StageLogOdds;
  /** A stage's log-odds as they are told. */
  calibrated(stage: ModelStage, logOdds: number, judge: PairSide): number;
}

/** `nowMs`: as of when ages of profiles are counted. */
export function createPairReader(head: DomainHead, definition: DomainDefinition, nowMs: number): PairReader {
  const { scorecard, calibration } = head.card;
  const terms = scorecard.terms.map((term) => readyTerm(definition, term, nowMs));
  const overColumns = terms.filter(({ term }) => !readsText(term));
  const overTexts = terms.filter(({ term }) => readsText(term));
  const sentencePrior = scorecard.cross_encoder.sentences;
  const queryOf = queriesOnce(head);
  return {
    logOdds(judge, judged, crossEncoder = 0) {
      const { selectivity, desirability, affinity, variance } = personEvidence(
        head.people,
        judge.position,
        judged.position,
      );
      let light = scorecard.intercept + selectivity + desirability + affinity;
      for (const term of overColumns) light += term.read(judge.person, judged.person).points;
      const embedding = light + textEvidence(head, queryOf, judge.vector, judged.vector);
      let cross = embedding + crossEncoder;
      for (const term of overTexts) cross += term.read(judge.person, judged.person).points;
      const nearest = nearestSentences(judge.person.sentences, judged.person.sentences);
      cross += cosineEvidence(sentencePrior, sentenceLikeness(nearest, sentencePrior.best));
      const share = unsureShare(variance);
      return { light_ml: light * share, embedding: embedding * share, cross_encoder: cross * share, share };
    },
    calibrated: (stage, logOdds, { side }) => calibrate(curveFor(calibration[stage], side), logOdds),
  };
}

/** The projected text of a judge, made once: they are read beside many. */
function queriesOnce({ projections }: DomainHead): (judge: Float32Array) => Float32Array {
  const known = new WeakMap<Float32Array, Float32Array>();
  return (judge) => {
    const query = known.get(judge) ?? forwardQuery(projections, judge);
    known.set(judge, query);
    return query;
  };
}

/** What the likeness of the two whole texts adds; 0 where either has none. */
function textEvidence(
  { card }: DomainHead,
  queryOf: (judge: Float32Array) => Float32Array,
  judge: Float32Array | null,
  judged: Float32Array | null,
): number {
  if (judge === null || judged === null) return 0;
  return cosineEvidence(card.scorecard.head, dot(queryOf(judge), judged));
}
