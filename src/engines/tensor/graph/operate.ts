/** Helpers for the definition of ops: operands, operators, gradients and assertions. */
import type { ElementType } from './element-type.ts';
import type { Attribute, Derivative, Graph, Tensor } from './graph.ts';
import { type Shape, ShapeError } from './shape.ts';

/** A tensor, or a number that stands for a scalar constant. */
export type Operand = Tensor | number;

/**
 * The innermost graph of the tensors. Their graphs must be nested in one another; else it throws an Error.
 */
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

/** Numbers become scalar constants of the first tensor's type. Throws a TypeError if there is no tensor. */
export function asTensors(what: string, operands: readonly Operand[]): readonly Tensor[] {
  const tensors = operands.filter((operand) => typeof operand !== 'number');
  const graph = graphOf(what, tensors);
  const type = tensors[0]!.type;
  return operands.map((operand) => (typeof operand === 'number' ? graph.constant(operand, type) : operand));
}

/** Adds an ONNX operator with one output, in the innermost graph of its inputs. */
export function operate(
  opType: string,
  inputs: readonly (Tensor | undefined)[],
  output: { readonly type: ElementType; readonly shape: Shape },
  attributes: Readonly<Record<string, Attribute>> = {},
): Tensor {
  const present = inputs.filter((input) => input !== undefined);
  return graphOf(opType, present).operator(opType, inputs, [output], attributes)[0]!;
}

/**
 * Defines the gradient of `output` by `inputs`. Returns `output`. `inputs` need not be those of the operator:
 * the operators in between then need no gradients.
 */
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
