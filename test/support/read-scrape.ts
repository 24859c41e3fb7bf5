/** A scrape in the text format of Prometheus: the metrics with their type, and the labels of their series. */
export interface ScrapedMetric {
  readonly type: string;
  /** Every value of every label, over all series. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
  readonly series: number;
}

const parts = ['_bucket', '_sum', '_count'] as const;

/** A histogram is there under the names of its three parts. */
export function readScrape(text: string): ReadonlyMap<string, ScrapedMetric> {
  const found = new Map<string, { type: string; labels: Map<string, Set<string>>; series: number }>();
  for (const [, name, type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const names = type === 'histogram' ? parts.map((part) => `${name}${part}`) : [name!];
    for (const each of names) found.set(each, { type: type!, labels: new Map(), series: 0 });
  }
  for (const [, name, given = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const metric = found.get(name!);
    if (metric === undefined) throw new Error(`${name} has no type`);
    metric.series++;
    for (const [, label, value] of given.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      metric.labels.set(label!, (metric.labels.get(label!) ?? new Set()).add(value!));
  }
  return found;
}
