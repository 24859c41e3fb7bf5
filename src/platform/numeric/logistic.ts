/** Log-odds and probabilities. */

/** The probability of log-odds `x`, 1 / (1 + e^-x): in [0, 1], finite for every finite x. */
export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** The log-odds of a probability, log(p / (1 - p)): -∞ for 0, ∞ for 1, NaN outside [0, 1]. */
export function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}
