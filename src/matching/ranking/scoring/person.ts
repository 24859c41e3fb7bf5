/** A person as the scorecard reads them, built from a stored row or from a row of the index. */
import type { RowNumber } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition, FieldValue, FieldValues } from '../../../domains/field.ts';
import type { Place } from '../../../domains/place.ts';
import { normalize } from '../../../platform/numeric/vectors.ts';
import type { ProfileRow, ProfileVector } from '../../../platform/storage/profile-row.ts';
import { dequantizeVector } from '../../../platform/storage/quantized-vector.ts';
import type { CandidateIndex } from '../../index/candidate-index.ts';
import type { Reading } from './reading.ts';

export type Point = Pick<Place, 'lat' | 'lon' | 'key' | 'radiusKm'>;

export interface Sentence {
  readonly text: string;
  /** Unit norm, or all zero. */
  readonly vector: Float32Array;
}

export interface Person {
  /** Value of a hard or derived field; undefined where missing. */
  value(field: string): FieldValue | undefined;
  /** True where the field, soft or not, has a value. */
  has(field: string): boolean;
  /** The resolved place of a geo field. */
  place(field: string): Point | undefined;
  /**
   * Text of a soft field. Candidates read from the index have none; only the cross encoder stage reads
   * texts.
   */
  text(field: string): string | undefined;
  /** Sentence vectors of the whole text; empty without vectors of the serving encoder. */
  readonly sentences: readonly Sentence[];
  readonly updatedAtMs: number;
  /** Left out: not known, so that every value counts whole. */
  readonly reading?: Reading | undefined;
}

/** A stored row under this domain. Fields of another domain count where name and type agree. */
export function personOfRow(
  definition: DomainDefinition,
  row: Pick<ProfileRow, 'fields' | 'derived' | 'places' | 'updatedAt'>,
  sentences: readonly Sentence[],
  reading?: Reading,
): Person {
  const fields = new Map(definition.fields.map((field) => [field.name, field]));
  const stored = (name: string): FieldValue | undefined => {
    const field = fields.get(name);
    const value = own(row.fields, name) ?? own(row.derived, name);
    return field === undefined || value === undefined || !holds(field, value) ? undefined : value;
  };
  return {
    value: (name) => (fields.get(name)?.kind === 'soft' ? undefined : stored(name)),
    has: (name) => stored(name) !== undefined,
    place: (name) => (fields.get(name)?.format === 'geo' ? own(row.places, name) : undefined),
    text: (name) => (fields.get(name)?.kind === 'soft' ? (stored(name) as string | undefined) : undefined),
    sentences,
    updatedAtMs: Date.parse(row.updatedAt),
    reading,
  };
}

export interface StoredTexts {
  /** Texts of the stored row; empty where no term reads texts. */
  readonly fields: FieldValues;
  readonly sentences: readonly Sentence[];
  /** Left out where no term reads texts. */
  readonly reading?: Reading;
}

/** Candidates read from the rows of the index; `texts` adds the texts of the stored row. */
export function peopleOfIndex(index: CandidateIndex): (row: RowNumber, texts?: StoredTexts) => Person {
  const { fields } = index.definition;
  const soft = new Set(fields.filter(({ kind }) => kind === 'soft').map(({ name }) => name));
  return (row, texts) => new PersonOfIndex(index, soft, row, texts);
}

/** A class, since a match makes one for each of some hundred candidates. */
class PersonOfIndex implements Person {
  readonly sentences: readonly Sentence[];
  readonly reading: Reading | undefined;
  readonly #index: CandidateIndex;
  /** Names of the soft fields. */
  readonly #soft: ReadonlySet<string>;
  readonly #row: RowNumber;
  readonly #texts: StoredTexts | undefined;

  constructor(
    index: CandidateIndex,
    soft: ReadonlySet<string>,
    row: RowNumber,
    texts: StoredTexts | undefined,
  ) {
    this.#index = index;
    this.#soft = soft;
    this.#row = row;
    this.#texts = texts;
    this.sentences = texts?.sentences ?? noSentences;
    this.reading = texts?.reading;
  }

  get updatedAtMs(): number {
    return this.#index.updatedAtMs(this.#row);
  }

  value(name: string): FieldValue | undefined {
    return this.#soft.has(name) ? undefined : this.#index.valueOf(this.#row, name);
  }

  has(name: string): boolean {
    return this.#index.hasValue(this.#row, name);
  }

  place(name: string): Point | undefined {
    return this.#index.placeOf(this.#row, name);
  }

  text(name: string): string | undefined {
    const texts = this.#texts;
    const value = texts === undefined || !this.#soft.has(name) ? undefined : own(texts.fields, name);
    return typeof value === 'string' ? value : undefined;
  }
}

const noSentences: readonly Sentence[] = [];

/** Sentence vectors made by the serving encoder; vectors of another encoder are not comparable. */
export function sentencesOf(
  profileVector: ProfileVector | null | undefined,
  encoder: string,
): readonly Sentence[] {
  if (profileVector == null || profileVector.encoderId !== encoder) return [];
  return profileVector.sentences.map(({ text, vector }) => ({
    text,
    vector: normalize(dequantizeVector(vector)),
  }));
}

export function unit(vector: Float32Array): Float32Array {
  return normalize(vector.slice());
}

function holds(field: FieldDefinition, value: FieldValue): boolean {
  switch (field.type) {
    case 'integer':
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string';
    case 'enum':
      return field.multiple ? Array.isArray(value) : typeof value === 'string';
    default:
      return field.type satisfies never;
  }
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
