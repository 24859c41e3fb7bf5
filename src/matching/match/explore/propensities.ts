/**
 * The probability of each candidate to be shown by `draw-places.ts`.
 *
 * L places explore independently with probability ε, so their number is M ~ Binomial(L, ε). The ranked
 * candidate with n before it is shown if n < L − min(M, B), for a band of B candidates.
 *
 * A Plackett–Luce draw without replacement is a race: candidate i of the band arrives at T_i ~ Exp(w_i), and
 * the first M are taken (Yellott 1977; Kool, van Hoof and Welling 2019). Given T_j = t, the others have
 * arrived independently with probability 1 − exp(−w_i t). Their number C is Poisson-binomial, so
 *
 *   P(j is taken) = ∫ w_j exp(−w_j t) P(C < M) dt
 *
 * The integral is computed by the double-exponential rule t = exp(x − exp(−x)) (Takahasi and Mori 1974), whose
 * error is below 1e-9 here.
 */

const STEP = 1 / 8;
const FIRST = -4;
/** exp(−x) is 0 in float64 from here on. */
const VANISHES = 745;
const NEGLIGIBLE = 1e-14;

/** P(M ≤ m) for m from 0 to `places` [places + 1], of M ~ Binomial(places, share). */
export function binomialCumulative(places: number, share: number): Float64Array {
  const chances = new Float64Array(places + 1);
  chances[0] = 1;
  for (let place = 1; place <= places; place++) addCoin(chances, share, place);
  let sum = 0;
  return chances.map((chance) => {
    sum += chance;
    return Math.min(1, sum);
  });
}

/** P(the first `rank` + 1 ranked candidates are shown); `rank` counts from 0. */
export function rankedPropensity(rank: number, band: number, cumulative: Float64Array): number {
  const left = cumulative.length - 1 - rank;
  return left > band ? 1 : cumulative[left - 1]!;
}

/** P(the candidate at `of` is drawn). `weights` above 0 [B]. */
export function drawnPropensity(weights: Float64Array, of: number, cumulative: Float64Array): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const rates = weights.map((weight) => weight / total);
  const own = rates[of]!;
  // P(M > c), as long as it counts.
  const more = cumulative.map((atMost) => 1 - atMost).filter((chance) => chance > NEGLIGIBLE);
  let sum = 0;
  const last = Math.log(VANISHES / own);
  for (let x = FIRST; x < last; x += STEP) {
    const t = Math.exp(x - Math.exp(-x));
    const density = own * Math.exp(-own * t) * t * (1 + Math.exp(-x)) * STEP;
    if (density < NEGLIGIBLE) continue;
    sum += density * takenAt(rates, of, t, more);
  }
  return sum;
}

/** P(C < M) at time t. */
function takenAt(rates: Float64Array, of: number, t: number, more: Float64Array): number {
  const arrived = new Float64Array(more.length);
  arrived[0] = 1;
  for (let i = 0; i < rates.length; i++) if (i !== of) addCoin(arrived, -Math.expm1(-rates[i]! * t), i + 1);
  let sum = 0;
  for (let count = 0; count < more.length; count++) sum += arrived[count]! * more[count]!;
  return sum;
}

/** Adds a coin to the chances of each count, which is at most `most`; counts beyond the array are left out. */
function addCoin(chances: Float64Array, heads: number, most: number): void {
  for (let count = Math.min(most, chances.length - 1); count > 0; count--)
    chances[count] = chances[count]! * (1 - heads) + chances[count - 1]! * heads;
  chances[0]! *= 1 - heads;
}
