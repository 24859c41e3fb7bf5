/** A subgraph as a session: the operators that some named outputs need, for training steps or evaluation. */
import { randomBytes } from '../../../platform/numeric/random-streams.ts';
import { evaluateDimension } from '../graph/evaluate-dimension.ts';
import type { Tensor } from '../graph/graph.ts';
import { openSession, ortTensor, type SessionOptions } from '../onnx/open-session.ts';
import { selectOperators } from '../onnx/select-operators.ts';
import { writeModel } from '../onnx/write-model.ts';
import { NOISE } from '../ops/dropout.ts';
import { type Batch, bindBatch } from './batch.ts';

export type OrtTensor = ReturnType<typeof ortTensor>;
export type Feeds = Record<string, OrtTensor>;

export interface Subgraph {
  /** The parameters, moments and scalars of the optimizer that it reads. */
  readonly stateInputs: readonly Tensor[];
  /**
   * Runs once. `random`: dropout is a function of the seed and the step. Throws an Error if the batch does
   * not fit the declared inputs.
   */
  run(
    batch: Batch,
    state: Feeds,
    random: { readonly seed: number; readonly step: number },
    fetches?: Fetches,
  ): Promise<Feeds>;
  close(): Promise<void>;
}

/** By name of output: the tensor into which ONNX Runtime writes it. null or missing: it allocates one. */
type Fetches = Readonly<Record<string, OrtTensor | null>>;

export async function openSubgraph(
  outputs: Readonly<Record<string, Tensor>>,
  options: SessionOptions & { readonly inference: boolean },
): Promise<Subgraph> {
  const named = Object.entries(outputs).map(([name, tensor]) => ({ name, tensor }));
  const selection = selectOperators(Object.values(outputs), options);
  const session = await openSession(
    writeModel({ ...selection, outputs: named, parameterValues: new Map() }),
    options,
  );
  const batchInputs = selection.inputs.filter(({ source }) => source.kind === 'input');
  const noise = selection.inputs.filter(({ name }) => name.startsWith(NOISE));
  const stateInputs = selection.inputs.filter(
    (tensor) => !batchInputs.includes(tensor) && !noise.includes(tensor),
  );
  const made = Object.fromEntries(named.map(({ name }) => [name, null]));
  return {
    stateInputs,
    run: async (batch, state, { seed, step }, fetches = {}) => {
      const { feeds, sizes } = bindBatch(batchInputs, batch);
      for (const { name } of stateInputs) feeds[name] = state[name]!;
      Object.assign(feeds, noiseFeeds(noise, sizes, seed, step));
      return (await session.run(feeds, { ...made, ...fetches })) as Feeds;
    },
    close: () => session.release(),
  };
}

/** The random bytes of all dropout operators; each step has a stream of its own. */
function noiseFeeds(
  noise: readonly Tensor[],
  sizes: ReadonlyMap<string, number>,
  seed: number,
  step: number,
): Feeds {
  const shapes = noise.map(({ shape }) => shape.map((dimension) => evaluateDimension(dimension, sizes)));
  const counts = shapes.map((shape) => shape.reduce((size, dimension) => size * dimension, 1));
  const bytes = randomBytes(seed, `dropout ${step}`, sumOf(counts));
  const starts = counts.map((_, position) => sumOf(counts.slice(0, position)));
  return Object.fromEntries(
    noise.map(({ name }, position) => {
      const start = starts[position]!;
      const own = bytes.subarray(start, start + counts[position]!);
      return [name, ortTensor('uint8', own, shapes[position]!)];
    }),
  );
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
