/**
 * Evaluates rankers on one split: all on the same cases and the same bootstrap resamples. Of baskets each is one
 * case, with all of its items as targets.
 */
import type { Histories } from '../histories/histories.ts';
import { basketStarts } from '../splits/baskets.ts';
import { type Cases, caseCount, type Split } from '../splits/split.ts';
import { basketMetrics, type RankMeasures } from './basket-metrics.ts';
import {
  type BootstrapMean,
  type BootstrapOptions,
  bootstrapMeans,
  difference,
  measureOf,
} from './bootstrap-means.ts';
import type {
  GainReport,
  LeftOutBaseline,
  ProtocolReport,
  RankerReport,
  SplitReport,
} from './evaluation-report.ts';
import { measureExposure } from './exposure.ts';
import { gainResult } from './gain-result.ts';
import { type Ranked, rankTargets } from './rank-targets.ts';
import type { Ranker } from './ranker.ts';
import { sampleCases } from './sample-cases.ts';

export interface EvaluationOptions {
  /** The order of ties in the histories, for the report. */
  readonly ties: 'imported' | 'shuffled';
  /** Whether items of the history are ranked. Default `masked`. */
  readonly seen?: 'masked' | 'ranked';
  /** The k of recall@k and nDCG@k. Default 1, 5, 10, 20. */
  readonly cutoffs?: readonly number[];
  /** The length of the lists for coverage and exposure. Default 10. */
  readonly listLength?: number;
  /**
   * The maximum number of cases; more are sampled. Default: SCORES_TO_RANK divided by the number of items,
   * between 1,000 and 100,000.
   */
  readonly maxCases?: number;
  /** The number of bootstrap resamples. Default 1,000. */
  readonly draws?: number;
  readonly seed?: number;
  /** Called with the ranks of each ranker, for measures of one's own. */
  readonly onRanked?: (ranked: Ranked, cases: Cases) => void;
  readonly signal?: AbortSignal;
}

/** The cutoff of the gains and of the description of a report. */
const HEADLINE = 10;
/** The maximum number of scores per ranker, cases times items: about ten seconds of work. */
const SCORES_TO_RANK = 2e9;
const defaults = {
  seen: 'masked',
  cutoffs: [1, 5, HEADLINE, 20],
  listLength: 10,
  draws: 1000,
  seed: 1,
} as const;

/**
 * The report has models before their parts and the baselines, and always the cutoff 10. Throws the errors of `rankTargets`.
 */
export async function evaluateSplit(
  split: Split,
  rankers: {
    readonly models: readonly Ranker[];
    /** Parts of the models, each ranking alone. Default: none. */
    readonly parts?: readonly Ranker[];
    readonly baselines: readonly Ranker[];
    readonly leftOut?: readonly LeftOutBaseline[];
  },
  given: EvaluationOptions,
): Promise<SplitReport> {
  const maxCases = Math.max(1000, Math.min(100_000, Math.floor(SCORES_TO_RANK / split.train.itemIds.length)));
  const options = { ...defaults, maxCases, ...given };
  const cases = sampleCases(split.test, options.maxCases, options.seed);
  const cutoffs = [...new Set([...options.cutoffs, HEADLINE])].sort((a, b) => a - b);
  const ranked: Ranked[] = [];
  const { models, parts = [], baselines, leftOut = [] } = rankers;
  const roles = [
    ...models.map(() => 'model' as const),
    ...parts.map(() => 'part' as const),
    ...baselines.map(() => 'baseline' as const),
  ];
  for (const ranker of [...models, ...parts, ...baselines]) {
    ranked.push(await rankTargets(ranker, cases, options, options.signal));
    options.onRanked?.(ranked.at(-1)!, cases);
  }
  const starts = basketStarts(cases);
  const people = new Set(cases.people).size;
  const ofBaskets = Uint32Array.from(starts.subarray(0, -1), (at) => cases.people[at]!);
  const means = meansOf(ranked, cutoffs, basketMetrics(starts), { ...options, people: ofBaskets });
  const I = split.train.itemIds.length;
  return {
    protocol: {
      ...protocolOf(split, cases),
      ...(people < ofBaskets.length && { people }),
      ties: options.ties,
      seen_items: options.seen,
      cutoffs,
      headline_cutoff: HEADLINE,
      list_length: options.listLength,
      draws: options.draws,
      seed: options.seed,
    },
    rankers: ranked.map((ranker, which) =>
      rankerReport(oneListOf(ranker, starts), roles[which]!, means[which]!, I),
    ),
    gains: gainsOf(ranked, means, models.length, people),
    baselines_left_out: leftOut,
  };
}

