/** The content of a fitted retriever, and the start of a fit from a base model. I items, D width. */
import { writeInferenceModel } from '../../../tensor/inference/write-inference-model.ts';
import { openSession, ortTensor } from '../../../tensor/onnx/session.ts';
import type { NamedArray } from '../../../tensor/training/tensor-file.ts';
import type { Trainer } from '../../../tensor/training/trainer.ts';
import type { FitProblem, ItemCatalogue } from '../architecture.ts';
import { type RetrieverContent, readFiles } from './model-files.ts';
import type { Plan } from './plan-fit.ts';
import { OWN_VECTORS, vectorGraph } from './retriever-graph.ts';
import type { GenerativeSettings } from './settings.ts';

const ITEMS_AT_ONCE = 8192;

/** The content with a novelty share of 0: new items are never generated. */
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
    novelty: { share: 0, contents: null },
    vectors: await vectorsOf({ shape, rows, known }, parameters),
    parameters,
  };
}

/**
 * The input vectors of items, then of the start token [I + 1 × D]; items without events use the `unknown`
 * vector.
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
    const items = Int32Array.from({ length: count }, (_, place) => from + place);
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
 * What is read of all items but their vectors of their own: their codes, and their texts where those are
 * read.
 */
export async function codeVectors(
  { shape, rows, known }: Pick<Plan, 'shape' | 'rows' | 'known'>,
  parameters: RetrieverContent['parameters'],
): Promise<NonNullable<ItemCatalogue['textVectors']>> {
  const none = new Uint8Array(known.length);
  const vectors = await vectorsOf({ shape, rows, known: none }, parameters);
  return { values: vectors.subarray(0, known.length * shape.width), width: shape.width };
}

/** Where each id stands among all, by its bytes in UTF-8 [I]. */
function orderOf(itemIds: readonly string[]): Uint32Array {
  const bytes = itemIds.map((id) => Buffer.from(id));
  const sorted = Uint32Array.from(itemIds.keys()).sort((a, b) => Buffer.compare(bytes[a]!, bytes[b]!));
  const order = new Uint32Array(itemIds.length);
  for (const [place, item] of sorted.entries()) order[item] = place;
  return order;
}

/** The base's parameters; vectors of items by their ids, those of new items as they begin. */
export function loadBaseParameters(
  base: NonNullable<FitProblem<GenerativeSettings>['base']>,
  itemIds: readonly string[],
  { shape, parameterShapes }: Plan,
  trainer: Trainer,
): void {
  const { parameters } = readFiles(base.files);
  for (const name of parameterShapes.keys()) {
    const before = parameters.get(name);
    if (before === undefined) continue;
    if (name !== OWN_VECTORS) trainer.setParameter(name, before.values);
    else trainer.setParameter(name, ownVectors(trainer.parameters().get(name)!, before.values));
  }

  function ownVectors(now: Float32Array, then: Float32Array): Float32Array {
    const D = shape.width;
    const [I, J] = [itemIds.length, base.itemIds.length];
    const rowThen = new Map(base.itemIds.map((id, row) => [id, row]));
    const merged = now.slice();
    const copy = (row: number, from: number) => merged.set(then.subarray(from * D, (from + 1) * D), row * D);
    for (const [row, id] of itemIds.entries()) {
      const from = rowThen.get(id);
      if (from !== undefined) copy(row, from);
    }
    copy(I, J);
    copy(I + 1, J + 1);
    return merged;
  }
}
