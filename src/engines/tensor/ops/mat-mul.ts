/**
 * Matrix products over the last two axes; the axes before them broadcast. The product of two matrices is a
 * `Gemm`, which reads either operand transposed without copying it. For batches of matrices ONNX Runtime
 * fuses the `Transpose` into the product.
 */
import type { Tensor } from '../graph/graph.ts';
import { assertType, differentiable, operate } from '../graph/operate.ts';
import { broadcastShapes, formatShape, multiplyDimensions, type Shape, ShapeError } from '../graph/shape.ts';
import { reduceToShape } from '../plain/reduce.ts';
import { reshape, transposeLast } from '../plain/shape.ts';

export interface MatMulOptions {
  /** Whether the last two axes of a are exchanged first. Default false. */
  readonly transposeA?: boolean;
  /** Whether the last two axes of b are exchanged first. Default false. */
  readonly transposeB?: boolean;
}

/** [.., n, k] · [.., k, m] -> [.., n, m]. Throws a ShapeError if the shapes do not fit. */
export function matMul(
  a: Tensor,
  b: Tensor,
  { transposeA = false, transposeB = false }: MatMulOptions = {},
): Tensor {
  assertType('matMul', a, 'float32');
  assertType('matMul', b, 'float32');
  if (a.shape.length < 2 || b.shape.length < 2)
    throw new ShapeError(
      `matMul: ${formatShape(a.shape)} · ${formatShape(b.shape)}; expected two and more axes.`,
    );
  const y = isBatchTimesMatrix(a, b, transposeA)
    ? batchTimesMatrix(a, b, transposeB)
    : product(a, b, transposeA, transposeB);
  return differentiable(y, [a, b], (dy) => [
    reduceToShape(gradientOfA(dy), a.shape),
    reduceToShape(gradientOfB(dy), b.shape),
  ]);

  function gradientOfA(dy: Tensor): Tensor {
    if (transposeA) return matMul(b, dy, { transposeA: transposeB, transposeB: true });
    return matMul(dy, b, { transposeB: !transposeB });
  }

  function gradientOfB(dy: Tensor): Tensor {
    if (isBatchTimesMatrix(a, b, transposeA)) {
      const [rowsOfA, rowsOfDy] = [asMatrix(a), asMatrix(dy)];
      if (transposeB) return matMul(rowsOfDy, rowsOfA, { transposeA: true });
      return matMul(rowsOfA, rowsOfDy, { transposeA: true });
    }
    if (transposeB) return matMul(dy, a, { transposeA: true, transposeB: transposeA });
    return matMul(a, dy, { transposeA: !transposeA });
  }
}

/** Whether a batch of matrices is multiplied by a single one: then all their rows are one matrix. */
function isBatchTimesMatrix(a: Tensor, b: Tensor, transposeA: boolean): boolean {
  return a.shape.length > 2 && b.shape.length === 2 && !transposeA;
}

function batchTimesMatrix(a: Tensor, b: Tensor, transposeB: boolean): Tensor {
  const width = b.shape[transposeB ? 0 : 1]!;
  return reshape(product(asMatrix(a), b, false, transposeB), [...a.shape.slice(0, -1), width]);
}

function asMatrix(x: Tensor): Tensor {
  return reshape(x, [multiplyDimensions(x.shape.slice(0, -1)), x.shape.at(-1)!]);
}

function product(a: Tensor, b: Tensor, transposeA: boolean, transposeB: boolean): Tensor {
  const shape = productShape(a.shape, b.shape, transposeA, transposeB);
  if (a.shape.length === 2 && b.shape.length === 2) {
    const attributes = { transA: transposeA ? 1 : 0, transB: transposeB ? 1 : 0 };
    return operate('Gemm', [a, b], { type: 'float32', shape }, attributes);
  }
  return operate('MatMul', [transposeA ? transposeLast(a) : a, transposeB ? transposeLast(b) : b], {
    type: 'float32',
    shape,
  });
}

function productShape(a: Shape, b: Shape, transposeA: boolean, transposeB: boolean): Shape {
  const [rows, inner] = transposeA ? [a.at(-1)!, a.at(-2)!] : [a.at(-2)!, a.at(-1)!];
  const [sameInner, columns] = transposeB ? [b.at(-1)!, b.at(-2)!] : [b.at(-2)!, b.at(-1)!];
  if (inner !== sameInner)
    throw new ShapeError(
      `matMul: ${formatShape(a)}${transposeA ? ' transposed' : ''} · ${formatShape(b)}${transposeB ? ' transposed' : ''}: ` +
        `${inner} columns against ${sameInner} rows; they must be equal.`,
    );
  return [...broadcastShapes('matMul', a.slice(0, -2), b.slice(0, -2)), rows, columns];
}
