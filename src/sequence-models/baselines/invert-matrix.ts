/**
 * Inverts a symmetric positive definite matrix by recursive 2 × 2 blocks. With M = [A B; Bᵀ D] and the Schur
 * complement S = D − Bᵀ A⁻¹ B, the blocks of M⁻¹ follow from A⁻¹ and S⁻¹ in four products. Nearly all work is
 * therefore matrix products, which ONNX Runtime computes. Blocks below 128 rows use a Cholesky decomposition
 * in doubles.
 *
 * n rows. Work: about (4/3) n³ flops. Memory: n² numbers for the result and n² for the blocks. In single
 * precision the residual of a matrix with condition number c is about c · 10⁻⁶. Figures:
 * docs/design/decisions/sequence-models.md.
 */

/** a [m × k] times b [k × n], row-major. */
export type Multiply = (
  a: Float32Array,
  b: Float32Array,
  shape: { readonly m: number; readonly k: number; readonly n: number },
) => Promise<Float32Array>;

/** The largest number of rows that a Cholesky decomposition inverts. */
const MAX_CHOLESKY_ROWS = 128;

/** [n × n]; throws an Error if the matrix is not positive definite. */
export async function invertMatrix(
  matrix: Float32Array,
  n: number,
  multiply: Multiply,
): Promise<Float32Array> {
  if (n <= MAX_CHOLESKY_ROWS) return invertByCholesky(matrix, n);
  const p = n >>> 1;
  const q = n - p;
  const b = block(matrix, n, { row: 0, column: p, rows: p, columns: q });
  const aInverse = await invertMatrix(
    block(matrix, n, { row: 0, column: 0, rows: p, columns: p }),
    p,
    multiply,
  );
  const t = await multiply(aInverse, b, { m: p, k: p, n: q });
  const s = block(matrix, n, { row: p, column: p, rows: q, columns: q });
  subtract(s, await multiply(transposed(b, p, q), t, { m: q, k: p, n: q }));
  const sInverse = await invertMatrix(s, q, multiply);
  const u = await multiply(t, sInverse, { m: p, k: q, n: q });
  const added = await multiply(u, transposed(t, p, q), { m: p, k: q, n: p });
  const inverse = new Float32Array(n * n);
  for (let row = 0; row < p; row++) {
    for (let column = 0; column < p; column++)
      inverse[row * n + column] = aInverse[row * p + column]! + added[row * p + column]!;
    for (let column = 0; column < q; column++) {
      inverse[row * n + p + column] = -u[row * q + column]!;
      inverse[(p + column) * n + row] = -u[row * q + column]!;
    }
  }
  for (let row = 0; row < q; row++) inverse.set(sInverse.subarray(row * q, (row + 1) * q), (p + row) * n + p);
  return inverse;
}

interface Block {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

function block(matrix: Float32Array, n: number, { row, column, rows, columns }: Block): Float32Array {
  const part = new Float32Array(rows * columns);
  for (let at = 0; at < rows; at++) {
    const start = (row + at) * n + column;
    part.set(matrix.subarray(start, start + columns), at * columns);
  }
  return part;
}

function transposed(matrix: Float32Array, rows: number, columns: number): Float32Array {
  const flipped = new Float32Array(matrix.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      flipped[column * rows + row] = matrix[row * columns + column]!;
  return flipped;
}

function subtract(from: Float32Array, other: Float32Array): void {
  for (let at = 0; at < from.length; at++) from[at]! -= other[at]!;
}

/** M = L Lᵀ, then L Lᵀ x = e for every unit vector e, in doubles. */
function invertByCholesky(matrix: Float32Array, n: number): Float32Array {
  const lower = cholesky(matrix, n);
  const inverse = new Float32Array(n * n);
  const x = new Float64Array(n);
  for (let unit = 0; unit < n; unit++) {
    for (let row = 0; row < n; row++) {
      let sum = row === unit ? 1 : 0;
      for (let at = 0; at < row; at++) sum -= lower[row * n + at]! * x[at]!;
      x[row] = sum / lower[row * n + row]!;
    }
    for (let row = n - 1; row >= 0; row--) {
      let sum = x[row]!;
      for (let at = row + 1; at < n; at++) sum -= lower[at * n + row]! * x[at]!;
      x[row] = sum / lower[row * n + row]!;
    }
    inverse.set(x, unit * n);
  }
  return inverse;
}

function cholesky(matrix: Float32Array, n: number): Float64Array {
  const lower = new Float64Array(n * n);
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * n + column]!;
      for (let at = 0; at < column; at++) sum -= lower[row * n + at]! * lower[column * n + at]!;
      if (row === column && !(sum > 0)) throw new Error('The matrix is not positive definite.');
      lower[row * n + column] = row === column ? Math.sqrt(sum) : sum / lower[column * n + column]!;
    }
  }
  return lower;
}
