/**
 * Each kernel of the candidate index over many rows on one thread, compared with a plain typed-array loop
 * that has the same result, and with the roofline: the touched bytes at the bandwidth of a memory copy on
 * this machine. Prints the least and the median run, in milliseconds of the thread's own processor time a
 * call. `npm run bench -- kernels [--rows 1000000,10000000 --runs 7]`
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Kernels, kernelMemory, kernelsOver } from '../src/index/kernels/kernels.ts';
import { scoreOf } from '../src/index/program/final-score.ts';
import { boundsFor } from '../src/index/segments/pruning/score-bounds.ts';
import { TopKBuffer } from '../src/index/segments/query/top-k-buffer.ts';
import { SeededRandom } from '../src/numeric/seeded-random.ts';
import { printTable } from './support/measure.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,10000000' },
    runs: { type: 'string', default: '7' },
  },
});
const BLOCK = 1024;
const SEGMENT_BLOCK = 1 << 14;
const D = 256;
const SIGN_WORDS = 8;
/** Vectors take 256 bytes a row: at most this many are read. */
const MOST_VECTORS = 1 << 20;

const random = new SeededRandom(1);

interface Timing {
  readonly leastMs: number;
  readonly medianMs: number;
}

/** Processor time of this thread: other processes affect caches and bandwidth, but not the count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The system's processor clock ticks every few milliseconds, so each run repeats calls up to this time. */
const LEAST_RUN_MS = 50;

function time(act: () => unknown): Timing {
  const times = Array.from({ length: Number(flags.runs) }, () => {
    const started = processorMs();
    let calls = 0;
    let took = 0;
    for (; took < LEAST_RUN_MS; took = processorMs() - started) {
      act();
      calls += 1;
    }
    return took / calls;
  }).sort((a, b) => a - b);
  return { leastMs: times[0]!, medianMs: times[times.length >>> 1]! };
}

/** Bytes read and written a second by a memory copy. */
function copyBandwidth(): number {
  const from = new Uint8Array(1 << 28).fill(1);
  const to = new Uint8Array(1 << 28).fill(2);
  return (2 * from.length) / (time(() => to.set(from)).leastMs / 1000);
}

/** Addresses of a world's columns in one memory. */
class WorldColumns {
  readonly memory: WebAssembly.Memory;
  readonly kernels: Kernels;
  #next = 64;

  constructor(bytes: number) {
    this.memory = kernelMemory(bytes + 2 ** 22);
    this.kernels = kernelsOver(this.memory);
  }

  take(bytes: number): number {
    const at = this.#next;
    this.#next = Math.ceil((at + bytes) / 64) * 64;
    return at;
  }

  bytes = (at: number, n: number) => new Uint8Array(this.memory.buffer, at, n);
  shorts = (at: number, n: number) => new Int16Array(this.memory.buffer, at, n);
  words = (at: number, n: number) => new Uint32Array(this.memory.buffer, at, n);
  doubles = (at: number, n: number) => new Float64Array(this.memory.buffer, at, n);
}

const table: (string | number)[][] = [];
const bandwidth = copyBandwidth();

function say(name: string, rows: number, bytes: number, kernel: Timing, plain: Timing): void {
  const roofMs = (1000 * bytes) / bandwidth;
  table.push([
    name,
    rows.toLocaleString('en'),
    `${kernel.leastMs.toFixed(2)} (${kernel.medianMs.toFixed(2)})`,
    `${plain.leastMs.toFixed(1)} (${plain.medianMs.toFixed(1)})`,
    `${(plain.leastMs / kernel.leastMs).toFixed(1)} ×`,
    `${(bytes / 1e6).toFixed(0)} MB`,
    roofMs.toFixed(2),
    `${((100 * roofMs) / kernel.leastMs).toFixed(0)} %`,
  ]);
}

function agree(name: string, a: number, b: number): void {
  if (a !== b) throw new Error(`${name}: the kernel says ${a}, the plain loop ${b}`);
}

