/** The figures of a split of an evaluation, as rows beside each other. */
import type { wire } from 'counterpart-client';
import type { Range } from '../../parts/charts/range-row.tsx';
import type { Metric } from './model-search.ts';

export type Split = wire.EvaluationReport['splits'][number];
type Ranker = Split['rankers'][number];

export interface ResultRow {
  readonly name: string;
  readonly role: Ranker['role'];
  readonly range: Range;
}

const roles: readonly Ranker['role'][] = ['model', 'part', 'baseline'];
const nothing: Range = { value: null, low: null, high: null };

/** The model first, then its parts, then the baselines; of each, the best first. */
export function resultsOf({ rankers, protocol }: Split, metric: Metric): readonly ResultRow[] {
  const rows = rankers.map((ranker) => ({
    name: ranker.name,
    role: ranker.role,
    range: rangeOf(ranker, metric, protocol.headline_cutoff),
  }));
  return rows.sort(
    (a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || (b.range.value ?? -1) - (a.range.value ?? -1),
  );
}

function rangeOf(ranker: Ranker, metric: Metric, cutoff: number): Range {
  return metric === 'ndcg' || metric === 'recall'
    ? (ranker[metric][String(cutoff)] ?? nothing)
    : ranker[metric];
}

export type Gain = 'wins' | 'loses' | 'open';

/** The model against a part or a baseline on the same people; undefined for metrics that are not compared. */
export function gainOver({ gains, protocol }: Split, other: string, metric: Metric): Gain | undefined {
  if (metric !== 'ndcg' && metric !== 'recall') return undefined;
  const gain = gains.find(({ over }) => over === other);
  if (gain === undefined) return undefined;
  return metric === 'ndcg' ? resultOf(gain, protocol.cases) : gainOf(gain.recall, protocol.cases);
}

/** Older reports lack the result. */
function resultOf({ result, ndcg }: Split['gains'][number], people: number): Gain {
  if (result === undefined) return gainOf(ndcg, people);
  return result === 'undecided' ? 'open' : result;
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
  const { gains, protocol, rankers } = split;
  const parts = new Set(rankers.filter(({ role }) => role === 'part').map(({ name }) => name));
  const of = (wanted: Gain) =>
    gains
      .filter((gain) => !parts.has(gain.over) && resultOf(gain, protocol.cases) === wanted)
      .map(({ over }) => over);
  return { loses: of('loses'), undecided: of('open') };
}
