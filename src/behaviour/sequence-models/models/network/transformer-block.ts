/**
 * A transformer block with pre-normalisation (Xiong et al. 2020), which trains without a long warm-up.
 * It is x + attention(norm x), then + inner(norm x), with GELU between two linear layers.
 *
 * The residual stream is not normalised here; a stack of blocks needs one normalisation after the last.
 */
import type { Tensor } from '../../../../engines/tensor/graph/graph.ts';
import type { Dimension } from '../../../../engines/tensor/graph/shape.ts';
import { add } from '../../../../engines/tensor/ops/arithmetic.ts';
import { attention } from '../../../../engines/tensor/ops/attention.ts';
import { dropout } from '../../../../engines/tensor/ops/dropout.ts';
import { gelu } from '../../../../engines/tensor/ops/elementwise.ts';
import { gather } from '../../../../engines/tensor/ops/gather.ts';
import { reshape } from '../../../../engines/tensor/ops/shape.ts';
import { layerNorm, linear } from './linear.ts';

export interface BlockShape {
  /** The number of attention heads, a divisor of the width d. */
  readonly heads: number;
  /** The width of the feed-forward layer; usually 4 d. */
  readonly innerWidth: number;
  /** Dropout of the attention weights and of both residuals, 0..1; none at inference. */
  readonly dropoutRate: number;
}

export interface AttentionInputs {
  /** Added to the attention scores (`causalMask`, `keyMask`); default: every position attends to all. */
  readonly mask?: Tensor;
  /** For cross attention: the normalised vectors to attend to [b, s, d]; default: x itself. */
  readonly memory?: Tensor;
  /**
   * Only these positions attend, one of each row; its index in the flat b*t, int32 [b]. Default: every
   * position.
   */
  readonly places?: Tensor;
  /**
   * Added to the residual stream before the feed-forward layer, so no other position reads it. In the shape of the
   * result.
   */
  readonly added?: Tensor;
}

/** [b, t, d] -> [b, t, d], or [b, 1, d] with `places`; names of parameters begin with `name`. */
export function transformerBlock(
  x: Tensor,
  name: string,
  { heads, innerWidth, dropoutRate }: BlockShape,
  { mask, memory, places, added }: AttentionInputs = {},
): Tensor {
  const width = Number(x.shape.at(-1));
  const normalized = layerNorm(x, `${name}/attention-norm`);
  const attendedTo = memory ?? normalized;
  const queries = places === undefined ? normalized : positionsAt(normalized, places);
  const passed = places === undefined ? x : positionsAt(x, places);
  const stream = added === undefined ? passed : add(passed, added);
  const attended = attention(
    linear(queries, `${name}/query`, width),
    linear(attendedTo, `${name}/key`, width),
    linear(attendedTo, `${name}/value`, width),
    { heads, dropoutRate, ...(mask === undefined ? {} : { mask }) },
  );
  const between = add(stream, dropout(linear(attended, `${name}/attention-out`, width), dropoutRate));
  const inner = gelu(linear(layerNorm(between, `${name}/inner-norm`), `${name}/inner-up`, innerWidth));
  return add(between, dropout(linear(inner, `${name}/inner-down`, width), dropoutRate));
}

/** [b, t, d] -> [b, 1, d] */
function positionsAt(x: Tensor, places: Tensor): Tensor {
  const [b, t, d] = x.shape as [Dimension, Dimension, number];
  return reshape(gather(reshape(x, [`${b}*${t}`, d]), places), [b, 1, d]);
}
