/** Reads the values of one metric of the registry. Nothing is counted a second time. */
import type { Registry } from 'prom-client';

type Labels = Readonly<Record<string, string | number | undefined>>;

export interface MeasuredValue {
  readonly value: number;
  readonly labels: Labels;
  /** Histograms only: `…_bucket`, `…_sum`, `…_count`. */
  readonly metricName?: string;
}

/** Empty where there is no metric of this name. Gauges that are computed are computed now. */
export async function measuredValues(registry: Registry, name: string): Promise<readonly MeasuredValue[]> {
  const metric = registry.getSingleMetric(name);
  if (metric === undefined) return [];
  return ((await metric.get()) as { readonly values: readonly MeasuredValue[] }).values;
}

export function sumOf(values: readonly MeasuredValue[]): number {
  return values.reduce((sum, { value }) => sum + value, 0);
}

/** The values by the labels named, added up over all other labels. */
export function groupedBy<Label extends string>(
  values: readonly MeasuredValue[],
  ...names: readonly Label[]
): readonly (Readonly<Record<Label, string>> & { readonly count: number })[] {
  const groups = Map.groupBy(values, ({ labels }) => JSON.stringify(names.map((name) => labels[name])));
  return [...groups.values()].map((group) => ({
    ...(Object.fromEntries(names.map((name) => [name, String(group[0]!.labels[name])])) as Record<
      Label,
      string
    >),
    count: sumOf(group),
  }));
}
