/** Building blocks of ops: the common graph of the operands, and the definition of gradients. */
import type { ElementType } from './element-type.ts';
import type { Attribute, Derivative, Graph, Tensor } from './graph.ts';
import { type Shape, ShapeError } from './shape.ts';

/** A tensor, or a number that stands for a scalar constant. */
export type Operand = Tensor | number;

/** The innermost graph of the tensors, which may be nested in one another but not stand side by side. */
function graphOf(what: string, tensors: readonly Tensor[]): Graph {
  const [first, ...rest] = tensors.map(({ graph }) => graph);
  if (first === undefined) throw new TypeError(`${what}: at least one operand must be a tensor.`);
  return rest.reduce((inner, graph) => {
    if (isWithin(inner, graph)) return inner;
    if (isWithin(graph, inner)) return graph;
    throw new Error(`${what}: its operands are of two graphs.`);
  }, first);
}

function isWithin(graph: Graph | undefined, outer: Graph): boolean {
  return graph === outer || (graph !== undefined && isWithin(graph.parent, outer));
}

export function asTensors(what: string, operands: readonly Operand[]): readonly Tensor[] {
  const tensors = operands.filter((operand) => typeof operand !== 'number');
  const graph = graphOf(what, tensors);
  const type = tensors[0]!.type;
  return operands.map((operand) => (typeof operand === 'number' ? graph.constant(operand, type) : operand));
}

/** An operator of one output. */
export function operate(
  opType: string,
  inputs: readonly (Tensor | undefined)[],
  output: { readonly type: ElementType; readonly shape: Shape },
  attributes: Readonly<Record<string, Attribute>> = {},
): Tensor {
  const given = inputs.filter((input) => input !== undefined);
  return graphOf(opType, given).operator(opType, inputs, [output], attributes)[0]!;
}

/** Defines how gradients flow from `output` to `inputs`, in place of the gradients of its operators. */
export function differentiable(
  output: Tensor,
  inputs: readonly Tensor[],
  gradient: Derivative['gradient'],
): Tensor {
  output.derivative = { inputs, gradient };
  return output;
}

export function assertType(what: string, tensor: Tensor, ...types: readonly ElementType[]): void {
  if (!types.includes(tensor.type))
    throw new TypeError(`${what}: "${tensor.name}" is ${tensor.type}; expected ${types.join(' or ')}.`);
}

export function assertRank(what: string, tensor: Tensor, rank: number): void {
  if (tensor.shape.length !== rank)
    throw new ShapeError(
      `${what}: [${tensor.shape.join(', ')}] has ${tensor.shape.length} axes; expected ${rank}.`,
    );
}