for (const rows of flags.rows.split(',').map(Number)) measure(64 * Math.ceil(rows / 64));
console.log(
  `one thread; memory is copied at ${(bandwidth / 1e9).toFixed(1)} GB/s (read and written); load ${loadavg()[0]!.toFixed(1)}`,
);
printTable(
  [
    'kernel',
    'rows',
    'ms: least (median)',
    'plain loop, ms',
    'plain / kernel',
    'touches',
    'roofline, ms',
    'of the roofline',
  ],
  table,
);

function measure(N: number): void {
  const vectors = Math.min(N, MOST_VECTORS);
  const columns = new WorldColumns(N * (1 + 2 + 4 + 3 + 2 + 1 + 4 + 32 + 2) + vectors * (D + 4) + N / 4);
  const { kernels } = columns;
  const words = N / 32;
  const bitmap = columns.take(N / 8);
  const all = () => columns.words(bitmap, words).fill(0xffffffff);
  const gender = columns.take(N);
  const age = columns.take(2 * N);
  const place = columns.take(4 * N);
  const preferences = [3, 70, 100].map((most) => ({ most, column: columns.take(N) }));
  const wish = columns.take(2 * N);
  const reach = columns.take(N);
  const squares = columns.take(4 * N);
  const signs = columns.take(4 * SIGN_WORDS * N);
  const genders = columns.bytes(gender, N);
  const ages = columns.shorts(age, N);
  const places = columns.words(place, N);
  for (let row = 0; row < N; row++) {
    genders[row] = 1 + random.below(5);
    ages[row] = 18 + random.below(60);
    places[row] = 1 + random.below(20_000);
  }
  for (const { most, column } of preferences) {
    const held = columns.bytes(column, N);
    for (let row = 0; row < N; row++) held[row] = random.below(most + 1);
  }
  const wishes = columns.shorts(wish, N);
  const reaches = columns.bytes(reach, N);
  for (let row = 0; row < N; row++) {
    wishes[row] = random.below(2 ** 32) % 3000;
    reaches[row] = Math.max(0, random.below(20) - 15);
  }
  columns.words(squares, N).fill(1);
  const codes = columns.words(signs, SIGN_WORDS * N);
  for (let at = 0; at < codes.length; at++) codes[at] = random.below(2 ** 32);

  const few = columns.take(16);
  columns.bytes(few, 16).set([0, 0xff, 0xff]);
  const kept = () => columns.kernels.countRows(bitmap, words);
  // Resetting the bitmap is a quarter of the work, and both sides do it.
  const filter = () => {
    all();
    kernels.filterFewCodes8(bitmap, words, gender, few, 0);
    kernels.filterRange16(bitmap, words, age, 25, 48, 1);
  };
  const plainBits = new Uint32Array(words);
  const plainly = (passes: (row: number) => boolean) => {
    for (let word = 0; word < words; word++) {
      let bits = 0;
      for (let bit = 0; bit < 32; bit++) if (passes(32 * word + bit)) bits |= 1 << bit;
      plainBits[word] = bits;
    }
  };
  const plainFilter = () => plainly((row) => genders[row]! <= 2 && ages[row]! >= 25 && ages[row]! <= 48);
  const count = (bits: Uint32Array) => {
    let sum = 0;
    for (let word of bits) for (; word !== 0; word &= word - 1) sum += 1;
    return sum;
  };
  say('filter: u8 choice and i16 range', N, N * 3.25, time(filter), time(plainFilter));
  agree('filter', kept(), count(plainBits));

  const nearby = columns.take(20_001);
  const isNear = columns.bytes(nearby, 20_001);
  for (let code = 1; code <= 20_000; code++) isNear[code] = code % 9 === 0 ? 1 : 0;
  const byPlace = () => {
    all();
    kernels.filterCodes32(bitmap, words, place, nearby, 20_001);
  };
  say(
    'filter: u32 place by table',
    N,
    N * 4.25,
    time(byPlace),
    time(() => plainly((row) => isNear[places[row]!] === 1)),
  );
  agree('places', kept(), count(plainBits));

  const [wanted, from, to] = preferences.map(({ column }) => columns.bytes(column, N)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const unmet = columns.take(16);
  columns.bytes(unmet, 16)[2] = 0xff;
  const VALUE = 40;
  const accept = () => {
    all();
    kernels.filterFewCodes8(bitmap, words, preferences[0]!.column, unmet, -1);
    kernels.filterBounds8(bitmap, words, preferences[1]!.column, VALUE + 1, 0);
    kernels.filterBounds8(bitmap, words, preferences[2]!.column, 255 - VALUE, 1);
  };
  const plainAccept = () =>
    plainly(
      (row) => wanted[row]! !== 2 && from[row]! - 1 <= VALUE && (to[row]! === 0 || to[row]! - 1 >= VALUE),
    );
  say('preferences of the candidate: one by id, a range', N, N * 3.25, time(accept), time(plainAccept));
  agree('preferences', kept(), count(plainBits));

  const met = columns.take(3000);
  const isMet = columns.bytes(met, 3000);
  for (let id = 0; id < 3000; id++) isMet[id] = id % 4 === 3 ? 0 : 1;
  const byWish = () => {
    filter();
    kernels.filterCodes16(bitmap, words, wish, met, 3000);
  };
  const plainWish = () =>
    plainly((row) => genders[row]! <= 2 && ages[row]! >= 25 && ages[row]! <= 48 && isMet[wishes[row]!] === 1);
  say(
    'the filter, then a preference by id, u16, of the remaining rows',
    N,
    N * 5.25,
    time(byWish),
    time(plainWish),
  );
  agree('wishes', kept(), count(plainBits));

  const [distances, metReaches] = [columns.take(2 * 20_001), columns.take(2 * 5)];
  const distanceOf = new Uint16Array(columns.memory.buffer, distances, 20_001);
  for (let code = 0; code <= 20_000; code++) distanceOf[code] = code === 0 ? 65_535 : 1 + random.below(100);
  const reachOf = new Uint16Array(columns.memory.buffer, metReaches, 5);
  reachOf.set([0, 1, 2, 3, 4]);
  const byReach = () => {
    filter();
    kernels.filterReach(bitmap, words, reach, 1, place, 4, distances, 20_001, metReaches, 5);
  };
  const plainReach = () =>
    plainly(
      (row) =>
        genders[row]! <= 2 &&
        ages[row]! >= 25 &&
        ages[row]! <= 48 &&
        (reaches[row] === 0 || distanceOf[places[row]!]! <= reachOf[reaches[row]!]!),
    );
  say('… and a distance, required by a fifth of them', N, N * 8.25, time(byReach), time(plainReach));
  agree('reaches', kept(), count(plainBits));

  measureScores(columns, N, { bitmap, words, filter, gender, age, place, signs, squares });
  measureHamming(columns, N, signs, squares);
  measureCosines(columns, vectors);
}

interface ScoreColumns {
  readonly bitmap: number;
  readonly words: number;
  readonly filter: () => void;
  readonly gender: number;
  readonly age: number;
  readonly place: number;
  readonly signs: number;
  readonly squares: number;
}

/**
 * Four terms in both directions, the product of both, and the 2,000 best, over the survivors of the filter.
 */
function measureScores(columns: WorldColumns, N: number, at: ScoreColumns): void {
  const { kernels } = columns;
  const work = {
    rows: columns.take(4 * BLOCK),
    sums: columns.take(16 * BLOCK),
    positions: columns.take(4 * BLOCK),
    cells: columns.take(8),
    query: columns.take(4 * SIGN_WORDS),
    pairs: columns.take(16),
    byGender: columns.take(16 * 256),
    byAge: columns.take(16 * 64),
    byPlace: columns.take(16 * 20_001),
    byDistance: columns.take(16 * 257),
    distances: columns.take(2 * 64),
  };
  const noise = (place: number, entries: number) => {
    const pairs = columns.doubles(place, 2 * entries);
    for (let entry = 0; entry < pairs.length; entry++) pairs[entry] = random.below(1000) / 400 - 1.25;
    return pairs;
  };
  const [byGender, byAge, byPlace, byDistance] = [
    noise(work.byGender, 256),
    noise(work.byAge, 64),
    noise(work.byPlace, 20_001),
    noise(work.byDistance, 257),
  ];
  const query = columns.words(work.query, SIGN_WORDS);
  for (let word = 0; word < SIGN_WORDS; word++) query[word] = random.below(2 ** 32);
  const [rows, positions] = [columns.words(work.rows, BLOCK), columns.words(work.positions, BLOCK)];
  const [cells, sums] = [columns.words(work.cells, 2), columns.doubles(work.sums, 2 * BLOCK)];
  let survivors = 0;
  const score = (withHamming: boolean) => {
    const best = new TopKBuffer(2000);
    survivors = 0;
    for (let word = 0; word < at.words; ) {
      const n = kernels.listRows(at.bitmap, at.words, word, work.rows, BLOCK, work.cells);
      word = cells[0]!;
      survivors += n;
      kernels.fillPairs(work.sums, n, -1, -1);
      kernels.addCodes8(work.rows, n, work.sums, at.gender, work.byGender);
      kernels.addByNumber16(work.rows, n, work.sums, at.age, work.byAge, 18, 77);
      kernels.addCodes32(work.rows, n, work.sums, at.place, work.byPlace, 20_001);
      if (withHamming) {
        kernels.addByHamming(
          work.rows,
          n,
          work.sums,
          at.signs,
          SIGN_WORDS,
          work.query,
          at.squares,
          work.byDistance,
          work.pairs,
          work.distances,
        );
      }
      const threshold = best.threshold > 0 ? best.threshold * (1 - 1e-6) : 0;
      const { odds, both } = boundsFor('product', threshold);
      const found = kernels.listExactScoreCandidates(
        work.sums,
        n,
        1,
        threshold,
        odds,
        both,
        0,
        0,
        0,
        0,
        0,
        work.positions,
        work.cells + 4,
        work.rows,
        work.sums,
        at.squares,
        Number.NaN,
        Number.NaN,
        0,
      );
      for (let c = 0; c < found; c++) {
        const i = positions[c]!;
        const [forward, backward] = [sums[2 * i]!, sums[2 * i + 1]!];
        best.offer(scoreOf('product', forward, backward), 0, rows[i]!, forward, backward);
      }
    }
    return best.take();
  };
  const [genders, ages, places] = [
    columns.bytes(at.gender, N),
    columns.shorts(at.age, N),
    columns.words(at.place, N),
  ];
  const codes = columns.words(at.signs, SIGN_WORDS * N);
  const bits = columns.words(at.bitmap, at.words);
  const plainly = (withHamming: boolean) => {
    const best = new TopKBuffer(2000);
    for (let word = 0; word < at.words; word++) {
      for (let left = bits[word]!; left !== 0; left &= left - 1) {
        const row = 32 * word + 31 - Math.clz32(left & -left);
        const tables = [2 * genders[row]!, 2 * (ages[row]! - 17), 2 * places[row]!];
        let [forward, backward] = [-1, -1];
        forward = forward + byGender![tables[0]!]! + byAge![tables[1]!]! + byPlace![tables[2]!]!;
        backward =
          backward + byGender![tables[0]! + 1]! + byAge![tables[1]! + 1]! + byPlace![tables[2]! + 1]!;
        if (withHamming) {
          const distance = 2 * plainHamming(codes, row, query);
          forward += byDistance![distance]!;
          backward += byDistance![distance + 1]!;
        }
        const score = scoreOf('product', forward, backward);
        if (score >= best.threshold) best.offer(score, 0, row, forward, backward);
      }
    }
    return best.take();
  };
  at.filter();
  const bytesOfRow = 1 + 2 + 4;
  const [three, four] = [time(() => score(false)), time(() => score(true))];
  agree('scores', score(true).scores.at(-1)!, plainly(true).scores.at(-1)!);
  say(
    '3 terms, both ways, top 2,000',
    survivors,
    survivors * bytesOfRow,
    three,
    time(() => plainly(false)),
  );
  say(
    '… and a Hamming band',
    survivors,
    survivors * (bytesOfRow + 36),
    four,
    time(() => plainly(true)),
  );
}

function plainHamming(codes: Uint32Array, row: number, query: Uint32Array): number {
  let distance = 0;
  for (let word = 0; word < SIGN_WORDS; word++) {
    let v = codes[row * SIGN_WORDS + word]! ^ query[word]!;
    v -= (v >>> 1) & 0x55555555;
    v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
    distance += Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return distance;
}

/** One of fifty rows is near enough, as after preselection by sign codes. */
function measureHamming(columns: WorldColumns, N: number, signs: number, squares: number): void {
  const { kernels } = columns;
  const MOST = 111;
  const work = {
    bitmap: columns.take(N / 8),
    query: columns.take(4 * SIGN_WORDS),
    counts: columns.take(4 * 257),
    entries: columns.take(4 * SEGMENT_BLOCK),
  };
  const query = columns.words(work.query, SIGN_WORDS);
  for (let word = 0; word < SIGN_WORDS; word++) query[word] = random.below(2 ** 32);
  columns.words(work.bitmap, N / 32).fill(0xffffffff);
  const counts = columns.words(work.counts, 257);
  const measured = time(() => {
    counts.fill(0);
    for (let from = 0; from < N; from += SEGMENT_BLOCK) {
      kernels.listSignsWithin(
        work.bitmap + from / 8,
        Math.min(SEGMENT_BLOCK, N - from) / 32,
        signs + 4 * SIGN_WORDS * from,
        SIGN_WORDS,
        work.query,
        squares + 4 * from,
        MOST,
        work.entries,
        work.counts,
      );
    }
  });
  const codes = columns.words(signs, SIGN_WORDS * N);
  const plainCounts = new Uint32Array(257);
  const plain = time(() => {
    plainCounts.fill(0);
    for (let row = 0; row < N; row++) plainCounts[plainHamming(codes, row, query)]! += 1;
  });
  agree('Hamming', counts[MOST]!, plainCounts[MOST]!);
  say('Hamming: the nearest fiftieth', N, N * 32, measured, plain);
}

function measureCosines(columns: WorldColumns, N: number): void {
  const { kernels } = columns;
  const at = {
    codes: columns.take(N * D),
    squares: columns.take(4 * N),
    rows: columns.take(4 * BLOCK),
    cosines: columns.take(4 * BLOCK),
    near: columns.take(4 * BLOCK),
    query: columns.take(4 * D),
    whole: columns.take(2 * D),
  };
  const codes = new Int8Array(columns.memory.buffer, at.codes, N * D);
  for (let n = 0; n < codes.length; n++) codes[n] = random.below(255) - 127;
  columns.words(at.squares, N).fill(1);
  const query = new Float32Array(columns.memory.buffer, at.query, D);
  const whole = columns.shorts(at.whole, D);
  for (let d = 0; d < D; d++) {
    whole[d] = random.below(60_000) - 30_000;
    query[d] = whole[d]! / 30_000;
  }
  const rows = columns.words(at.rows, BLOCK);
  const inBlocks = (act: (n: number) => void) => {
    for (let from = 0; from < N; from += BLOCK) {
      const n = Math.min(BLOCK, N - from);
      for (let i = 0; i < n; i++) rows[i] = from + i;
      act(n);
    }
  };
  const quick = time(() =>
    inBlocks((n) =>
      kernels.listNear(at.rows, n, at.codes, D, at.squares, at.whole, 1, Number.POSITIVE_INFINITY, at.near),
    ),
  );
  const exact = time(() =>
    inBlocks((n) => kernels.exactCosines(at.rows, n, at.cosines, at.codes, D, at.squares, at.query, 1)),
  );
  const cosines = new Float32Array(N);
  const plain = time(() => {
    for (let row = 0; row < N; row++) {
      let [a, b, c, e] = [0, 0, 0, 0];
      for (let d = row * D, q = 0; q < D; d += 4, q += 4) {
        a += codes[d]! * query[q]!;
        b += codes[d + 1]! * query[q + 1]!;
        c += codes[d + 2]! * query[q + 2]!;
        e += codes[d + 3]! * query[q + 3]!;
      }
      cosines[row] = Math.max(-1, Math.min(1, a + b + (c + e)));
    }
  });
  say(`cosines of ${D} int8, exact`, N, N * (D + 8), exact, plain);
  say('… in whole numbers (then the few exactly)', N, N * (D + 8), quick, plain);
}
