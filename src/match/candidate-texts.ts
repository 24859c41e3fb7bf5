/**
 * The texts of candidates as the cross encoder reads them: sentence vectors, and the soft texts if a term of the
 * scorecard reads texts. They are read from the store and kept, decoded, up to a number of bytes; the least recently
 * used ones are given up first. What is kept of a person is forgotten when the candidate index takes in a change of the
 * person, so it is as new as the index that the match reads. Every match shown is read again from the store at the end
 * (`select-matches.ts`).
 */
import { LRUCache } from 'lru-cache';
import { rowNumber, type TenantId } from '../contract/brands.ts';
import type { FieldValues } from '../domains/field.ts';
import { readsText } from '../domains/scorecard-check.ts';
import type { PeopleChanged } from '../index/follower.ts';
import { type StoredTexts, sentencesOf } from '../ranking/scoring/person.ts';
import type { ReadyTerm } from '../ranking/scoring/read-term.ts';
import type { ProfileStore } from '../storage/store.ts';
import type { MatchInput } from './stage.ts';

export interface CandidateTexts {
  /** In the order of `rows`; null: erased since the index was read. */
  read(
    rows: Uint32Array,
    terms: readonly ReadyTerm[],
    input: Pick<MatchInput, 'index' | 'plan' | 'encoderId'>,
  ): Promise<readonly (StoredTexts | null)[]>;
  readonly forget: PeopleChanged;
  /** Estimated bytes of what is kept. */
  readonly bytes: number;
}

type Profiles = Pick<ProfileStore, 'getMany' | 'vectorsOf'>;

interface Asked {
  readonly tenant: TenantId;
  readonly domain: string;
  readonly encoderId: string;
  /** Whether soft texts are wanted beside the sentences. */
  readonly fields: boolean;
}

/** A read in progress. What changes meanwhile is not kept. */
interface Reading {
  readonly scope: string;
  readonly changed: Set<string>;
  hasAllChanged: boolean;
}

/** The keys of one tenant and domain. */
interface KeysInUse {
  /** Part of each key: with another one all earlier keys are out of reach. */
  readonly generation: number;
  readonly starts: Set<string>;
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
  readonly #kept: LRUCache<string, StoredTexts> | null;
  readonly #keys = new Map<string, KeysInUse>();
  readonly #readings = new Set<Reading>();
  #generation = 0;

  constructor(profiles: Profiles, maxBytes: number) {
    this.#profiles = profiles;
    this.#kept = maxBytes === 0 ? null : new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf });
  }

  get bytes(): number {
    return this.#kept?.calculatedSize ?? 0;
  }

  async read(
    rows: Uint32Array,
    terms: readonly ReadyTerm[],
    { index, plan, encoderId }: Pick<MatchInput, 'index' | 'plan' | 'encoderId'>,
  ): Promise<readonly (StoredTexts | null)[]> {
    const { tenant, definition } = plan;
    const fields = terms.some(({ term }) => readsText(term));
    const asked = { tenant, domain: definition.domain, encoderId, fields };
    const userIds = Array.from(rows, (row) => index.userIdOf(rowNumber(row)));
    if (this.#kept === null) return this.#readInto([], userIds, asked);
    const start = this.#keyStart(asked);
    const kept = userIds.map((userId) => (userId === null ? undefined : this.#kept!.get(start + userId)));
    return kept.every((texts, at) => texts !== undefined || userIds[at] === null)
      ? kept.map((texts) => texts ?? null)
      : this.#readAndKeep(kept, userIds, asked, start);
  }

  forget(tenant: TenantId, domain: string, userIds: readonly string[] | null): void {
    const scope = scopeOf(tenant, domain);
    for (const reading of this.#readings) {
      if (reading.scope !== scope) continue;
      if (userIds === null) reading.hasAllChanged = true;
      else for (const userId of userIds) reading.changed.add(userId);
    }
    if (userIds === null) {
      this.#keys.delete(scope);
      return;
    }
    for (const start of this.#keys.get(scope)?.starts ?? []) {
      for (const userId of userIds) this.#kept!.delete(start + userId);
    }
  }

  async #readAndKeep(
    kept: readonly (StoredTexts | undefined)[],
    userIds: readonly (string | null)[],
    asked: Asked,
    start: string,
  ): Promise<readonly (StoredTexts | null)[]> {
    const reading: Reading = {
      scope: scopeOf(asked.tenant, asked.domain),
      changed: new Set(),
      hasAllChanged: false,
    };
    this.#readings.add(reading);
    try {
      const texts = await this.#readInto(kept, userIds, asked);
      if (reading.hasAllChanged) return texts;
      for (const [at, found] of texts.entries()) {
        // A person without sentences may get some without a change of the row, when an encoder is replaced.
        if (found === null || found.sentences.length === 0 || kept[at] !== undefined) continue;
        if (!reading.changed.has(userIds[at]!)) this.#kept!.set(start + userIds[at]!, found);
      }
      return texts;
    } finally {
      this.#readings.delete(reading);
    }
  }

  /** `kept`, with what it lacks read from the store. */
  async #readInto(
    kept: readonly (StoredTexts | undefined)[],
    userIds: readonly (string | null)[],
    { tenant, domain, encoderId, fields }: Asked,
  ): Promise<readonly (StoredTexts | null)[]> {
    const wanted = userIds.filter((userId, at) => userId !== null && kept[at] === undefined) as string[];
    if (wanted.length === 0) return userIds.map((_, at) => kept[at] ?? null);
    const [rows, vectors] = await Promise.all([
      fields ? this.#profiles.getMany(tenant, domain, wanted) : [],
      this.#profiles.vectorsOf(tenant, domain, wanted, encoderId),
    ]);
    const fieldsByUser = new Map(rows.map((row) => [row.userId, row.fields]));
    return userIds.map((userId, at) => {
      if (userId === null || kept[at] !== undefined) return kept[at] ?? null;
      const stored = fields ? fieldsByUser.get(userId) : noFields;
      return stored === undefined
        ? null
        : { fields: stored, sentences: sentencesOf(vectors.get(userId), encoderId) };
    });
  }

  /** What the keys of such reads begin with; a user id follows. */
  #keyStart({ tenant, domain, encoderId, fields }: Asked): string {
    const scope = scopeOf(tenant, domain);
    const keys = this.#keys.get(scope) ?? { generation: ++this.#generation, starts: new Set<string>() };
    this.#keys.set(scope, keys);
    const start = `${scope} ${keys.generation} ${fields ? 'fields' : 'sentences'} ${encoderId} `;
    keys.starts.add(start);
    return start;
  }
}

const scopeOf = (tenant: TenantId, domain: string) => `${tenant} ${domain}`;

function bytesOf({ fields, sentences }: StoredTexts): number {
  let bytes = ENTRY_BYTES;
  for (const { text, vector } of sentences) bytes += SENTENCE_BYTES + 2 * text.length + vector.byteLength;
  for (const value of Object.values(fields)) bytes += 50 + 2 * String(value).length;
  return bytes;
}
