/** What of a graph some outputs need, in an order in which it can run. */
import type { Graph, Operator, Tensor } from '../graph/graph.ts';

export interface Selection {
  readonly operators: readonly Operator[];
  readonly constants: readonly Tensor[];
  /** Inputs, parameters and state that are read. */
  readonly inputs: readonly Tensor[];
  /** Tensors of enclosing graphs that are read (of the body of a loop). */
  readonly captured: readonly Tensor[];
  /** The tensor that is meant where this one is named. */
  standIn(tensor: Tensor): Tensor;
}

export function selectOperators(
  outputs: readonly Tensor[],
  { inference = false, within }: { readonly inference?: boolean; readonly within?: Graph } = {},
): Selection {
  const graph = within ?? outputs[0]?.graph;
  const seen = new Set<Tensor>();
  const operators = new Set<Operator>();
  const captured = new Set<Tensor>();
  const waiting = [...outputs];
  while (waiting.length > 0) {
    const tensor = standIn(waiting.pop()!);
    if (seen.has(tensor)) continue;
    seen.add(tensor);
    if (tensor.graph !== graph) {
      captured.add(tensor);
    } else if (tensor.source.kind === 'operator' && !operators.has(tensor.source.operator)) {
      operators.add(tensor.source.operator);
      waiting.push(...readBy(tensor.source.operator));
    }
  }
  const own = [...seen].filter((tensor) => tensor.graph === graph).sort((a, b) => a.order - b.order);
  return {
    operators: [...operators].sort((a, b) => a.outputs[0]!.order - b.outputs[0]!.order),
    constants: own.filter(({ source }) => source.kind === 'constant'),
    inputs: own.filter(({ source }) => ['input', 'state', 'parameter'].includes(source.kind)),
    captured: [...captured],
    standIn,
  };

  function standIn(tensor: Tensor): Tensor {
    return inference && tensor.atInference !== undefined ? standIn(tensor.atInference) : tensor;
  }
}

function readBy({ inputs, bodies }: Operator): readonly Tensor[] {
  const outside = Object.values(bodies).flatMap(({ graph, outputs }) => {
    return selectOperators(outputs, { within: graph }).captured;
  });
  return [...inputs.filter((input) => input !== undefined), ...outside];
}
