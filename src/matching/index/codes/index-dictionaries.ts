/**
 * The dictionaries of one index: texts, places and preferences to codes and back. Every code has a count of
 * its holders and is forgotten with the last of them, so that nothing of an erased person stays. Codes are
 * never reused.
 *
 *   enum, boolean, set   the schema's values, then those of rows of an earlier version; never forgotten
 *   string               by text
 *   geo                  by (text, place)
 *   preferences          by kind and clause list; numeric bounds have no ids (`preference-kinds.ts`)
 *   reaches              kilometres from the row's own place, by geo field; not personal, never forgotten
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { type FieldDefinition, type FieldValue, isGeo } from '../../../domains/field.ts';
import type { Clauses } from '../../../domains/filter.ts';
import type { IndexCodes, KeyedPoint } from '../index-codes.ts';
import { preferenceKinds } from './preference-kinds.ts';
import { PreferencePool } from './preference-pool.ts';
import { TextPool } from './text-pool.ts';
import { ValueCodes } from './value-codes.ts';

/** A field's dictionary as a snapshot stores it. */
type DictionaryContent =
  | { readonly kind: 'values'; readonly names: readonly string[] }
  /** Entry 0 and entries of forgotten codes are ''. */
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'none' };

export interface DictionariesContent {
  readonly fields: readonly DictionaryContent[];
  /** By kind; entry 0 and entries of forgotten ids are ''. */
  readonly preferences: readonly (readonly string[])[];
  readonly reaches: readonly (readonly number[])[];
}

interface Pair {
  readonly text: string | null;
  readonly place: KeyedPoint | null;
}

/** Distances beyond this many distinct ones become preferences, whose number is not limited. */
const MAX_REACHES = 65_534;

export class IndexDictionaries implements IndexCodes {
  readonly #fields: readonly FieldDefinition[];
  readonly #values: readonly (ValueCodes | null)[];
  readonly #texts: readonly (TextPool | null)[];
  /** Parsed from the pool's texts, by geo field and code. */
  readonly #pairs: readonly (Pair | undefined)[][];
  /** By kind; null: no row has ever had a preference of the kind. */
  readonly #preferences: (PreferencePool | null)[];
  readonly #reaches: number[][];
  readonly #reachCodes: Map<number, number>[];

  constructor({ fields }: DomainDefinition) {
    this.#fields = fields;
    this.#values = fields.map((field) => (isListed(field) ? new ValueCodes(field) : null));
    this.#texts = fields.map((field) => (isText(field) ? new TextPool() : null));
    this.#pairs = fields.map(() => []);
    this.#preferences = Array.from({ length: preferenceKinds(fields.length) }, () => null);
    this.#reaches = fields.map(() => [0]);
    this.#reachCodes = fields.map(() => new Map());
  }

