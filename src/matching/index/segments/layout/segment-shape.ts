/** Shapes of segments: the first shape of an index, and the changes that make a row fit. */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { type FieldDefinition, isGeo } from '../../../../domains/field.ts';
import type { EncodedProfile } from '../../codes/encode-profile.ts';
import { preferenceKinds } from '../../codes/preference-kinds.ts';
import type { SegmentRows } from '../rows/segment-rows.ts';
import type { CodeStorage, FieldShape, SegmentShape } from './segment-layout.ts';

/** The capacities that a segment grows through. Pages of the last are committed as its rows are written. */
export const CAPACITIES = [256, 1024, 4096, 16_384, 65_536, 2 ** 20] as const;

/** Every column as narrow as the schema allows. */
export function firstShape({ fields }: DomainDefinition): SegmentShape {
  return {
    capacity: CAPACITIES[0],
    fields: fields.map(firstFieldShape),
    preferences: Array.from({ length: preferenceKinds(fields.length) }, () => null),
    vectors: [],
  };
}

function firstFieldShape(field: FieldDefinition): FieldShape {
  if (field.kind === 'soft') return { kind: 'soft' };
  if (isGeo(field)) return { kind: 'code', storage: 'u8' };
  switch (field.type) {
    case 'integer':
    case 'number':
      return { kind: 'number', storage: 'i16' };
    case 'boolean':
    case 'string':
      return { kind: 'code', storage: 'u8' };
    case 'enum': {
      const values = field.values?.length ?? 0;
      return field.multiple ? setShape(values) : { kind: 'code', storage: codeStorage(values) };
    }
    default:
      return field.type satisfies never;
  }
}

/** The narrowest form of codes up to `code`. */
function codeStorage(code: number): CodeStorage {
  if (code < 2 ** 8) return 'u8';
  return code < 2 ** 16 ? 'u16' : 'u32';
}

function setShape(values: number): FieldShape {
  if (values <= 16) return { kind: 'set', storage: values <= 8 ? 'u8' : 'u16', words: 1 };
  return { kind: 'set', storage: 'u32', words: (values + 31) >>> 5 };
}

/** Whether the row fits the shape; its vectors are checked apart. */
export function fits(rows: SegmentRows, { fields, reaches, preferences }: EncodedProfile): boolean {
  return (
    preferences.every((id, kind) => rows.fitsPreference(kind, id)) &&
    reaches.every((code, field) => code === 0 || rows.fitsReach(field, code)) &&
    fields.every((field, position) => {
      switch (field.kind) {
        case 'code':
          return rows.fitsCode(position, field.code);
        case 'number':
          return field.value === undefined || rows.fitsNumber(position, field.value);
        case 'set':
          return field.bits.every((bit) => rows.fitsSetValue(position, bit));
        case 'soft':
          return true;
        default:
          return field satisfies never;
      }
    })
  );
}

/** The least shape that holds what this one does and the row. */
export function widened(shape: SegmentShape, profile: EncodedProfile): SegmentShape {
  return {
    ...shape,
    preferences: shape.preferences.map((storage, kind) => {
      const id = profile.preferences[kind]!;
      return id === 0 ? storage : wider(storage, codeStorage(id));
    }),
    fields: shape.fields.map((field, position) => widenedField(field, profile, position)),
  };
}

function widenedField(shape: FieldShape, { fields, reaches }: EncodedProfile, position: number): FieldShape {
  const field = fields[position]!;
  if (shape.kind === 'code' && field.kind === 'code') {
    const storage = widest(shape.storage, codeStorage(field.code));
    const reach = reaches[position]!;
    if (shape.reach === undefined && reach === 0) return { ...shape, storage };
    return { ...shape, storage, reach: shape.reach === 'u16' || reach >= 2 ** 8 ? 'u16' : 'u8' };
  }
  if (shape.kind === 'number' && field.kind === 'number' && field.value !== undefined) {
    return { ...shape, storage: widest(shape.storage, numberStorage(field.value)) };
  }
  if (shape.kind === 'set' && field.kind === 'set') {
    const needed = setShape(Math.max(0, ...field.bits) + 1);
    return bitsOf(needed) > bitsOf(shape) ? needed : shape;
  }
  return shape;
}

function numberStorage(value: number) {
  if (!Number.isInteger(value) || Object.is(value, -0) || Math.abs(value) > 2 ** 31 - 1) return 'f64';
  return Math.abs(value) > 2 ** 15 - 1 ? 'i32' : 'i16';
}

const widths = { u8: 1, i16: 2, u16: 2, i32: 4, u32: 4, f64: 8 } as const;

function widest<S extends keyof typeof widths>(a: S, b: S): S {
  return widths[a] >= widths[b] ? a : b;
}

function wider(a: CodeStorage | null, b: CodeStorage | null): CodeStorage | null {
  return a === null || b === null ? (a ?? b) : widest(a, b);
}

function bitsOf(shape: FieldShape): number {
  return shape.kind === 'set' ? 8 * widths[shape.storage] * shape.words : 0;
}

/** The union of two shapes: the shape of an index fits all its segments. */
export function bothShapes(a: SegmentShape, b: SegmentShape): SegmentShape {
  return {
    ...a,
    preferences: a.preferences.map((storage, kind) => wider(storage, b.preferences[kind]!)),
    fields: a.fields.map((field, position) => {
      const other = b.fields[position]!;
      if (field.kind === 'code' && other.kind === 'code') {
        const reach = field.reach === 'u16' ? 'u16' : (other.reach ?? field.reach);
        const storage = widest(field.storage, other.storage);
        return reach === undefined ? { kind: 'code', storage } : { kind: 'code', storage, reach };
      }
      if (field.kind === 'number' && other.kind === 'number') {
        return { kind: 'number', storage: widest(field.storage, other.storage) };
      }
      return bitsOf(other) > bitsOf(field) ? other : field;
    }),
  };
}

/** Bytes that a row takes in all columns, bitmaps included. */
export function bytesPerRow(layout: { readonly bytes: number; readonly capacity: number }): number {
  return layout.bytes / layout.capacity;
}
