/**
 * An anytime-valid confidence sequence: with probability 1 - α, all of its intervals cover the true value, at
 * all times at once. So an experiment may be looked at, and ended, after every outcome.
 *
 *   D_t   estimate of the effect δ after some data
 *   s_t   its standard error
 *   V_t   = 1 / s_t², the information so far
 *   τ     standard deviation of a normal mixture over effects, fixed before the data
 *
 * The score (D_t - δ) V_t behaves as a Brownian motion at the time V_t for any estimate that uses its data
 * efficiently (Scharfstein, Tsiatis and Robins 1997). The mixture of its likelihood ratios over N(0, τ²) is a
 * martingale, so by Ville's inequality, with probability 1 - α for all t,
 *
 *   |D_t - δ| < s_t √( (1 + 1 / (V_t τ²)) · ln((1 + V_t τ²) / α²) )
 *
 * This is the boundary of Robbins (1970), the normal mixture of Howard et al. (arXiv 1810.08240). Its case
 * s_t² = σ² / t is the asymptotic confidence sequence of Waudby-Smith et al. (arXiv 2103.06476, theorem 2.2).
 * Information takes the place of their sample size, because a seeker or a cluster goes on to have outcomes
 * after it was counted.
 */
export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

export interface SequenceSettings {
  /** Probability that any of the intervals ever misses the true value; in (0, 1). */
  readonly alpha: number;
  /**
   * τ above, in the unit of the estimate. The intervals are narrowest about when they are as wide as this on
   * either side, so the smallest effect that matters is a good choice.
   */
  readonly effectScale: number;
}

/** The whole line where the standard error is not above 0: nothing is known then. */
export function intervalAt(
  estimate: number,
  standardError: number,
  { alpha, effectScale }: SequenceSettings,
): Interval {
  if (!(standardError > 0))
    return { estimate, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const scaled = (effectScale / standardError) ** 2;
  const radius = standardError * Math.sqrt((1 + 1 / scaled) * Math.log((1 + scaled) / alpha ** 2));
  return { estimate, low: estimate - radius, high: estimate + radius };
}
