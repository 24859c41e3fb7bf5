/**
 * Makes the content of a retriever's files from its parameters, and loads the parameters of a base model.
 *
 * I items, D width of a vector.
 */
import { writeInferenceModel } from '../../../../engines/tensor/inference/write-inference-model.ts';
import { openSession, ortTensor } from '../../../../engines/tensor/onnx/open-session.ts';
import type { NamedArray } from '../../../../engines/tensor/training/tensor-file.ts';
import type { Trainer } from '../../../../engines/tensor/training/trainer.ts';
import type { FitProblem, ItemCatalogue } from '../architecture.ts';
import { type RetrieverContent, readFiles } from './model-files.ts';
import { noLinks } from './new-items.ts';
import type { Plan } from './plan-fit.ts';
import { OWN_VECTORS, vectorGraph } from './retriever-graph.ts';
import type { GenerativeSettings } from './settings.ts';

const ITEMS_AT_ONCE = 8192;

/** The content without links of new items, with which these are never generated. */
export async function contentOf(
  { catalogue, codes }: FitProblem<GenerativeSettings>,
  { shape, rows, numbers, known }: Plan,
  parameters: ReadonlyMap<string, Omit<NamedArray, 'name'>>,
): Promise<RetrieverContent> {
  return {
    shape,
    tokenizerId: codes!.tokenizerId,
    layout: codes!.layout,
    codes: codes!.codes,
    numbers,
    order: orderOf(catalogue.itemIds),
    known,
    links: noLinks,
    temperature: 1,
    vectors: await vectorsOf({ shape, rows, known }, parameters),
    parameters,
  };
}

/**
 * The input vectors of the items, then that of the start token [I + 1 × D]. An item that is not known has the
 * `unknown` vector in place of its own.
 */
async function vectorsOf(
  { shape, rows, known }: Pick<Plan, 'shape' | 'rows' | 'known'>,
  parameters: ReadonlyMap<string, Omit<NamedArray, 'name'>>,
): Promise<Float32Array> {
  const values = new Map([...parameters].map(([name, array]) => [name, array.values]));
  const outputs = { ...vectorGraph(shape, rows) };
  const session = await openSession(writeInferenceModel({ outputs, parameters: values }));
  const I = known.length;
  const vectors = new Float32Array((I + 1) * shape.width);
  for (let from = 0; from <= I; from += ITEMS_AT_ONCE) {
    const count = Math.min(ITEMS_AT_ONCE, I + 1 - from);
    const items = Int32Array.from({ length: count }, (_, row) => from + row);
    const own = items.map((item) => (item === I || known[item] === 1 ? item : I + 1));
    const feeds = {
      items: ortTensor('int32', items, [count]),
      ...(shape.ownVectors ? { own: ortTensor('int32', own, [count]) } : {}),
    };
    const results = await session.run(feeds);
    vectors.set(results.vectors!.data as Float32Array, from * shape.width);
  }
  await session.release();
  return vectors;
}

/**
 * Content vectors made of codes and, if the model uses them, texts: input vectors without the items' own
 * part.
 */
export async function codeVectors(
  { shape, rows, known }: Pick<Plan, 'shape' | 'rows' | 'known'>,
  parameters: RetrieverContent['parameters'],
): Promise<NonNullable<ItemCatalogue['textVectors']>> {
  const none = new Uint8Array(known.length);
  const vectors = await vectorsOf({ shape, rows, known: none }, parameters);
  return { values: vectors.subarray(0, known.length * shape.width), width: shape.width };
}

/** The rank of each id among all ids by UTF-8 bytes [I]. */
function orderOf(itemIds: readonly string[]): Uint32Array {
  const bytes = itemIds.map((id) => Buffer.from(id));
  const sorted = Uint32Array.from(itemIds.keys()).sort((a, b) => Buffer.compare(bytes[a]!, bytes[b]!));
  const order = new Uint32Array(itemIds.length);
  for (const [rank, item] of sorted.entries()) order[item] = rank;
  return order;
}

/**
 * Sets the trainer's parameters to those of the base model. Items' own vectors are matched by id; an item
 * that the base model lacks keeps its initial vector.
 */
export function loadBaseParameters(
  base: NonNullable<FitProblem<GenerativeSettings>['base']>,
  itemIds: readonly string[],
  { shape, parameterShapes }: Plan,
  trainer: Trainer,
): void {
  const { parameters } = readFiles(base.files);
  for (const name of parameterShapes.keys()) {
    const ofBase = parameters.get(name);
    if (ofBase === undefined) continue;
    if (name !== OWN_VECTORS) trainer.setParameter(name, ofBase.values);
    else trainer.setParameter(name, ownVectors(trainer.parameters().get(name)!, ofBase.values));
  }

  function ownVectors(initial: Float32Array, ofBase: Float32Array): Float32Array {
    const D = shape.width;
    const [I, baseItems] = [itemIds.length, base.itemIds.length];
    const baseRows = new Map(base.itemIds.map((id, row) => [id, row]));
    const merged = initial.slice();
    const copy = (row: number, from: number) =>
      merged.set(ofBase.subarray(from * D, (from + 1) * D), row * D);
    for (const [row, id] of itemIds.entries()) {
      const from = baseRows.get(id);
      if (from !== undefined) copy(row, from);
    }
    // The last two rows are the vectors `start` and `unknown`.
    copy(I, baseItems);
    copy(I + 1, baseItems + 1);
    return merged;
  }
}
