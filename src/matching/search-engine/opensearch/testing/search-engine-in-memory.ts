/**
 * A search engine in plain objects over the reference index, for tests of its callers. It has versioned
 * documents that are found after a refresh, indexes with notes, and searches that count. It has no scores:
 * the people that pass come up by their tie-breaking hash.
 */
import { changeSequence, type RowNumber } from '../../../../contract/brands.ts';
import { retryLater } from '../../../../contract/errors.ts';
import type { NarrowingStep } from '../../../index/candidate-index.ts';
import { ReferenceIndex } from '../../../index/reference/reference-index.ts';
import { tieBreak } from '../../../index/tie-break.ts';
import type {
  CandidateSearch,
  DocumentChange,
  IndexNote,
  IndexOf,
  NewIndex,
  RemoteCandidates,
  RemoteIndex,
  RemoteQuery,
  RemoteStep,
  SearchIndexes,
} from '../../candidate-search.ts';

interface KeptIndex {
  readonly of: IndexOf;
  /** By user: the newest change, null profiles included. */
  readonly documents: Map<string, DocumentChange>;
  /** The writers since the last refresh. */
  readonly writers: Set<object>;
  /** The documents that a search finds, as of the last refresh. */
  found: readonly DocumentChange[];
  note: IndexNote | null;
  isServing: boolean;
  readonly owner: string;
  orphanSinceMs: number | null;
}

export class SearchEngineInMemory implements SearchIndexes, CandidateSearch {
  readonly indexes = new Map<string, KeptIndex>();
  /** Set to make every call fail with it. */
  failure: Error | null = null;
  /** Called before every call, with its name. */
  before: (call: string) => Promise<void> | void = () => undefined;
  /** Most people that come up and are scored. */
  mostScored = Number.POSITIVE_INFINITY;
  #made = 0;

  async list(): Promise<readonly RemoteIndex[]> {
    await this.#called('list');
    return [...this.indexes].map(([name, index]) => remoteOf(name, index));
  }

  async serving({ tenant, definition }: IndexOf): Promise<RemoteIndex | null> {
    const all = await this.list();
    const ofDomain = all.filter((index) => index.tenant === tenant && index.domain === definition.domain);
    return ofDomain.find((index) => index.isServing && index.version === definition.version) ?? null;
  }

  newName(): string {
    this.#made += 1;
    return `index-${this.#made}`;
  }

  async create(of: IndexOf, { name, owner }: NewIndex): Promise<void> {
    await this.#called('create');
    const none = {
      documents: new Map(),
      writers: new Set<object>(),
      found: [],
      note: null,
      isServing: false,
    };
    this.indexes.set(name, { of, owner, orphanSinceMs: null, ...none });
  }

  writer(_of: IndexOf, name: string) {
    const writer = {};
    const write = async (
      changes: readonly DocumentChange[],
      { isFirstTry = false }: { readonly isFirstTry?: boolean } = {},
    ) => {
      await this.#called('write');
      const { documents, writers } = this.#named(name);
      if (isFirstTry)
        assertFirst(
          changes,
          documents,
          [...writers].filter((other) => other !== writer),
        );
      writers.add(writer);
      for (const change of changes) {
        const known = documents.get(change.userId);
        if (known === undefined || change.sequence >= known.sequence) documents.set(change.userId, change);
      }
    };
    return {
      write,
      fill: write,
      refresh: async () => {
        await this.#called('refresh');
        const index = this.#named(name);
        index.found = [...index.documents.values()];
        index.writers.clear();
      },
      count: async () => this.#named(name).found.filter(({ profile }) => profile !== null).length,
    };
  }

  async note(name: string, note: IndexNote): Promise<void> {
    await this.#called('note');
    Object.assign(this.#named(name), { note, orphanSinceMs: null });
  }

  async markOrphan(name: string, sinceMs: number): Promise<void> {
    await this.#called('markOrphan');
    this.#named(name).orphanSinceMs = sinceMs;
  }

  async serve({ tenant, definition }: IndexOf, name: string): Promise<void> {
    await this.#called('serve');
    for (const index of this.indexes.values()) {
      if (index.of.tenant === tenant && index.of.definition.domain === definition.domain)
        index.isServing = false;
    }
    this.#named(name).isServing = true;
  }

  async drop(name: string): Promise<void> {
    await this.#called('drop');
    this.indexes.delete(name);
  }

  async assertHealthy(name?: string): Promise<void> {
    await this.#called('assertHealthy');
    if (name !== undefined) this.#named(name);
  }

  async best(query: RemoteQuery): Promise<RemoteCandidates> {
    await this.#called('best');
    const name = query.index ?? (await this.serving(query))?.name ?? '';
    const masked = new Set(query.masked);
    const people = this.#named(name).found.filter(({ userId }) => !masked.has(userId));
    const index = new ReferenceIndex(this.#named(name).of.definition, changeSequence(1));
    index.apply({
      upserts: people.flatMap(({ profile }) => profile ?? []),
      deletes: [],
      sequence: changeSequence(1),
    });
    const { selection, droppedBySteps } = await index.select(query.steps.map((step) => onRows(step, index)));
    const passing = Array.from(selection.rows(), (row) => index.userIdOf(row as RowNumber)!);
    const scored = passing.toSorted((a, b) => tieBreak(a) - tieBreak(b)).slice(0, this.mostScored);
    const userIds = scored.slice(0, query.topK);
    return {
      userIds,
      scores: Float64Array.from(userIds, () => Number.NaN),
      total: index.size,
      passing: passing.length,
      dropped: Object.fromEntries(query.steps.map(({ reason }, at) => [reason, droppedBySteps[at]!])),
      scored: scored.length,
      belowMinScore: 0,
      isBounded: scored.length < passing.length,
    };
  }

  async #called(name: string): Promise<void> {
    await this.before(name);
    if (this.failure !== null) throw this.failure;
  }

  #named(name: string): KeptIndex {
    const index = this.indexes.get(name);
    if (index === undefined) throw retryLater('dependency_unavailable', `there is no index ${name}`, 1000);
    return index;
  }
}

function assertFirst(
  changes: readonly DocumentChange[],
  documents: ReadonlyMap<string, DocumentChange>,
  others: readonly object[],
): void {
  if (others.length > 0) throw new Error('a first try beside documents that are not found yet');
  for (const { userId, sequence } of changes) {
    if ((documents.get(userId)?.sequence ?? -1) >= sequence) throw new Error(`${userId} was written before`);
  }
}

function onRows(step: RemoteStep, index: ReferenceIndex): NarrowingStep {
  const { reason } = step;
  if ('drop' in step) return { reason, drop: step.drop.flatMap((userId) => index.rowOf(userId) ?? []) };
  return 'blocking' in step ? { reason, drop: index.blocking(step.blocking) } : step;
}

function remoteOf(
  name: string,
  { of, found, note, isServing, owner, orphanSinceMs }: KeptIndex,
): RemoteIndex {
  return {
    name,
    tenant: of.tenant,
    domain: of.definition.domain,
    version: of.definition.version,
    isServing,
    documents: found.filter(({ profile }) => profile !== null).length,
    bytes: 0,
    ...{ note, owner, orphanSinceMs },
  };
}
