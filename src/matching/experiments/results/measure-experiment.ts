/**
 * One result of an experiment: the figures of each arm so far, the effect with its interval, and the
 * guardrails.
 */
import type {
  ExperimentArmResult,
  ExperimentEffect,
  ExperimentResult,
} from '../../../contract/experiment.ts';
import { differenceOfArms, preferenceOfArms } from '../../../platform/numeric/confidence/compare-arms.ts';
import { type RatioEstimate, ratioOfSums } from '../../../platform/numeric/confidence/ratio-of-sums.ts';
import { bucketEnd } from '../../../platform/numeric/latency-bucket.ts';
import type {
  ArmExposure,
  ExperimentStore,
  LatencyCount,
  ShadowSummary,
  StoredExperiment,
  UnitCounts,
} from '../../../platform/storage/experiment-store.ts';
import { exposureGini } from './exposure-gini.ts';
import { measureGuardrails } from './measure-guardrails.ts';
import { metricOfUnit, preferenceOfUnits } from './metric-of-unit.ts';

export interface ExperimentCounts {
  readonly units: readonly UnitCounts[];
  readonly latencies: readonly LatencyCount[];
  readonly exposure: readonly ArmExposure[];
  /** null: not a shadow experiment. */
  readonly shadow: ShadowSummary | null;
}

export async function readCounts(
  experiments: Pick<ExperimentStore, 'unitCounts' | 'latencies' | 'exposure' | 'shadow'>,
  experiment: StoredExperiment,
  labels: Readonly<Record<string, number>>,
): Promise<ExperimentCounts> {
  const { tenantId, experimentId } = experiment;
  const positive = Object.keys(labels).filter((label) => labels[label]! > 0);
  return {
    units: await experiments.unitCounts(experiment, positive),
    latencies: await experiments.latencies(tenantId, experimentId),
    exposure: await experiments.exposure(tenantId, experimentId),
    shadow: experiment.settings.design === 'shadow' ? await experiments.shadow(tenantId, experimentId) : null,
  };
}

/** `at`: ISO 8601, UTC. */
export function measureExperiment(
  { settings }: StoredExperiment,
  counts: ExperimentCounts,
  at: string,
): ExperimentResult {
  const alpha = 1 - settings.stop.confidence;
  const ratios = [0, 1].map((arm) => ratioOfArm(settings.primary_metric, counts.units, arm));
  const arms = [0, 1].map((arm) => armResult(settings.arms[arm]!.name, arm, counts, ratios[arm]!));
  const sequence = { alpha, effectScale: settings.stop.smallest_effect };
  const effect =
    settings.design === 'interleaving'
      ? preferenceOfArms(ratioOfSums(preferenceOfUnits(settings.primary_metric, counts.units)), sequence)
      : differenceOfArms(ratios[0]!, ratios[1]!, sequence);
  const guardrails = measureGuardrails({
    limits: settings.guardrails,
    arms: [arms[0]!, arms[1]!],
    counts: counts.units,
    alpha,
  });
  return {
    at,
    arms,
    effect: effect as ExperimentEffect | null,
    guardrails: [...guardrails],
    shadow: shadowResult(counts.shadow),
  };
}

function shadowResult(shadow: ShadowSummary | null): ExperimentResult['shadow'] {
  if (shadow === null) return null;
  return {
    replayed: shadow.compared,
    overlap: shadow.overlap,
    mean_score_difference: shadow.scoreDifference,
    mean_scores: [...shadow.scores],
    latency_p95_ms: [...shadow.p95Ms],
    mean_ms: [...shadow.meanMs],
    failed: shadow.failed,
    dropped: shadow.dropped,
  };
}

function ratioOfArm(
  metric: StoredExperiment['settings']['primary_metric'],
  units: readonly UnitCounts[],
  arm: number,
): RatioEstimate {
  return ratioOfSums(units.filter((unit) => unit.arm === arm).map((unit) => metricOfUnit(metric, unit)));
}

function armResult(
  name: string,
  arm: number,
  { units, latencies, exposure }: ExperimentCounts,
  { ratio, standardError }: RatioEstimate,
): ExperimentArmResult {
  const own = units.filter((unit) => unit.arm === arm);
  // Where both arms rank, a match belongs to both.
  const served = units.filter((unit) => unit.arm === arm || unit.arm === null);
  const matches = total(served, 'matches');
  return {
    name,
    units: own.length,
    matches,
    shown: total(own, 'shown'),
    positives: total(own, 'positives'),
    mutual: total(own, 'mutual'),
    value: finite(ratio),
    standard_error: finite(standardError),
    no_match_rate: matches === 0 ? null : total(served, 'emptyMatches') / matches,
    latency_p95_ms: percentile95(latencies.filter((count) => count.arm === arm)),
    exposure_gini: exposureGini(exposure.filter((group) => group.arm === arm)),
  };
}

type Counted = 'matches' | 'emptyMatches' | 'shown' | 'positives' | 'mutual';

const total = (units: readonly UnitCounts[], key: Counted) => units.reduce((sum, unit) => sum + unit[key], 0);

const finite = (value: number) => (Number.isFinite(value) ? value : null);

/** `latencies` by bucket, ascending. */
function percentile95(latencies: readonly LatencyCount[]): number | null {
  const matches = latencies.reduce((sum, count) => sum + count.matches, 0);
  let below = 0;
  for (const { bucket, matches: here } of latencies) {
    below += here;
    if (below >= 0.95 * matches) return bucketEnd(bucket);
  }
  return null;
}
