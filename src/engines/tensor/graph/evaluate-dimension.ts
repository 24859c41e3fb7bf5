import type { Dimension } from './shape.ts';

/**
 * The size of a dimension such as "2*B*T", "(T-1)" or "(B·T+N)", given the sizes of symbols. Throws an Error
 * if a symbol has none.
 */
export function evaluateDimension(dimension: Dimension, sizes: ReadonlyMap<string, number>): number {
  if (typeof dimension === 'number') return dimension;
  const tokens = dimension.match(/[()*·+-]|[^()*·+-]+/g) ?? [];
  let at = 0;
  return sum();

  function sum(): number {
    let total = product();
    while (tokens[at] === '+' || tokens[at] === '-') total += tokens[at++] === '+' ? product() : -product();
    return total;
  }

  function product(): number {
    let total = factor();
    while (tokens[at] === '*' || tokens[at] === '·') {
      at++;
      total *= factor();
    }
    return total;
  }

  function factor(): number {
    const token = tokens[at++]!;
    if (token === '(') {
      const inner = sum();
      at++;
      return inner;
    }
    const size = sizes.get(token) ?? Number(token);
    if (Number.isNaN(size)) throw new Error(`the batch gives no size to dimension "${token}".`);
    return size;
  }
}
