/** A person's row as a document, and the mapping of documents. */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { type FieldDefinition, type FieldValue, isGeo } from '../../../../domains/field.ts';
import type { Scalar } from '../../../../domains/filter.ts';
import type { IndexedRow } from '../../../../platform/storage/store.ts';
import type { KeyedPoint } from '../../../index/index-codes.ts';
import { tieBreak } from '../../../index/tie-break.ts';
import { isNumber, isText, layoutOf, listedValues, type Part, WORD_BITS } from './layout.ts';
import { preferenceParts } from './preference-parts.ts';
import { hashOf, shortened, wordOf } from './words.ts';

export type Document = Readonly<Record<string, unknown>>;

export function documentOf(definition: DomainDefinition, row: IndexedRow): Document {
  const parts = preferenceParts(definition, row);
  const writer = new DocumentParts(definition, parts.words, parts.numbers);
  definition.fields.forEach((field, position) => {
    const values = field.kind === 'derived' ? row.derived : row.fields;
    writer.add(field, position, own(values, field.name), own(row.places, field.name));
  });
  if (row.complete) parts.words.add('+');
  return {
    t: [...parts.words],
    ...writer.content(),
    a: Date.parse(row.updatedAt),
    s: tieBreak(row.userId),
    u: row.userId,
  };
}

class DocumentParts {
  readonly #layout;
  readonly #words: number[];
  readonly #tokens: Set<string>;
  readonly #numbers: Record<string, unknown>;

  constructor(definition: DomainDefinition, tokens: Set<string>, numbers: Record<string, unknown>) {
    this.#layout = layoutOf(definition);
    this.#words = new Array<number>(this.#layout.words).fill(0);
    this.#tokens = tokens;
    this.#numbers = numbers;
  }

  content(): Document {
    return { ...Object.fromEntries(this.#words.map((word, at) => [`w${at}`, word])), ...this.#numbers };
  }

  add(
    field: FieldDefinition,
    at: number,
    value: FieldValue | undefined,
    place: KeyedPoint | undefined,
  ): void {
    if (field.kind === 'soft') this.#present(at, value !== undefined);
    else if (isGeo(field)) this.#addPlace(at, value, place);
    else if (isNumber(field)) this.#addNumber(at, value);
    else if (field.multiple) this.#addSet(field, at, value);
    else if (isText(field)) this.#addText(at, value);
    else this.#addChoice(field, at, value);
  }

  #present(at: number, isPresent: boolean): void {
    if (!isPresent) return;
    this.#put({ word: Math.floor(at / WORD_BITS), shift: at % WORD_BITS, bits: 1 }, 1);
    this.#tokens.add(`?${at}`);
  }

  /** The part must be empty. */
  #put({ word, shift }: Part, value: number): void {
    this.#words[word]! += value * 2 ** shift;
  }

  #addPlace(at: number, value: FieldValue | undefined, place: KeyedPoint | undefined): void {
    this.#present(at, typeof value === 'string');
    if (place === undefined) return;
    const { lat, lon, key } = place;
    this.#tokens.add(`@${at}`).add(`p${at}:${shortened(key)}`);
    Object.assign(this.#numbers, {
      [`y${at}`]: lat,
      [`x${at}`]: lon,
      [`h${at}`]: hashOf(key),
      [`l${at}`]: { lat, lon },
    });
  }

  #addNumber(at: number, value: FieldValue | undefined): void {
    if (typeof value !== 'number' || !Number.isFinite(value)) return;
    this.#present(at, true);
    this.#numbers[`n${at}`] = value + 0;
  }

  #addText(at: number, value: FieldValue | undefined): void {
    if (typeof value !== 'string') return;
    this.#present(at, true);
    this.#tokens.add(`=${at}:${wordOf(value)}`);
    this.#numbers[`h${at}`] = hashOf(value.trim().toLowerCase());
  }

  #addChoice(field: FieldDefinition, at: number, value: FieldValue | undefined): void {
    if (typeof value !== (field.type === 'boolean' ? 'boolean' : 'string')) return;
    this.#present(at, true);
    this.#tokens.add(`=${at}:${wordOf(value as Scalar)}`);
    const listed = listedValues(field);
    const place = listed.indexOf(String(value));
    this.#put(this.#layout.codes[at]!, (place === -1 ? listed.length : place) + 1);
  }

  #addSet(field: FieldDefinition, at: number, value: FieldValue | undefined): void {
    if (!Array.isArray(value) || value.length === 0) return;
    this.#present(at, true);
    const listed = listedValues(field);
    const bits = new Set<number>();
    for (const one of value as readonly string[]) {
      this.#tokens.add(`=${at}:${wordOf(one)}`);
      const place = listed.indexOf(one);
      bits.add(place === -1 ? listed.length : place);
    }
    for (const bit of bits) {
      const part = this.#layout.sets[at]![Math.floor(bit / WORD_BITS)]!;
      this.#put({ ...part, shift: part.shift + (bit % WORD_BITS) }, 1);
    }
  }
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
