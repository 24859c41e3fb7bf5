/**
 * Outcomes of several domains as rows of one matrix. There is one column for each kind of comparison, with
 * the points of the general scorecard by terms of this kind. Each domain and each of its sides has an
 * intercept, because base rates differ between them and do not transfer.
 */

import type { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { type SparseRows, SparseRowsBuilder } from '../../../../platform/numeric/sparse-rows.ts';
import { dot } from '../../../../platform/numeric/vectors.ts';
import { type GeneralKind, generalKinds, kindOf } from '../../../ranking/models/general-kinds.ts';
import type { RankingModel } from '../../../ranking/ranking-model.ts';
import { cosineEvidence } from '../../../ranking/scoring/probability.ts';
import { readyTerm } from '../../../ranking/scoring/ready-term.ts';
import { nearestSentences, sentenceSimilarity } from '../../../ranking/scoring/sentences.ts';
import type { TrainingSet } from '../../training-set.ts';
import { type Evidence, evidenceOf } from '../evidence.ts';
import { type FitPeople, fitPeople } from '../fit-people.ts';
import { foldsByPairAndRound } from '../folds.ts';

export interface GeneralWorld {
  readonly set: TrainingSet;
  /** Training rows of the outcomes. */
  readonly rows: Uint32Array;
  /** The general prior of the domain. */
  readonly base: RankingModel;
}

/** The part of one domain in the matrix. */
export interface GeneralPart extends GeneralWorld {
  readonly people: FitPeople;
  readonly evidence: Evidence;
  /** Fold by row of the evidence; both directions of a pair share one. */
  readonly folds: Uint8Array;
  /** First row in the matrix. */
  readonly first: number;
  /** Column of the intercept. */
  readonly intercept: number;
}

export interface GeneralRows {
  readonly parts: readonly GeneralPart[];
  readonly x: SparseRows;
  /** Log-odds of the unchanged general scorecards [N]. */
  readonly offsets: Float64Array;
  readonly labels: Uint8Array;
  readonly weights: Float64Array;
  readonly folds: Uint8Array;
  /** Training rows. */
  readonly learnable: Uint32Array;
}

export function generalRows(
  worlds: readonly GeneralWorld[],
  folds: number,
  random: SeededRandom,
): GeneralRows {
  let [first, column] = [0, generalKinds.length];
  const columns = new Map<string, number>();
  const parts = worlds.map((world): GeneralPart => {
    const { definition } = world.set;
    const people = fitPeople(world.set);
    const evidence = evidenceOf(world.set, world.rows);
    const part = {
      ...world,
      people,
      evidence,
      folds: foldsByPairAndRound(evidence, new Float64Array(), folds, random),
      first,
      intercept: column++,
    };
    for (const side of new Set(people.sides)) {
      if (side !== null) columns.set(`${definition.domain}/${side}`, column++);
    }
    first += evidence.raters.length;
    return part;
  });
  const builder = new SparseRowsBuilder(column);
  const sideColumn = ({ set, people }: GeneralPart, rater: number) =>
    columns.get(`${set.definition.domain}/${people.sides[rater]}`);
  const offsets = parts.flatMap((part) => readPart(part, builder, (rater) => sideColumn(part, rater)));
  return {
    parts,
    x: builder.build(),
    offsets: Float64Array.from(offsets),
    labels: Uint8Array.from(parts.flatMap(({ evidence }) => [...evidence.labels])),
    weights: Float64Array.from(parts.flatMap(({ evidence }) => [...evidence.weights])),
    folds: Uint8Array.from(parts.flatMap((part) => [...part.folds])),
    learnable: Uint32Array.from(parts.flatMap(learnableOf)),
  };
}

/** Training outcomes and undecided pairs. */
function learnableOf({ rows, evidence, first }: GeneralPart): readonly number[] {
  const undecided = evidence.raters.length - evidence.outcomes;
  return [...rows, ...Array.from({ length: undecided }, (_, n) => evidence.outcomes + n)].map(
    (n) => first + n,
  );
}

function readPart(
  part: GeneralPart,
  builder: SparseRowsBuilder,
  sideColumn: (rater: number) => number | undefined,
): readonly number[] {
  const { evidence, intercept } = part;
  const readPoints = pointsReader(part);
  return Array.from(evidence.raters, (rater, n) => {
    const points = readPoints(rater, evidence.rated[n]!);
    let offset = 0;
    generalKinds.forEach((kind, at) => {
      builder.add(at, points[kind]);
      offset += points[kind];
    });
    builder.add(intercept, 1);
    const side = sideColumn(rater);
    if (side !== undefined) builder.add(side, 1);
    builder.endRow();
    return offset;
  });
}

/** Points of the general scorecard by kind, as the cross encoder's stage has them. */
function pointsReader({ base, set, people }: GeneralPart) {
  const { scorecard } = base.card;
  const terms = scorecard.terms.map((term) => ({
    kind: kindOf(term),
    ready: readyTerm(set.definition, term, people.nowMs),
  }));
  const { sentences } = scorecard.cross_encoder;
  return (rater: number, rated: number): Readonly<Record<GeneralKind, number>> => {
    const points = Object.fromEntries(generalKinds.map((kind) => [kind, 0])) as Record<GeneralKind, number>;
    const [me, other] = [people.persons[rater]!, people.persons[rated]!];
    for (const { kind, ready } of terms) points[kind] += ready.read(me, other).points;
    const [mine, theirs] = [people.vectors[rater]!, people.vectors[rated]!];
    if (mine !== null && theirs !== null) points.text = cosineEvidence(scorecard.head, dot(mine, theirs));
    const nearest = nearestSentences(me.sentences, other.sentences);
    points.sentences = cosineEvidence(sentences, sentenceSimilarity(nearest, sentences.best));
    return points;
  };
}
