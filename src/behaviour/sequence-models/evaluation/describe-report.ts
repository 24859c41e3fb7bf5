/** Describes a report in one paragraph: the `evaluation` of a model card. */
import type { Measure } from './bootstrap-means.ts';
import { describeContext } from './describe-context.ts';
import type {
  GainReport,
  ProtocolReport,
  RankerReport,
  SequenceReport,
  SplitReport,
} from './evaluation-report.ts';
import { areEnough, type GainResult, gainResult, TIED_SHARE_THAT_MATTERS } from './gain-result.ts';

/**
 * The paragraph. A loss to a baseline comes first, and ties of targets before a win. A report without a model
 * describes the best baseline only.
 */
export function describeReport({ dataset, splits }: SequenceReport): string {
  const { name, people, items, events } = dataset;
  const evaluated = splits.filter(({ protocol }) => protocol.cases > 0);
  if (evaluated.length === 0)
    return `Nothing could be judged on ${name} (${people} people, ${items} items, ${events} events): nobody has enough events for a split.`;
  const { verdict, isWin } = verdictOf(evaluated);
  const cautions = verdict === null ? [] : [...tooFew(evaluated), ...describeTies(evaluated)];
  return [
    ...(isWin ? cautions : []),
    ...(verdict === null ? [] : [verdict]),
    ...notCompared(evaluated),
    ...(isWin ? [] : cautions),
    `Judged on ${name} (${people} people, ${items} items, ${events} events), every item ranked for every person.`,
    ...evaluated.map(splitSentence),
    ...describeContext(evaluated),
  ].join(' ');
}

function peopleOf({ people, cases }: ProtocolReport): number {
  return people ?? cases;
}

function casesOf({ people, cases, baskets }: ProtocolReport): string {
  if (baskets !== undefined) {
    const whose = people === undefined ? '' : ` of ${people} people`;
    return `${cases} baskets${whose} of ${digits(baskets.mean_size, 2)} items on average`;
  }
  return people === undefined ? `${cases} people` : `${cases} events of ${people} people`;
}

/** null: there is no model. */
function verdictOf(splits: readonly SplitReport[]): {
  readonly verdict: string | null;
  readonly isWin: boolean;
} {
  const gains = splits.flatMap(({ protocol, rankers, gains: found }) =>
    found
      .filter(isOver('baseline', rankers))
      .map((gain) => ({ protocol, gain, result: gain.result ?? gainResult(gain.ndcg, peopleOf(protocol)) })),
  );
  if (gains.length === 0) return { verdict: null, isWin: false };
  const namesOf = (wanted: GainResult) =>
    gains
      .filter(({ result }) => result === wanted)
      .map(({ protocol, gain }) => `${gain.over} (${shortName(protocol)})`);
  const [worse, open] = [namesOf('loses'), namesOf('undecided')];
  const hasLeftOut = splits.some((split) => leftOutOf(split).length > 0);
  if (worse.length > 0) {
    const verdict = `This model loses to a baseline: its nDCG is below that of ${listed(worse)}.`;
    return { verdict, isWin: false };
  }
  if (open.length > 0) {
    const where = `This model is not proven better than ${listed(open)}`;
    const others =
      open.length === gains.length
        ? ''
        : `; it is above all other baselines${hasLeftOut ? ' that were fitted' : ''}`;
    return { verdict: `${where}${others}.`, isWin: false };
  }
  return {
    verdict: `This model is above every baseline${hasLeftOut ? ' that was fitted' : ''} in nDCG, in each split by more than the 95 % interval of the differences on the same people.`,
    isWin: true,
  };
}

/** Whether a gain is over a ranker of this role. */
function isOver(role: RankerReport['role'], rankers: SplitReport['rankers']) {
  const names = new Set(rankers.filter((one) => one.role === role).map(({ name }) => name));
  return ({ over }: GainReport) => names.has(over);
}

function tooFew(splits: readonly SplitReport[]): readonly string[] {
  const few = splits.filter(({ protocol }) => !areEnough(peopleOf(protocol)));
  if (few.length === 0) return [];
  const where = few.map(({ protocol }) => `${peopleOf(protocol)} (${shortName(protocol)})`);
  return [`Too few people were judged to prove a difference: ${listed(where)}.`];
}

/** A sentence for each split with the order of the import, where that order may give targets away. */
export function describeTies(splits: readonly SplitReport[]): readonly string[] {
  return splits
    .filter(({ protocol }) => protocol.ties === 'imported')
    .filter(({ protocol }) => protocol.targets_tied >= TIED_SHARE_THAT_MATTERS)
    .map(({ protocol }) => {
      const isShuffled = splits.some(
        ({ protocol: { split, ties } }) => split === protocol.split && ties === 'shuffled',
      );
      const then = isShuffled
        ? 'it was judged again with these ties shuffled'
        : 'it was not judged with these ties shuffled';
      return `${percent(protocol.targets_tied)} of the targets (${shortName(protocol)}) are at the same moment as another event of their person, so the order of the import decides which of them is the target, and may give it away; ${then}.`;
    });
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

function splitSentence(split: SplitReport): string {
  const { protocol, rankers } = split;
  const fitted = leftOutOf(split).length > 0 ? 'fitted ' : '';
  const k = String(protocol.headline_cutoff);
  const by = (one: RankerReport) => one.ndcg[k]?.value ?? 0;
  const models = rankers.filter(({ role }) => role !== 'baseline');
  const best = rankers
    .filter(({ role }) => role === 'baseline')
    .reduce<RankerReport | null>((top, one) => (top === null || by(one) > by(top) ? one : top), null);
  const figures = [...models, ...(best === null ? [] : [best])].map(
    (one) =>
      `${one.role === 'baseline' ? `best ${fitted}baseline ${one.name}` : one.name} R@${k} ${shown(one.recall[k]!)}, N@${k} ${shown(one.ndcg[k]!)}, ` +
      `coverage ${percent(one.coverage.value)}, exposure Gini ${digits(one.exposure_gini.value, 2)}`,
  );
  return `${titleOf(protocol)}, ${casesOf(protocol)}${sampled(protocol)}${tiesOf(protocol)}: ${figures.join('; ')}.`;
}

function titleOf({ split, test_from, baskets }: SplitReport['protocol']): string {
  if (split === 'temporal')
    return `By time (from ${test_from})${baskets === undefined ? '' : ', next basket'}`;
  return baskets === undefined ? 'Leave one out' : 'Leave the last basket out, next basket';
}

function shortName({ split, ties: how }: SplitReport['protocol']): string {
  return `${split}, ties ${how}`;
}

function sampled({ cases, cases_before_sampling: all }: SplitReport['protocol']): string {
  return cases === all ? '' : ` drawn from ${all}`;
}

function tiesOf({ ties: how, targets_tied }: SplitReport['protocol']): string {
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
