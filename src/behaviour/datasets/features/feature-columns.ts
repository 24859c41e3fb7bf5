/**
 * Attributes as typed columns, one a declared feature.
 *
 * I items, in the order of the catalogue.
 */
import type { FeatureDeclarations, FeatureType } from '../../../contract/dataset-features.ts';
import type { CollectedAttributes } from './collect-attributes.ts';

type FeatureColumn =
  /** NaN: no value. A date is epoch ms; one without a time is midnight in UTC. [I] */
  | { readonly type: 'number' | 'date'; readonly values: Float64Array }
  /** `codes`: index in `categories`, -1: no value. [I] */
  | { readonly type: 'category'; readonly categories: readonly string[]; readonly codes: Int32Array }
  /** The codes of item i are `codes[offsets[i]]` to `codes[offsets[i + 1] - 1]`. `isGiven`: 0 or 1 [I]. */
  | {
      readonly type: 'list';
      readonly categories: readonly string[];
      readonly offsets: Uint32Array;
      readonly codes: Uint32Array;
      readonly isGiven: Uint8Array;
    }
  | { readonly type: 'text' | 'image_url'; readonly values: readonly (string | null)[] };

export interface ItemFeatures {
  readonly declared: FeatureDeclarations;
  /** By name, in the order of the declaration. */
  readonly columns: ReadonlyMap<string, FeatureColumn>;
  /** Since when the item could be chosen, epoch ms [I]; NaN: not given; null: no item has it. */
  readonly createdAtMs: Float64Array | null;
}

export function featureColumns({ declared, attributes, createdAtMs }: CollectedAttributes): ItemFeatures {
  const columns = columnsBuilder(declared, attributes.length);
  for (const [item, json] of attributes.entries()) columns.put(item, json === null ? {} : JSON.parse(json));
  return { declared, columns: columns.finish(), createdAtMs: givenTimes(createdAtMs) };
}

/** null: no time is given. */
export function givenTimes(timesMs: Float64Array): Float64Array | null {
  return timesMs.every(Number.isNaN) ? null : timesMs;
}

/** `put` is called for every item once, in order. */
export function columnsBuilder(declared: FeatureDeclarations, items: number) {
  const builders = Object.entries(declared).map(([name, { type }]) => ({
    name,
    builder: columnBuilder(type, items),
  }));
  return {
    put: (item: number, values: Readonly<Record<string, unknown>>) => {
      for (const { name, builder } of builders) builder.put(item, values[name]);
    },
    finish: (): ItemFeatures['columns'] =>
      new Map(builders.map(({ name, builder }) => [name, builder.finish()])),
  };
}

interface ColumnBuilder {
  /** For every item once, in order. `value` has the type of the feature, or is undefined. */
  put(item: number, value: unknown): void;
  finish(): FeatureColumn;
}

function columnBuilder(type: FeatureType, items: number): ColumnBuilder {
  switch (type) {
    case 'number':
    case 'date':
      return numberBuilder(type, items);
    case 'category':
      return categoryBuilder(items);
    case 'list':
      return listBuilder(items);
    case 'text':
    case 'image_url':
      return textBuilder(type, items);
    default:
      return type satisfies never;
  }
}

function numberBuilder(type: 'number' | 'date', items: number): ColumnBuilder {
  const values = new Float64Array(items).fill(Number.NaN);
  return {
    put: (item, value) => {
      if (value !== undefined) values[item] = type === 'date' ? Date.parse(value as string) : Number(value);
    },
    finish: () => ({ type, values }),
  };
}

function categoryBuilder(items: number): ColumnBuilder {
  const codes = new Int32Array(items).fill(-1);
  const dictionary = new Map<string, number>();
  return {
    put: (item, value) => {
      if (value !== undefined) codes[item] = codeOf(dictionary, value as string);
    },
    finish: () => ({ type: 'category', categories: [...dictionary.keys()], codes }),
  };
}

function listBuilder(items: number): ColumnBuilder {
  const offsets = new Uint32Array(items + 1);
  const isGiven = new Uint8Array(items);
  const codes: number[] = [];
  const dictionary = new Map<string, number>();
  return {
    put: (item, value) => {
      if (value !== undefined) isGiven[item] = 1;
      for (const entry of (value ?? []) as readonly string[]) codes.push(codeOf(dictionary, entry));
      offsets[item + 1] = codes.length;
    },
    finish: () => ({
      type: 'list',
      categories: [...dictionary.keys()],
      offsets,
      codes: Uint32Array.from(codes),
      isGiven,
    }),
  };
}

function textBuilder(type: 'text' | 'image_url', items: number): ColumnBuilder {
  const values = new Array<string | null>(items).fill(null);
  return {
    put: (item, value) => {
      if (value !== undefined) values[item] = value as string;
    },
    finish: () => ({ type, values }),
  };
}

function codeOf(dictionary: Map<string, number>, entry: string): number {
  const found = dictionary.get(entry);
  if (found !== undefined) return found;
  dictionary.set(entry, dictionary.size);
  return dictionary.size - 1;
}