  get bytes(): number {
    let bytes = 0;
    for (const pool of [...this.#texts, ...this.#preferences]) bytes += pool?.bytes ?? 0;
    for (const pairs of this.#pairs) bytes += 100 * pairs.length;
    return bytes;
  }

  codeLimit(field: number): number {
    return this.#texts[field]?.codeLimit ?? (this.#values[field]?.names.length ?? 0) + 1;
  }

  valueOf(field: number, code: number): FieldValue | undefined {
    const values = this.#values[field];
    if (values != null) return values.valueOf(code);
    if (isGeo(this.#fields[field]!)) return this.#pairOf(field, code)?.text ?? undefined;
    return this.#texts[field]?.isHeld(code) === true ? this.#texts[field].textOf(code) : undefined;
  }

  placeOf(field: number, code: number): KeyedPoint | undefined {
    return isGeo(this.#fields[field]!) ? (this.#pairOf(field, code)?.place ?? undefined) : undefined;
  }

  codeOf(field: number, value: FieldValue): number {
    if (typeof value === 'object') return 0;
    const values = this.#values[field];
    if (values != null) return values.codeOf(value);
    return typeof value === 'string' ? (this.#texts[field]?.codeOf(value) ?? 0) : 0;
  }

  setValues(field: number): readonly string[] {
    return this.#values[field]?.names ?? [];
  }

  preferences(kind: number): readonly Clauses[] {
    return this.#preferences[kind]?.clauses ?? [];
  }

  reaches(field: number): readonly number[] {
    return this.#reaches[field]!;
  }

  /** The code of an enum, boolean or string; new values are added. 0: a value of another type. */
  hold(field: number, value: FieldValue | undefined): number {
    if (value === undefined) return 0;
    const values = this.#values[field];
    if (values != null) return values.admit(value);
    return typeof value === 'string' ? this.#texts[field]!.hold(value) : 0;
  }

  holdPair(field: number, text: string | null, place: KeyedPoint | null): number {
    if (text === null && place === null) return 0;
    return this.#texts[field]!.hold(JSON.stringify(place === null ? [text] : [text, ...partsOf(place)]));
  }

  release(field: number, code: number): void {
    const pool = this.#texts[field];
    if (pool == null) return;
    pool.release(code);
    if (!pool.isHeld(code)) this.#pairs[field]![code] = undefined;
  }

  /** The bits of a set's values. */
  bitsOf(field: number, value: FieldValue | undefined): readonly number[] {
    if (!Array.isArray(value)) return [];
    return value.map((one) => this.#values[field]!.admit(one) - 1).filter((bit) => bit >= 0);
  }

  /** All clauses must be of the kind. */
  holdPreference(kind: number, clauses: Clauses): number {
    this.#preferences[kind] ??= new PreferencePool();
    return this.#preferences[kind].hold(clauses);
  }

  releasePreference(kind: number, id: number): void {
    this.#preferences[kind]?.release(id);
  }

  /** null: there is no code left for this distance. */
  reachOf(field: number, km: number): number | null {
    const known = this.#reachCodes[field]!.get(km);
    if (known !== undefined) return known;
    const code = this.#reaches[field]!.length;
    if (code > MAX_REACHES) return null;
    this.#reaches[field]!.push(km);
    this.#reachCodes[field]!.set(km, code);
    return code;
  }

  content(): DictionariesContent {
    return {
      fields: this.#fields.map((_, field): DictionaryContent => {
        const [values, texts] = [this.#values[field], this.#texts[field]];
        if (values != null) return { kind: 'values', names: [...values.names] };
        return texts == null ? { kind: 'none' } : { kind: 'texts', texts: texts.content() };
      }),
      preferences: this.#preferences.map((pool) => pool?.content() ?? []),
      reaches: this.#reaches.map((kilometres) => [...kilometres]),
    };
  }

  /** From a snapshot; holder counts are 0 until `countHolders`. */
  static from(definition: DomainDefinition, content: DictionariesContent): IndexDictionaries {
    const dictionaries = new IndexDictionaries(definition);
    content.fields.forEach((kept, field) => {
      if (kept.kind === 'values') for (const name of kept.names) dictionaries.#values[field]!.admitName(name);
      if (kept.kind === 'texts') dictionaries.#texts[field]!.fill(kept.texts);
    });
    content.preferences.forEach((texts, kind) => {
      if (texts.length > 0) dictionaries.#preferences[kind] = PreferencePool.of(texts);
    });
    content.reaches.forEach((kilometres, field) => {
      for (const km of kilometres.slice(1)) dictionaries.reachOf(field, km);
    });
    return dictionaries;
  }

  /** The limit of counted codes by field, then by kind of preference; 0 where none are counted. */
  codeLimits(): readonly number[] {
    return [...this.#texts, ...this.#preferences].map((pool) => pool?.codeLimit ?? 0);
  }

  /**
   * Sets the number of rows that hold each code. One list a segment, in the form of `codeLimits`. Codes
   * without a holder are forgotten.
   */
  countAllHolders(segments: readonly (readonly Uint32Array[])[]): void {
    for (const [at, pool] of [...this.#texts, ...this.#preferences].entries()) {
      if (pool === null) continue;
      const sum = new Uint32Array(pool.codeLimit);
      for (const holders of segments) for (const [code, count] of holders[at]!.entries()) sum[code]! += count;
      pool.countHolders(sum);
    }
  }

  #pairOf(field: number, code: number): Pair | undefined {
    const pairs = this.#pairs[field]!;
    if (code === 0) return undefined;
    pairs[code] ??= readPair(this.#texts[field]!.textOf(code));
    return pairs[code];
  }
}

function readPair(key: string): Pair | undefined {
  if (key === '') return undefined;
  const [text, placeKey, lat, lon, radiusKm] = JSON.parse(key) as [
    ...[string | null, string?, number?, number?, number?],
  ];
  if (placeKey === undefined) return { text, place: null };
  return {
    text,
    place: { key: placeKey, lat: lat!, lon: lon!, ...(radiusKm !== undefined && { radiusKm }) },
  };
}

const partsOf = ({ key, lat, lon, radiusKm }: KeyedPoint) =>
  radiusKm === undefined ? [key, lat, lon] : [key, lat, lon, radiusKm];

function isListed({ kind, type }: FieldDefinition): boolean {
  return kind !== 'soft' && (type === 'enum' || type === 'boolean');
}

function isText({ kind, type }: FieldDefinition): boolean {
  return kind !== 'soft' && type === 'string';
}
