/**
 * Compares every op's gradient with finite differences, for shapes that broadcast, have symbols, or have axes
 * of size 1.
 */
import { expect, test } from 'vitest';
import type { Tensor } from '../graph/graph.ts';
import { compareGradients, type GradientCase } from '../testing/check-gradient.ts';
import { add, div, maximum, minimum, mul, sub, weightedSum } from './arithmetic.ts';
import { attention, causalMask, keyMask } from './attention.ts';
import * as elementwise from './elementwise.ts';
import { gather, pick, scatterAdd } from './gather.ts';
import { linearSoftmaxCrossEntropy } from './linear-softmax-cross-entropy.ts';
import * as losses from './losses.ts';
import { matMul } from './mat-mul.ts';
import { l2Normalize, layerNorm, logSoftmax, softmax } from './normalize.ts';
import * as reduce from './reduce.ts';
import { cast, greater, where } from './select.ts';
import * as shape from './shape.ts';

type Shapes = GradientCase['shapes'];

const sizes = { B: 3, T: 4, N: 5 };
const cases: Record<string, GradientCase> = {};

/** Adds a case for each of several shapes. */
function over(
  name: string,
  shapes: readonly Shapes[],
  build: GradientCase['build'],
  map?: GradientCase['map'],
): void {
  for (const shape of shapes)
    cases[`${name} ${JSON.stringify(shape)}`] = {
      shapes: shape,
      sizes,
      build,
      ...(map === undefined ? {} : { map }),
    };
}

const pairs: readonly Shapes[] = [
  [
    [2, 3],
    [2, 3],
  ],
  [
    ['B', 1, 3],
    [4, 1],
  ],
  [[], ['B', 2]],
  [[1, 1], [3]],
];
const apart = (x: number) => (x < 0 ? x - 0.3 : x + 0.3);
const above0 = (x: number) => Math.abs(x) + 0.5;

over('add', pairs, ([a, b]) => add(a!, b!));
over('add to itself', [[[2, 3]]], ([a]) => add(a!, a!));
over('sub', pairs, ([a, b]) => sub(a!, b!));
over('mul', pairs, ([a, b]) => mul(a!, b!));
over('div', pairs, ([a, b]) => div(a!, b!), above0);
over('maximum', pairs, ([a, b]) => maximum(a!, b!));
over('minimum', pairs, ([a, b]) => minimum(a!, b!));
over('weightedSum', [[[2, 3], [3]]], ([a, b]) => weightedSum([a!, b!], [0.5, -2]));
over('number operands', [[['B', 2]]], ([a]) => sub(1, mul(add(a!, 2), 3)));

const single: readonly Shapes[] = [[[2, 3]], [['B', 1]], [[]]];
const { neg, exp, tanh, square, sigmoid, softplus, silu, gelu, abs, relu, log, sqrt } = elementwise;
for (const [name, op] of Object.entries({ neg, exp, tanh, square, sigmoid, softplus, silu, gelu }))
  over(name, single, ([x]) => op(x!));
for (const [name, op] of Object.entries({ abs, relu })) over(name, single, ([x]) => op(x!), apart);
for (const [name, op] of Object.entries({ log, sqrt })) over(name, single, ([x]) => op(x!), above0);
over('pow -1.5', single, ([x]) => elementwise.pow(x!, -1.5), above0);
over('pow 3', single, ([x]) => elementwise.pow(x!, 3));
over('clamp', [[[4, 5]]], ([x]) => elementwise.clamp(x!, -0.7, 0.8));

const reductions = [undefined, [0], [-1], [0, 2], [1]];
const { sum, mean, max, min, logSumExp } = reduce;
for (const [name, op] of Object.entries({ sum, mean, max, min, logSumExp })) {
  for (const axes of reductions) {
    for (const keepDimensions of [false, true])
      over(`${name} ${axes} ${keepDimensions}`, [[['B', 1, 3]], [[2, 2, 'T']]], ([x]) => {
        return op(x!, { keepDimensions, ...(axes === undefined ? {} : { axes }) });
      });
  }
}

