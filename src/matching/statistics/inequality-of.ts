/**
 * The inequality of exposure, exactly, from the numbers of people who were shown equally often.
 *
 * P people in groups of equal exposure, fewest times first; group g has p_g people who were shown t_g times
 * each, T times in all. The Lorenz curve joins the points (people so far / P, shown so far / T). The Gini
 * coefficient is 1 minus twice the area below it.
 */
import type { ExposureGroup } from '../../platform/storage/statistics-store.ts';

interface LorenzPoint {
  readonly people: number;
  readonly shown: number;
}

export interface Inequality {
  /** Number of people who were shown. */
  readonly exposed: number;
  readonly shown: number;
  readonly most: number;
  /** null where no one was shown. */
  readonly gini: number | null;
  readonly lorenz: readonly LorenzPoint[];
}

/** `groups` without those who were never shown, who are the rest of `people`. */
export function inequalityOf(
  groups: readonly ExposureGroup[],
  people: number,
  mostPoints: number,
): Inequality {
  const exposed = groups.reduce((sum, group) => sum + group.people, 0);
  const shown = groups.reduce((sum, group) => sum + group.people * group.times, 0);
  const most = groups.at(-1)?.times ?? 0;
  if (shown === 0) return { exposed, shown, most, gini: null, lorenz: [] };
  // An erasure may be counted here before or after the people are.
  const never = { times: 0, people: Math.max(0, people - exposed) };
  const points = cumulated([never, ...groups], never.people + exposed, shown);
  return { exposed, shown, most, gini: giniOf(points), lorenz: thinned(points, mostPoints) };
}

function cumulated(groups: readonly ExposureGroup[], people: number, shown: number): readonly LorenzPoint[] {
  const points: LorenzPoint[] = [{ people: 0, shown: 0 }];
  let [peopleSoFar, shownSoFar] = [0, 0];
  for (const group of groups) {
    if (group.people === 0) continue;
    peopleSoFar += group.people;
    shownSoFar += group.people * group.times;
    points.push({ people: peopleSoFar / people, shown: shownSoFar / shown });
  }
  return points;
}

function giniOf(points: readonly LorenzPoint[]): number {
  let below = 0;
  for (let n = 1; n < points.length; n++) {
    const [left, right] = [points[n - 1]!, points[n]!];
    below += ((right.people - left.people) * (left.shown + right.shown)) / 2;
  }
  return Math.min(1, Math.max(0, 1 - 2 * below));
}

/** Leaves out points where there are too many; the ends stay. */
function thinned(points: readonly LorenzPoint[], most: number): readonly LorenzPoint[] {
  if (points.length <= most) return points;
  const last = points.length - 1;
  return Array.from({ length: most }, (_, n) => points[Math.round((n * last) / (most - 1))]!);
}
