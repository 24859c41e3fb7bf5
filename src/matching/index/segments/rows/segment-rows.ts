/**
 * Rows of one segment, read and written one at a time: the writing side of a segment; `program-runner.ts` is
 * the reading side. `fits…` shows whether the segment's shape holds a value, before anything is written.
 *
 * One thread writes. Kernels of other threads may read a row that is half written; block versions discard
 * that reading.
 */
import {
  halfBytesOf,
  halfStepsOf,
  type QuantizedVector,
} from '../../../../platform/storage/quantized-vector.ts';
import type { FieldColumn, SegmentLayout, VectorColumnLayouts } from '../layout/segment-layout.ts';
import { signsOf } from './signs-of.ts';
import { NO_WEEK, weekOf } from './updated-week.ts';

type Codes = Uint8Array | Uint16Array | Uint32Array;
type Numbers = Int16Array | Int32Array | Float64Array;

const MIN_I16 = -(2 ** 15);
const MIN_I32 = -(2 ** 31);

/** The views of one field. */
type FieldView =
  | { readonly kind: 'code'; readonly codes: Codes; readonly reach: Codes | null }
  | { readonly kind: 'number'; readonly values: Numbers; readonly absent: number }
  | { readonly kind: 'set'; readonly words: Codes; readonly perRow: number; readonly bits: number }
  | { readonly kind: 'soft' };

interface VectorViews {
  readonly dimension: number;
  readonly codes: Int8Array;
  readonly halves: Uint8Array;
  readonly halfBytes: number;
  readonly scales: Float32Array;
  readonly squares: Uint32Array;
  readonly signs: Uint32Array;
  readonly signWords: number;
}

export class SegmentRows {
  readonly layout: SegmentLayout;
  readonly base: number;
  readonly live: Uint32Array;
  readonly complete: Uint32Array;
  readonly presence: Uint32Array;
  readonly updatedAt: Float64Array;
  readonly updatedWeeks: Int16Array;
  readonly ties: Uint32Array;
  readonly fields: readonly FieldView[];
  /** By kind; null where the segment has no such column. */
  readonly preferences: readonly (Codes | null)[];
  readonly vectors: readonly VectorViews[];

  /**
   * `base` is a multiple of 64. Views are of the current buffer: make new ones after the memory has grown.
   */
  constructor(memory: WebAssembly.Memory, base: number, layout: SegmentLayout) {
    const { buffer } = memory;
    const { capacity } = layout;
    this.layout = layout;
    this.base = base;
    this.live = new Uint32Array(buffer, base + layout.live, capacity / 32);
    this.complete = new Uint32Array(buffer, base + layout.complete, capacity / 32);
    this.presence = new Uint32Array(buffer, base + layout.presence, capacity * layout.presenceWords);
    this.updatedAt = new Float64Array(buffer, base + layout.updatedAt, capacity);
    this.updatedWeeks = new Int16Array(buffer, base + layout.updatedWeeks, capacity);
    this.ties = new Uint32Array(buffer, base + layout.ties, capacity);
    this.fields = layout.fields.map((column) => fieldView(buffer, base, column, capacity));
    this.preferences = layout.preferences.map(
      (column) => column && codesOf(buffer, column.storage, base + column.offset, capacity),
    );
    this.vectors = layout.vectors.map((columns) => vectorViews(buffer, base, columns, capacity));
  }

  /** Makes every row absent and dead. Required before reused memory is used for anything else. */
  clearAll(): void {
    for (const view of [this.live, this.complete, this.presence, this.ties, ...this.preferences])
      view?.fill(0);
    this.updatedAt.fill(Number.NaN);
    this.updatedWeeks.fill(NO_WEEK);
    for (const field of this.fields) {
      if (field.kind === 'code') field.codes.fill(0);
      if (field.kind === 'code') field.reach?.fill(0);
      if (field.kind === 'number') field.values.fill(field.absent);
      if (field.kind === 'set') field.words.fill(0);
    }
    for (const { codes, halves, scales, squares, signs } of this.vectors) {
      codes.fill(0);
      halves.fill(0);
      scales.fill(Number.NaN);
      squares.fill(0);
      signs.fill(0);
    }
  }

