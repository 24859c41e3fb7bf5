/** Evaluates ranking models and baselines on the same held-out outcomes and bootstrap draws. */
import { probabilityAt } from '../../../contract/brands.ts';
import type { Aggregation, DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValue } from '../../../domains/field.ts';
import { aggregate } from '../../ranking/scoring/probability.ts';
import { countedOnce, type LabelledPairs, type PairScorer, takePairs } from '../labelled-pairs.ts';
import { areaUnderCurve, type ScoredLabels } from './area-under-curve.ts';
import { expectedCalibrationError, reliabilityTable } from './calibration.ts';
import { bootstrap, type Interval, numberClusters, type Statistic } from './cluster-bootstrap.ts';
import type {
  EvaluationReport,
  Measure,
  PairMeasures,
  ScorerReport,
  SegmentReport,
} from './evaluation-report.ts';
import { findSegments, type Segment } from './find-segments.ts';
import { groupSlates } from './group-slates.ts';
import { logLoss } from './log-loss.ts';
import { measureExposure } from './measure-exposure.ts';
import { type MutualPairs, mutualOutcomes } from './mutual-outcomes.ts';
import { hitRateAt, ndcgAt } from './slates.ts';

export interface EvaluationInput {
  readonly definition: DomainDefinition;
  /** Aggregation of two directions into one score. */
  readonly aggregation: Aggregation;
  /** Outcomes that no scorer was trained on. */
  readonly heldOut: LabelledPairs;
  /** 1 where the seeker has no outcome in training [N]. */
  readonly newSeeker: Uint8Array;
  /** Number of training outcomes. */
  readonly trainedOn: number;
  /** Ranking models first, then baselines. */
  readonly scorers: readonly PairScorer[];
  readonly readField: (person: number, field: string) => FieldValue | undefined;
  readonly draws?: number;
  readonly seed?: number;
}

const CUTS = { ndcg: 10, hit_rate: 3, exposure: 10 } as const;
const EXPOSURE_SEEKERS = 200;
const EXPOSURE_CANDIDATES = 500;

export async function evaluateScorers(input: EvaluationInput): Promise<EvaluationReport> {
  const { definition, aggregation, heldOut, newSeeker, scorers, draws = 1000, seed = 1 } = input;
  const scores: Float64Array[] = [];
  for (const scorer of scorers) scores.push(await scorer.score(heldOut));
  const mutual = aggregation === 'off' ? null : mutualOutcomes(heldOut);
  const segments = findSegments(definition, heldOut, newSeeker, input.readField);
  const intervals = bootstrapAll(input, scores, mutual, segments);
  const { sides } = definition;
  const exposure = await measureExposure(scorers, heldOut, {
    top: CUTS.exposure,
    seekers: EXPOSURE_SEEKERS,
    candidates: EXPOSURE_CANDIDATES,
    seed,
    sideOf: (person) => (sides === undefined ? undefined : String(input.readField(person, sides.field))),
  });
  return {
    domain: definition.domain,
    aggregation,
    held_out: {
      outcomes: heldOut.labels.length,
      positives: heldOut.labels.reduce((sum, label) => sum + label, 0),
      seekers: new Set(heldOut.seekers).size,
      new_seekers: new Set(heldOut.seekers.filter((_, n) => newSeeker[n] === 1)).size,
      mutual_pairs: mutual?.labels.length ?? 0,
      slates: groupSlates(heldOut, new Float64Array(heldOut.labels.length)).clusters.length,
    },
    trained_on: input.trainedOn,
    cuts: CUTS,
    scorers: scorers.map(({ name }, n) => ({
      name,
      ...(intervals.scorers[n] as Omit<ScorerReport, 'name' | 'reliability' | 'exposure'>),
      reliability: reliabilityTable(scored(countedOnce(heldOut), scores[n]!)),
      exposure: exposure[n]!,
    })),
    segments: segments.map((segment, s) => ({
      segment: segment.name,
      outcomes: segment.rows.length,
      scorers: scorers.map((scorer, n) => ({ name: scorer.name, ...intervals.segments[s]![n]! })),
    })),
    draws,
    seed,
  };
}

