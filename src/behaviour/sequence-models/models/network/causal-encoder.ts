/**
 * A stack of causal transformer blocks: a position attends to itself and to earlier positions.
 *
 * Sequences are padded at the end. No valid position attends to padding, so the causal mask is the only one
 * needed.
 */
import type { Tensor } from '../../../../engines/tensor/graph/graph.ts';
import { causalMask, causalMaskAt } from '../../../../engines/tensor/ops/attention.ts';
import { dropout } from '../../../../engines/tensor/ops/dropout.ts';
import { type AttentionInputs, type BlockShape, transformerBlock } from './transformer-block.ts';

export interface EncoderShape extends BlockShape {
  readonly blocks: number;
}

/**
 * [b, t, d], with position vectors added -> [b, t, d], not normalised. `places` are the indices of one
 * position of each row in the flat b*t (int32 [b]). With them, the last block is computed for these alone ->
 * [b, 1, d]. `added`: what the last block adds to each of its positions, which no later one reads; in the shape of
 * the result.
 */
export function causalEncoder(
  x: Tensor,
  name: string,
  { blocks, ...block }: EncoderShape,
  { places, added }: { readonly places?: Tensor; readonly added?: Tensor } = {},
): Tensor {
  const mask = causalMask(x.graph, x.shape[1]!);
  let stream = dropout(x, block.dropoutRate);
  for (let layer = 0; layer < blocks; layer++)
    stream = transformerBlock(
      stream,
      `${name}/block-${layer}`,
      block,
      layer === blocks - 1 ? last() : { mask },
    );
  return stream;

  function last(): AttentionInputs {
    const own = places === undefined ? { mask } : { mask: causalMaskAt(places, x.shape[1]!), places };
    return { ...own, ...(added && { added }) };
  }
}
