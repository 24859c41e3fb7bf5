/**
 * Reverse-mode automatic differentiation. It goes backwards from the loss through every tensor that depends
 * on a requested one, and sums the gradients of several uses. The gradients are operators of the same graph.
 */
import { add } from '../plain/arithmetic.ts';
import type { RowGradient, Tensor } from './graph.ts';
import { formatShape, ShapeError, sameShape } from './shape.ts';

/**
 * The gradient of the loss by a tensor: a tensor of the same shape, or the touched rows of a sparse
 * parameter. undefined: the loss does not depend on it.
 */
export type Gradient = Tensor | readonly RowGradient[] | undefined;

/**
 * The gradients of the loss, a float32 scalar, by each of `by`. Throws a ShapeError if the loss is none, and
 * an Error if an op other than `gather` reads a sparse parameter.
 */
export function differentiate(loss: Tensor, by: readonly Tensor[]): readonly Gradient[] {
  if (loss.shape.length !== 0 || loss.type !== 'float32')
    throw new ShapeError(
      `differentiate: the loss is ${loss.type} ${formatShape(loss.shape)}; expected a float32 scalar.`,
    );
  const between = tensorsBetween(loss, new Set(by));
  const whole = new Map<Tensor, Tensor>([[loss, loss.graph.constant(1)]]);
  const rows = new Map<Tensor, RowGradient[]>();
  for (const tensor of between) {
    const dy = whole.get(tensor);
    if (dy === undefined || tensor.derivative === undefined) continue;
    const { inputs, gradient } = tensor.derivative;
    for (const [position, part] of gradient(dy).entries()) {
      const input = inputs[position]!;
      if (part !== undefined && between.has(input)) collect(input, part);
    }
  }
  return by.map((tensor) => gradientOf(tensor));

  function collect(input: Tensor, part: Tensor | RowGradient): void {
    if ('indices' in part) {
      rows.set(input, [...(rows.get(input) ?? []), part]);
      return;
    }
    if (!sameShape(part.shape, input.shape))
      throw new ShapeError(
        `the gradient of "${input.name}" ${formatShape(input.shape)} came out as ${formatShape(part.shape)}.`,
      );
    const before = whole.get(input);
    whole.set(input, before === undefined ? part : add(before, part));
  }

  function gradientOf(tensor: Tensor): Gradient {
    const touched = rows.get(tensor);
    if (touched === undefined) return whole.get(tensor);
    if (!whole.has(tensor)) return touched;
    throw new Error(
      `parameter "${tensor.name}" is sparse: only gather may read it, but another op does too.`,
    );
  }
}

/** The tensors that depend on a wanted one and on which the loss depends, latest first. */
function tensorsBetween(loss: Tensor, wanted: ReadonlySet<Tensor>): ReadonlySet<Tensor> {
  const ancestors = new Set<Tensor>([loss]);
  for (const tensor of ancestors) for (const input of tensor.derivative?.inputs ?? []) ancestors.add(input);
  const inOrder = [...ancestors].sort((a, b) => a.order - b.order);
  const between = new Set<Tensor>();
  for (const tensor of inOrder) {
    if (wanted.has(tensor) || tensor.derivative?.inputs.some((input) => between.has(input)))
      between.add(tensor);
  }
  return new Set([...between].reverse());
}
