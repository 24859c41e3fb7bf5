/**
 * Softmax cross entropy over a whole catalogue, fused with the matrix product that computes the logits. For n
 * hidden vectors H and a table E of v items the logits are n × v numbers (310 MB for 6,400 × 12,101). Softmax
 * and gradient would take as much again. A loop in the graph therefore processes the rows in
 * chunks, and computes logits, softmax p and gradients together:
 *   dH = w (p E - E[target]),  dE = pᵀ (w H) - (w H added up at the targets)
 * No array of size n × v outlives its chunk. dE is accumulated as its transpose (w H)ᵀ p, which ONNX Runtime
 * computes faster (docs/design/decisions/tensor.md). The gradient of the loss itself is a scalar, which is
 * multiplied in at the end.
 */
import { Graph, type Tensor } from '../graph/graph.ts';
import { assertRank, differentiable, operate } from '../graph/operate.ts';
import { type Dimension, formatShape, type Shape, ShapeError, sameShape } from '../graph/shape.ts';
import { add, binary, div, mul, neg, sub, unary } from '../plain/arithmetic.ts';
import { reduce } from '../plain/reduce.ts';
import { scatterRows } from '../plain/scatter-rows.ts';
import { filled, reshape, transposeLast } from '../plain/shape.ts';

export interface LinearSoftmaxOptions {
  /** The weight of each row, at least 0 [n]; they get no gradient. Default: all 1. */
  readonly weights?: Tensor;
  /** The number of rows in a chunk. Default 512. */
  readonly chunkRows?: number;
}

/** The lower bound of probabilities in the reported loss; gradients do not depend on it. */
const MIN_PROBABILITY = 1e-37;

/**
 * Σ w · -log softmax(hidden tableᵀ)[target] / Σ w, a scalar; hidden [n, d], table [v, d], targets int32 [n].
 * The reported loss of a row is at most 85. Throws a ShapeError if the shapes do not fit.
 */
export function linearSoftmaxCrossEntropy(
  hidden: Tensor,
  table: Tensor,
  targets: Tensor,
  { weights, chunkRows = 512 }: LinearSoftmaxOptions = {},
): Tensor {
  const rows = hidden.shape.slice(0, 1);
  assertRank('linearSoftmaxCrossEntropy', hidden, 2);
  assertRank('linearSoftmaxCrossEntropy', table, 2);
  if (
    hidden.shape[1] !== table.shape[1] ||
    ![targets, weights ?? targets].every(({ shape }) => sameShape(shape, rows))
  )
    throw new ShapeError(
      `linearSoftmaxCrossEntropy: hidden ${formatShape(hidden.shape)}, table ${formatShape(table.shape)}, ` +
        `targets ${formatShape(targets.shape)}; expected [n, d], [v, d], [n] and weights [n].`,
    );
  const given = { hidden, table, targets, share: shares(hidden, weights) };
  const { losses, dHidden, dTable } = chunkedLossAndGradients(given, chunkRows);
  const loss = total(losses, given.share);
  loss.atInference = total(lossesOnly(given), given.share);
  const wHidden = mul(hidden, given.share);
  return differentiable(loss, [hidden, table], (dy) => [
    mul(mul(sub(dHidden, rowsAt(table, targets)), given.share), dy),
    mul(add(dTable, neg(scatterRows(targets, wHidden, table.shape[0]!))), dy),
  ]);
}

interface Operands {
  readonly hidden: Tensor;
  readonly table: Tensor;
  readonly targets: Tensor;
  /** w / Σ w [n, 1] */
  readonly share: Tensor;
}

function shares(hidden: Tensor, weights: Tensor | undefined): Tensor {
  const column = [hidden.shape[0]!, 1];
  const each = weights === undefined ? filled(hidden, 1, column) : reshape(weights, column);
  return div(each, binary('Max', reduce('ReduceSum', each, {}).y, 1e-12));
}

function total(losses: Tensor, share: Tensor): Tensor {
  return reduce('ReduceSum', mul(losses, share), {}).y;
}