/** The list of each basket, once. */
function oneListOf(ranked: Ranked, starts: Uint32Array): Ranked {
  const N = ranked.ranks.length;
  if (starts.length - 1 === N) return ranked;
  const L = ranked.lists.length / N;
  const lists = new Uint32Array((starts.length - 1) * L);
  for (let basket = 0; basket + 1 < starts.length; basket++)
    lists.set(ranked.lists.subarray(starts[basket]! * L, (starts[basket]! + 1) * L), basket * L);
  return { ...ranked, lists };
}

interface Means {
  readonly recall: ReadonlyMap<number, BootstrapMean>;
  readonly ndcg: ReadonlyMap<number, BootstrapMean>;
  readonly mrr: BootstrapMean;
}

function meansOf(
  ranked: readonly Ranked[],
  cutoffs: readonly number[],
  { recall, ndcg, reciprocal }: RankMeasures,
  options: BootstrapOptions,
): readonly Means[] {
  const columns = ranked.flatMap(({ ranks }) => [
    ...cutoffs.map((k) => recall(ranks, k)),
    ...cutoffs.map((k) => ndcg(ranks, k)),
    reciprocal(ranks),
  ]);
  const columnMeans = bootstrapMeans(columns, options);
  const width = 2 * cutoffs.length + 1;
  return ranked.map((_, which) => {
    const own = columnMeans.slice(which * width, (which + 1) * width);
    return {
      recall: new Map(cutoffs.map((k, n) => [k, own[n]!])),
      ndcg: new Map(cutoffs.map((k, n) => [k, own[cutoffs.length + n]!])),
      mrr: own.at(-1)!,
    };
  });
}

function rankerReport(ranked: Ranked, role: RankerReport['role'], means: Means, I: number): RankerReport {
  const byCutoff = (found: ReadonlyMap<number, BootstrapMean>) =>
    Object.fromEntries([...found].map(([k, mean]) => [String(k), measureOf(mean)]));
  const { coverage, gini } = measureExposure(ranked, I);
  return {
    name: ranked.name,
    role,
    recall: byCutoff(means.recall),
    ndcg: byCutoff(means.ndcg),
    mrr: measureOf(means.mrr),
    coverage,
    exposure_gini: gini,
  };
}

function gainsOf(
  ranked: readonly Ranked[],
  means: readonly Means[],
  models: number,
  people: number,
): readonly GainReport[] {
  const gain = (kind: 'recall' | 'ndcg', model: number, other: number) =>
    measureOf(difference(means[model]![kind].get(HEADLINE)!, means[other]![kind].get(HEADLINE)!));
  const others = [...ranked.keys()].slice(models);
  return [...ranked.keys()].slice(0, models).flatMap((model) =>
    others.map((other) => {
      const ndcg = gain('ndcg', model, other);
      return {
        model: ranked[model]!.name,
        over: ranked[other]!.name,
        recall: gain('recall', model, other),
        ndcg,
        result: gainResult(ndcg, people),
      };
    }),
  );
}

function protocolOf(split: Split, cases: Cases) {
  const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    split: split.kind,
    ranked_items: split.train.itemIds.length,
    cases: basketStarts(cases).length - 1,
    cases_before_sampling: basketStarts(split.test).length - 1,
    ...describeBaskets(cases),
    ...targetShares(split.train, cases),
    validation_from: iso(split.points?.validationFromMs),
    test_from: iso(split.points?.testFromMs),
  } satisfies Partial<ProtocolReport>;
}

function describeBaskets(cases: Cases): Pick<ProtocolReport, 'baskets'> {
  if (cases.histories.baskets === undefined) return {};
  const count = basketStarts(cases).length - 1;
  return { baskets: { mean_size: count === 0 ? 0 : caseCount(cases) / count } };
}

function targetShares(train: Histories, { histories, people, ends, targets }: Cases) {
  const { items, timestampsMs, offsets, baskets } = histories;
  const isOther = (at: number, target: number) => baskets === undefined || baskets[at] !== baskets[target];
  const isKnown = new Uint8Array(histories.itemIds.length);
  for (const item of train.items) isKnown[item] = 1;
  const shares = { targets_unseen: 0, targets_repeated: 0, targets_tied: 0 };
  for (const [which, target] of targets.entries()) {
    const person = people[which]!;
    const history = items.subarray(offsets[person]!, ends[which]!);
    const isTied =
      timestampsMs[ends[which]! - 1] === timestampsMs[target] ||
      (target + 1 < offsets[person + 1]! &&
        timestampsMs[target + 1] === timestampsMs[target] &&
        isOther(target + 1, target));
    shares.targets_unseen += (1 - isKnown[items[target]!]!) / targets.length;
    shares.targets_repeated += Number(history.includes(items[target]!)) / targets.length;
    shares.targets_tied += Number(isTied) / targets.length;
  }
  return shares;
}
