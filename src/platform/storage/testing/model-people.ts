/**
 * People, texts, vectors, outcomes and the feed of changes as plain maps in memory: the model that the stores
 * are tested against.
 */
import type { TenantId } from '../../../contract/brands.ts';

export interface Place {
  readonly tenant: TenantId;
  readonly domain: string;
  readonly userId: string;
}

export interface ModelWrite extends Place {
  /** The revision that was read. */
  readonly revision: number;
  readonly age: number;
  readonly contextId: string | null;
  /** Encoders that made a vector of the row's own domain. */
  readonly encoders: readonly string[];
  readonly dropsVector: boolean;
}

export interface ModelOutcome extends Place {
  readonly candidateId: string;
  readonly label: string;
}

interface Row extends Place {
  revision: number;
  age: number;
}
interface Vector extends Place {
  readonly source: string;
  readonly encoder: string;
}
interface Change extends Place {
  readonly sequence: number;
  readonly kind: 'upsert' | 'delete';
}

export const nameOf = (...parts: readonly string[]) => parts.join('|');
const rowName = ({ tenant, domain, userId }: Place) => nameOf(tenant, domain, userId);
const isOf = (place: Place, tenant: TenantId, domain: string | null) =>
  place.tenant === tenant && (domain === null || place.domain === domain);

export class ModelPeople {
  readonly rows = new Map<string, Row>();
  readonly vectors = new Map<string, Vector>();
  readonly changes = new Map<string, Change>();
  /** Oldest first. */
  #items: (Place & { readonly contextId: string })[] = [];
  /** The last label of a pair comes last. */
  #outcomes: ModelOutcome[] = [];
  readonly #sequences = new Map<string, number>();

  revisionOf(place: Place): number {
    return this.rows.get(rowName(place))?.revision ?? 0;
  }

  /** `revision`: what the store has made of it, for the model does not say how far a revision grows. */
  noteRevision(place: Place, revision: number): void {
    this.rows.get(rowName(place))!.revision = revision;
  }

  write(write: ModelWrite): 'written' | 'conflict' {
    if (write.revision !== this.revisionOf(write)) return 'conflict';
    const { tenant, domain, userId, age, contextId } = write;
    this.rows.set(rowName(write), { tenant, domain, userId, age, revision: write.revision + 1 });
    if (contextId !== null) this.#items.push({ tenant, domain, userId, contextId });
    if (write.dropsVector || write.encoders.length > 0) this.#dropVectors(tenant, userId, domain);
    for (const encoder of write.encoders) this.#putVector(write, domain, encoder);
    this.#change(write, 'upsert');
    return 'written';
  }

  /** A vector of the row for another domain. */
  putLazy(place: Place, head: string, encoder: string, revision: number): 'written' | 'conflict' {
    const row = this.rows.get(rowName(place));
    if (row === undefined || row.revision !== revision) return 'conflict';
    for (const [name, vector] of this.vectors) {
      const isHead =
        vector.tenant === place.tenant && vector.userId === place.userId && vector.domain === head;
      if (isHead && vector.source !== place.domain) this.vectors.delete(name);
    }
    this.#putVector(place, head, encoder);
    return 'written';
  }

  record(outcome: ModelOutcome): void {
    const isSame = (other: ModelOutcome) =>
      rowName(other) === rowName(outcome) &&
      other.candidateId === outcome.candidateId &&
      other.label === outcome.label;
    this.#outcomes = [...this.#outcomes.filter((other) => !isSame(other)), outcome];
  }

  decidedBy(place: Place, label: string): readonly string[] {
    const current = new Map<string, string>();
    for (const each of this.#outcomes)
      if (rowName(each) === rowName(place)) current.set(each.candidateId, each.label);
    return [...current].flatMap(([candidate, last]) => (last === label ? [candidate] : [])).sort();
  }

  contextIds(place: Place): readonly string[] {
    return this.#items.filter((item) => rowName(item) === rowName(place)).map(({ contextId }) => contextId);
  }

  erase(tenant: TenantId, userId: string, domain: string | null) {
    const isTheirs = (each: Place) => each.userId === userId && isOf(each, tenant, domain);
    const rows = [...this.rows.values()].filter(isTheirs);
    const items = this.#items.filter(isTheirs);
    const outcomes = this.#outcomes.filter(
      (each) => isOf(each, tenant, domain) && [each.userId, each.candidateId].includes(userId),
    );
    const vectors = [...this.vectors].filter(
      ([, each]) => isTheirs(each) || isTheirs({ ...each, domain: each.source }),
    );
    for (const row of rows) {
      this.rows.delete(rowName(row));
      this.#change(row, 'delete');
    }
    this.#items = this.#items.filter((each) => !items.includes(each));
    this.#outcomes = this.#outcomes.filter((each) => !outcomes.includes(each));
    for (const [name] of vectors) this.vectors.delete(name);
    const domains = [
      ...[...rows, ...items, ...outcomes].map((each) => each.domain),
      ...vectors.map(([, { source }]) => source),
    ];
    return {
      domains: [...new Set(domains)].sort(),
      records: rows.length,
      contextItems: items.length,
      outcomes: outcomes.length,
      vectors: vectors.length,
    };
  }

  sequenceOf(tenant: TenantId, domain: string): number {
    return this.#sequences.get(nameOf(tenant, domain)) ?? 0;
  }

  #putVector({ tenant, userId, domain: source }: Place, head: string, encoder: string): void {
    this.vectors.set(nameOf(tenant, userId, head, encoder), {
      tenant,
      userId,
      domain: head,
      source,
      encoder,
    });
  }

  #dropVectors(tenant: TenantId, userId: string, head: string): void {
    for (const [name, each] of this.vectors)
      if (each.tenant === tenant && each.userId === userId && each.domain === head) this.vectors.delete(name);
  }

  #change({ tenant, domain, userId }: Place, kind: Change['kind']): void {
    const sequence = this.sequenceOf(tenant, domain) + 1;
    this.#sequences.set(nameOf(tenant, domain), sequence);
    this.changes.set(nameOf(tenant, domain, userId), { tenant, domain, userId, sequence, kind });
  }
}