function rowsAt(table: Tensor, indices: Tensor): Tensor {
  const shape = [indices.shape[0]!, table.shape[1]!];
  return operate('Gather', [table, indices], { type: 'float32', shape }, { axis: 0 });
}

/** The losses [n, 1] without gradients, for evaluation. */
function lossesOnly({ hidden, table, targets }: Operands): Tensor {
  return lossesOf(probabilities(hidden, table), targets);
}

/** softmax(hidden tableᵀ) [n, v] */
function probabilities(hidden: Tensor, table: Tensor): Tensor {
  const shape = [hidden.shape[0]!, table.shape[0]!];
  const logits = operate('Gemm', [hidden, table], { type: 'float32', shape }, { transB: 1 });
  return operate('Softmax', [logits], logits, { axis: 1 });
}

function lossesOf(p: Tensor, targets: Tensor): Tensor {
  const column = reshape(targets, [p.shape[0]!, 1]);
  const chosen = operate(
    'GatherElements',
    [p, column],
    { type: 'float32', shape: column.shape },
    { axis: 1 },
  );
  return neg(unary('Log', binary('Max', chosen, MIN_PROBABILITY)));
}

/** The losses [n, 1], p E [n, d] and pᵀ (w H) [v, d], by a loop over chunks of rows. */
function chunkedLossAndGradients({ hidden, table, targets, share }: Operands, chunkRows: number) {
  const { graph } = hidden;
  const [n, width] = hidden.shape as [Dimension, Dimension];
  const id = share.order;
  const body = new Graph(graph);
  const carried = (name: string, shape: Shape) => body.state(`loop${id}/${name}`, 'float32', shape);
  const iteration = body.state(`loop${id}/iteration`, 'int64', []);
  const going = body.state(`loop${id}/going`, 'bool', []);
  const before = {
    losses: carried('losses', [`loop${id}done`, 1]),
    dHidden: carried('dHidden', [`loop${id}done`, width]),
    dTable: carried('dTable', [...table.shape].reverse()),
  };
  const start = reshape(mul(iteration, chunkRows), [1]);
  const chunk = (x: Tensor) => rowsFrom(x, start, add(start, chunkRows), `loop${id}rows`);
  const h = chunk(hidden);
  const p = probabilities(h, table);
  const wH = mul(h, chunk(share));
  const after = {
    losses: appended(before.losses, lossesOf(p, chunk(targets)), `loop${id}next`),
    dHidden: appended(before.dHidden, operate('Gemm', [p, table], h), `loop${id}next`),
    dTable: operate('Gemm', [wH, p, before.dTable], before.dTable, { transA: 1 }),
  };
  const chunks = div(add(graph.sizeOf(n), chunkRows - 1), chunkRows);
  const none = (columns: Dimension) => filled(hidden, 0, [0, columns]);
  const outputs = [[n, 1], [n, width], before.dTable.shape].map((shape) => ({
    type: 'float32' as const,
    shape,
  }));
  const [losses, dHidden, dTable] = graph.operator(
    'Loop',
    [reshape(chunks, []), undefined, none(1), none(width), filled(hidden, 0, before.dTable.shape)],
    outputs,
    {},
    {
      body: {
        graph: body,
        inputs: [iteration, going, before.losses, before.dHidden, before.dTable],
        outputs: [operate('Identity', [going], going), after.losses, after.dHidden, after.dTable],
      },
    },
  );
  return { losses: losses!, dHidden: dHidden!, dTable: transposeLast(dTable!) };
}

function rowsFrom(x: Tensor, start: Tensor, end: Tensor, rows: Dimension): Tensor {
  const inputs = [x, start, end, start.graph.constant([0], 'int64')];
  return operate('Slice', inputs, { type: x.type, shape: x.shape.with(0, rows) });
}

function appended(before: Tensor, more: Tensor, rows: Dimension): Tensor {
  return operate(
    'Concat',
    [before, more],
    { type: 'float32', shape: before.shape.with(0, rows) },
    { axis: 0 },
  );
}
