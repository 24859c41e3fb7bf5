/**
 * Fits the table of neighbours to choices. The similarity of two people is common / (√(n₁ · n₂) + shrink) by
 * the candidates that both chose (cosine with shrinkage), so neighbours by a single common choice count less.
 * The recency of a choice is e^(−age / decay).
 */

import type { NeighbourCurve, NeighbourTable } from '../../../ranking/neighbours/neighbour-table.ts';
import { type PersonLink, personLinks } from '../../../ranking/neighbours/person-links.ts';
import type { LabelledPairs } from '../../labelled-pairs.ts';

export interface NeighbourSettings extends NeighbourCurve {
  /** Added to the denominator of the cosine. */
  readonly shrink: number;
  /** Time after which a choice counts 1 / e, in days. */
  readonly decayDays: number;
  /** Most neighbours a person. */
  readonly nearest: number;
}

type Choices = Pick<LabelledPairs, 'people' | 'seekers' | 'candidates' | 'labels' | 'atMs'>;

/**
 * A candidate that more people chose joins no two of them: it says little about either, and would cost its
 * square.
 */
const MOST_CHOOSERS = 1000;
const DAY_MS = 86_400_000;

/** Positions are the numbers of `pairs.people`. `nowMs`: the moment from which ages are counted. */
export function fitNeighbours(pairs: Choices, settings: NeighbourSettings, nowMs: number): NeighbourTable {
  const { seekers, candidates, labels, atMs, people } = pairs;
  const rows = Uint32Array.from(seekers.keys()).filter((row) => labels[row] === 1);
  const chosen = Array.from(people, (): PersonLink[] => []);
  const choosers = Array.from(people, (): number[] => []);
  for (const row of rows) {
    const age = Math.max(0, nowMs - atMs[row]!) / DAY_MS;
    chosen[seekers[row]!]!.push({ column: candidates[row]!, value: Math.exp(-age / settings.decayDays) });
    choosers[candidates[row]!]!.push(seekers[row]!);
  }
  const alike = chosen.map((own, person) => nearestOf(person, own, chosen, choosers, settings));
  const { weight, unit } = settings;
  return { alike: personLinks(alike), chosen: personLinks(chosen), weight, unit };
}

function nearestOf(
  person: number,
  own: readonly PersonLink[],
  chosen: readonly (readonly PersonLink[])[],
  choosers: readonly (readonly number[])[],
  { shrink, nearest }: NeighbourSettings,
): readonly PersonLink[] {
  const common = new Map<number, number>();
  for (const { column } of own) {
    const others = choosers[column]!;
    if (others.length > MOST_CHOOSERS) continue;
    for (const other of others) if (other !== person) common.set(other, (common.get(other) ?? 0) + 1);
  }
  return Array.from(common, ([column, count]) => ({
    column,
    value: count / (Math.sqrt(own.length * chosen[column]!.length) + shrink),
  }))
    .sort((a, b) => b.value - a.value || a.column - b.column)
    .slice(0, nearest);
}