  /** Ends a row and clears all its columns. */
  clearRow(row: number): void {
    setBit(this.live, row, false);
    setBit(this.complete, row, false);
    this.putUpdatedAt(row, Number.NaN);
    this.ties[row] = 0;
    for (let field = 0; field < this.fields.length; field++) this.clearField(row, field);
    for (const ids of this.preferences) if (ids !== null) ids[row] = 0;
    for (let group = 0; group < this.vectors.length; group++) this.clearVector(row, group);
  }

  /** Epoch ms. */
  putUpdatedAt(row: number, ms: number): void {
    this.updatedAt[row] = ms;
    this.updatedWeeks[row] = weekOf(ms);
  }

  setLive(row: number, live: boolean): void {
    setBit(this.live, row, live);
  }

  setComplete(row: number, complete: boolean): void {
    setBit(this.complete, row, complete);
  }

  isLive(row: number): boolean {
    return bitOf(this.live, row);
  }

  has(row: number, field: number): boolean {
    const word = this.presence[row * this.layout.presenceWords + (field >>> 5)]!;
    return ((word >>> (field & 31)) & 1) === 1;
  }

  setPresence(row: number, field: number, present: boolean): void {
    const at = row * this.layout.presenceWords + (field >>> 5);
    const bit = 1 << (field & 31);
    this.presence[at] = present ? this.presence[at]! | bit : this.presence[at]! & ~bit;
  }

  /** Clears the value, its presence, and the row's `reach` there. */
  clearField(row: number, field: number): void {
    const view = this.fields[field]!;
    this.setPresence(row, field, false);
    if (view.kind === 'code') {
      view.codes[row] = 0;
      if (view.reach !== null) view.reach[row] = 0;
    }
    if (view.kind === 'number') view.values[row] = view.absent;
    if (view.kind === 'set') view.words.fill(0, row * view.perRow, (row + 1) * view.perRow);
  }

  fitsCode(field: number, code: number): boolean {
    const view = this.fields[field]!;
    return view.kind === 'code' && code < 2 ** (8 * view.codes.BYTES_PER_ELEMENT);
  }

  /** 0: absent. */
  putCode(row: number, field: number, code: number): void {
    const view = this.#field(field, 'code');
    view.codes[row] = code;
    this.setPresence(row, field, code > 0);
  }

  codeOf(row: number, field: number): number {
    return this.#field(field, 'code').codes[row]!;
  }

  fitsReach(field: number, code: number): boolean {
    const view = this.fields[field]!;
    return view.kind === 'code' && view.reach !== null && code < 2 ** (8 * view.reach.BYTES_PER_ELEMENT);
  }

  putReach(row: number, field: number, code: number): void {
    this.#field(field, 'code').reach![row] = code;
  }

  /** A finite number. -0 differs from 0 and fits only f64. */
  fitsNumber(field: number, value: number): boolean {
    const view = this.fields[field]!;
    if (view.kind !== 'number') return false;
    if (view.values instanceof Float64Array) return true;
    return Number.isInteger(value) && !Object.is(value, -0) && Math.abs(value) <= -(view.absent + 1);
  }

  /** undefined: absent. */
  putNumber(row: number, field: number, value: number | undefined): void {
    const view = this.#field(field, 'number');
    view.values[row] = value ?? view.absent;
    this.setPresence(row, field, value !== undefined);
  }

  numberOf(row: number, field: number): number | undefined {
    const view = this.#field(field, 'number');
    return this.has(row, field) ? view.values[row]! : undefined;
  }

  /** `value`: the position of a value of the set, from 0. */
  fitsSetValue(field: number, value: number): boolean {
    const view = this.fields[field]!;
    return view.kind === 'set' && value < view.bits;
  }

  /** Positions of the held values; none: absent. */
  putSet(row: number, field: number, held: Iterable<number>): void {
    const view = this.#field(field, 'set');
    view.words.fill(0, row * view.perRow, (row + 1) * view.perRow);
    let present = false;
    for (const value of held) {
      view.words[row * view.perRow + (value >>> 5)]! |= 1 << (value & 31);
      present = true;
    }
    this.setPresence(row, field, present);
  }

