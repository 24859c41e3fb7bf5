/** Cosines of int8 vectors: in whole numbers, which prune, and exact. */
import { cosineSearch, nearSearch } from '../../src/engines/kernels/kernel-structs.ts';
import type { KernelTimings } from './kernel-timings.ts';
import { D, type PeopleColumns } from './people-columns.ts';

const BATCH_ROWS = 1024;

/** `N`: the number of vectors. */
export function measureCosines(people: PeopleColumns, N: number, timings: KernelTimings): void {
  const { kernels, random } = people;
  const at = {
    codes: people.take(N * D),
    halves: people.take((N * D) / 8),
    squares: people.take(4 * N),
    rows: people.take(4 * BATCH_ROWS),
    cosines: people.take(4 * BATCH_ROWS),
    near: people.take(4 * BATCH_ROWS),
    query: people.take(8 * D),
    whole: people.take(2 * D),
  };
  const codes = new Int8Array(people.memory.buffer, at.codes, N * D);
  for (let n = 0; n < codes.length; n++) codes[n] = random.below(255) - 127;
  const halves = people.words(at.halves, (N * D) / 32);
  for (let word = 0; word < halves.length; word++) halves[word] = random.below(2 ** 32);
  people.words(at.squares, N).fill(1);
  const query = new Float64Array(people.memory.buffer, at.query, D);
  const whole = people.shorts(at.whole, D);
  for (let d = 0; d < D; d++) {
    whole[d] = random.below(60_000) - 30_000;
    query[d] = whole[d]! / 30_000;
  }
  const rows = people.words(at.rows, BATCH_ROWS);
  const inBatches = (act: (n: number) => void) => {
    for (let from = 0; from < N; from += BATCH_ROWS) {
      const n = Math.min(BATCH_ROWS, N - from);
      for (let i = 0; i < n; i++) rows[i] = from + i;
      act(n);
    }
  };
  const nearAt = people.struct(nearSearch, {
    ...{ codes: at.codes, D, squares: at.squares, query: at.whole, near: at.near },
    ...{ factor: 1, most: 0, least: Number.POSITIVE_INFINITY },
  }).address;
  const exactAt = people.struct(cosineSearch, {
    ...{ codes: at.codes, halves: at.halves, D, squares: at.squares, query: at.query, inverseNorm: 1 },
  }).address;
  const quick = timings.time(() => inBatches((n) => kernels.listNear(at.rows, n, nearAt)));
  const exact = timings.time(() => inBatches((n) => kernels.exactCosines(at.rows, n, at.cosines, exactAt)));
  const cosines = new Float32Array(N);
  const plain = timings.time(() => {
    for (let row = 0; row < N; row++) cosines[row] = plainCosine(codes, row * D, query);
  });
  timings.add(`cosines of ${D} int8 and a bit each, exact`, N, N * (D + D / 8 + 8), exact, plain);
  timings.add('… in whole numbers (then the few exactly)', N, N * (D + 8), quick, plain);
}

function plainCosine(codes: Int8Array, from: number, query: Float64Array): number {
  let [a, b, c, e] = [0, 0, 0, 0];
  for (let d = from, q = 0; q < D; d += 4, q += 4) {
    a += codes[d]! * query[q]!;
    b += codes[d + 1]! * query[q + 1]!;
    c += codes[d + 2]! * query[q + 2]!;
    e += codes[d + 3]! * query[q + 3]!;
  }
  return Math.max(-1, Math.min(1, a + b + (c + e)));
}
