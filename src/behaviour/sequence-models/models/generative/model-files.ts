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

import { writeInferenceModel } from '../../../../engines/tensor/inference/write-inference-model.ts';
import { type NamedArray, tensorBytes, tensorsOf } from '../../../../engines/tensor/training/tensor-file.ts';
import type { CodebookLayout } from '../../../semantic-ids/codebook-layout.ts';
import type { ModelFiles } from '../architecture.ts';
import { type NewItemLinks, noLinks } from './new-items.ts';
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
  /** `noLinks`: new items are never generated. */
  readonly links: NewItemLinks;
  /** Divides the log-probabilities of a prediction; 1: they are served as they are. */
  readonly temperature: number;
  /** The input vectors of all items, then that of the start token, row-major [I + 1 × D]. */
  readonly vectors: Float32Array;
  /** The parameters by name. */
  readonly parameters: ReadonlyMap<string, Omit<NamedArray, 'name'>>;
}

const FORMAT = 'generative-retriever 3';
/** Has contents of all items and one share of new items in place of links. */
const FORMAT_WITHOUT_LINKS = 'generative-retriever 2';
const WEIGHTS = 'weights.safetensors';
const PARAMETER = 'parameter/';
const NEIGHBOURS = 'new-item-neighbours';
const TRANSFERS = 'new-item-transfers';

export const stepFile = (step: number): string => `step-${step}.onnx`;

export function writeFiles(content: RetrieverContent): ModelFiles {
  const { shape, tokenizerId, layout, parameters, temperature } = content;
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
    ...linkArrays(content.links),
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
      tensorBytes({
        arrays,
        metadata: {
          ...metadata,
          tokenizerId,
          layout: JSON.stringify(layout),
          temperature: String(temperature),
        },
      }),
    ],
  ]);
}

function linkArrays({ neighbourCount: M, neighbours, transfers }: NewItemLinks): NamedArray[] {
  if (M === 0) return [];
  const shape = [neighbours.length / M, M];
  return [
    { name: NEIGHBOURS, shape, values: Float32Array.from(neighbours) },
    { name: TRANSFERS, shape, values: transfers },
  ];
}

function linksFrom(neighbours: NamedArray | undefined, transfers: NamedArray | undefined): NewItemLinks {
  if (neighbours === undefined || transfers === undefined) return noLinks;
  return {
    neighbourCount: neighbours.shape[1]!,
    neighbours: Uint32Array.from(neighbours.values),
    transfers: transfers.values,
  };
}

/** The content of a file of an earlier version, in place of links; null if the file has links. */
export interface Unlinked {
  /** The share of probability of new items, 0..1. */
  readonly share: number;
  /** Row-major [I × W]; null: new items were equally likely. */
  readonly contents: { readonly values: Float32Array; readonly width: number } | null;
}

function unlinkedFrom(share: Float32Array, contents: NamedArray | undefined): Unlinked {
  const own = contents === undefined ? null : { values: contents.values, width: contents.shape[1]! };
  return { share: share[0]!, contents: own };
}

/** Throws an Error if a file is missing, damaged, or of another kind of model. */
export function readFiles(files: ModelFiles): RetrieverContent & { readonly unlinked: Unlinked | null } {
  const bytes = files.get(WEIGHTS);
  if (bytes === undefined)
    throw new Error(`the model lacks ${WEIGHTS}; it has ${[...files.keys()].join(', ')}.`);
  const { arrays, metadata } = tensorsOf(bytes, WEIGHTS);
  if (metadata.format !== FORMAT && metadata.format !== FORMAT_WITHOUT_LINKS)
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
    links: linksFrom(named.get(NEIGHBOURS), named.get(TRANSFERS)),
    unlinked:
      metadata.format === FORMAT ? null : unlinkedFrom(values('novelty-share'), named.get('contents')),
    // Files of earlier versions have none.
    temperature: Number(metadata.temperature ?? 1),
    vectors: values('vectors'),
    parameters: new Map(
      arrays
        .filter(({ name }) => name.startsWith(PARAMETER))
        .map(({ name, ...array }) => [name.slice(PARAMETER.length), array]),
    ),
  };
}