  /** Ascending positions. */
  setOf(row: number, field: number): number[] {
    const view = this.#field(field, 'set');
    const held: number[] = [];
    for (let value = 0; value < view.bits; value++) {
      const word = view.words[row * view.perRow + (value >>> 5)]!;
      if (((word >>> (value & 31)) & 1) === 1) held.push(value);
    }
    return held;
  }

  fitsPreference(kind: number, id: number): boolean {
    const ids = this.preferences[kind] ?? null;
    return id === 0 || (ids !== null && id < 2 ** (8 * ids.BYTES_PER_ELEMENT));
  }

  /** 0: no preference. */
  putPreference(row: number, kind: number, id: number): void {
    const ids = this.preferences[kind] ?? null;
    if (ids !== null) ids[row] = id;
    else if (id !== 0) throw new Error(`the segment has no preferences of kind ${kind}`);
  }

  preferenceOf(row: number, kind: number): number {
    return this.preferences[kind]?.[row] ?? 0;
  }

  putVector(row: number, group: number, vector: QuantizedVector): void {
    const { codes, halves, halfBytes, scales, squares, signs, dimension, signWords } = this.vectors[group]!;
    codes.set(vector.codes, row * dimension);
    if (vector.halves === undefined) halves.fill(0, row * halfBytes, (row + 1) * halfBytes);
    else halves.set(vector.halves, row * halfBytes);
    scales[row] = vector.scale;
    const steps = halfStepsOf(vector);
    let sum = 0;
    for (let d = 0; d < steps.length; d++) sum += steps[d]! * steps[d]!;
    squares[row] = vector.scale > 0 ? sum : 0;
    signs.set(signsOf(steps), row * signWords);
  }

  clearVector(row: number, group: number): void {
    const { codes, halves, halfBytes, scales, squares, signs, dimension, signWords } = this.vectors[group]!;
    codes.fill(0, row * dimension, (row + 1) * dimension);
    halves.fill(0, row * halfBytes, (row + 1) * halfBytes);
    scales[row] = Number.NaN;
    squares[row] = 0;
    signs.fill(0, row * signWords, (row + 1) * signWords);
  }

  /** Views of the row's columns; null where the row has no vector. */
  vectorOf(row: number, group: number): QuantizedVector | null {
    if (!this.hasVector(row, group)) return null;
    const { codes, halves, halfBytes, scales, dimension } = this.vectors[group]!;
    return {
      codes: codes.subarray(row * dimension, (row + 1) * dimension),
      halves: halves.subarray(row * halfBytes, (row + 1) * halfBytes),
      scale: scales[row]!,
    };
  }

  hasVector(row: number, group: number): boolean {
    return !Number.isNaN(this.vectors[group]!.scales[row]!);
  }

  /**
   * Copies all rows of `from`, a segment of at most this capacity whose columns have the same kinds and are
   * no wider. This segment has been cleared. Vector groups are matched by position; those of only one of the
   * two are skipped, and so are columns that both share.
   */
  copyFrom(from: SegmentRows): void {
    copyColumn(from.live, this.live);
    copyColumn(from.complete, this.complete);
    copyColumn(from.updatedAt, this.updatedAt);
    copyColumn(from.updatedWeeks, this.updatedWeeks);
    copyColumn(from.ties, this.ties);
    spread(from.presence, from.layout.presenceWords, this.presence, this.layout.presenceWords);
    from.preferences.forEach((ids, kind) => {
      if (ids !== null) copyColumn(ids, this.preferences[kind]!);
    });
    from.fields.forEach((field, position) => {
      copyField(field, this.fields[position]!);
    });
    from.vectors.forEach((views, group) => {
      const to = this.vectors[group];
      if (to === undefined || to.dimension !== views.dimension) return;
      copyColumn(views.codes, to.codes);
      copyColumn(views.halves, to.halves);
      copyColumn(views.scales, to.scales);
      copyColumn(views.squares, to.squares);
      copyColumn(views.signs, to.signs);
    });
  }

  #field<Kind extends FieldView['kind']>(field: number, kind: Kind): Extract<FieldView, { kind: Kind }> {
    const view = this.fields[field];
    if (view?.kind !== kind) throw new Error(`field ${field} of the segment is no ${kind}`);
    return view as Extract<FieldView, { kind: Kind }>;
  }
}

