/**
 * The files of a fitted retriever. `model.onnx` encodes a history. `step-0.onnx` … score the codes of one
 * step each. `weights.safetensors` has the rest: the vectors, codes and numbers of items, and the parameters
 * again, from which a later fit continues.
 *
 * Item vectors are an input of `model.onnx` and not part of it, so that memory has one copy of them. Codes
 * and numbers are stored as float32, which represents whole numbers up to 2²⁴ exactly.
 *
 * I items, L levels, D width of a vector.
 */
import type { CodebookLayout } from '../../../semantic-ids/codebook-layout.ts';
import { writeInferenceModel } from '../../../tensor/inference/write-inference-model.ts';
import { type NamedArray, tensorBytes, tensorsOf } from '../../../tensor/training/tensor-file.ts';
import type { ModelFiles } from '../architecture.ts';
import type { ItemContents, Novelty } from './new-items.ts';
import { type RetrieverShape, readerGraph, stepGraph } from './retriever-graph.ts';

export interface RetrieverContent {
  readonly shape: RetrieverShape;
  readonly tokenizerId: string;
  readonly layout: CodebookLayout;
  /** Row-major [I × L]. */
  readonly codes: Uint16Array;
  /** The number of each item among items with equal codes [I]. */
  readonly numbers: Uint32Array;
  /** The rank of each item's id among all ids by UTF-8 bytes [I]. */
  readonly order: Uint32Array;
  /** 1: the item was learned, here or by the base model; 0: it is new [I]. */
  readonly known: Uint8Array;
  readonly novelty: Novelty;
  /** The input vectors of all items, then that of the start token, row-major [I + 1 × D]. */
  readonly vectors: Float32Array;
  /** The parameters by name. */
  readonly parameters: ReadonlyMap<string, Omit<NamedArray, 'name'>>;
}

const FORMAT = 'generative-retriever 2';
const WEIGHTS = 'weights.safetensors';
const PARAMETER = 'parameter/';
const CONTENTS = 'contents';
const CONTENT_WEIGHTS = 'contents-weights';

export const stepFile = (step: number): string => `step-${step}.onnx`;

export function writeFiles(content: RetrieverContent): ModelFiles {
  const { shape, tokenizerId, layout, parameters } = content;
  const I = content.numbers.length;
  const column = (name: string, values: ArrayLike<number>): NamedArray => ({
    name,
    shape: [values.length],
    values: Float32Array.from(values),
  });
  const arrays: NamedArray[] = [
    { name: 'vectors', shape: [I + 1, shape.width], values: content.vectors },
    column('codes', content.codes),
    column('numbers', content.numbers),
    column('order', content.order),
    column('known', content.known),
    column('novelty-share', [content.novelty.share]),
    ...contentArrays(content.novelty.contents),
    ...[...parameters].map(([name, array]) => ({ name: PARAMETER + name, ...array })),
  ];
  const values = new Map([...parameters].map(([name, array]) => [name, array.values]));
  const metadata = { format: FORMAT, shape: JSON.stringify(shape) };
  const onnx = (outputs: Parameters<typeof writeInferenceModel>[0]['outputs']) =>
    writeInferenceModel({ outputs, parameters: values, metadata });
  return new Map([
    ['model.onnx', onnx({ ...readerGraph(shape) })],
    ...shape.sizes.map((_, step) => [stepFile(step), onnx({ ...stepGraph(shape, step) })] as const),
    [
      WEIGHTS,
      tensorBytes({ arrays, metadata: { ...metadata, tokenizerId, layout: JSON.stringify(layout) } }),
    ],
  ]);
}

function contentArrays(contents: ItemContents | null): NamedArray[] {
  if (contents === null) return [];
  const { vectors, width, weights } = contents;
  return [
    { name: CONTENTS, shape: [vectors.length / width, width], values: vectors },
    { name: CONTENT_WEIGHTS, shape: [2], values: Float32Array.of(weights.last, weights.recent) },
  ];
}

function contentsFrom(vectors: NamedArray | undefined, weights: NamedArray | undefined): ItemContents | null {
  if (vectors === undefined || weights === undefined) return null;
  const [last, recent] = [weights.values[0]!, weights.values[1]!];
  return { vectors: vectors.values, width: vectors.shape[1]!, weights: { last, recent } };
}

/** Throws an Error if a file is missing, damaged, or of another kind of model. */
export function readFiles(files: ModelFiles): RetrieverContent {
  const bytes = files.get(WEIGHTS);
  if (bytes === undefined)
    throw new Error(`the model lacks ${WEIGHTS}; it has ${[...files.keys()].join(', ')}.`);
  const { arrays, metadata } = tensorsOf(bytes, WEIGHTS);
  if (metadata.format !== FORMAT)
    throw new Error(`${WEIGHTS} has the format ${metadata.format}; expected ${FORMAT}.`);
  const named = new Map(arrays.map((array) => [array.name, array]));
  const values = (name: string) => {
    const array = named.get(name);
    if (array === undefined) throw new Error(`${WEIGHTS} lacks "${name}".`);
    return array.values;
  };
  return {
    shape: JSON.parse(metadata.shape ?? '') as RetrieverShape,
    tokenizerId: metadata.tokenizerId ?? '',
    layout: JSON.parse(metadata.layout ?? '') as CodebookLayout,
    codes: Uint16Array.from(values('codes')),
    numbers: Uint32Array.from(values('numbers')),
    order: Uint32Array.from(values('order')),
    known: Uint8Array.from(values('known')),
    novelty: {
      share: values('novelty-share')[0]!,
      contents: contentsFrom(named.get(CONTENTS), named.get(CONTENT_WEIGHTS)),
    },
    vectors: values('vectors'),
    parameters: new Map(
      arrays
        .filter(({ name }) => name.startsWith(PARAMETER))
        .map(({ name, ...array }) => [name.slice(PARAMETER.length), array]),
    ),
  };
}
