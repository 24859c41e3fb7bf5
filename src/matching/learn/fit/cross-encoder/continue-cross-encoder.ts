/**
 * Lets a cross encoder continue from an earlier one. Embeddings are matched by their meaning (field, value,
 * knot, side), not by number. Known tokens keep their embedding, new ones are appended with fresh initial
 * values. Tokens that fewer people have by now are dropped. Numbers keep the earlier knots.
 */

import { Graph } from '../../../../engines/tensor/graph/graph.ts';
import {
  readParameters,
  type StoredParameter,
} from '../../../../engines/tensor/inference/read-parameters.ts';
import type { CrossEncoder } from '../../../ranking/cross-encoder/cross-encoder.ts';
import { pairNetwork } from '../../../ranking/cross-encoder/pair-network.ts';
import {
  type PairVocabulary,
  roleOf,
  SIDES,
  tokenIds,
  type VocabularyField,
} from '../../../ranking/cross-encoder/pair-vocabulary.ts';

/** The values of all parameters by name, before the first step. */
export type Initialise = (fresh: ReadonlyMap<string, Float32Array>) => ReadonlyMap<string, Float32Array>;

export interface Continuation {
  readonly vocabulary: PairVocabulary;
  /** Number of the vocabulary's tokens, and of those that are known. */
  readonly tokens: number;
  readonly knownTokens: number;
  /** Starts from one of the earlier networks, all of which have the same vocabulary. */
  from(model: Uint8Array): Initialise;
}

/** Null: the shape of the network has changed since, so nothing can be continued. */
export function continuationOf(
  before: Pick<CrossEncoder, 'vocabulary' | 'model'>,
  fresh: PairVocabulary,
): Continuation | null {
  const vocabulary = continuedVocabulary(before.vocabulary, fresh);
  if (!fits(readParameters(before.model), vocabulary)) return null;
  const rows = {
    tokens: tokenRows(before.vocabulary, vocabulary),
    roles: roleRows(before.vocabulary, vocabulary),
  };
  return {
    vocabulary,
    tokens: tokenIds(vocabulary).count,
    knownTokens: rows.tokens.length,
    from: (model) => (initial) => carriedOver(readParameters(model), initial, rows),
  };
}

function continuedVocabulary(before: PairVocabulary, fresh: PairVocabulary): PairVocabulary {
  const freshOf = new Map(fresh.fields.map((field) => [keyOf(field), field]));
  const known = before.fields.flatMap((field) => {
    const now = freshOf.get(keyOf(field));
    return now === undefined ? [] : [continuedField(field, now)];
  });
  const knownKeys = new Set(before.fields.map(keyOf));
  const added = fresh.fields.filter((field) => !knownKeys.has(keyOf(field)));
  return { fields: [...known, ...added], sentenceDimension: fresh.sentenceDimension };
}

function continuedField(before: VocabularyField, fresh: VocabularyField): VocabularyField {
  if (before.kind !== 'values' || fresh.kind !== 'values') return before;
  const kept = before.values.filter((value) => fresh.values.includes(value));
  return { ...fresh, values: [...kept, ...fresh.values.filter((value) => !before.values.includes(value))] };
}

function keyOf({ kind, name }: VocabularyField): string {
  return `${kind} ${name}`;
}

/** The row of an embedding in the earlier table, and in the continued one. */
type CarriedRow = readonly [before: number, now: number];

function tokenRows(before: PairVocabulary, now: PairVocabulary): readonly CarriedRow[] {
  const namesOf = (vocabulary: PairVocabulary) => {
    const { values, comparisons, count } = tokenIds(vocabulary);
    const names = Array.from({ length: count }, (_, id) => `special ${id}`);
    vocabulary.fields.forEach((field, at) => {
      const end = values[at + 1] ?? count;
      for (let id = values[at]!; id < end; id++) {
        const isOwn = id < comparisons[at]!;
        const position = id - (isOwn ? values[at]! : comparisons[at]!);
        const value = isOwn && field.kind === 'values' ? field.values[position] : position;
        names[id] = JSON.stringify([keyOf(field), isOwn ? 'own' : 'compared', value]);
      }
    });
    return names;
  };
  const idBefore = new Map(namesOf(before).map((name, id) => [name, id]));
  return namesOf(now).flatMap((name, id) => {
    const known = idBefore.get(name);
    return known === undefined ? [] : [[known, id] as const];
  });
}

function roleRows(before: PairVocabulary, now: PairVocabulary): readonly CarriedRow[] {
  const fieldBefore = new Map(before.fields.map((field, at) => [keyOf(field), at + 1]));
  const fields = [[0, 0], ...now.fields.map((field, at) => [fieldBefore.get(keyOf(field)), at + 1])];
  return fields.flatMap(([from, to]) =>
    from === undefined
      ? []
      : Array.from({ length: SIDES }, (_, side) => [roleOf(from, side), roleOf(to!, side)] as const),
  );
}

type Tables = Readonly<Record<'tokens' | 'roles', readonly CarriedRow[]>>;

const isTable = (name: string): name is keyof Tables => name === 'tokens' || name === 'roles';

/** Whether every parameter has its earlier shape; tables may have gained or lost rows. */
function fits(stored: ReadonlyMap<string, StoredParameter>, vocabulary: PairVocabulary): boolean {
  const graph = new Graph();
  pairNetwork(graph, vocabulary);
  return graph.parameters.every(({ name, source }) => {
    const known = stored.get(name)?.shape;
    if (source.kind !== 'parameter') return false;
    if (known === undefined) return name.startsWith('sentences/');
    const { shape } = source.parameter;
    return (
      known.length === shape.length &&
      shape.every((size, at) => size === known[at] || (at === 0 && isTable(name)))
    );
  });
}

function carriedOver(
  stored: ReadonlyMap<string, StoredParameter>,
  initial: ReadonlyMap<string, Float32Array>,
  rows: Tables,
): ReadonlyMap<string, Float32Array> {
  return new Map(
    [...initial].map(([name, values]) => {
      const known = stored.get(name);
      if (known === undefined) return [name, values];
      if (!isTable(name)) return [name, known.values];
      const width = known.shape[1]!;
      const table = values.slice();
      for (const [before, now] of rows[name])
        table.set(known.values.subarray(before * width, (before + 1) * width), now * width);
      return [name, table];
    }),
  );
}
