/**
 * Compares gradients with finite differences. For a function f of float32 inputs, L = Σ w · f(x) has fixed
 * random weights w. The gradient of L by the graph is compared with (L(x + h e) - L(x - h e)) / 2h for every
 * element. Both run in ONNX Runtime with float32. With h = 2⁻⁸ and values around 1 the error of the
 * difference quotient is about 1e-3 of the largest slope. Tests allow 1 % of the largest slope plus 2e-3; a
 * wrong formula differs by tens of per cent.
 */
import { randomNormal } from '../../../platform/numeric/random-streams.ts';
import { differentiate } from '../graph/differentiate.ts';
import { evaluateDimension } from '../graph/evaluate-dimension.ts';
import { Graph, type Tensor } from '../graph/graph.ts';
import { mul } from '../ops/arithmetic.ts';
import { sum } from '../ops/reduce.ts';
import { openGraph } from './run-graph.ts';

export interface GradientCase {
  /** The shapes of the inputs; `sizes` has the sizes of symbols. */
  readonly shapes: readonly (readonly (number | string)[])[];
  readonly sizes?: Readonly<Record<string, number>>;
  /** The function; `graph` is for constants. */
  readonly build: (inputs: readonly Tensor[], graph: Graph) => Tensor;
  /** Maps a standard normal number to an element, for example away from poles and kinks. */
  readonly map?: (value: number) => number;
}

const STEP = 2 ** -8;

/** The largest difference between the two gradients, and the largest slope. */
export async function compareGradients(
  name: string,
  { shapes, sizes = {}, build, map = (x) => x }: GradientCase,
) {
  const graph = new Graph();
  const known = new Map(Object.entries(sizes));
  const inputs = shapes.map((shape, position) => graph.input(`x${position}`, 'float32', shape));
  const y = build(inputs, graph);
  const weights = graph.input('weights', 'float32', y.shape);
  const loss = y.shape.length === 0 ? mul(y, weights) : sum(mul(y, weights));
  const gradients = differentiate(loss, inputs);
  const named = Object.fromEntries(
    gradients.map((gradient, position) => [`d${position}`, gradient as Tensor]),
  );
  const session = await openGraph({ loss, ...named });
  const fed = Object.fromEntries(
    [...inputs, weights].map((tensor) => [
      tensor.name,
      random(tensor, tensor === weights ? (x: number) => x : map),
    ]),
  );
  const found = await session.run(fed);
  let [worst, largest] = [0, 0];
  for (const [position, input] of inputs.entries()) {
    const { values } = fed[input.name]!;
    for (let element = 0; element < values.length; element++) {
      const slope = await quotient(values, element);
      const own = Number(found[`d${position}`]!.values[element]);
      worst = Math.max(worst, Math.abs(own - slope));
      largest = Math.max(largest, Math.abs(slope));
    }
  }
  await session.close();
  return { worst, largest };

  async function quotient(values: Float32Array, element: number): Promise<number> {
    const before = values[element]!;
    const losses: number[] = [];
    for (const shift of [STEP, -STEP]) {
      values[element] = before + shift;
      losses.push(Number((await session.run(fed)).loss!.values[0]));
    }
    values[element] = before;
    return (losses[0]! - losses[1]!) / (2 * STEP);
  }

  function random(tensor: Tensor, mapped: (value: number) => number) {
    const shape = tensor.shape.map((dimension) => evaluateDimension(dimension, known));
    const count = shape.reduce((size, dimension) => size * dimension, 1);
    return { shape, values: Float32Array.from(randomNormal(7, `${name} ${tensor.name}`, count), mapped) };
  }
}
