/** Terms in both directions, the product of both, and the 2,000 best, over the survivors of the filter. */
import { exactScoreTest, hammingTerm } from '../../src/engines/kernels/kernel-structs.ts';
import { scoreOf } from '../../src/matching/index/program/final-score.ts';
import { boundsFor } from '../../src/matching/index/segments/pruning/score-bounds.ts';
import { TopKBuffer } from '../../src/matching/index/segments/query/top-k-buffer.ts';
import { assertSameResult, type KernelTimings } from './kernel-timings.ts';
import { genderChoice, type PeopleColumns, PLACES, SIGN_WORDS } from './people-columns.ts';
import { plainHamming } from './plain-hamming.ts';

/** Rows that are scored at once. */
const BATCH_ROWS = 1024;
const K = 2000;
const BYTES_A_ROW = 1 + 2 + 4;

export function measureScores(people: PeopleColumns, timings: KernelTimings): void {
  people.selectByGenderAndAge(genderChoice(people));
  const survivors = people.kernels.countRows(people.bitmap, people.rows / 32);
  const measurement = new ScoreMeasurement(people);
  const three = timings.time(() => measurement.score(false));
  const four = timings.time(() => measurement.score(true));
  const [kth, plainKth] = [measurement.score(true), measurement.scorePlainly(true)].map(({ scores }) =>
    scores.at(-1),
  );
  assertSameResult('scores', kth!, plainKth!);
  const plainThree = timings.time(() => measurement.scorePlainly(false));
  timings.add('3 terms, both ways, top 2,000', survivors, survivors * BYTES_A_ROW, three, plainThree);
  const plainFour = timings.time(() => measurement.scorePlainly(true));
  timings.add('… and a Hamming band', survivors, survivors * (BYTES_A_ROW + 36), four, plainFour);
}

class ScoreMeasurement {
  readonly #people: PeopleColumns;
  /** Addresses of the work area. */
  readonly #work;
  /** Addresses of the tables of points, a pair an entry: forward, backward. */
  readonly #tables;
  readonly #plain;
  readonly #hamming;
  readonly #test;