type Column = Codes | Numbers | Int8Array | Float32Array;

/** For columns of one buffer. */
function isSamePlace(from: Column, to: Column): boolean {
  return from.byteOffset === to.byteOffset && from.buffer === to.buffer;
}

function copyColumn(from: Column, to: Column): void {
  if (!isSamePlace(from, to)) to.set(from);
}

function copyField(from: FieldView, to: FieldView): void {
  if (from.kind === 'code' && to.kind === 'code') {
    copyColumn(from.codes, to.codes);
    if (from.reach !== null) copyColumn(from.reach, to.reach!);
  } else if (from.kind === 'set' && to.kind === 'set') {
    spread(from.words, from.perRow, to.words, to.perRow);
  } else if (from.kind === 'number' && to.kind === 'number') {
    if (isSamePlace(from.values, to.values)) return;
    to.values.set(from.values);
    for (let row = 0; row < from.values.length; row++) {
      if (from.values[row] === from.absent) to.values[row] = to.absent;
    }
  } else if (from.kind !== to.kind) {
    throw new Error(`a field is ${from.kind} in one segment and ${to.kind} in another`);
  }
}

/** Rows of `perRow` words into rows of at least as many. */
function spread(from: Codes, perRow: number, to: Codes, perRowTo: number): void {
  if (perRow === perRowTo) {
    copyColumn(from, to);
    return;
  }
  for (let at = 0, row = 0; at < from.length; at += perRow, row++) {
    for (let w = 0; w < perRow; w++) to[row * perRowTo + w] = from[at + w]!;
  }
}

function fieldView(buffer: ArrayBufferLike, base: number, column: FieldColumn, capacity: number): FieldView {
  switch (column.kind) {
    case 'code': {
      const reach =
        column.reach && codesOf(buffer, column.reach.storage, base + column.reach.offset, capacity);
      return { kind: 'code', codes: codesOf(buffer, column.storage, base + column.offset, capacity), reach };
    }
    case 'number':
      return { kind: 'number', ...numbersOf(buffer, column.storage, base + column.offset, capacity) };
    case 'set': {
      const words = codesOf(buffer, column.storage, base + column.offset, capacity * column.words);
      return { kind: 'set', words, perRow: column.words, bits: 8 * words.BYTES_PER_ELEMENT * column.words };
    }
    case 'soft':
      return column;
    default:
      return column satisfies never;
  }
}

function vectorViews(
  buffer: ArrayBufferLike,
  base: number,
  { dimension, codes, halves, scales, squares, signs, signWords }: VectorColumnLayouts,
  capacity: number,
): VectorViews {
  const halfBytes = halfBytesOf(dimension);
  return {
    dimension,
    signWords,
    halfBytes,
    codes: new Int8Array(buffer, base + codes, capacity * dimension),
    halves: new Uint8Array(buffer, base + halves, capacity * halfBytes),
    scales: new Float32Array(buffer, base + scales, capacity),
    squares: new Uint32Array(buffer, base + squares, capacity),
    signs: new Uint32Array(buffer, base + signs, capacity * signWords),
  };
}

function codesOf(buffer: ArrayBufferLike, storage: 'u8' | 'u16' | 'u32', at: number, length: number): Codes {
  if (storage === 'u8') return new Uint8Array(buffer, at, length);
  return storage === 'u16' ? new Uint16Array(buffer, at, length) : new Uint32Array(buffer, at, length);
}

function numbersOf(buffer: ArrayBufferLike, storage: 'i16' | 'i32' | 'f64', at: number, length: number) {
  if (storage === 'i16') return { values: new Int16Array(buffer, at, length), absent: MIN_I16 };
  if (storage === 'i32') return { values: new Int32Array(buffer, at, length), absent: MIN_I32 };
  return { values: new Float64Array(buffer, at, length), absent: Number.NaN };
}

function setBit(bitmap: Uint32Array, row: number, set: boolean): void {
  const bit = 1 << (row & 31);
  bitmap[row >>> 5] = set ? bitmap[row >>> 5]! | bit : bitmap[row >>> 5]! & ~bit;
}

function bitOf(bitmap: Uint32Array, row: number): boolean {
  return ((bitmap[row >>> 5]! >>> (row & 31)) & 1) === 1;
}
