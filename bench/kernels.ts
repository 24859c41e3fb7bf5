/**
 * Each kernel of the candidate index over many rows on one thread. It is compared with a plain typed-array
 * loop that has the same result, and with the roofline. The roofline is the touched bytes at the bandwidth of
 * a memory copy on this machine. Prints the least and the median run, in milliseconds of the thread's own
 * processor time a call. `npm run bench -- kernels [--rows 1000000,10000000 --runs 7]`
 */
import { parseArgs } from 'node:util';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { KernelTimings } from './kernels/kernel-timings.ts';
import { measureCosines } from './kernels/measure-cosines.ts';
import { measureFilters } from './kernels/measure-filters.ts';
import { measureHamming } from './kernels/measure-hamming.ts';
import { measureScores } from './kernels/measure-scores.ts';
import { PeopleColumns } from './kernels/people-columns.ts';

/** Vectors take 256 bytes a row: at most this many are read. */
const MAX_VECTORS = 1 << 20;

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,10000000' },
    runs: { type: 'string', default: '7' },
  },
});

const random = new SeededRandom(1);
const timings = new KernelTimings(Number(flags.runs));
for (const given of flags.rows.split(',').map(Number)) {
  const rows = 64 * Math.ceil(given / 64);
  const vectors = Math.min(rows, MAX_VECTORS);
  const people = new PeopleColumns(rows, vectors, random);
  measureFilters(people, timings);
  measureScores(people, timings);
  measureHamming(people, timings);
  measureCosines(people, vectors, timings);
}
timings.print();
