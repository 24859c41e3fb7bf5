/** The answer of a match as it is stored, once for every match: JSON with tuples in place of objects. */
import type { ShownAnswer } from '../../../../contract/match.ts';

type Trace = ShownAnswer['trace'][number];
type Model = ShownAnswer['models_used'][string];

interface PackedAnswer {
  readonly request: ShownAnswer['request'];
  readonly models: Readonly<
    Record<string, readonly [tier: Model['tier'], version: Model['version'], calibrated?: 0 | 1 | null]>
  >;
  readonly degraded: readonly (readonly [stage: string, reason: string])[];
  readonly trace: readonly (readonly [
    stage: string,
    enabled: 0 | 1,
    poolIn: number,
    poolOut: number,
    dropped: Trace['dropped'],
    note?: string | null,
    rules?: readonly PackedRule[],
  ])[];
}

type Rule = NonNullable<Trace['rules']>[number];
type PackedRule = readonly [rule: string, reason: string, dropped: number, alone?: number];

export function encodeAnswer({ request, models_used, degraded, trace }: ShownAnswer): string {
  return JSON.stringify({
    request,
    models: mapValues(
      models_used,
      ({ tier, version, calibrated }) =>
        [tier, version, calibrated === null ? null : calibrated ? 1 : 0] as const,
    ),
    degraded: degraded.map(({ stage, reason }) => [stage, reason] as const),
    trace: trace.map(({ stage, enabled, in: poolIn, out, dropped, note, rules }) => {
      const entry = [stage, enabled ? 1 : 0, poolIn, out, dropped] as const;
      if (rules !== undefined) return [...entry, note ?? null, rules.map(packedRule)] as const;
      return note === undefined ? entry : ([...entry, note] as const);
    }),
  } satisfies PackedAnswer);
}

export function decodeAnswer(text: string): ShownAnswer {
  const { request, models, degraded, trace } = JSON.parse(text) as PackedAnswer;
  return {
    request,
    models_used: mapValues(models, ([tier, version, calibrated]) => ({
      tier,
      version,
      calibrated: calibrated == null ? null : calibrated === 1,
    })),
    degraded: degraded.map(([stage, reason]) => ({ stage, reason })),
    trace: trace.map(([stage, enabled, poolIn, out, dropped, note, rules]) => ({
      stage,
      enabled: enabled === 1,
      in: poolIn,
      out,
      dropped,
      ...(note != null && { note }),
      ...(rules !== undefined && { rules: rules.map(unpackedRule) }),
    })),
  };
}

function packedRule({ rule, reason, dropped, alone }: Rule): PackedRule {
  return alone === undefined ? [rule, reason, dropped] : [rule, reason, dropped, alone];
}

function unpackedRule([rule, reason, dropped, alone]: PackedRule): Rule {
  return { rule, reason, dropped, ...(alone !== undefined && { alone }) };
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