over('reshape', [[['B', 'T', 6]]], ([x]) => shape.reshape(x!, ['B*T', 2, 3]));
over(
  'reshape back',
  [
    [
      ['B', 'T', 2],
      ['B*T', 2],
    ],
  ],
  ([a, x]) => mul(a!, shape.reshape(x!, ['B', 'T', 2])),
);
over('transpose', [[['B', 1, 3]]], ([x]) => shape.transpose(x!, [1, 2, 0]));
over('transpose reversed', [[['B', 2, 3]]], ([x]) => shape.transpose(x!));
over('expandDimensions, squeeze', [[['B', 2]]], ([x]) =>
  shape.squeeze(shape.expandDimensions(shape.expandDimensions(x!, 1), -1), 1),
);
over('broadcastTo', [[['B', 1, 2]]], ([x]) => shape.broadcastTo(x!, ['B', 4, 2]));
over('broadcastTo more axes', [[[2]]], ([x]) => shape.broadcastTo(x!, [3, 4, 2]));
over(
  'concat',
  [
    [
      ['B', 2],
      ['B', 1],
      ['B', 3],
    ],
  ],
  (parts) => shape.concat(parts, 1),
);
over(
  'concat of symbols',
  [
    [
      ['B', 2],
      ['T', 2],
      [1, 2],
    ],
  ],
  (parts) => shape.concat(parts, 0),
);
over('split', [[['B', 5]]], ([x]) => {
  const [a, b] = shape.split(x!, [2, 3], -1);
  return add(shape.slice(b!, { axis: 1, end: 2 }), mul(a!, 2));
});
over('slice', [[['B', 5]]], ([x]) => shape.slice(x!, { axis: 1, start: 1, end: 4 }));
over('slice of a symbol', [[[2, 'T']]], ([x]) => shape.slice(x!, { axis: 1, start: 1, end: -1 }));

const products: readonly [Shapes, boolean, boolean][] = [
  [
    [
      [2, 3],
      [3, 4],
    ],
    false,
    false,
  ],
  [
    [
      [3, 2],
      [3, 4],
    ],
    true,
    false,
  ],
  [
    [
      ['B', 3],
      [4, 3],
    ],
    false,
    true,
  ],
  [
    [
      [3, 'B'],
      [1, 3],
    ],
    true,
    true,
  ],
  [
    [
      ['B', 'T', 3],
      [3, 2],
    ],
    false,
    false,
  ],
  [
    [
      ['B', 'T', 3],
      [2, 3],
    ],
    false,
    true,
  ],
  [
    [
      ['B', 3, 'T'],
      [3, 2],
    ],
    true,
    false,
  ],
  [
    [
      ['B', 3, 'T'],
      [2, 3],
    ],
    true,
    true,
  ],
  [
    [
      ['B', 2, 'T', 3],
      ['B', 2, 3, 1],
    ],
    false,
    false,
  ],
  [
    [
      ['B', 1, 'T', 3],
      [2, 5, 3],
    ],
    false,
    true,
  ],
  [
    [
      ['B', 3, 2],
      ['B', 3, 2],
    ],
    true,
    false,
  ],
  [
    [
      ['B', 3, 2],
      ['B', 2, 3],
    ],
    true,
    true,
  ],
  [
    [
      [2, 3],
      ['B', 3, 2],
    ],
    false,
    false,
  ],
];
for (const [shapes, transposeA, transposeB] of products)
  over(`matMul ${transposeA} ${transposeB}`, [shapes], ([a, b]) =>
    matMul(a!, b!, { transposeA, transposeB }),
  );

over('gather', [[[4, 3]]], ([x], graph) =>
  gather(
    x!,
    graph.constant(
      [
        [1, 3],
        [1, 0],
      ].flat(),
      'int32',
      [2, 2],
    ),
  ),
);
over('gather of a stack', [[['N', 2, 3]]], ([x], graph) => gather(x!, graph.constant([4, 0, 4], 'int32')));
over('scatterAdd', [[[4, 3]]], ([x], graph) => scatterAdd(graph.constant([2, 0, 2, 1], 'int32'), x!, 5));
over('pick', [[[3, 4]]], ([x], graph) => pick(x!, graph.constant([3, 0, 3], 'int32')));
over('where', [[['B', 3], [3]]], ([a, b]) => where(greater(a!, 10), mul(a!, 2), b!));
over(
  'where by values',
  [
    [
      ['B', 3],
      ['B', 1],
    ],
  ],
  ([a, b]) => where(greater(a!, 0), mul(a!, b!), b!),
  apart,
);

