/**
 * The initial parameters of a trainer that continues from a base model. Items of both catalogues keep their
 * vectors: the current projection of the text is subtracted to get the item's own part.
 */
import type { FitProblem } from '../architecture.ts';
import { type ItemTexts, projectTexts } from './item-texts.ts';
import type { LearnedItems } from './learned-items.ts';
import { type RecommenderContent, readFiles } from './model-files.ts';
import { parameterNames } from './recommender-graph.ts';

export interface Base {
  readonly content: RecommenderContent;
  /**
   * Item number in the base model of an item of the new catalogue; undefined: it has none, or had not learned
   * it.
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

/** By name; `present`: the trainer's own initial values, which stay where the base model has none. */
export async function baseParameters(
  { content, numberOf }: Base,
  present: ReadonlyMap<string, Float32Array>,
  { items }: LearnedItems,
  texts: ItemTexts | null,
): Promise<ReadonlyMap<string, Float32Array>> {
  const taken = new Map<string, Float32Array>();
  for (const [name, { values }] of content.parameters)
    if (present.get(name)?.length === values.length) taken.set(name, values);
  const tables = [
    [parameterNames.items, parameterNames.projection, content.vectors],
    [parameterNames.outputs, parameterNames.outputProjection, content.outputVectors],
  ] as const;
  for (const [name, projection, vectors] of tables) {
    const initial = present.get(name);
    if (initial === undefined) continue;
    const W = taken.get(projection) ?? present.get(projection);
    const projected = texts === null || W === undefined ? null : await projectTexts(texts, W);
    taken.set(name, ownVectors(initial, vectors, projected));
  }
  return taken;

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
