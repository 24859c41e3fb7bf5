/** The Gini coefficient of how often people were shown, over those who were shown at all. */
interface Group {
  readonly times: number;
  readonly people: number;
}

/**
 * `groups` by times, ascending. With people in the order of their exposure, G = Σ (2 i - N - 1) t_i / (N Σ
 * t_i). null: no one was shown.
 */
export function exposureGini(groups: readonly Group[]): number | null {
  const N = groups.reduce((sum, { people }) => sum + people, 0);
  let [before, weighted, total] = [0, 0, 0];
  for (const { times, people } of groups) {
    // The ranks before + 1 … before + people have the mean before + (people + 1) / 2.
    weighted += people * times * (2 * before + people - N);
    total += people * times;
    before += people;
  }
  return total === 0 ? null : weighted / (N * total);
}
