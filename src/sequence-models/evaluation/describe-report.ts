/** Describes a report in one paragraph: the `evaluation` of a model card. */
import type { Measure } from './bootstrap-means.ts';
import type { GainReport, RankerReport, SequenceReport, SplitReport } from './evaluation-report.ts';

/**
 * The paragraph. A loss to a baseline comes first. A report without a model describes the best baseline only.
 */
export function describeReport({ dataset, splits }: SequenceReport): string {
  const { name, people, items, events } = dataset;
  const evaluated = splits.filter(({ protocol }) => protocol.cases > 0);
  if (evaluated.length === 0)
    return `Nothing could be judged on ${name} (${people} people, ${items} items, ${events} events): nobody has enough events for a split.`;
  return [
    ...verdicts(evaluated),
    ...notCompared(evaluated),
    `Judged on ${name} (${people} people, ${items} items, ${events} events), every item ranked for every person.`,
    ...evaluated.map(splitSentence),
  ].join(' ');
}

function verdicts(splits: readonly SplitReport[]): readonly string[] {
  const gains = splits.flatMap(({ protocol, gains: found }) => found.map((gain) => ({ protocol, gain })));
  if (gains.length === 0) return [];
  const worse = gains.filter(({ gain }) => resultOf(gain) === 'loses');
  const open = gains.filter(({ gain }) => resultOf(gain) === 'undecided');
  const hasLeftOut = splits.some((split) => leftOutOf(split).length > 0);
  if (worse.length > 0) {
    const where = worse.map(({ protocol, gain }) => `${gain.over} (${shortName(protocol)})`);
    return [`This model loses to a baseline: its nDCG is below that of ${listed(where)}.`];
  }
  if (open.length > 0) {
    const where = open.map(({ protocol, gain }) => `${gain.over} (${shortName(protocol)})`);
    return [
      `This model is not proven better than ${listed(where)}; it is above all other baselines${hasLeftOut ? ' that were fitted' : ''}.`,
    ];
  }
  return [
    `This model is above every baseline${hasLeftOut ? ' that was fitted' : ''} in nDCG, in each split by more than its 95 % interval.`,
  ];
}

/** One sentence per reason. */
function notCompared(splits: readonly SplitReport[]): readonly string[] {
  const byReason = Map.groupBy(splits.flatMap(leftOutOf), ({ reason }) => reason);
  return Array.from(byReason, ([reason, leftOut]) => {
    const names = [...new Set(leftOut.map(({ name }) => name))];
    return `Not compared with ${listed(names)}, which ${names.length === 1 ? 'was' : 'were'} not fitted: ${reason}.`;
  });
}

function leftOutOf({ baselines_left_out: leftOut = [] }: SplitReport) {
  return leftOut;
}

/**
 * A lower mean is a loss even if the interval does not confirm it: a card must not sound better than its
 * figures.
 */
function resultOf({ ndcg }: GainReport): 'wins' | 'undecided' | 'loses' {
  if (ndcg.value === null || ndcg.value < 0) return 'loses';
  return ndcg.low !== null && ndcg.low > 0 ? 'wins' : 'undecided';
}

function splitSentence(split: SplitReport): string {
  const { protocol, rankers } = split;
  const fitted = leftOutOf(split).length > 0 ? 'fitted ' : '';
  const k = String(protocol.headline_cutoff);
  const by = (one: RankerReport) => one.ndcg[k]?.value ?? 0;
  const models = rankers.filter(({ role }) => role === 'model');
  const best = rankers
    .filter(({ role }) => role === 'baseline')
    .reduce<RankerReport | null>((top, one) => (top === null || by(one) > by(top) ? one : top), null);
  const figures = [...models, ...(best === null ? [] : [best])].map(
    (one) =>
      `${one.role === 'model' ? one.name : `best ${fitted}baseline ${one.name}`} R@${k} ${shown(one.recall[k]!)}, N@${k} ${shown(one.ndcg[k]!)}, ` +
      `coverage ${percent(one.coverage.value)}, exposure Gini ${digits(one.exposure_gini.value, 2)}`,
  );
  return `${titleOf(protocol)}, ${protocol.cases} people${sampled(protocol)}${ties(protocol)}: ${figures.join('; ')}.`;
}

function titleOf({ split, test_from }: SplitReport['protocol']): string {
  return split === 'temporal' ? `By time (from ${test_from})` : 'Leave one out';
}

function shortName({ split, ties: how }: SplitReport['protocol']): string {
  return `${split}, ties ${how}`;
}

function sampled({ cases, cases_before_sampling: all }: SplitReport['protocol']): string {
  return cases === all ? '' : ` drawn from ${all}`;
}

function ties({ ties: how, targets_tied }: SplitReport['protocol']): string {
  return `, ties ${how === 'shuffled' ? 'shuffled' : 'as imported'} (${percent(targets_tied)} of the targets tied)`;
}

function shown({ value, low, high }: Measure): string {
  const interval = low === null || high === null ? '' : ` (${digits(low, 4)} to ${digits(high, 4)})`;
  return `${digits(value, 4)}${interval}`;
}

function digits(value: number | null, places: number): string {
  return value === null ? 'not known' : value.toFixed(places);
}

function percent(share: number | null): string {
  return share === null ? 'not known' : `${(100 * share).toFixed(1)} %`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
