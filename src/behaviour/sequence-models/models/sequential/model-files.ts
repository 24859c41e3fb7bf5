/**
 * The files of a fitted recommender. `model.onnx` encodes a history. `weights.safetensors` has the rest: the
 * item vectors of the whole catalogue, the number of events of each item, and the parameters again. A later
 * fit continues from these. The links of a blend and the encoding of features are in it too; files of earlier
 * versions have none.
 *
 * Item vectors are an input of `model.onnx` and not part of it. Encoding and scoring then share one copy in
 * memory.
 *
 * I items, D width of an item vector.
 */
import { writeInferenceModel } from '../../../../engines/tensor/inference/write-inference-model.ts';
import { type NamedArray, tensorBytes, tensorsOf } from '../../../../engines/tensor/training/tensor-file.ts';
import type { ModelFiles } from '../architecture.ts';
import { blendArrays, blendFrom } from './blend/blend-files.ts';
import type { Blend } from './blend/blend-scorer.ts';
import type { FeatureEncoding } from './content/feature-encoding.ts';
import type { ContextEncoding } from './context/context-encoding.ts';
import { inferenceGraph, type NetworkShape } from './recommender-graph.ts';

export interface RecommenderContent {
  readonly shape: NetworkShape;
  /** I */
  readonly items: number;
  /** Input vectors of the whole catalogue [I × D]; zeros for an item of which nothing is known. */
  readonly vectors: Float32Array;
  /** Output vectors, with which items are scored [I × D]; the same array if they are shared. */
  readonly outputVectors: Float32Array;
  /** Training events of each item by the weights of their kinds; 0 if it is not known [I]. */
  readonly counts: Float32Array;
  /** 1: the item was learned, here or by the base model; 0: it has at most a text and features [I]. */
  readonly known: Float32Array;
  /** The parameters of layers, positions and projections, by name. */
  readonly parameters: ReadonlyMap<string, Omit<NamedArray, 'name'>>;
  /** The columns of the parameter `feature-projection`; null: features are not used. */
  readonly features: FeatureEncoding | null;
  /** The columns of the parameter `context-projection`; null: no context is read. */
  readonly context: ContextEncoding | null;
  /** null: the network alone. */
  readonly blend: Blend | null;
}

const WEIGHTS = 'weights.safetensors';
const PARAMETER = 'parameter/';

export function writeFiles(content: RecommenderContent): ModelFiles {
  const { shape, items, vectors, outputVectors, counts, known, parameters, blend } = content;
  const table = [items, shape.width];
  const arrays: NamedArray[] = [
    { name: 'vectors', shape: table, values: vectors },
    ...(outputVectors === vectors ? [] : [{ name: 'output-vectors', shape: table, values: outputVectors }]),
    { name: 'counts', shape: [items], values: counts },
    { name: 'known', shape: [items], values: known },
    ...[...parameters].map(([name, array]) => ({ name: PARAMETER + name, ...array })),
    ...(blend === null ? [] : blendArrays(blend)),
  ];
  return new Map([
    ['model.onnx', encoderOf(content)],
    [WEIGHTS, tensorBytes({ arrays, metadata: metadataOf(content) })],
  ]);
}

/** `model.onnx` */
export function encoderOf(content: RecommenderContent): Uint8Array {
  const { shape, parameters } = content;
  const values = new Map([...parameters].map(([name, array]) => [name, array.values]));
  const metadata = metadataOf(content);
  return writeInferenceModel({ outputs: inferenceGraph(shape), parameters: values, metadata });
}

function metadataOf({ shape, features, context, blend }: RecommenderContent): Record<string, string> {
  return {
    format: 'sequential-recommender 1',
    shape: JSON.stringify(shape),
    ...(features === null ? {} : { features: JSON.stringify(features) }),
    ...(context === null ? {} : { context: JSON.stringify(context) }),
    ...(blend === null ? {} : { blend: JSON.stringify(blend.weights) }),
  };
}

/** Throws an Error if a file is missing or damaged. */
export function readFiles(files: ModelFiles): RecommenderContent {
  const bytes = files.get(WEIGHTS);
  if (bytes === undefined)
    throw new Error(`the model lacks ${WEIGHTS}; it has ${[...files.keys()].join(', ')}.`);
  const { arrays, metadata } = tensorsOf(bytes, WEIGHTS);
  const named = new Map(arrays.map((array) => [array.name, array]));
  const values = (name: string) => {
    const array = named.get(name);
    if (array === undefined) throw new Error(`${WEIGHTS} lacks "${name}".`);
    return array.values;
  };
  const vectors = values('vectors');
  return {
    shape: JSON.parse(metadata.shape ?? '') as NetworkShape,
    items: values('counts').length,
    vectors,
    outputVectors: named.get('output-vectors')?.values ?? vectors,
    counts: values('counts'),
    known: values('known'),
    parameters: new Map(
      arrays
        .filter(({ name }) => name.startsWith(PARAMETER))
        .map(({ name, ...array }) => [name.slice(PARAMETER.length), array]),
    ),
    features: metadata.features === undefined ? null : (JSON.parse(metadata.features) as FeatureEncoding),
    context: metadata.context === undefined ? null : (JSON.parse(metadata.context) as ContextEncoding),
    blend: metadata.blend === undefined ? null : blendFrom(metadata.blend, named),
  };
}