type SegmentMeasures = Omit<SegmentReport['scorers'][number], 'name'>;
type Plan = Readonly<Record<string, Statistic>>;

/** One bootstrap for all statistics, so that all see the same draws. */
function bootstrapAll(
  { heldOut, aggregation, draws = 1000, seed = 1 }: EvaluationInput,
  scores: readonly Float64Array[],
  mutual: MutualPairs | null,
  segments: readonly Segment[],
) {
  const { clusters, count } = numberClusters(heldOut.seekers);
  const numberOf = new Map(Array.from(heldOut.seekers, (seeker, n) => [seeker, clusters[n]!]));
  const wholes = scores.map((one) => wholePlan({ ...heldOut, scores: one, clusters }, heldOut, numberOf));
  const both = scores.map((one) =>
    mutual === null || mutual.labels.length === 0
      ? null
      : pairPlan(mutualScores(mutual, one, clusters, aggregation)),
  );
  const parts = segments.map(({ rows }) =>
    scores.map((one) => {
      const part = takePairs(heldOut, rows);
      const own = { ...part, scores: pick(one, rows), clusters: rows.map((row) => clusters[row]!) };
      return { auc: areaUnderCurve(own), log_loss: logLoss(countedOnce(own)) };
    }),
  );
  const plans: Plan[] = [...wholes, ...both.map((plan) => plan ?? {}), ...parts.flat()];
  const found = bootstrap(
    plans.flatMap((plan) => Object.values(plan)),
    { clusters: count, draws, seed },
  )[Symbol.iterator]();
  const measured = plans.map((plan) =>
    Object.fromEntries(Object.keys(plan).map((name) => [name, measureOf(found.next().value as Interval)])),
  );
  const S = scores.length;
  return {
    scorers: measured.slice(0, S).map((whole, n) => ({
      ...whole,
      mutual: both[n] === null ? null : (measured[S + n] as unknown as PairMeasures),
    })),
    segments: segments.map(
      (_, s) => measured.slice(2 * S + s * S, 2 * S + (s + 1) * S) as unknown as readonly SegmentMeasures[],
    ),
  };
}

function pairPlan(labelled: ScoredLabels & Pick<LabelledPairs, 'counts'>): Plan {
  const counted = countedOnce(labelled);
  return {
    auc: areaUnderCurve(labelled),
    log_loss: logLoss(counted),
    ece: expectedCalibrationError(counted),
  };
}

function wholePlan(
  labelled: ScoredLabels & Pick<LabelledPairs, 'counts'>,
  heldOut: LabelledPairs,
  numberOf: ReadonlyMap<number, number>,
): Plan {
  const grouped = groupSlates(heldOut, labelled.scores);
  const slates = { ...grouped, clusters: grouped.clusters.map((seeker) => numberOf.get(seeker)!) };
  return {
    ...pairPlan(labelled),
    ndcg: ndcgAt(CUTS.ndcg, slates),
    hit_rate: hitRateAt(CUTS.hit_rate, slates),
  };
}

/** A mutual pair belongs to the cluster of its first decision. */
function mutualScores(
  { forward, backward, labels, weights }: MutualPairs,
  scores: Float64Array,
  clusters: Uint32Array,
  aggregation: Aggregation,
): ScoredLabels {
  return {
    scores: Float64Array.from(forward, (row, n) =>
      aggregate(aggregation, probabilityAt(scores, row), probabilityAt(scores, backward[n]!)),
    ),
    labels,
    weights,
    clusters: forward.map((row) => clusters[row]!),
  };
}

function scored(heldOut: LabelledPairs, scores: Float64Array): ScoredLabels {
  return { ...heldOut, scores, clusters: heldOut.seekers };
}

function pick(values: Float64Array, rows: Uint32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row]!);
}

function measureOf({ value, low, high }: Interval): Measure {
  const finite = (number: number) => (Number.isFinite(number) ? number : null);
  return { value: finite(value), low: finite(low), high: finite(high) };
}
