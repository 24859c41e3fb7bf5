/**
 * A pass table by code in the scratch area, in the forms that the filter kernels read, and the kernel for
 * each storage.
 */
import type { Kernels } from '../../../../engines/kernels/kernels.ts';
import type { CodeStorage } from '../layout/segment-layout.ts';
import type { ScratchAllocator } from './scratch.ts';

const FEW_CODES = 16;
const CODES_OF_U8 = 256;
/**
 * Passing codes are rare where they have at most so many lower bytes. A quarter of the other rows then still
 * passes the lower byte.
 */
const RARE_BYTES = 64;

export interface CodeColumn {
  readonly storage: CodeStorage;
  readonly offset: number;
}

/** The forms that kernels read. Codes beyond the table read as entry 0. */
interface Forms {
  /** A byte a code: all ones where it differs from entry 0. */
  readonly few: Uint8Array;
  /** Bit code >>> 4 & 7 of byte (code & 15) + 16 · (code >>> 7). */
  readonly bits: Uint8Array;
  readonly areFew: boolean;
  readonly others: number;
  /** The lower bytes of codes that pass, in the form of `bits`; null: they are too many. */
  readonly rare: Uint8Array | null;
}

/** A table is bound beside every segment of a query. */
const known = new WeakMap<Uint8Array, Forms>();

function formsOf(passes: Uint8Array): Forms {
  const forms = known.get(passes) ?? makeForms(passes);
  known.set(passes, forms);
  return forms;
}

function makeForms(passes: Uint8Array): Forms {
  const unknown = passes[0]!;
  const whole = new Uint8Array(CODES_OF_U8).fill(unknown);
  whole.set(passes.subarray(0, CODES_OF_U8));
  const few = new Uint8Array(FEW_CODES);
  const bits = new Uint8Array(CODES_OF_U8 / 8);
  whole.forEach((passing, code) => {
    if (code < FEW_CODES && passing !== unknown) few[code] = 0xff;
    if (passing === 1) setBit(bits, code);
  });
  const areFew = !whole.subarray(FEW_CODES).includes(1 - unknown);
  return { few, bits, areFew, others: unknown === 1 ? -1 : 0, rare: rareOf(passes) };
}

function rareOf(passes: Uint8Array): Uint8Array | null {
  if (passes[0] === 1) return null;
  const bytes = new Set<number>();
  for (let code = passes.indexOf(1); code >= 0; code = passes.indexOf(1, code + 1)) {
    bytes.add(code & 255);
    if (bytes.size > RARE_BYTES) return null;
  }
  const bits = new Uint8Array(CODES_OF_U8 / 8);
  for (const byte of bytes) setBit(bits, byte);
  return bits;
}

function setBit(bits: Uint8Array, code: number): void {
  bits[(code & 15) + 16 * (code >>> 7)]! |= 1 << ((code >>> 4) & 7);
}

export class CodeTable {
  readonly #kernels: Kernels;
  readonly #codes: number;
  readonly #few: number;
  readonly #bits: number;
  readonly #all: number;
  /** Negative: the codes that pass are not rare. */
  readonly #rare: number;
  readonly #areFew: boolean;
  readonly #others: number;

  /** `passes`: 1 or 0 by code. */
  constructor(passes: Uint8Array, kernels: Kernels, allocator: ScratchAllocator) {
    const { few, bits, areFew, others, rare } = formsOf(passes);
    this.#kernels = kernels;
    this.#codes = passes.length;
    this.#few = allocator.put(few);
    this.#bits = allocator.put(bits);
    this.#all = allocator.put(passes);
    this.#rare = rare === null ? -1 : allocator.put(rare);
    this.#areFew = areFew;
    this.#others = others;
  }

  narrow(bitmap: number, words: number, base: number, { storage, offset }: CodeColumn): void {
    const kernels = this.#kernels;
    const column = base + offset;
    if (storage === 'u16' && this.#rare >= 0)
      kernels.filterRareCodes16(bitmap, words, column, this.#rare, this.#all, this.#codes);
    else if (storage === 'u16') kernels.filterCodes16(bitmap, words, column, this.#all, this.#codes);
    else if (storage === 'u32') kernels.filterCodes32(bitmap, words, column, this.#all, this.#codes);
    else if (this.#areFew) kernels.filterFewCodes8(bitmap, words, column, this.#few, this.#others);
    else kernels.filterCodes8(bitmap, words, column, this.#bits);
  }
}
