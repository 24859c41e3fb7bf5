/**
 * A fitted recommender as files: `model.onnx`, which reads a history, and `weights.safetensors` with
 * everything else: vectors of the whole catalogue, how popular each item was, and the parameters again, to go
 * on from.
 *
 * The vectors of items are an input of `model.onnx` and not inside: they are read by history and scored
 * against, and exist once in memory.
 */
import { writeInferenceModel } from '../../../tensor/inference/write-inference-model.ts';
import { type NamedArray, tensorBytes, tensorsOf } from '../../../tensor/training/tensor-file.ts';
import type { ModelFiles } from '../architecture.ts';
import { inferenceGraph, type NetworkShape } from './recommender-graph.ts';

export interface RecommenderContent {
  readonly shape: NetworkShape;
  /** I */
  readonly items: number;
  /**
   * By which histories are read, whole catalogue [I × D]; an item that is not known and has no text: zeros.
   */
  readonly vectors: Float32Array;
  /** By which items are scored; the same array where they are shared [I × D]. */
  readonly outputVectors: Float32Array;
  /** Events of each item in what was learned from [I]. */
  readonly counts: Float32Array;
  /** 1: has training events; 0: known only by its text, or not at all [I]. */
  readonly known: Float32Array;
  /** Of layers, positions and projections, by name. */
  readonly parameters: ReadonlyMap<string, Omit<NamedArray, 'name'>>;
}

const WEIGHTS = 'weights.safetensors';
const PARAMETER = 'parameter/';

export function writeFiles(content: RecommenderContent): ModelFiles {
  const { shape, items, vectors, outputVectors, counts, known, parameters } = content;
  const table = [items, shape.width];
  const arrays: NamedArray[] = [
    { name: 'vectors', shape: table, values: vectors },
    ...(outputVectors === vectors ? [] : [{ name: 'output-vectors', shape: table, values: outputVectors }]),
    { name: 'counts', shape: [items], values: counts },
    { name: 'known', shape: [items], values: known },
    ...[...parameters].map(([name, array]) => ({ name: PARAMETER + name, ...array })),
  ];
  const metadata = { format: 'sequential-recommender 1', shape: JSON.stringify(shape) };
  const values = new Map([...parameters].map(([name, array]) => [name, array.values]));
  const onnx = writeInferenceModel({ outputs: inferenceGraph(shape), parameters: values, metadata });
  return new Map([
    ['model.onnx', onnx],
    [WEIGHTS, tensorBytes({ arrays, metadata })],
  ]);
}

/** Throws where a file is missing or damaged. */
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
  };
}
