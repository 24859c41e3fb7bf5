/** Selects the operators that some outputs need, in a topological order. */
import type { Graph, Operator, Tensor } from '../graph/graph.ts';
import type { Dimension } from '../graph/shape.ts';

export interface Selection {
  readonly operators: readonly Operator[];
  readonly constants: readonly Tensor[];
  /** The inputs, parameters and states that the operators read. */
  readonly inputs: readonly Tensor[];
  /** The tensors of enclosing graphs that the operators read; empty for the outermost graph. */
  readonly captured: readonly Tensor[];
  /** The tensor that is used in place of this one: itself, or at inference its `atInference`. */
  replacementOf(tensor: Tensor): Tensor;
}

/** `inference`: without dropout; `within`: the nested graph whose operators are selected. */
export function selectOperators(
  outputs: readonly Tensor[],
  { inference = false, within }: { readonly inference?: boolean; readonly within?: Graph } = {},
): Selection {
  const graph = within ?? outputs[0]?.graph;
  const seen = new Set<Tensor>();
  const operators = new Set<Operator>();
  const captured = new Set<Tensor>();
  const sizesOf = new Set<Tensor>();
  const waiting = [...outputs];
  while (waiting.length > 0) {
    const tensor = replacementOf(waiting.pop()!);
    if (seen.has(tensor)) continue;
    seen.add(tensor);
    if (tensor.graph !== graph) {
      captured.add(tensor);
    } else if (tensor.source.kind === 'operator' && !operators.has(tensor.source.operator)) {
      operators.add(tensor.source.operator);
      if (within === undefined && isSizeOfInput(tensor.source.operator))
        sizesOf.add(tensor.source.operator.inputs[0]!);
      else waiting.push(...readBy(tensor.source.operator));
    }
  }
  const sizes = sizeReader([...seen].filter(({ source }) => source.kind === 'input'));
  for (const tensor of sizesOf) if (!sizes.knows(tensor)) seen.add(tensor);
  const own = [...seen].filter((tensor) => tensor.graph === graph).sort((a, b) => a.order - b.order);
  return {
    operators: [...operators]
      .sort((a, b) => a.outputs[0]!.order - b.outputs[0]!.order)
      .map((operator) => (within === undefined ? sizes.redirect(operator) : operator)),
    constants: own.filter(({ source }) => source.kind === 'constant'),
    inputs: own.filter(({ source }) => ['input', 'state', 'parameter'].includes(source.kind)),
    captured: [...captured],
    replacementOf,
  };

  function replacementOf(tensor: Tensor): Tensor {
    return inference && tensor.atInference !== undefined ? replacementOf(tensor.atInference) : tensor;
  }
}

function readBy({ inputs, bodies }: Operator): readonly Tensor[] {
  const outside = Object.values(bodies).flatMap(({ graph, outputs }) => {
    return selectOperators(outputs, { within: graph }).captured;
  });
  return [...inputs.filter((input) => input !== undefined), ...outside];
}

/** Whether the operator is the `Shape` of an input, which reads the size of a symbol. */
function isSizeOfInput({ opType, inputs }: Operator): boolean {
  return opType === 'Shape' && inputs[0]!.source.kind === 'input';
}

/**
 * Redirects the reading of symbol sizes. A graph reads the size of a symbol from the first tensor that was
 * declared with it. That may be an input without another use, such as the targets of a model that only
 * scores. Then the size is read from a needed input, so that the file has no unnecessary input.
 */
function sizeReader(needed: readonly Tensor[]) {
  return { knows, redirect };

  function knows(tensor: Tensor): boolean {
    return tensor.shape.every((symbol) => typeof symbol === 'number' || sourceOf(symbol) !== undefined);
  }

  function sourceOf(symbol: Dimension): Tensor | undefined {
    return needed.find(({ shape }) => shape.includes(symbol));
  }

  function redirect(operator: Operator): Operator {
    if (!isSizeOfInput(operator) || needed.includes(operator.inputs[0]!)) return operator;
    const symbol = operator.inputs[0]!.shape[operator.attributes.start as number]!;
    const source = sourceOf(symbol);
    if (source === undefined) return operator;
    const axis = source.shape.indexOf(symbol);
    return { ...operator, inputs: [source], attributes: { start: axis, end: axis + 1 } };
  }
}
