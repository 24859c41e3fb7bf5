/**
 * Makes the content of a model's files from a trainer's parameters: the tables of learned items become
 * vectors of the whole catalogue.
 */
import type { ItemTexts } from './item-texts.ts';
import { projectTexts } from './item-texts.ts';
import { type LearnedItems, NO_ROW } from './learned-items.ts';
import type { RecommenderContent } from './model-files.ts';
import { type NetworkShape, parameterNames } from './recommender-graph.ts';

/** Tables that the files lack, because the vectors of the catalogue replace them. */
const tables: readonly string[] = [parameterNames.items, parameterNames.outputs, 'texts'];

/** `parameters` and `shapes`: by name. */
export async function contentOf(
  parameters: ReadonlyMap<string, Float32Array>,
  shapes: ReadonlyMap<string, readonly number[]>,
  {
    shape,
    learned,
    texts,
  }: {
    readonly shape: NetworkShape;
    readonly learned: LearnedItems;
    readonly texts: ItemTexts | null;
  },
): Promise<RecommenderContent> {
  const I = learned.rows.length;
  const vectorsBy = async (table: string, projection: string) => {
    const own = parameters.get(table);
    if (own === undefined) return null;
    const W = parameters.get(projection);
    const vectors =
      texts === null || W === undefined ? new Float32Array(I * shape.width) : await projectTexts(texts, W);
    return addRows(vectors, own, learned);
  };
  const vectors = (await vectorsBy(parameterNames.items, parameterNames.projection))!;
  const outputs = await vectorsBy(parameterNames.outputs, parameterNames.outputProjection);
  const kept = new Map<string, { shape: readonly number[]; values: Float32Array }>();
  for (const [name, values] of parameters)
    if (!tables.includes(name)) kept.set(name, { shape: shapes.get(name)!, values: values.slice() });
  if (texts !== null) kept.set('text-mean', { shape: [texts.width], values: texts.mean });
  return {
    shape,
    items: I,
    vectors,
    outputVectors: outputs ?? vectors,
    counts: byItem(learned, (row) => learned.counts[row]!),
    known: byItem(learned, () => 1),
    parameters: kept,
    blend: null,
  };
}

/** Adds the rows of a table to the vectors of their items, in place. */
function addRows(vectors: Float32Array, own: Float32Array, { items }: LearnedItems): Float32Array {
  const D = own.length / items.length;
  for (const [row, item] of items.entries())
    for (let at = 0; at < D; at++) vectors[item * D + at]! += own[row * D + at]!;
  return vectors;
}

function byItem({ rows }: LearnedItems, valueAt: (row: number) => number): Float32Array {
  return Float32Array.from(rows, (row) => (row === NO_ROW ? 0 : valueAt(row)));
}
