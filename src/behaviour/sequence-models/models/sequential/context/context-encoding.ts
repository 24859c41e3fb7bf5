/**
 * How the context of a prediction becomes numbers: the columns of the encoded row, which a model keeps in its
 * files. A projection learns a vector a column, which is added to the state of the history.
 *
 * - A category has a column if at least MIN_EVENTS events have it. Any other value is read as unknown: zeros.
 * - Numbers are encoded by their place among quantiles, as those of items (`content/feature-encoding.ts`).
 * - `hour` and `weekday` are categories of the time of the event.
 *
 * A later fit keeps the columns of its base model and adds those that it lacks.
 */
import { type Context, contextAt } from '../../../histories/event-contexts.ts';
import type { Histories } from '../../../histories/histories.ts';
import type { ContextFacts } from '../../architecture.ts';
import { shareBetweenKnots } from '../content/encode-features.ts';
import { type NumberEncoding, quantileKnots } from '../content/feature-encoding.ts';

interface CategoryEncoding {
  readonly name: string;
  readonly type: 'category';
  readonly values: readonly string[];
  /** The column of each value. */
  readonly columns: readonly number[];
}

/** Models keep it as JSON, so names of fields are a stored format. */
export interface ContextEncoding {
  /** The number of columns. */
  readonly width: number;
  readonly features: readonly (NumberEncoding | CategoryEncoding)[];
}

const MIN_EVENTS = 5;
const MAX_COLUMNS = 256;

/** `names`: the features to read. null: no value of them is frequent enough. */
export function contextEncoding(
  train: Histories,
  names: readonly string[],
  base: ContextEncoding | null,
): ContextEncoding | null {
  const features = new Map((base?.features ?? []).map((feature) => [feature.name, feature]));
  let width = base?.width ?? 0;
  const next = () => width++;
  const found = countValues(train, names);
  for (const { name, numbers } of found) {
    if (numbers.length < MIN_EVENTS || features.has(name)) continue;
    const knots = quantileKnots(Float64Array.from(numbers).sort());
    features.set(name, { name, type: 'number', knots, columns: knots.map(next) });
  }
  for (const { name, value } of frequentValues(found)) {
    if (width >= Math.max(MAX_COLUMNS, base?.width ?? 0)) break;
    const feature = features.get(name) ?? { name, type: 'category', values: [], columns: [] };
    if (feature.type !== 'category' || feature.values.includes(value)) continue;
    const { values, columns } = feature;
    features.set(name, { ...feature, values: [...values, value], columns: [...columns, next()] });
  }
  return width === 0 ? null : { width, features: [...features.values()] };
}

interface FoundValues {
  readonly name: string;
  readonly counts: Map<string, number>;
  readonly numbers: number[];
}

function countValues(train: Histories, names: readonly string[]): readonly FoundValues[] {
  const found = names.map((name) => ({ name, counts: new Map<string, number>(), numbers: [] as number[] }));
  for (let at = 0; at < train.items.length; at++) {
    const context = contextAt(train, at);
    for (const { name, counts, numbers } of found) {
      const value = context[name];
      if (value === undefined) continue;
      if (typeof value === 'number' && train.contexts?.declared[name]?.type === 'number') numbers.push(value);
      else counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
    }
  }
  return found;
}

/** The most frequent values first; among equal ones in the order of their events. */
function frequentValues(found: readonly FoundValues[]) {
  return found
    .flatMap(({ name, counts }) => [...counts].map(([value, count]) => ({ name, value, count })))
    .filter(({ count }) => count >= MIN_EVENTS)
    .sort((a, b) => b.count - a.count);
}

/** For the model's card. */
export function factsOfContext({ features }: ContextEncoding): readonly ContextFacts[] {
  return features.map((feature) =>
    feature.type === 'category'
      ? { name: feature.name, type: 'category', values: feature.values }
      : { name: feature.name, type: 'number' },
  );
}

/** Adds the encoded context to a row of zeros. Values that are missing or not known add nothing. */
export function encodeContext({ features }: ContextEncoding, context: Context, row: Float32Array): void {
  for (const feature of features) {
    const value = context[feature.name];
    if (value === undefined) continue;
    if (feature.type === 'category') {
      const at = feature.values.indexOf(String(value));
      if (at >= 0) row[feature.columns[at]!] = 1;
    } else if (typeof value === 'number') {
      for (const [knot, share] of shareBetweenKnots(value, feature.knots))
        row[feature.columns[knot]!] = share;
    }
  }
}
