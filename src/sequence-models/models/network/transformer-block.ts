/**
 * A transformer block with pre-normalisation (Xiong et al. 2020), which trains without a long warm-up: x +
 * attention(norm x), then + inner(norm x), with GELU between two linear layers.
 *
 * The residual stream is not normalised here; a stack of blocks needs one normalisation after the last.
 */
import type { Tensor } from '../../../tensor/graph/graph.ts';
import { add } from '../../../tensor/ops/arithmetic.ts';
import { attention } from '../../../tensor/ops/attention.ts';
import { dropout } from '../../../tensor/ops/dropout.ts';
import { gelu } from '../../../tensor/ops/elementwise.ts';
import { layerNorm, linear } from './linear.ts';

export interface BlockShape {
  readonly heads: number;
  /** Of the layer between; the width of the stream times four is usual. */
  readonly innerWidth: number;
  /** Of attention weights and of both residuals. 0 and at inference: none. */
  readonly dropoutRate: number;
}

export interface AttentionInputs {
  /** Added to the attention's scores (`causalMask`, `keyMask`); none: every position sees every other. */
  readonly mask?: Tensor;
  /** What is looked at instead of x itself (cross attention), normalised already: [b, s, d]. */
  readonly memory?: Tensor;
}

/** [b, t, d] -> [b, t, d]; parameters are named below `name`. */
export function transformerBlock(
  x: Tensor,
  name: string,
  { heads, innerWidth, dropoutRate }: BlockShape,
  { mask, memory }: AttentionInputs = {},
): Tensor {
  const width = Number(x.shape.at(-1));
  const queries = layerNorm(x, `${name}/attention-norm`);
  const seen = memory ?? queries;
  const attended = attention(
    linear(queries, `${name}/query`, width),
    linear(seen, `${name}/key`, width),
    linear(seen, `${name}/value`, width),
    { heads, dropoutRate, ...(mask === undefined ? {} : { mask }) },
  );
  const between = add(x, dropout(linear(attended, `${name}/attention-out`, width), dropoutRate));
  const inner = gelu(linear(layerNorm(between, `${name}/inner-norm`), `${name}/inner-up`, innerWidth));
  return add(between, dropout(linear(inner, `${name}/inner-down`, width), dropoutRate));
}
