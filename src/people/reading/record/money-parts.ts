/** Joins the parts of an amount that a record writes apart: google.type.Money has `units` and `nanos`. */
import { type Pair, writtenPath } from '../document/blocks.ts';

const NANOS = 1e9;

/** The leaf `units` becomes the whole amount, under the generic key `amount`; `nanos` is left out. */
export function withWholeAmounts(pairs: readonly Pair[]): readonly Pair[] {
  const nanos = new Map(
    pairs.filter(({ path }) => path.at(-1) === 'nanos').map((pair) => [parentOf(pair), Number(pair.value)]),
  );
  if (nanos.size === 0) return pairs;
  return pairs.flatMap((pair) => {
    const last = pair.path.at(-1);
    const rest = nanos.get(parentOf(pair));
    if (rest === undefined || !Number.isFinite(rest) || (last !== 'units' && last !== 'nanos')) return [pair];
    const amount = Number(pair.value) + rest / NANOS;
    if (last === 'nanos' || !Number.isFinite(amount)) return [];
    return [{ ...pair, path: [...pair.path.slice(0, -1), 'amount'], value: String(amount) }];
  });
}

const parentOf = ({ path }: Pair) => writtenPath(path.slice(0, -1));
