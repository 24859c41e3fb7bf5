/**
 * Describes how the weight of the outcomes is distributed, and warns of suspicious shares:
 *
 *   weight   a key, seeker or candidate sent at least a tenth of the weight, and at least three times its
 *            share of the outcomes
 *   number   of 20 or more seekers (or candidates) one has at least a fifth of the weight
 *   tail     at least one of 100 outcomes, and 5 or more, weigh over the bound of a single outcome
 *
 * Warnings name keys and no people, because they are mailed and kept beyond an erasure.
 */
import type { Concentration, WeightShare } from '../../../contract/concentration.ts';
import { countInWords } from '../count-in-words.ts';
import { MOST_OVER_MEDIAN } from './bound-weights.ts';

const LARGEST = 5;
const LEAST_SHARE = 0.1;
const LEAST_EXCESS = 3;
const LEAST_SHARE_OF_MANY = 0.2;
const MANY_PEOPLE = 20;
const LEAST_OF_TAIL = 5;
const LEAST_SHARE_OF_TAIL = 0.01;

interface Grouping {
  /** Group of each outcome [N]. */
  readonly of: Uint32Array;
  readonly nameOf: (group: number) => string | null;
}

export interface WeighedOutcomes {
  /** |polarity| × weight as sent, and as it counts [N]. */
  readonly sent: Float64Array;
  readonly used: Float64Array;
  readonly overMedian: number;
  readonly keys: Grouping;
  readonly seekers: Grouping;
  readonly candidates: Grouping;
}

export function describeConcentration(outcomes: WeighedOutcomes): Concentration {
  const { sent, used, overMedian } = outcomes;
  const keys = sharesOf(outcomes, outcomes.keys);
  const seekers = sharesOf(outcomes, outcomes.seekers);
  const candidates = sharesOf(outcomes, outcomes.candidates);
  const warnings = [
    ...keys.filter(isHeavy).map((key) => `${nameOfKey(key)} sent ${describeShare(key)}.`),
    ...heavyPeople(seekers, 'seeker'),
    ...heavyPeople(candidates, 'candidate'),
    ...tailOf(overMedian, sent.length),
  ].slice(0, 6);
  if (warnings.length > 0)
    warnings.push(
      'Look at metrics.concentration of the run; POST /v1/outcomes/withdraw takes false outcomes back.',
    );
  return {
    outcomes: sent.length,
    bounded: sent.reduce((count, weight, row) => count + Number(used[row]! < weight * (1 - 1e-9)), 0),
    over_median: overMedian,
    keys: keys.slice(0, LARGEST),
    seekers: seekers.slice(0, LARGEST),
    candidates: candidates.slice(0, LARGEST),
    warnings,
  };
}

/** All groups, the largest share as sent first. */
function sharesOf({ sent, used }: WeighedOutcomes, { of, nameOf }: Grouping): readonly WeightShare[] {
  const size = of.reduce((most, group) => Math.max(most, group + 1), 0);
  const groups = Array.from({ length: size }, (_, group) => ({ group, outcomes: 0, sent: 0, used: 0 }));
  const [allSent, allUsed] = [total(sent), total(used)];
  for (const [row, group] of of.entries()) {
    const share = groups[group]!;
    share.outcomes += 1;
    share.sent += sent[row]!;
    share.used += used[row]!;
  }
  return groups
    .filter(({ outcomes }) => outcomes > 0)
    .sort((a, b) => b.sent - a.sent || b.outcomes - a.outcomes)
    .map((share) => ({
      id: nameOf(share.group),
      outcomes: share.outcomes,
      share_of_outcomes: share.outcomes / of.length,
      share_sent: Math.min(1, share.sent / allSent),
      share_used: Math.min(1, share.used / allUsed),
    }));
}

function total(weights: Float64Array): number {
  return weights.reduce((sum, weight) => sum + weight, 0) || 1;
}

function isHeavy({ share_of_outcomes, share_sent }: WeightShare): boolean {
  return share_sent >= LEAST_SHARE && share_sent >= LEAST_EXCESS * share_of_outcomes;
}

function heavyPeople(people: readonly WeightShare[], role: 'seeker' | 'candidate'): readonly string[] {
  const found = people.filter(
    (share) => isHeavy(share) || (people.length >= MANY_PEOPLE && share.share_sent >= LEAST_SHARE_OF_MANY),
  );
  if (found.length === 0) return [];
  const who = found.length === 1 ? `One ${role} has` : `${countInWords(found.length, role)} have together`;
  const sum = (name: 'outcomes' | 'share_of_outcomes' | 'share_sent' | 'share_used') =>
    found.reduce((all, share) => all + share[name], 0);
  return [
    `${who} ${describeShare({
      outcomes: sum('outcomes'),
      share_of_outcomes: sum('share_of_outcomes'),
      share_sent: sum('share_sent'),
      share_used: sum('share_used'),
    })}.`,
  ];
}

function tailOf(overMedian: number, outcomes: number): readonly string[] {
  if (overMedian < Math.max(LEAST_OF_TAIL, LEAST_SHARE_OF_TAIL * outcomes)) return [];
  return [
    `${countInWords(overMedian, 'outcome')} of ${outcomes} were sent with more than ${MOST_OVER_MEDIAN} times the median weight and count as ${MOST_OVER_MEDIAN} times.`,
  ];
}

function nameOfKey({ id }: WeightShare): string {
  return id === null ? 'Outcomes of an unknown key' : `The key ${id}`;
}

function describeShare(share: Omit<WeightShare, 'id'>): string {
  return `${percent(share.share_of_outcomes)} of the outcomes with ${percent(share.share_sent)} of the weight, of which ${percent(share.share_used)} counts`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
