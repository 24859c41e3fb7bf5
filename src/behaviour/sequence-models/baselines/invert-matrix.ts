/**
 * Inverts a symmetric positive definite matrix in place by block sweeps (the sweep operator of Beaton 1964,
 * on blocks). With the pivot block P = M_kk and the block column C = M_·k, a sweep replaces
 *
 *   M_ij by M_ij − C_i P⁻¹ C_jᵀ,   M_ik by C_i P⁻¹,   M_kk by −P⁻¹.
 *
 * The matrix stays symmetric, so the lower triangle suffices; after the sweeps of all blocks it is −M⁻¹.
 * Nearly all work is products of panels, which ONNX Runtime computes. A pivot block is inverted by a Cholesky
 * decomposition in doubles.
 *
 * n rows, b rows of a block. Work: about n³ flops. Memory beside the matrix: 4 n b numbers. In single
 * precision the residual of a matrix with condition number c is about c · 10⁻⁶. Figures:
 * docs/design/decisions/sequence-models.md.
 */

/** a [m × k] times the transposed b [n × k], row-major [m × n]. */
export type Multiply = (
  a: Float32Array,
  b: Float32Array,
  shape: { readonly m: number; readonly k: number; readonly n: number },
) => Promise<Float32Array>;

const BLOCK_ROWS = 256;
/** The rows of which products are computed at once; bounds their memory. */
const PANEL_ROWS = 512;

/**
 * Overwrites `matrix` [n × n] with its inverse. Throws an Error if it is not positive definite, and
 * `signal.reason`.
 */
export async function invertMatrix(
  matrix: Float32Array,
  n: number,
  multiply: Multiply,
  signal?: AbortSignal,
): Promise<void> {
  for (let from = 0; from < n; from += BLOCK_ROWS) {
    signal?.throwIfAborted();
    await sweep(matrix, n, { from, b: Math.min(BLOCK_ROWS, n - from) }, multiply);
  }
  for (let row = 0; row < n; row++)
    for (let column = 0; column <= row; column++) {
      const value = -matrix[row * n + column]!;
      matrix[row * n + column] = value;
      matrix[column * n + row] = value;
    }
}

interface Block {
  /** The first row. */
  readonly from: number;
  /** The number of rows. */
  readonly b: number;
}

async function sweep(M: Float32Array, n: number, { from, b }: Block, multiply: Multiply): Promise<void> {
  const to = from + b;
  const C = blockColumn(M, n, { from, b });
  const inverse = invertByCholesky(C.subarray(from * b, to * b), b);
  // Rows of the pivot block take no part in the products.
  C.fill(0, from * b, to * b);
  const D = await multiply(C, inverse, { m: n, k: b, n: b });
  for (let row = 0; row < n; row += PANEL_ROWS) {
    const end = Math.min(n, row + PANEL_ROWS);
    const [m, columns] = [end - row, end];
    const product = await multiply(D.subarray(row * b, end * b), C.subarray(0, columns * b), {
      m,
      k: b,
      n: columns,
    });
    for (let at = 0; at < m; at++) {
      const target = M.subarray((row + at) * n, (row + at) * n + row + at + 1);
      const own = product.subarray(at * columns, at * columns + target.length);
      for (let column = 0; column < target.length; column++) target[column]! -= own[column]!;
    }
  }
  for (let row = 0; row < n; row++) {
    if (row >= to) M.set(D.subarray(row * b, (row + 1) * b), row * n + from);
    else if (row < from) for (let at = 0; at < b; at++) M[(from + at) * n + row] = D[row * b + at]!;
    else for (let at = 0; at < b; at++) M[row * n + from + at] = -inverse[(row - from) * b + at]!;
  }
}

/** Columns `from` … of the symmetric matrix, of which the lower triangle is read [n × b]. */
function blockColumn(M: Float32Array, n: number, { from, b }: Block): Float32Array {
  const column = new Float32Array(n * b);
  for (let row = 0; row < from; row++)
    for (let at = 0; at < b; at++) column[row * b + at] = M[(from + at) * n + row]!;
  for (let row = from; row < n; row++)
    for (let at = 0; at < b; at++)
      column[row * b + at] = from + at <= row ? M[row * n + from + at]! : M[(from + at) * n + row]!;
  return column;
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
