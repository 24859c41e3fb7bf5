/** The Gini coefficient of rates, each with a weight: 0 where all are equal, near 1 where a few have all. */
interface Rate {
  readonly rate: number;
  readonly weight: number;
}

export function giniOfRates(rates: readonly Rate[]): number {
  const ascending = rates.toSorted((a, b) => a.rate - b.rate);
  const weight = ascending.reduce((sum, rate) => sum + rate.weight, 0);
  const whole = ascending.reduce((sum, rate) => sum + rate.weight * rate.rate, 0);
  let [below, sum] = [0, 0];
  for (const rate of ascending) {
    const next = sum + rate.weight * rate.rate;
    below += (rate.weight / weight) * ((sum + next) / (2 * whole));
    sum = next;
  }
  return 1 - 2 * below;
}
