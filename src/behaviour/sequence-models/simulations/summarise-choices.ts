/**
 * Summarises a simulation, with 95 % intervals over people. Coverage and Gini are not means: their intervals
 * are those of a jackknife over up to 100 groups of people (Efron and Stein 1981). Means over people have the
 * interval value ± 1.96 s/√P. Hit rates have Wilson's interval (1927), which is also valid at 0.
 *
 * P people, S steps, I items.
 */
import { mean, standardError, sumOfSquaredDeviations } from '../../../platform/numeric/statistics.ts';
import type { Measure } from '../evaluation/bootstrap-means.ts';
import { NO_ITEM } from '../evaluation/ranker.ts';

export interface SimulatedChoices {
  /** The item number of each choice, row-major [P × S]. */
  readonly choices: Uint32Array;
  readonly people: number;
  readonly steps: number;
  readonly itemCount: number;
  /** The items of each person before the first step [P]. */
  readonly histories: readonly Uint32Array[];
  /** The actual item of each person at that step, NO_ITEM if unknown [P × S]; null if all are unknown. */
  readonly continuations: Uint32Array | null;
}

/** Shares are 0..1; field names are the wire's. */
export interface Summary {
  readonly coverage: Measure;
  readonly exposure_gini: Measure;
  readonly repeat_rate: Measure;
  readonly per_step: readonly { readonly step: number; readonly hit_rate: Measure | null }[];
  readonly top_items: readonly { readonly item: number; readonly share: Measure }[];
}

const Z = 1.959964;
const GROUPS = 100;
const TOP_ITEMS = 20;

export function summariseChoices(choices: SimulatedChoices): Summary {
  const counts = countChoices(choices, 0, choices.people);
  return {
    ...exposureOf(choices, counts),
    repeat_rate: meanOverPeople(
      Float64Array.from(choices.histories, (_, person) => repeatsOf(choices, person)),
    ),
    per_step: Array.from({ length: choices.steps }, (_, step) => ({
      step: step + 1,
      hit_rate: hitRate(choices, step),
    })),
    top_items: topItems(choices, counts),
  };
}

function countChoices(
  { choices, steps, itemCount }: SimulatedChoices,
  from: number,
  to: number,
): Uint32Array {
  const counts = new Uint32Array(itemCount);
  for (const item of choices.subarray(from * steps, to * steps)) counts[item]!++;
  return counts;
}

function exposureOf(
  choices: SimulatedChoices,
  counts: Uint32Array,
): Pick<Summary, 'coverage' | 'exposure_gini'> {
  const groups = Math.min(GROUPS, choices.people);
  const without = { coverage: new Float64Array(groups), gini: new Float64Array(groups) };
  for (let group = 0; group < groups; group++) {
    const from = Math.floor((group * choices.people) / groups);
    const to = Math.floor(((group + 1) * choices.people) / groups);
    const own = countChoices(choices, from, to);
    const rest = counts.map((count, item) => count - own[item]!);
    without.coverage[group] = coverageOf(rest);
    without.gini[group] = giniOf(rest);
  }
  return {
    coverage: jackknife(coverageOf(counts), without.coverage),
    exposure_gini: jackknife(giniOf(counts), without.gini),
  };
}

function coverageOf(counts: Uint32Array): number {
  return counts.reduce((seen, count) => seen + Number(count > 0), 0) / counts.length;
}

/** Σᵢ<ⱼ |cᵢ − cⱼ| / (I Σ c) */
function giniOf(counts: Uint32Array): number {
  let [spread, sum] = [0, 0];
  for (const [rank, count] of counts.toSorted().entries()) {
    spread += (2 * (rank + 1) - counts.length - 1) * count;
    sum += count;
  }
  return sum === 0 ? 0 : spread / (counts.length * sum);
}

function jackknife(value: number, without: Float64Array): Measure {
  const G = without.length;
  if (G < 2) return { value, low: null, high: null };
  return clippedInterval(value, Z * Math.sqrt(((G - 1) / G) * sumOfSquaredDeviations(without)));
}

/** The share of a person's choices whose item was in the person's history at that step. */
function repeatsOf({ choices, steps, histories }: SimulatedChoices, person: number): number {
  const had = new Set(histories[person]!);
  let repeats = 0;
  for (const item of choices.subarray(person * steps, (person + 1) * steps)) {
    if (had.has(item)) repeats++;
    had.add(item);
  }
  return repeats / steps;
}

/** The share over people whose continuation is known at that step; null if there are none. */
function hitRate({ choices, people, steps, continuations }: SimulatedChoices, step: number): Measure | null {
  if (continuations === null) return null;
  let [known, hits] = [0, 0];
  for (let at = step; at < people * steps; at += steps) {
    if (continuations[at] === NO_ITEM) continue;
    known++;
    hits += Number(choices[at] === continuations[at]);
  }
  return known === 0 ? null : wilson(hits, known);
}

function wilson(hits: number, of: number): Measure {
  const share = hits / of;
  const square = Z * Z;
  const middle = (share + square / (2 * of)) / (1 + square / of);
  const half = (Z / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  return {
    value: share,
    low: hits === 0 ? 0 : Math.max(0, middle - half),
    high: hits === of ? 1 : Math.min(1, middle + half),
  };
}

/** The items that were chosen most often; the lower number wins a tie. */
function topItems(choices: SimulatedChoices, counts: Uint32Array): Summary['top_items'] {
  const chosen = Array.from(counts.keys()).filter((item) => counts[item]! > 0);
  const top = chosen.sort((a, b) => counts[b]! - counts[a]! || a - b).slice(0, TOP_ITEMS);
  return top.map((item) => ({ item, share: meanOverPeople(sharesOf(choices, item)) }));
}

function sharesOf({ choices, people, steps }: SimulatedChoices, item: number): Float64Array {
  const shares = new Float64Array(people);
  for (const [at, taken] of choices.entries())
    if (taken === item) shares[Math.floor(at / steps)]! += 1 / steps;
  return shares;
}

function meanOverPeople(values: Float64Array): Measure {
  const value = mean(values);
  if (values.length < 2) return { value, low: null, high: null };
  return clippedInterval(value, Z * standardError(values));
}

/** The interval value ± half, clipped to [0, 1]. */
function clippedInterval(value: number, half: number): Measure {
  return { value, low: Math.max(0, value - half), high: Math.min(1, value + half) };
}
