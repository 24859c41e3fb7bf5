/**
 * The texts of candidates as the cross encoder reads them: sentence vectors, and the soft texts if a term of
 * the scorecard reads texts. They are read from the store and kept beside the candidate index, decoded, up to
 * a number of bytes. The least recently used ones are given up first. The texts of a row are forgotten when
 * the index takes in a change of the person. So they are as new as the index that the match reads. Where a
 * profile changes meanwhile, every match shown is read again from the store (`select-matches.ts`).
 */
import { LRUCache } from 'lru-cache';
import { rowNumber } from '../../contract/brands.ts';
import type { FieldValues } from '../../domains/field.ts';
import { readsText } from '../../domains/scorecard-check.ts';
import type { ProfileStore } from '../../platform/storage/store.ts';
import type { CandidateIndex, PeopleChanged } from '../index/candidate-index.ts';
import { type StoredTexts, sentencesOf } from '../ranking/scoring/person.ts';
import { readingOf } from '../ranking/scoring/reading.ts';
import type { ReadyTerm } from '../ranking/scoring/ready-term.ts';
import type { MatchInput } from './stage.ts';

export interface CandidateTexts {
  /** In the order of `rows`; null: erased since the index was read. */
  read(
    rows: Uint32Array,
    terms: readonly ReadyTerm[],
    input: Pick<MatchInput, 'index' | 'plan' | 'encoderId'>,
  ): Promise<readonly (StoredTexts | null)[]>;
  readonly forget: PeopleChanged;
  /** Estimated bytes of the kept texts. */
  readonly bytes: number;
}

type Profiles = Pick<ProfileStore, 'getMany' | 'vectorsOf'>;
type Rows = LRUCache<number, StoredTexts>;

/** The texts kept for one index. */
interface OfIndex {
  /** By encoder, with or without soft texts. */
  readonly kinds: Map<string, Rows>;
  readonly readings: Set<Reading>;
}

/** A read in progress. Rows that change meanwhile are not kept. */
interface Reading {
  readonly changed: Set<number>;
}

/** Objects of an entry and of a sentence, beside their characters and numbers. */
const ENTRY_BYTES = 300;
const SENTENCE_BYTES = 250;
const noFields: FieldValues = {};

/** `maxBytes` 0: nothing is kept. */
export function createCandidateTexts(profiles: Profiles, maxBytes: number): CandidateTexts {
  return new KeptTexts(profiles, maxBytes);
}

class KeptTexts implements CandidateTexts {
  readonly #profiles: Profiles;
  readonly #maxBytes: number;
  /** Least recently read first. */
  readonly #indexes = new Map<CandidateIndex, OfIndex>();
  bytes = 0;

  constructor(profiles: Profiles, maxBytes: number) {
    this.#profiles = profiles;
    this.#maxBytes = maxBytes;
  }

  async read(
    rows: Uint32Array,
    terms: readonly ReadyTerm[],
    { index, plan, encoderId }: Pick<MatchInput, 'index' | 'plan' | 'encoderId'>,
  ): Promise<readonly (StoredTexts | null)[]> {
    const withFields = terms.some(({ term }) => readsText(term));
    const ofIndex = this.#ofIndex(index);
    const kept = this.#rowsOf(ofIndex, `${withFields ? 'fields' : 'sentences'} ${encoderId}`);
    const texts: (StoredTexts | null)[] = [];
    const missing: number[] = [];
    for (let at = 0; at < rows.length; at++) {
      const known = keptOf(kept, rows[at]!, index, encoderId);
      texts.push(known);
      if (known === null) missing.push(at);
    }
    if (missing.length === 0) return texts;
    const reading: Reading = { changed: new Set() };
    ofIndex.readings.add(reading);
    try {
      const asked = missing.map((at) => index.userIdOf(rowNumber(rows[at]!)));
      const found = await this.#readStored(asked, withFields, { plan, encoderId });
      for (const [n, at] of missing.entries()) {
        texts[at] = found[n]!;
        const isCurrent = this.#indexes.get(index) === ofIndex && !reading.changed.has(rows[at]!);
        if (found[n] !== null && isCurrent) keep(kept, rows[at]!, found[n]!, index, encoderId);
      }
    } finally {
      ofIndex.readings.delete(reading);
    }
    this.#shrink();
    return texts;
  }

