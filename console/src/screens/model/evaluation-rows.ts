/** The figures of a split of an evaluation, as rows beside each other. */
import type { wire } from 'counterpart-client';
import type { Range } from '../../parts/charts/range-row.tsx';
import type { Metric } from './model-search.ts';

export type Split = wire.EvaluationReport['splits'][number];
type Ranker = Split['rankers'][number];

export interface ResultRow {
  readonly name: string;
  readonly isModel: boolean;
  readonly range: Range;
}

const nothing: Range = { value: null, low: null, high: null };

/** The model first, then the baselines, the best first. */
export function resultsOf({ rankers, protocol }: Split, metric: Metric): readonly ResultRow[] {
  const rows = rankers.map((ranker) => ({
    name: ranker.name,
    isModel: ranker.role === 'model',
    range: rangeOf(ranker, metric, protocol.headline_cutoff),
  }));
  return rows.sort(
    (a, b) => Number(b.isModel) - Number(a.isModel) || (b.range.value ?? -1) - (a.range.value ?? -1),
  );
}

function rangeOf(ranker: Ranker, metric: Metric, cutoff: number): Range {
  return metric === 'ndcg' || metric === 'recall'
    ? (ranker[metric][String(cutoff)] ?? nothing)
    : ranker[metric];
}

export type Gain = 'wins' | 'loses' | 'open';

/** The model against a baseline on the same people; undefined for metrics that are not compared. */
export function gainOver({ gains, protocol }: Split, baseline: string, metric: Metric): Gain | undefined {
  if (metric !== 'ndcg' && metric !== 'recall') return undefined;
  const range = gains.find(({ over }) => over === baseline)?.[metric];
  return range && gainOf(range, protocol.cases);
}

/** As on the card: a lower mean is a loss, and nothing is won over fewer people. */
const MIN_PEOPLE = 20;

/** `range`: the paired difference on the same people. */
function gainOf({ value, low }: Range, people: number): Gain {
  if (value === null || value < 0) return 'loses';
  return low !== null && low > 0 && people >= MIN_PEOPLE ? 'wins' : 'open';
}

/** Baselines to which the model loses in nDCG, and those that it is not proven better than. */
export function verdictOf(split: Split): {
  readonly loses: readonly string[];
  readonly undecided: readonly string[];
} {
  const { gains, protocol } = split;
  const of = (gain: Gain) =>
    gains.filter(({ ndcg }) => gainOf(ndcg, protocol.cases) === gain).map(({ over }) => over);
  return { loses: of('loses'), undecided: of('open') };
}
