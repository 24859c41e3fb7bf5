/**
 * Where a document holds the values that the scorecard reads. Fields of the definition are named by their
 * position.
 *
 * w0, w1, …   words of 52 bits (exact in a JSON number): first a bit a field that is present, then codes and
 * sets n3          a number                     y3, x3   degrees of a place h3          hash of a text or
 * place      r3       preferred greatest distance from the own place, km a           when the profile changed
 * last, ms s           `tieBreak` of the user id
 *
 * A script reads a word once for many fields, since looking a column up costs more than all arithmetic.
 * Codes: 0 absent, 1 … n the definition's values in their order, n + 1 any other. Sets have a bit a value,
 * then one for any other. An index belongs to one version of its definition.
 */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { type FieldDefinition, isGeo } from '../../../../domains/field.ts';

export const WORD_BITS = 52;

/** `bits` bits from `shift` of a word. */
export interface Part {
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
}

export interface Layout {
  readonly words: number;
  /** The words of presence: bit f % 52 of word f / 52. */
  readonly presenceWords: number;
  /** By field; null where it has no code. */
  readonly codes: readonly (Part | null)[];
  /** By field: consecutive values; empty where it is no set. */
  readonly sets: readonly (readonly Part[])[];
}

/** The listed values of an enum or a boolean, as text. */
export function listedValues(field: FieldDefinition): readonly string[] {
  return field.type === 'boolean' ? ['false', 'true'] : (field.values ?? []);
}

export function isNumber({ type }: FieldDefinition): boolean {
  return type === 'integer' || type === 'number';
}

export function isText(field: FieldDefinition): boolean {
  return field.kind !== 'soft' && field.type === 'string' && !isGeo(field);
}

const known = new WeakMap<DomainDefinition, Layout>();

export function layoutOf(definition: DomainDefinition): Layout {
  const layout = known.get(definition) ?? makeLayout(definition.fields);
  known.set(definition, layout);
  return layout;
}

function makeLayout(fields: readonly FieldDefinition[]): Layout {
  const presenceWords = Math.ceil(fields.length / WORD_BITS);
  let word = presenceWords - 1;
  let shift = fields.length - word * WORD_BITS;
  const take = (bits: number): Part => {
    if (shift + bits > WORD_BITS) [word, shift] = [word + 1, 0];
    const part = { word, shift, bits };
    shift += bits;
    return part;
  };
  const codes = fields.map((field) =>
    hasCode(field) ? take(bitsFor(listedValues(field).length + 1)) : null,
  );
  const sets = fields.map((field) => (field.multiple ? setParts(listedValues(field).length + 1, take) : []));
  return { words: word + 1, presenceWords, codes, sets };
}

function hasCode({ kind, type, multiple }: FieldDefinition): boolean {
  return kind !== 'soft' && !multiple && (type === 'enum' || type === 'boolean');
}

function setParts(values: number, take: (bits: number) => Part): readonly Part[] {
  const parts: Part[] = [];
  for (let left = values; left > 0; left -= WORD_BITS) parts.push(take(Math.min(left, WORD_BITS)));
  return parts;
}

/** Bits that hold 0 … greatest. */
function bitsFor(greatest: number): number {
  return Math.floor(Math.log2(greatest)) + 1;
}
