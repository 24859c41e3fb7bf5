/**
 * Shapes, which are checked while a graph is built. A dimension is a number or a symbol, such as "B" for the
 * batch size, whose value each batch determines. Products of symbols are symbols: [B, T, 64] may become
 * [B*T, 64] and back. A symbol equals only itself and never broadcasts, even if its size is 1, so a graph is
 * valid for every batch.
 */
export type Dimension = number | string;
export type Shape = readonly Dimension[];

export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

export function formatShape(shape: Shape): string {
  return `[${shape.join(', ')}]`;
}

/** "2*B*T" -> 2 and [B, T]. */
export function factorsOf(dimension: Dimension): {
  readonly count: number;
  readonly symbols: readonly string[];
} {
  if (typeof dimension === 'number') return { count: dimension, symbols: [] };
  const [first, ...rest] = dimension.split('*');
  const count = Number(first);
  return Number.isInteger(count) ? { count, symbols: rest } : { count: 1, symbols: [first!, ...rest] };
}

/**
 * The product of dimensions in a canonical form: the number first, then the symbols in alphabetical order.
 */
export function multiplyDimensions(dimensions: Shape): Dimension {
  let count = 1;
  const symbols: string[] = [];
  for (const dimension of dimensions) {
    const factors = factorsOf(dimension);
    count *= factors.count;
    symbols.push(...factors.symbols);
  }
  if (symbols.length === 0 || count === 0) return count;
  const product = symbols.sort().join('*');
  return count === 1 ? product : `${count}*${product}`;
}

/** The sum of dimensions as a symbol such as "(T-1)" or "(N+S)"; a number if all terms are numbers. */
export function sumDimensions(terms: Shape): Dimension {
  const known = terms.filter((term) => typeof term === 'number').reduce((sum, term) => sum + term, 0);
  const symbols = terms.filter((term) => typeof term === 'string').map((term) => term.replaceAll('*', '·'));
  if (symbols.length === 0) return known;
  if (symbols.length === 1 && known === 0) return terms.find((term) => typeof term === 'string')!;
  const written = symbols.sort().join('+');
  return known === 0 ? `(${written})` : `(${written}${known > 0 ? '+' : ''}${known})`;
}

export function sameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((dimension, axis) => dimension === b[axis]);
}

/** The shape of an element-wise result, by NumPy's rule. Throws a ShapeError if the shapes do not fit. */
export function broadcastShapes(what: string, a: Shape, b: Shape): Shape {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, position) => {
    const left = a[position - rank + a.length] ?? 1;
    const right = b[position - rank + b.length] ?? 1;
    if (left === right || right === 1) return left;
    if (left === 1) return right;
    throw new ShapeError(
      `${what}: ${formatShape(a)} and ${formatShape(b)} do not go together: axis ${position - rank} is ${left} ` +
        `on one side and ${right} on the other; they must be equal, or one of them 1.`,
    );
  });
}

/** Maps an axis from -rank … rank - 1 to 0 … rank - 1. Throws a ShapeError for another one. */
export function axisOf(what: string, axis: number, rank: number): number {
  const from0 = axis < 0 ? axis + rank : axis;
  if (Number.isInteger(axis) && from0 >= 0 && from0 < rank) return from0;
  throw new ShapeError(`${what}: axis ${axis} of ${rank} axes; expected ${-rank} to ${rank - 1}.`);
}