  forget(index: CandidateIndex, userIds: readonly string[] | null): void {
    const ofIndex = this.#indexes.get(index);
    if (ofIndex === undefined) return;
    if (userIds === null) {
      this.#indexes.delete(index);
      for (const kept of ofIndex.kinds.values()) kept.clear();
      ofIndex.kinds.clear();
      return;
    }
    const rows = userIds.flatMap((userId) => index.rowOf(userId) ?? []);
    for (const row of rows) {
      for (const kept of ofIndex.kinds.values()) kept.delete(row);
      for (const { changed } of ofIndex.readings) changed.add(row);
    }
  }

  /** null: erased, or deleted from the index. */
  async #readStored(
    userIds: readonly (string | null)[],
    withFields: boolean,
    { plan, encoderId }: Pick<MatchInput, 'plan' | 'encoderId'>,
  ): Promise<readonly (StoredTexts | null)[]> {
    const { tenant, definition } = plan;
    const wanted = userIds.filter((userId) => userId !== null);
    if (wanted.length === 0) return userIds.map(() => null);
    const [rows, vectors] = await Promise.all([
      withFields ? this.#profiles.getMany(tenant, definition.domain, wanted) : [],
      this.#profiles.vectorsOf(tenant, definition.domain, wanted, encoderId),
    ]);
    const rowOf = new Map(rows.map((row) => [row.userId, row]));
    return userIds.map((userId) => {
      if (userId === null) return null;
      const sentences = sentencesOf(vectors.get(userId), encoderId);
      if (!withFields) return { fields: noFields, sentences };
      const row = rowOf.get(userId);
      return row === undefined
        ? null
        : { fields: row.fields, sentences, reading: readingOf(definition, row) };
    });
  }

  #ofIndex(index: CandidateIndex): OfIndex {
    const known = this.#indexes.get(index) ?? {
      kinds: new Map<string, Rows>(),
      readings: new Set<Reading>(),
    };
    this.#indexes.delete(index);
    if (this.#maxBytes > 0) this.#indexes.set(index, known);
    return known;
  }

  #rowsOf({ kinds }: OfIndex, kind: string): Rows {
    const known = kinds.get(kind);
    if (known !== undefined) return known;
    const rows: Rows = new LRUCache({
      maxSize: Math.max(1, this.#maxBytes),
      sizeCalculation: bytesOf,
      onInsert: (texts) => {
        this.bytes += bytesOf(texts);
      },
      dispose: (texts) => {
        this.bytes -= bytesOf(texts);
      },
    });
    kinds.set(kind, rows);
    return rows;
  }

  /** Gives up rows of the index that was not read for the longest time. */
  #shrink(): void {
    for (const { kinds } of this.#indexes.values()) {
      for (const rows of kinds.values()) {
        while (this.bytes > this.#maxBytes && rows.size > 0) rows.pop();
      }
      if (this.bytes <= this.#maxBytes) return;
    }
  }
}

/** null: nothing is kept of the row, or the row is not live. */
function keptOf(kept: Rows, row: number, index: CandidateIndex, encoderId: string): StoredTexts | null {
  const known = index.isLive(rowNumber(row)) ? kept.get(row) : undefined;
  return known === undefined || mayHaveChanged(known, row, index, encoderId) ? null : known;
}

function keep(kept: Rows, row: number, texts: StoredTexts, index: CandidateIndex, encoderId: string): void {
  if (!mayHaveChanged(texts, row, index, encoderId)) kept.set(row, texts);
}

/**
 * A person without sentences may get some without a change of the row, when an encoder is replaced. The index
 * then has the vector.
 */
function mayHaveChanged(
  { sentences }: StoredTexts,
  row: number,
  index: CandidateIndex,
  encoderId: string,
): boolean {
  return sentences.length === 0 && index.hasVector(rowNumber(row), encoderId);
}

function bytesOf({ fields, sentences }: StoredTexts): number {
  let bytes = ENTRY_BYTES;
  for (const { text, vector } of sentences) bytes += SENTENCE_BYTES + 2 * text.length + vector.byteLength;
  for (const value of Object.values(fields)) bytes += 50 + 2 * String(value).length;
  return bytes;
}
