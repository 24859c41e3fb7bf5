/** Hamming distances of sign codes. One of fifty rows is near enough, as after a preselection. */
import { signSearch } from '../../src/engines/kernels/kernel-structs.ts';
import { assertSameResult, type KernelTimings } from './kernel-timings.ts';
import { type PeopleColumns, SIGN_WORDS } from './people-columns.ts';
import { plainHamming } from './plain-hamming.ts';

const BLOCK_ROWS = 1 << 14;
const MAX_DISTANCE = 111;

export function measureHamming(people: PeopleColumns, timings: KernelTimings): void {
  const { kernels, rows, signs, squares } = people;
  const bitmap = people.take(rows / 8);
  const [queryAt, countsAt] = [people.take(4 * SIGN_WORDS), people.take(4 * 257)];
  const entries = people.take(4 * BLOCK_ROWS);
  const query = people.words(queryAt, SIGN_WORDS);
  for (let word = 0; word < SIGN_WORDS; word++) query[word] = people.random.below(2 ** 32);
  people.words(bitmap, rows / 32).fill(0xffffffff);
  const counts = people.words(countsAt, 257);
  const search = people.struct(signSearch, {
    signWords: SIGN_WORDS,
    query: queryAt,
    most: MAX_DISTANCE,
    entries,
    counts: countsAt,
  });
  const measured = timings.time(() => {
    counts.fill(0);
    for (let from = 0; from < rows; from += BLOCK_ROWS) {
      search.signs = signs + 4 * SIGN_WORDS * from;
      search.squares = squares + 4 * from;
      kernels.listSignsWithin(bitmap + from / 8, Math.min(BLOCK_ROWS, rows - from) / 32, search.address);
    }
  });
  const codes = people.words(signs, SIGN_WORDS * rows);
  const plainCounts = new Uint32Array(257);
  const plain = timings.time(() => {
    plainCounts.fill(0);
    for (let row = 0; row < rows; row++) plainCounts[plainHamming(codes, row, query)]! += 1;
  });
  assertSameResult('Hamming', counts[MAX_DISTANCE]!, plainCounts[MAX_DISTANCE]!);
  timings.add('Hamming: the nearest fiftieth', rows, rows * 32, measured, plain);
}