  constructor(people: PeopleColumns) {
    this.#people = people;
    this.#work = {
      rows: people.take(4 * BATCH_ROWS),
      sums: people.take(16 * BATCH_ROWS),
      positions: people.take(4 * BATCH_ROWS),
      cells: people.take(8),
      query: people.take(4 * SIGN_WORDS),
      pairs: people.take(16),
      distances: people.take(2 * 64),
    };
    this.#tables = {
      byGender: people.take(16 * 256),
      byAge: people.take(16 * 64),
      byPlace: people.take(16 * (PLACES + 1)),
      byDistance: people.take(16 * 257),
    };
    const points = (at: number, entries: number) => randomPoints(people, at, entries);
    this.#plain = {
      byGender: points(this.#tables.byGender, 256),
      byAge: points(this.#tables.byAge, 64),
      byPlace: points(this.#tables.byPlace, PLACES + 1),
      byDistance: points(this.#tables.byDistance, 257),
      query: people.words(this.#work.query, SIGN_WORDS),
    };
    const { signs, squares } = people;
    const { rows, sums, positions, cells, query: queryAt, pairs, distances } = this.#work;
    this.#hamming = people.struct(hammingTerm, {
      ...{ signs, signWords: SIGN_WORDS, query: queryAt, squares },
      ...{ table: this.#tables.byDistance, missing: pairs, distances },
    });
    this.#test = people.struct(exactScoreTest, {
      ...{ mode: 1, least: 0, oddsLeast: 0, bothLeast: 0, surely: 0, oddsSurely: 0 },
      ...{ positions, below: cells + 4, rows, sums, ties: squares },
      ...{ kthForward: Number.NaN, kthBackward: Number.NaN, kthTie: 0 },
    });
    const { query } = this.#plain;
    for (let word = 0; word < SIGN_WORDS; word++) query[word] = people.random.below(2 ** 32);
  }

  score(withHamming: boolean) {
    const { kernels, bitmap, rows } = this.#people;
    const work = this.#work;
    const cells = this.#people.words(work.cells, 2);
    const best = new TopKBuffer(K);
    for (let word = 0; word < rows / 32; ) {
      const n = kernels.listRows(bitmap, rows / 32, word, work.rows, BATCH_ROWS, work.cells);
      word = cells[0]!;
      this.#addTerms(n, withHamming);
      this.#offerCandidates(n, best);
    }
    return best.take();
  }

  /** The same by a plain loop over the rows of the bitmap. */
  scorePlainly(withHamming: boolean) {
    const people = this.#people;
    const { bitmap, rows } = people;
    const genders = people.bytes(people.gender, rows);
    const ages = people.shorts(people.age, rows);
    const places = people.words(people.place, rows);
    const codes = people.words(people.signs, SIGN_WORDS * rows);
    const bits = people.words(bitmap, rows / 32);
    const { byGender, byAge, byPlace, byDistance, query } = this.#plain;
    const best = new TopKBuffer(K);
    for (let word = 0; word < bits.length; word++) {
      for (let left = bits[word]!; left !== 0; left &= left - 1) {
        const row = 32 * word + 31 - Math.clz32(left & -left);
        const [gender, age, place] = [2 * genders[row]!, 2 * (ages[row]! - 17), 2 * places[row]!];
        let forward = -1 + byGender[gender]! + byAge[age]! + byPlace[place]!;
        let backward = -1 + byGender[gender + 1]! + byAge[age + 1]! + byPlace[place + 1]!;
        if (withHamming) {
          const distance = 2 * plainHamming(codes, row, query);
          forward += byDistance[distance]!;
          backward += byDistance[distance + 1]!;
        }
        const score = scoreOf('product', forward, backward);
        if (score >= best.threshold) best.offer(score, 0, row, forward, backward);
      }
    }
    return best.take();
  }

  #addTerms(n: number, withHamming: boolean): void {
    const { kernels, gender, age, place } = this.#people;
    const { rows, sums } = this.#work;
    const { byGender, byAge, byPlace } = this.#tables;
    kernels.fillPairs(sums, n, -1, -1);
    kernels.addCodes8(rows, n, sums, gender, byGender);
    kernels.addByNumber16(rows, n, sums, age, byAge, 18, 77);
    kernels.addCodes32(rows, n, sums, place, byPlace, PLACES + 1);
    if (!withHamming) return;
    kernels.addByHamming(rows, n, sums, this.#hamming.address);
  }

  /** Offers the rows of the batch that can reach the threshold. */
  #offerCandidates(n: number, best: TopKBuffer): void {
    const { kernels } = this.#people;
    const work = this.#work;
    const test = this.#test;
    const threshold = best.threshold > 0 ? best.threshold * (1 - 1e-6) : 0;
    const { odds, both } = boundsFor('product', threshold);
    test.threshold = threshold;
    test.oddsThreshold = odds;
    test.bothThreshold = both;
    const found = kernels.listExactScoreCandidates(work.sums, n, test.address);
    const rows = this.#people.words(work.rows, BATCH_ROWS);
    const positions = this.#people.words(work.positions, BATCH_ROWS);
    const sums = this.#people.doubles(work.sums, 2 * BATCH_ROWS);
    for (let c = 0; c < found; c++) {
      const i = positions[c]!;
      const [forward, backward] = [sums[2 * i]!, sums[2 * i + 1]!];
      best.offer(scoreOf('product', forward, backward), 0, rows[i]!, forward, backward);
    }
  }
}

function randomPoints(people: PeopleColumns, at: number, entries: number): Float64Array {
  const pairs = people.doubles(at, 2 * entries);
  for (let entry = 0; entry < pairs.length; entry++) pairs[entry] = people.random.below(1000) / 400 - 1.25;
  return pairs;
}
