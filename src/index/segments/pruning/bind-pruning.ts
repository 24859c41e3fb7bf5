/** Steps of `prospects.ts` where a segment's kernels read them, and the taking out of whoever has no prospects left. */
import type { Kernels } from '../../kernels/kernels.ts';
import { type Place, planeOf } from '../query/bind-clauses.ts';
import type { Placing, Scratch } from '../query/scratch.ts';
import { ALLOWED_STEPS, entriesOf, type PlaneTerms, type Prospects } from './upper-bound-pruning.ts';

/** Takes rows without prospects out of the bitmap, in which `left` are; returns how many are left. */
export type Thin = (bitmap: number, words: number, left: number, segment: Place, scratch: Scratch) => number;

const RECORD_NUMBERS = 7;
const ENTRIES_A_REGISTER = 16;
const CODES_OF_U8 = 256;
/** A longer table is not worth reading for rows that other planes leave. */
const MOST_REGISTER_ENTRIES = 64;
const MOST_I16 = 2 ** 15 - 1;
/** As the kernel numbers them; those whose tables it reads by registers come first. */
const FORMS = { u8: 0, registers: 1, u16: 2, u32: 3, i16: 4, i32: 5 } as const;
const LAST_OF_REGISTERS = FORMS.registers;

export function placeProspects(prospects: Prospects, kernels: Kernels, placing: Placing): Thin {
  const { planes } = prospects;
  const records = placing.take(4 * RECORD_NUMBERS * planes.length);
  const sums = placing.take(32);
  const tables = planes.map((plane) => placing.take(entriesOf(plane) + ENTRIES_A_REGISTER));
  const alones = planes.map((plane) => new AlonePlane(plane, kernels, placing));
  let version = -1;
  return (bitmap, words, all, segment, scratch) => {
    if (version !== prospects.version) {
      for (const [at, steps] of prospects.steps.entries()) {
        scratch.bytes(tables[at]!, steps.length).set(steps);
        alones[at]!.replace(steps, scratch);
      }
    }
    version = prospects.version;
    const left = alones.reduce((rows, alone) => alone.narrow(bitmap, words, rows, segment), all);
    if (left === 0 || !prospects.paysTogether) return left;
    const told = planes.flatMap((plane, at) => recordOf(plane, tables[at]!, segment) ?? []);
    told.sort((a, b) => (a.form > LAST_OF_REGISTERS ? 1 : 0) - (b.form > LAST_OF_REGISTERS ? 1 : 0));
    scratch
      .words(records, RECORD_NUMBERS * planes.length)
      .set(told.flatMap(({ form, numbers }) => [form, ...numbers]));
    kernels.keepWithin(bitmap, words, records, told.length, ALLOWED_STEPS, sums);
    const kept = kernels.countRows(bitmap, words);
    prospects.learn(left - kept, segment.layout.capacity);
    return kept;
  };
}

/**
 * A plane of many codes by itself, before all together: the filter of codes is the cheaper kernel, and in dating the place
 * alone takes nine of ten. Where fewer than a quarter fall, it is not asked again before the steps change.
 */
class AlonePlane {
  readonly #field: number;
  readonly #entries: number;
  readonly #kernels: Kernels;
  /** A byte an entry: 1 where a row of this value may be good enough. */
  readonly #passes: number;
  #isAsked = false;

  constructor(plane: PlaneTerms, kernels: Kernels, placing: Placing) {
    this.#field = plane.field;
    this.#entries = plane.kind === 'code' ? entriesOf(plane) : 0;
    this.#kernels = kernels;
    this.#passes = placing.take(this.#entries);
  }

  replace(steps: Uint8Array, scratch: Scratch): void {
    const passes = scratch.bytes(this.#passes, this.#entries);
    this.#isAsked = false;
    for (let entry = 0; entry < passes.length; entry++) {
      passes[entry] = Number(steps[entry]! <= ALLOWED_STEPS);
      if (passes[entry] === 0) this.#isAsked = true;
    }
  }

  narrow(bitmap: number, words: number, left: number, segment: Place): number {
    if (!this.#isAsked || left === 0) return left;
    const { storage, offset } = planeOf(segment, this.#field, 'code');
    if (storage === 'u8') return left;
    const filter = storage === 'u16' ? this.#kernels.filterCodes16 : this.#kernels.filterCodes32;
    filter(bitmap, words, segment.base + offset, this.#passes, this.#entries);
    const kept = this.#kernels.countRows(bitmap, words);
    this.#isAsked = 4 * (left - kept) >= left;
    return kept;
  }
}

/** null: a segment has the plane in a form that has no table; nobody falls by it. */
function recordOf(plane: PlaneTerms, table: number, segment: Place) {
  const { field, kind, low, high } = plane;
  const entries = entriesOf(plane);
  const registers = Math.ceil(Math.min(CODES_OF_U8, entries) / ENTRIES_A_REGISTER);
  const { storage, offset } = planeOf(segment, field, kind);
  const numbers = [segment.base + offset, table, registers, low, high, entries] as const;
  if (storage === 'f64') return null;
  if (storage === 'i16' || storage === 'i32') {
    const isNarrow = low > -MOST_I16 && high <= MOST_I16;
    if (!isNarrow && storage === 'i16') return null;
    const fits = storage === 'i16' && entries <= MOST_REGISTER_ENTRIES;
    return { form: fits ? FORMS.registers : FORMS[storage], numbers };
  }
  return { form: FORMS[storage], numbers };
}
