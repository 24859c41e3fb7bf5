/**
 * The initial parameters of a fit that continues from a base model. Items of both catalogues keep their
 * vectors. A table has only an item's own part, so the projections of its text and features are subtracted.
 */
import type { FitProblem } from '../architecture.ts';
import type { ItemContent } from './content/item-content.ts';
import type { LearnedItems } from './learned-items.ts';
import { type RecommenderContent, readFiles } from './model-files.ts';
import { addProjected } from './recommender-content.ts';
import { parameterNames } from './recommender-graph.ts';

export interface Base {
  readonly content: RecommenderContent;
  /**
   * The number of a catalogue's item in the base model; undefined if the base model lacks the item or has not
   * learned it.
   */
  numberOf(item: number): number | undefined;
}

export function openBase({ base, catalogue }: Pick<FitProblem<unknown>, 'base' | 'catalogue'>): Base | null {
  if (base === null) return null;
  const content = readFiles(base.files);
  const numbers = new Map(base.itemIds.map((id, number) => [id, number]));
  const known = catalogue.itemIds.map((id) => {
    const number = numbers.get(id);
    return number === undefined || content.known[number] === 0 ? undefined : number;
  });
  return { content, numberOf: (item) => known[item] };
}

/** A later fit has the columns of the base model's features and context first, then its own. */
const growing: readonly string[] = [
  parameterNames.featureProjection,
  parameterNames.outputFeatureProjection,
  parameterNames.contextProjection,
];

function grown(initial: Float32Array, values: Float32Array): Float32Array {
  const whole = initial.slice();
  whole.set(values.subarray(0, whole.length));
  return whole;
}

/**
 * Parameters by name, for those that the base model can initialize. `present`: the trainer's initial values,
 * which remain for all others: a parameter of another size, the row of an item that the base model lacks.
 */
export async function baseParameters(
  { content, numberOf }: Base,
  present: ReadonlyMap<string, Float32Array>,
  { items, rows }: LearnedItems,
  { texts, features }: ItemContent,
): Promise<ReadonlyMap<string, Float32Array>> {
  const loaded = new Map<string, Float32Array>();
  for (const [name, { values }] of content.parameters) {
    const initial = present.get(name);
    if (initial?.length === values.length) loaded.set(name, values);
    else if (initial !== undefined && growing.includes(name)) loaded.set(name, grown(initial, values));
  }
  const names = parameterNames;
  const tables = [
    [names.items, names.projection, names.featureProjection, content.vectors],
    [names.outputs, names.outputProjection, names.outputFeatureProjection, content.outputVectors],
  ] as const;
  for (const [name, ofTexts, ofFeatures, vectors] of tables) {
    const initial = present.get(name);
    if (initial === undefined) continue;
    const loadedOr = (projection: string) => loaded.get(projection) ?? present.get(projection);
    const projected = new Float32Array((initial.length / items.length) * rows.length);
    await addProjected(projected, texts, loadedOr(ofTexts));
    await addProjected(projected, features, loadedOr(ofFeatures));
    loaded.set(name, ownVectors(initial, vectors, projected));
  }
  return loaded;

  function ownVectors(initial: Float32Array, vectors: Float32Array, projected: Float32Array) {
    const D = initial.length / items.length;
    const own = initial.slice();
    for (const [row, item] of items.entries()) {
      const number = numberOf(item);
      if (number === undefined) continue;
      for (let at = 0; at < D; at++)
        own[row * D + at] = vectors[number * D + at]! - projected[item * D + at]!;
    }
    return own;
  }
}
