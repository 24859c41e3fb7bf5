/**
 * AdamW (Kingma, Ba 2015; Loshchilov, Hutter 2019) as operators of the training graph:
 *   m = β₁ m + (1 - β₁) g;  v = β₂ v + (1 - β₂) g²;  p = p (1 - η λ) - η · m̂ / (√v̂ + ε)
 * with the bias-corrected moments m̂ = m / (1 - β₁ᵗ) and v̂ = v / (1 - β₂ᵗ). g gradient, t step from 1, η
 * learning rate. Factors that depend only on t are computed outside the graph in doubles. They are fed as
 * three scalars: η √(1 - β₂ᵗ) / (1 - β₁ᵗ), ε √(1 - β₂ᵗ), and 1 - η λ.
 */
import type { Graph, Tensor } from '../graph/graph.ts';
import { operate } from '../graph/operate.ts';
import { add, div, mul, sub } from '../plain/arithmetic.ts';
import { learningRateAt, type Schedule } from './schedule.ts';

export interface AdamW extends Schedule {
  /** β₁, default 0.9. */
  readonly beta1?: number;
  /** β₂, default 0.999. */
  readonly beta2?: number;
  /** ε, default 1e-8. */
  readonly epsilon?: number;
  /** λ, for parameters with `decay`. Default 0. */
  readonly weightDecay?: number;
  /** The maximum L2 norm of all gradients together; a larger one is scaled down. Default: no limit. */
  readonly clipNorm?: number;
}

/** The scalars that are fed at every step. */
export interface StepScalars {
  readonly stepSize: Tensor;
  readonly epsilon: Tensor;
  readonly keep: Tensor;
}

export const stepScalarName = (name: string): string => `optimizer/${name}`;

export function stepScalars(graph: Graph): StepScalars {
  const scalar = (name: string) => graph.state(stepScalarName(name), 'float32', []);
  return { stepSize: scalar('stepSize'), epsilon: scalar('epsilon'), keep: scalar('keep') };
}

/** `step`: t, from 1. */
export function stepScalarsAt(step: number, optimizer: AdamW): Record<keyof StepScalars, number> {
  const { beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weightDecay = 0 } = optimizer;
  const learningRate = learningRateAt(step, optimizer);
  const root = Math.sqrt(1 - beta2 ** step);
  return {
    stepSize: (learningRate * root) / (1 - beta1 ** step),
    epsilon: epsilon * root,
    keep: 1 - learningRate * weightDecay,
  };
}

/** A parameter and its moments m and v, of one shape. */
export interface Moments {
  readonly parameter: Tensor;
  readonly first: Tensor;
  readonly second: Tensor;
}

/**
 * The parameter and its moments after a step. `scale`: the factor of the gradient (clipping); `decays`:
 * whether weight decay applies.
 */
export function adamWUpdate(
  { parameter, first, second }: Moments,
  gradient: Tensor,
  scale: Tensor | number,
  decays: boolean,
  { beta1 = 0.9, beta2 = 0.999 }: AdamW,
  { stepSize, epsilon, keep }: StepScalars,
): Moments {
  const g = scale === 1 ? gradient : mul(gradient, scale);
  const newFirst = add(mul(first, beta1), mul(g, 1 - beta1));
  const newSecond = add(mul(second, beta2), mul(mul(g, g), 1 - beta2));
  const direction = div(newFirst, add(operate('Sqrt', [newSecond], newSecond), epsilon));
  const decayed = decays ? mul(parameter, keep) : parameter;
  return { parameter: sub(decayed, mul(direction, stepSize)), first: newFirst, second: newSecond };
}
