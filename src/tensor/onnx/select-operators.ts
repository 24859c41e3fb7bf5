/** Selects the operators that some outputs need, in a valid execution order. */
import type { Graph, Operator, Tensor } from '../graph/graph.ts';
import type { Dimension } from '../graph/shape.ts';

export interface Selection {
  readonly operators: readonly Operator[];
  readonly constants: readonly Tensor[];
  /** Inputs, parameters and state that are read. */
  readonly inputs: readonly Tensor[];
  /** Tensors of enclosing graphs that are read (of the body of a loop). */
  readonly captured: readonly Tensor[];
  /** The tensor that replaces this one in the selection. */
  replacementOf(tensor: Tensor): Tensor;
}

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

/** `Shape` of an input, read for the size of a symbol. */
function isSizeOfInput({ opType, inputs }: Operator): boolean {
  return opType === 'Shape' && inputs[0]!.source.kind === 'input';
}

/**
 * Reads the size of a symbol from the first input that was declared with it. If that input is not needed
 * otherwise (the targets of a model that only scores), a needed input gives the size, so the file has no
 * unnecessary input.
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
