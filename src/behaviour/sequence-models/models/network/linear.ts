/** Linear layers and layer normalisation. Their parameters have names that begin with `name`. */
import type { Tensor } from '../../../../engines/tensor/graph/graph.ts';
import { ones, xavierUniform, zeros } from '../../../../engines/tensor/graph/initializers.ts';
import { add } from '../../../../engines/tensor/ops/arithmetic.ts';
import { matMul } from '../../../../engines/tensor/ops/mat-mul.ts';
import * as ops from '../../../../engines/tensor/ops/normalize.ts';

/** x W + b: [.., n] -> [.., columns]; W by Glorot's uniform initialisation (2010), b zero. */
export function linear(x: Tensor, name: string, columns: number): Tensor {
  const { graph } = x;
  const shape = [widthOf(x), columns];
  const weights = graph.parameter(`${name}/weights`, shape, { initializer: xavierUniform });
  return add(matMul(x, weights), graph.parameter(`${name}/bias`, [columns], { initializer: zeros }));
}

/** Layer normalisation (Ba et al. 2016) over the last axis, with a learned gain and bias. */
export function layerNorm(x: Tensor, name: string): Tensor {
  const { graph } = x;
  const gain = graph.parameter(`${name}/gain`, [widthOf(x)], { initializer: ones });
  return ops.layerNorm(x, gain, graph.parameter(`${name}/bias`, [widthOf(x)], { initializer: zeros }));
}

function widthOf(x: Tensor): number {
  return Number(x.shape.at(-1));
}
