/**
 * Guardrails: metrics that must not get worse while the primary metric is watched. A rise of the share of
 * empty answers counts when its confidence sequence lies above the limit. Latency and exposure have enough
 * matches to be read directly.
 */
import type {
  ExperimentArmResult,
  ExperimentGuardrailResult,
  ExperimentGuardrails,
} from '../../../contract/experiment.ts';
import { riseOfRate } from '../../../platform/numeric/confidence/compare-arms.ts';
import { ratioOfSums } from '../../../platform/numeric/confidence/ratio-of-sums.ts';
import type { UnitCounts } from '../../../platform/storage/experiment-store.ts';

/** Matches of each arm, before latency counts. */
const LEAST_MATCHES = 200;
/**
 * Shown candidates of each arm, before exposure counts: while they are few, the coefficient depends on their
 * number.
 */
const LEAST_SHOWN = 1000;

interface GuardrailParts {
  readonly limits: ExperimentGuardrails;
  readonly arms: readonly [ExperimentArmResult, ExperimentArmResult];
  readonly counts: readonly UnitCounts[];
  readonly alpha: number;
}

export function measureGuardrails(parts: GuardrailParts): readonly ExperimentGuardrailResult[] {
  const { latency_p95_ratio, no_match_rate_rise, exposure_gini_rise } = parts.limits;
  return [
    ...limited('latency_p95_ratio', latency_p95_ratio, () => latencyRatio(parts)),
    ...limited('no_match_rate_rise', no_match_rate_rise, (limit) => emptyRise(parts, limit)),
    ...limited('exposure_gini_rise', exposure_gini_rise, () => giniRise(parts)),
  ];
}

interface Measured {
  readonly value: number | null;
  /** The number that must not exceed the limit; default: the value. */
  readonly proven?: number;
}

/** null: the guardrail is switched off. */
function limited(
  name: string,
  limit: number | null,
  measure: (limit: number) => Measured,
): readonly ExperimentGuardrailResult[] {
  if (limit === null) return [];
  const { value, proven = value } = measure(limit);
  const state = proven === null ? 'unknown' : proven > limit ? 'broken' : 'held';
  return [{ name, limit, value, state }];
}

function latencyRatio({ arms: [control, treatment] }: GuardrailParts): Measured {
  const [before, after] = [control.latency_p95_ms, treatment.latency_p95_ms];
  const isEnough = Math.min(control.matches, treatment.matches) >= LEAST_MATCHES;
  return { value: before === null || after === null || !isEnough ? null : after / before };
}

function giniRise({ arms: [control, treatment] }: GuardrailParts): Measured {
  const [before, after] = [control.exposure_gini, treatment.exposure_gini];
  const isEnough = Math.min(control.shown, treatment.shown) >= LEAST_SHOWN;
  return { value: before === null || after === null || !isEnough ? null : after - before };
}

function emptyRise({ counts, alpha }: GuardrailParts, limit: number): Measured {
  const ofArm = (arm: number) =>
    ratioOfSums(
      counts
        .filter((unit) => unit.arm === arm && unit.matches > 0)
        .map(({ emptyMatches, matches }) => ({ numerator: emptyMatches, denominator: matches })),
    );
  const rise = riseOfRate(ofArm(0), ofArm(1), { alpha, effectScale: Math.max(limit, 0.01) });
  return rise === null ? { value: null } : { value: rise.estimate, proven: rise.low };
}
