/**
 * AdamW (Kingma, Ba 2015; Loshchilov, Hutter 2019) as operators of the training graph:
 *   m = β₁ m + (1 - β₁) g;  v = β₂ v + (1 - β₂) g²;  p = p (1 - η λ) - η · m̂ / (√v̂ + ε)
 * with m̂ = m / (1 - β₁ᵗ), v̂ = v / (1 - β₂ᵗ). Everything that depends on the step alone is computed in
 * doubles outside and fed as three scalars: η / (1 - β₁ᵗ) · √(1 - β₂ᵗ), ε √(1 - β₂ᵗ), and 1 - η λ.
 */
import type { Graph, Tensor } from '../graph/graph.ts';
import { operate } from '../graph/operate.ts';
import { add, div, mul, sub } from '../plain/arithmetic.ts';
import { learningRateAt, type Schedule } from './schedule.ts';

export interface AdamW extends Schedule {
  /** Default 0.9 and 0.999. */
  readonly beta1?: number;
  readonly beta2?: number;
  /** Default 1e-8. */
  readonly epsilon?: number;
  /** λ; of parameters with `decay`. Default 0. */
  readonly weightDecay?: number;
  /** Gradients are scaled down where their norm over all parameters is above it. Default: never. */
  readonly clipNorm?: number;
}

/** Fed at every step. */
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

export interface Moments {
  readonly parameter: Tensor;
  readonly first: Tensor;
  readonly second: Tensor;
}

/** The parameter and its moments after a step, by the gradient times `scale`. */
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
  const kept = decays ? mul(parameter, keep) : parameter;
  return { parameter: sub(kept, mul(direction, stepSize)), first: newFirst, second: newSecond };
}
