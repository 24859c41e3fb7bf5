/**
 * The network of the cross encoder. Tokens and their roles (field and side) are embedded. One attention block
 * covers all tokens; in a second one only the answer token attends, because no other output is read. A linear
 * layer maps the answer to points. Its weights start at 0, so an untrained network returns 0.
 *
 * B pairs of T tokens, width D. Pre-layer normalisation (Xiong et al., «On Layer Normalization in the
 * Transformer Architecture», 2020), which trains without long warm-ups.
 */

import type { Graph, Tensor } from '../../../engines/tensor/graph/graph.ts';
import { normal, ones, xavierUniform, zeros } from '../../../engines/tensor/graph/initializers.ts';
import { add, mul, sub } from '../../../engines/tensor/ops/arithmetic.ts';
import { attention, keyMask } from '../../../engines/tensor/ops/attention.ts';
import { dropout } from '../../../engines/tensor/ops/dropout.ts';
import { relu } from '../../../engines/tensor/ops/elementwise.ts';
import { gather } from '../../../engines/tensor/ops/gather.ts';
import { matMul } from '../../../engines/tensor/ops/mat-mul.ts';
import { layerNorm } from '../../../engines/tensor/ops/normalize.ts';
import { expandDimensions, reshape } from '../../../engines/tensor/ops/shape.ts';
import { type PairVocabulary, roleCount, tokenIds } from './pair-vocabulary.ts';

const WIDTH = 32;
const HEADS = 2;
const INNER = 64;
const DROPOUT = 0.1;

/** Points of the network, log-odds [B]. */
export function pairNetwork(graph: Graph, vocabulary: PairVocabulary): Tensor {
  const x = embedded(graph, vocabulary);
  const mask = keyMask(graph.input('counts', 'bool', ['B', 'T']));
  const mixed = block(graph, 'block1', x, x, mask);
  const rows = reshape(mixed, ['B*T', WIDTH]);
  const answers = expandDimensions(gather(rows, graph.input('answers', 'int32', ['B'])), 1);
  const answer = normed(graph, 'last', block(graph, 'block2', answers, mixed, mask));
  const weight = graph.parameter('answer/weight', [WIDTH, 1], { initializer: zeros });
  return reshape(matMul(reshape(answer, ['B', WIDTH]), weight), ['B']);
}

function embedded(graph: Graph, vocabulary: PairVocabulary): Tensor {
  const ids = (name: string) => graph.input(name, 'int32', ['B', 'T']);
  const table = (name: string, rows: number) =>
    graph.parameter(name, [rows, WIDTH], { initializer: normal(0.3), decay: false });
  const tokens = table('tokens', tokenIds(vocabulary).count);
  const low = gather(tokens, ids('low'));
  const high = gather(tokens, ids('high'));
  const share = expandDimensions(graph.input('share', 'float32', ['B', 'T']), 2);
  const value = add(low, mul(sub(high, low), share));
  const known = add(value, gather(table('roles', roleCount(vocabulary)), ids('role')));
  const D = vocabulary.sentenceDimension;
  if (D === 0) return known;
  const projection = graph.parameter('sentences/projection', [D, WIDTH], { initializer: normal(1) });
  const projected = matMul(graph.input('sentences', 'float32', ['S', D]), projection);
  return add(known, gather(projected, ids('sentence')));
}

/** Attention from `to` over `from`, and then the feed-forward layer. */
function block(graph: Graph, name: string, to: Tensor, from: Tensor, mask: Tensor): Tensor {
  const linear = (x: Tensor, part: string, columns: number, rows = WIDTH) =>
    add(
      matMul(x, graph.parameter(`${name}/${part}`, [rows, columns], { initializer: xavierUniform })),
      graph.parameter(`${name}/${part}/bias`, [columns], { initializer: zeros }),
    );
  const keys = normed(graph, `${name}/keys`, from);
  const queries = to === from ? keys : normed(graph, `${name}/queries`, to);
  const seen = attention(linear(queries, 'q', WIDTH), linear(keys, 'k', WIDTH), linear(keys, 'v', WIDTH), {
    heads: HEADS,
    mask,
  });
  const y = add(to, dropout(linear(seen, 'o', WIDTH), DROPOUT));
  const inner = relu(linear(normed(graph, `${name}/inner`, y), 'up', INNER));
  return add(y, dropout(linear(inner, 'down', WIDTH, INNER), DROPOUT));
}

function normed(graph: Graph, name: string, x: Tensor): Tensor {
  return layerNorm(
    x,
    graph.parameter(`${name}/gain`, [WIDTH], { initializer: ones }),
    graph.parameter(`${name}/shift`, [WIDTH], { initializer: zeros }),
  );
}