over('softmax', [[['B', 4]], [[2, 3]]], ([x]) => softmax(x!));
over('softmax over axis 1', [[['B', 4, 2]]], ([x]) => softmax(x!, 1));
over('logSoftmax', [[['B', 4]], [['B', 2, 3]]], ([x]) => logSoftmax(x!));
over(
  'layerNorm',
  [
    [['B', 'T', 6], [6], [6]],
    [[3, 4], [4], [4]],
  ],
  ([x, gain, bias]) => layerNorm(x!, gain!, bias!),
);
over('l2Normalize', [[['B', 4]]], ([x]) => l2Normalize(x!));

over('squaredError', pairs, ([a, b]) => losses.squaredError(a!, b!));
over(
  'weightedMean',
  [
    [
      ['B', 2],
      ['B', 2],
    ],
  ],
  ([x, w]) => losses.weightedMean(x!, w!),
  above0,
);
over('weightedMean alone', [[['B', 2]]], ([x]) => losses.weightedMean(x!));
over(
  'binaryCrossEntropy',
  [
    [
      ['B', 2],
      ['B', 2],
    ],
  ],
  ([x, t]) => losses.binaryCrossEntropy(x!, t!),
);
over('softmaxCrossEntropy', [[[3, 4]]], ([x], graph) =>
  losses.softmaxCrossEntropy(x!, graph.constant([1, 3, 1], 'int32')),
);
over('sampledSoftmaxCrossEntropy', [[[3, 4], [3, 4], [5, 4], [3], [5]]], ([h, p, n, q, s], graph) =>
  losses.sampledSoftmaxCrossEntropy(
    h!,
    { rows: p!, ids: graph.constant([1, 3, 1], 'int32'), logQ: q! },
    { rows: n!, ids: graph.constant([3, 9, 1, 0, 7], 'int32'), logQ: s! },
  ),
);
for (const chunkRows of [2, 3, 100])
  over(
    `linearSoftmaxCrossEntropy ${chunkRows}`,
    [
      [
        [5, 4],
        [6, 4],
      ],
    ],
    ([h, e], graph) => {
      const weights = graph.constant([1, 0.5, 0, 2, 1]);
      return linearSoftmaxCrossEntropy(h!, e!, graph.constant([1, 3, 1, 5, 0], 'int32'), {
        weights,
        chunkRows,
      });
    },
  );
over(
  'infoNce',
  [
    [
      ['B', 4],
      ['B', 4],
    ],
  ],
  ([a, b]) => losses.infoNce(a!, b!, 0.5),
);

over(
  'attention, causal',
  [
    [
      ['B', 'T', 4],
      ['B', 'T', 4],
      ['B', 'T', 4],
    ],
  ],
  ([q, k, v], graph) => attention(q!, k!, v!, { heads: 2, mask: causalMask(graph, 'T') }),
);
over(
  'attention, key mask',
  [
    [
      [3, 2, 4],
      [3, 4, 4],
      [3, 4, 4],
    ],
  ],
  ([q, k, v], graph) => {
    const counts = graph.constant(new Uint8Array([1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1]), 'bool', [3, 4]);
    return attention(q!, k!, v!, { heads: 1, mask: keyMask(counts) });
  },
);
over('transformer block', [[['B', 'T', 4], [4], [4], [4, 12], [4, 4], [4, 8], [8, 4]]], (given, graph) => {
  const [x, gain, bias, intoQkv, out, up, down] = given as [Tensor, ...Tensor[]];
  const normal = layerNorm(x, gain!, bias!);
  const [q, k, v] = shape.split(matMul(normal, intoQkv!), [4, 4, 4], -1);
  const attended = add(x, matMul(attention(q!, k!, v!, { heads: 2, mask: causalMask(graph, 'T') }), out!));
  const hidden = elementwise.gelu(matMul(layerNorm(attended, gain!, bias!), up!));
  return add(attended, matMul(hidden, down!));
});
over('cast', [[['B', 2]]], ([x]) => mul(x!, cast(greater(x!, 0), 'float32')), apart);

test.each(Object.entries(cases))('%s', async (name, gradientCase) => {
  const { worst, largest } = await compareGradients(name, gradientCase);
  expect(largest, 'a function that does not change proves nothing').toBeGreaterThan(1e-3);
  expect(worst).toBeLessThan(0.01 * largest + 2e-3);
});
