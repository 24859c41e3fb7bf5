/** Random people as columns of one shared memory: the input of the measured kernels. */
import type { StructType } from '../../src/engines/kernels/kernel-structs.ts';
import { type Kernels, kernelMemory, kernelsOver } from '../../src/engines/kernels/kernels.ts';
import type { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

/** Dimensions of a vector. */
export const D = 256;
export const SIGN_WORDS = 8;
/** Codes of places are 1 to this. */
export const PLACES = 20_000;
const SCRATCH_BYTES = 2 ** 22;

export class PeopleColumns {
  /** The number of rows, a multiple of 64. */
  readonly rows: number;
  readonly kernels: Kernels;
  readonly random: SeededRandom;
  readonly memory: WebAssembly.Memory;
  /** Addresses of columns; `bitmap` has a bit a row. */
  readonly bitmap: number;
  readonly gender: number;
  readonly age: number;
  readonly place: number;
  /** Three columns of u8 ids: wanted, from and to. */
  readonly preferences: readonly [number, number, number];
  readonly wish: number;
  readonly reach: number;
  readonly squares: number;
  readonly signs: number;
  #next = 64;

  /** `vectors`: rows for whose vectors there is memory. */
  constructor(rows: number, vectors: number, random: SeededRandom) {
    const N = rows;
    this.rows = N;
    this.random = random;
    const bytes = N * (1 + 2 + 4 + 3 + 2 + 1 + 4 + 32 + 2) + vectors * (D + D / 8 + 4) + N / 4;
    this.memory = kernelMemory(bytes + SCRATCH_BYTES);
    this.kernels = kernelsOver(this.memory);
    this.bitmap = this.take(N / 8);
    this.gender = this.take(N);
    this.age = this.take(2 * N);
    this.place = this.take(4 * N);
    this.preferences = [this.take(N), this.take(N), this.take(N)];
    this.wish = this.take(2 * N);
    this.reach = this.take(N);
    this.squares = this.take(4 * N);
    this.signs = this.take(4 * SIGN_WORDS * N);
    this.#fill();
  }

  /** Address of `bytes` unused bytes, a multiple of 64. */
  take(bytes: number): number {
    const at = this.#next;
    this.#next = Math.ceil((at + bytes) / 64) * 64;
    return at;
  }

  /** A struct of the kernels, with some of its fields. */
  struct<Name extends string>(type: StructType<Name>, fields: Partial<Record<NoInfer<Name>, number>>) {
    return Object.assign(type.at(this.take(type.bytes), this.memory), fields);
  }

  bytes = (at: number, n: number) => new Uint8Array(this.memory.buffer, at, n);
  shorts = (at: number, n: number) => new Int16Array(this.memory.buffer, at, n);
  words = (at: number, n: number) => new Uint32Array(this.memory.buffer, at, n);
  doubles = (at: number, n: number) => new Float64Array(this.memory.buffer, at, n);

  /** Sets the bits of all rows. */
  selectAll(): void {
    this.words(this.bitmap, this.rows / 32).fill(0xffffffff);
  }

  /** The filter that most measurements begin with: a choice of genders and a range of ages. */
  selectByGenderAndAge(choice: number): void {
    const words = this.rows / 32;
    this.selectAll();
    this.kernels.filterFewCodes8(this.bitmap, words, this.gender, choice, 0);
    this.kernels.filterRange16(this.bitmap, words, this.age, 25, 48, 1);
  }

  #fill(): void {
    const { rows: N, random } = this;
    const genders = this.bytes(this.gender, N);
    const ages = this.shorts(this.age, N);
    const places = this.words(this.place, N);
    for (let row = 0; row < N; row++) {
      genders[row] = 1 + random.below(5);
      ages[row] = 18 + random.below(60);
      places[row] = 1 + random.below(PLACES);
    }
    for (const [at, maxId] of [3, 70, 100].entries()) {
      const held = this.bytes(this.preferences[at]!, N);
      for (let row = 0; row < N; row++) held[row] = random.below(maxId + 1);
    }
    const wishes = this.shorts(this.wish, N);
    const reaches = this.bytes(this.reach, N);
    for (let row = 0; row < N; row++) {
      wishes[row] = random.below(2 ** 32) % 3000;
      reaches[row] = Math.max(0, random.below(20) - 15);
    }
    this.words(this.squares, N).fill(1);
    const codes = this.words(this.signs, SIGN_WORDS * N);
    for (let at = 0; at < codes.length; at++) codes[at] = random.below(2 ** 32);
  }
}

/** Address of a table of the genders that the filter keeps. */
export function genderChoice(people: PeopleColumns): number {
  const choice = people.take(16);
  people.bytes(choice, 16).set([0, 0xff, 0xff]);
  return choice;
}
