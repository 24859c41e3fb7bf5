/**
 * Makes the content of a model's files from a trainer's parameters: the tables of learned items become
 * vectors of the whole catalogue.
 */
import { type ContentVectors, projected } from './content/content-vectors.ts';
import type { ItemContent } from './content/item-content.ts';
import type { ContextEncoding } from './context/context-encoding.ts';
import { type LearnedItems, NO_ROW } from './learned-items.ts';
import type { RecommenderContent } from './model-files.ts';
import { fixedTables, type NetworkShape, parameterNames } from './recommender-graph.ts';

/** Tables that the files lack, because the vectors of the catalogue replace them. */
const tables: readonly string[] = [parameterNames.items, parameterNames.outputs, ...fixedTables];

/** `parameters` and `shapes`: by name. */
export async function contentOf(
  parameters: ReadonlyMap<string, Float32Array>,
  shapes: ReadonlyMap<string, readonly number[]>,
  {
    shape,
    learned,
    content: { texts, features },
    context,
  }: {
    readonly shape: NetworkShape;
    readonly learned: LearnedItems;
    readonly content: ItemContent;
    readonly context: ContextEncoding | null;
  },
): Promise<RecommenderContent> {
  const I = learned.rows.length;
  const names = parameterNames;
  const vectorsBy = async (table: string, ofTexts: string, ofFeatures: string) => {
    const own = parameters.get(table);
    if (own === undefined) return null;
    const vectors = new Float32Array(I * shape.width);
    await addProjected(vectors, texts, parameters.get(ofTexts));
    await addProjected(vectors, features, parameters.get(ofFeatures));
    return addRows(vectors, own, learned);
  };
  const vectors = (await vectorsBy(names.items, names.projection, names.featureProjection))!;
  const outputs = await vectorsBy(names.outputs, names.outputProjection, names.outputFeatureProjection);
  const kept = new Map<string, { shape: readonly number[]; values: Float32Array }>();
  for (const [name, values] of parameters)
    if (!tables.includes(name)) kept.set(name, { shape: shapes.get(name)!, values: values.slice() });
  if (texts !== null) kept.set('text-mean', { shape: [texts.width], values: texts.mean });
  return {
    shape,
    items: I,
    vectors,
    outputVectors: outputs ?? vectors,
    counts: byItem(learned, (row) => learned.popularity[row]!),
    known: byItem(learned, () => 1),
    parameters: kept,
    features: features?.encoding ?? null,
    context,
    blend: null,
  };
}

/** Adds the projected content to the vectors [I × D], in place. */
export async function addProjected(
  vectors: Float32Array,
  content: ContentVectors | null,
  projection: Float32Array | undefined,
): Promise<void> {
  if (content === null || projection === undefined) return;
  for (const [at, value] of (await projected(content, projection)).entries()) vectors[at]! += value;
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
