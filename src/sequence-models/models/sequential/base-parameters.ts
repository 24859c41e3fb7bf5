/**
 * The initial parameters of a fit that continues from a base model. Items of both catalogues keep their
 * vectors. A table has only an item's own part, so the projection of its text is subtracted.
 */
import type { FitProblem } from '../architecture.ts';
import { type ItemTexts, projectTexts } from './item-texts.ts';
import type { LearnedItems } from './learned-items.ts';
import { type RecommenderContent, readFiles } from './model-files.ts';
import { parameterNames } from './recommender-graph.ts';

export interface Base {
  readonly content: RecommenderContent;
  /**
   * The number in the base model of an item of the new catalogue; undefined if the base model lacks the item
   * or has not learned it.
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

/**
 * Parameters by name, for those that the base model can initialize. `present`: the trainer's initial values,
 * which remain for all others: a parameter of another size, the row of an item that the base model lacks.
 */
export async function baseParameters(
  { content, numberOf }: Base,
  present: ReadonlyMap<string, Float32Array>,
  { items }: LearnedItems,
  texts: ItemTexts | null,
): Promise<ReadonlyMap<string, Float32Array>> {
  const loaded = new Map<string, Float32Array>();
  for (const [name, { values }] of content.parameters)
    if (present.get(name)?.length === values.length) loaded.set(name, values);
  const tables = [
    [parameterNames.items, parameterNames.projection, content.vectors],
    [parameterNames.outputs, parameterNames.outputProjection, content.outputVectors],
  ] as const;
  for (const [name, projection, vectors] of tables) {
    const initial = present.get(name);
    if (initial === undefined) continue;
    const W = loaded.get(projection) ?? present.get(projection);
    const projected = texts === null || W === undefined ? null : await projectTexts(texts, W);
    loaded.set(name, ownVectors(initial, vectors, projected));
  }
  return loaded;

  function ownVectors(initial: Float32Array, vectors: Float32Array, projected: Float32Array | null) {
    const D = initial.length / items.length;
    const own = initial.slice();
    for (const [row, item] of items.entries()) {
      const number = numberOf(item);
      if (number === undefined) continue;
      for (let at = 0; at < D; at++)
        own[row * D + at] = vectors[number * D + at]! - (projected?.[item * D + at] ?? 0);
    }
    return own;
  }
}
