/**
 * A fitted retriever as files: `model.onnx` reads a history, `step-0.onnx` … say one code each,
 * `weights.safetensors` has everything else: the vectors of items, their codes and numbers, and the
 * parameters again, to go on from.
 *
 * The vectors of items are an input of `model.onnx` and not inside, so that they exist once in memory. Codes
 * and numbers are kept as float32, which holds whole numbers up to 2²⁴ exactly.
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
  /** Among the items of equal codes [I]. */
  readonly numbers: Uint32Array;
  /** Where an item's id stands among all ids [I]. */
  readonly order: Uint32Array;
  /** 1: learned from [I]. */
  readonly known: Uint8Array;
  readonly novelty: Novelty;
  /** Of all items, then of the start, row-major [I + 1 × D]. */
  readonly vectors: Float32Array;
  /** By name. */
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

/** Throws where a file is missing, damaged, or of another kind of model. */
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
