/**
 * A pass table by code in the scratch area, in the forms that the filter kernels read, and the kernel for
 * each storage.
 */
import type { Kernels } from '../../kernels/kernels.ts';
import type { CodeStorage } from '../layout/segment-layout.ts';
import type { ScratchAllocator } from './scratch.ts';

const FEW_CODES = 16;
const CODES_OF_U8 = 256;

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
}

function formsOf(passes: Uint8Array): Forms {
  const unknown = passes[0]!;
  const whole = new Uint8Array(CODES_OF_U8).fill(unknown);
  whole.set(passes.subarray(0, CODES_OF_U8));
  const few = new Uint8Array(FEW_CODES);
  const bits = new Uint8Array(CODES_OF_U8 / 8);
  whole.forEach((passing, code) => {
    if (code < FEW_CODES && passing !== unknown) few[code] = 0xff;
    bits[(code & 15) + 16 * (code >>> 7)]! |= passing << ((code >>> 4) & 7);
  });
  const areFew = !whole.subarray(FEW_CODES).includes(1 - unknown);
  return { few, bits, areFew, others: unknown === 1 ? -1 : 0 };
}

export class CodeTable {
  readonly #kernels: Kernels;
  readonly #codes: number;
  readonly #few: number;
  readonly #bits: number;
  readonly #all: number;
  readonly #areFew: boolean;
  readonly #others: number;

  /** `passes`: 1 or 0 by code. */
  constructor(passes: Uint8Array, kernels: Kernels, allocator: ScratchAllocator) {
    const { few, bits, areFew, others } = formsOf(passes);
    this.#kernels = kernels;
    this.#codes = passes.length;
    this.#few = allocator.put(few);
    this.#bits = allocator.put(bits);
    this.#all = allocator.put(passes);
    this.#areFew = areFew;
    this.#others = others;
  }

  narrow(bitmap: number, words: number, base: number, { storage, offset }: CodeColumn): void {
    const kernels = this.#kernels;
    const column = base + offset;
    if (storage === 'u16') kernels.filterCodes16(bitmap, words, column, this.#all, this.#codes);
    else if (storage === 'u32') kernels.filterCodes32(bitmap, words, column, this.#all, this.#codes);
    else if (this.#areFew) kernels.filterFewCodes8(bitmap, words, column, this.#few, this.#others);
    else kernels.filterCodes8(bitmap, words, column, this.#bits);
  }
}
