/** The logarithm of the sum of the exponentials; -Infinity without terms. */
export function logSumExp(terms: readonly number[] | Float32Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const term of terms) most = Math.max(most, term);
  if (most === Number.NEGATIVE_INFINITY) return most;
  let sum = 0;
  for (const term of terms) sum += Math.exp(term - most);
  return most + Math.log(sum);
}
