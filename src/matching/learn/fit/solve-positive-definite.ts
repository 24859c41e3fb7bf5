/**
 * Solves A x = b for symmetric positive definite A by Cholesky's A = L Lᵀ. It works in place and without
 * allocating, because it is called once a person and sweep.
 *
 * `system` [n × n], row by row: its lower half is read, and holds L afterwards. `right` [n] becomes x.
 */
export function solvePositiveDefinite(system: Float64Array, right: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = system[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= system[i * n + k]! * system[j * n + k]!;
      if (i !== j) system[i * n + j] = sum / system[j * n + j]!;
      else if (sum > 0) system[i * n + i] = Math.sqrt(sum);
      else throw new Error(`the matrix of ${n} rows is not positive definite: pivot ${i} is ${sum}`);
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) right[i]! -= system[i * n + k]! * right[k]!;
    right[i]! /= system[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) right[i]! -= system[k * n + i]! * right[k]!;
    right[i]! /= system[i * n + i]!;
  }
}
