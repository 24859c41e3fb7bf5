/**
 * Adds gradients, clipping by their norm, and AdamW to a graph: the part of the training graph after the
 * loss.
 *
 * In a sparse table only the rows that the batch reads are updated ("lazy" AdamW, as in TensorFlow's LazyAdam
 * and PyTorch's SparseAdam). The graph returns each of these rows once, and the state store writes them.
 * Other rows keep their values and moments, and get no weight decay. The bias correction of a row uses the
 * step number of the run, not the number of the row's own updates.
 */
import { differentiate, type Gradient } from '../graph/differentiate.ts';
import type { Graph, Parameter, RowGradient, Tensor } from '../graph/graph.ts';
import { operate } from '../graph/operate.ts';
import { sumDimensions } from '../graph/shape.ts';
import { add, binary, cast, div } from '../plain/arithmetic.ts';
import { reduce } from '../plain/reduce.ts';
import { scatterRows } from '../plain/scatter-rows.ts';
import { concat } from '../plain/shape.ts';
import { type AdamW, adamWUpdate, type Moments, type StepScalars, stepScalars } from './adam-w.ts';
import { firstMomentOf, secondMomentOf } from './state-store.ts';

export interface Update {
  readonly parameter: Parameter;
  /** For a sparse table: the row numbers of `after`, int64, ascending; missing for a dense parameter. */
  readonly rows?: Tensor;
  readonly after: Moments;
}

export interface UpdateOperators {
  readonly updates: readonly Update[];
  readonly gradientNorm: Tensor;
}

/**
 * Adds the operators for every trainable parameter on which the loss depends. Throws an Error if there is
 * none, or if an op other than `gather` reads a sparse parameter.
 */
export function updateOperators(
  loss: Tensor,
  parameters: readonly Tensor[],
  optimizer: AdamW,
): UpdateOperators {
  const { graph } = loss;
  const trainable = parameters.filter((tensor) => parameterOf(tensor).trainable);
  const gradients = differentiate(loss, trainable);
  const parts = trainable.flatMap((tensor, position) => gradientOf(graph, tensor, gradients[position]));
  if (parts.length === 0)
    throw new Error('the loss depends on no trainable parameter: there is nothing to learn.');
  const squares = parts.map(({ gradient }) => reduce('ReduceSumSquare', gradient, {}).y).reduce(add);
  const gradientNorm = operate('Sqrt', [squares], squares);
  const scale = optimizer.clipNorm === undefined ? 1 : clipScale(gradientNorm, optimizer.clipNorm);
  const scalars = stepScalars(graph);
  return { gradientNorm, updates: parts.map((part) => updateOf(part, scale, optimizer, scalars)) };
}

interface ParameterGradient {
  readonly parameter: Parameter;
  readonly before: Moments;
  readonly gradient: Tensor;
  readonly rows?: Tensor;
}

function gradientOf(graph: Graph, tensor: Tensor, gradient: Gradient): readonly ParameterGradient[] {
  if (gradient === undefined) return [];
  const parameter = parameterOf(tensor);
  const state = (name: string) => graph.state(name, 'float32', tensor.shape);
  const first = state(firstMomentOf(parameter));
  const second = state(secondMomentOf(parameter));
  if ('graph' in gradient) {
    if (!parameter.sparse) return [{ parameter, before: { parameter: tensor, first, second }, gradient }];
    throw new Error(`parameter "${parameter.name}" is sparse: only gather may read it, but another op does.`);
  }
  const { rows, sums } = touchedRows(gradient);
  const read = (table: Tensor) => operate('Gather', [table, rows], sums, { axis: 0 });
  const before = { parameter: read(tensor), first: read(first), second: read(second) };
  return [{ parameter, before, gradient: sums, rows }];
}

/** Each touched row once, and the sum of its gradients. */
function touchedRows(gradients: readonly RowGradient[]): { readonly rows: Tensor; readonly sums: Tensor } {
  const values = gradients.map((part) => part.values);
  const indices = gradients.map((part) => cast(part.indices, 'int64'));
  const count = sumDimensions(values.map(({ shape }) => shape[0]!));
  const all = concat(indices, 0, [count]);
  const touched = `touched${all.order}`;
  const [rows, , positions] = all.graph.operator(
    'Unique',
    [all],
    [touched, touched, count, touched].map((size) => ({ type: 'int64', shape: [size] })),
    { sorted: 1 },
  );
  return {
    rows: rows!,
    sums: scatterRows(positions!, concat(values, 0, [count, values[0]!.shape[1]!]), touched),
  };
}

/** min(1, maxNorm / norm) */
function clipScale(norm: Tensor, maxNorm: number): Tensor {
  return binary('Min', div(maxNorm, binary('Max', norm, 1e-12)), 1);
}

function updateOf(
  { parameter, before, gradient, rows }: ParameterGradient,
  scale: Tensor | 1,
  optimizer: AdamW,
  scalars: StepScalars,
): Update {
  const after = adamWUpdate(before, gradient, scale, parameter.decay, optimizer, scalars);
  return { parameter, after, ...(rows === undefined ? {} : { rows }) };
}

export function parameterOf({ source, name }: Tensor): Parameter {
  if (source.kind === 'parameter') return source.parameter;
  throw new TypeError(`"${name}" is no parameter.`);
}
