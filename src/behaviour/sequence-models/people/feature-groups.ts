/**
 * Groups of people by one feature: those with the same category, or with a number in the same fifth. A group
 * of few people says nothing of a further one, and too much of each, so it is none.
 *
 * P people.
 */
import type { ItemFeatures } from '../../datasets/features/feature-columns.ts';

type Column = ItemFeatures['columns'] extends ReadonlyMap<string, infer One> ? One : never;

export interface FeatureGroup {
  /** Among the groups of the feature. */
  readonly name: string;
  /** 1: the person belongs to the group [P]. */
  readonly members: Uint8Array;
}

const MIN_PEOPLE = 5;
const FIFTHS = 5;

/** The groups that a value belongs to: several for a list, none for a text. */
export function groupsOf(column: Column, value: unknown, people: number): readonly FeatureGroup[] {
  return [...candidatesOf(column, value, people)].filter(
    ({ members }) => members.reduce((sum, one) => sum + one, 0) >= MIN_PEOPLE,
  );
}

function* candidatesOf(column: Column, value: unknown, people: number): Generator<FeatureGroup> {
  switch (column.type) {
    case 'category':
      yield* categoryGroup(column, value as string, people);
      return;
    case 'list':
      for (const entry of new Set(value as readonly string[])) yield* listGroup(column, entry, people);
      return;
    case 'number':
      yield* fifthOf(column.values, value as number);
      return;
    case 'date':
      yield* fifthOf(column.values, Date.parse(value as string));
      return;
    case 'text':
    case 'image_url':
      return;
    default:
      column satisfies never;
  }
}

type OfType<Type extends Column['type']> = Extract<Column, { type: Type }>;

function* categoryGroup({ categories, codes }: OfType<'category'>, value: string, people: number) {
  const code = categories.indexOf(value);
  if (code < 0) return;
  yield {
    name: value,
    members: Uint8Array.from({ length: people }, (_, person) => Number(codes[person] === code)),
  };
}

function* listGroup({ categories, offsets, codes }: OfType<'list'>, entry: string, people: number) {
  const code = categories.indexOf(entry);
  if (code < 0) return;
  const members = new Uint8Array(people);
  for (let person = 0; person < people; person++)
    members[person] = Number(codes.subarray(offsets[person]!, offsets[person + 1]!).includes(code));
  yield { name: entry, members };
}

const keptEdges = new WeakMap<Float64Array, readonly number[]>();

/** Sorted once for a column. */
function edgesOf(values: Float64Array): readonly number[] {
  const kept = keptEdges.get(values);
  if (kept !== undefined) return kept;
  const sorted = values.filter((one) => !Number.isNaN(one)).sort();
  const edges = Array.from({ length: FIFTHS - 1 }, (_, nth) => {
    return sorted[Math.floor(((nth + 1) * sorted.length) / FIFTHS)] ?? Number.NaN;
  });
  keptEdges.set(values, edges);
  return edges;
}

/** NaN: no value. Equal numbers are in one fifth. */
function* fifthOf(values: Float64Array, value: number): Generator<FeatureGroup> {
  const edges = edgesOf(values);
  const fifth = (one: number) => edges.filter((edge) => one >= edge).length;
  const own = fifth(value);
  const members = Uint8Array.from(values, (one) => Number(!Number.isNaN(one) && fifth(one) === own));
  yield { name: String(own), members };
}
