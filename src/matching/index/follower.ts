/**
 * One index that follows the store. It reads first the rows in key order, then the change feed from before
 * that first read. So everything written or erased meanwhile is applied afterwards. The work is done in steps
 * of one page, and the event loop runs after each. All waiting callers share the steps.
 *
 * A caller that would wait for more than `maxWaitRows` rows gets 503 `warming_up` with the time to retry. The
 * work continues without it.
 *
 * Vectors of another encoder are loaded in steps of the same kind, without the rows. 60,000 vectors so take
 * the memory of one more vector column meanwhile; a second index would take that of all columns.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ChangeSequence, TenantId } from '../../contract/brands.ts';
import { ApiError, counted, retryLater } from '../../contract/errors.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { IndexedProfile, ProfileStore, StoredVector } from '../../platform/storage/store.ts';
import type { CandidateIndex, PeopleChanged } from './candidate-index.ts';
import type { IndexEngine } from './index-engine.ts';

/** Rows a step: about 2 ms of decoding and applying. */
const PAGE_ROWS = 100;
/** Vectors a step, read without their rows. */
const PAGE_VECTORS = 500;
/** How long the vectors of the previous encoder are kept, for matches that began with them. */
const LINGER_MS = 10_000;
/** The longest time that a caller waits for a large index to load from its snapshot. */
const MAX_LOAD_WAIT_MS = 2000;
const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 10_000;

export interface FollowerSettings {
  readonly profiles: Pick<ProfileStore, 'scanIndexed' | 'changedAfter' | 'vectorsOf' | 'vectorPage'>;
  readonly engine: IndexEngine;
  /** Throws 503 `overloaded` while there is no memory for more. */
  readonly assertRoom: () => void;
  readonly servingEncoder: () => Promise<string>;
  readonly maxWaitRows: number;
  readonly onPeopleChanged: PeopleChanged;
  /** Called when work failed that no caller waits for. The next caller starts it again. */
  readonly onFailure: (
    error: unknown,
    about: { readonly tenant?: TenantId; readonly domain?: string },
  ) => void;
}

interface Build {
  readonly index: CandidateIndex;
  readonly pages: AsyncIterator<readonly IndexedProfile[]>;
  readonly startedAtMs: number;
}

/** Vectors of another encoder that are being loaded. */
interface Filling {
  readonly encoderId: string;
  after: string | null;
  done: boolean;
}

export class Follower {
  readonly tenant: TenantId;
  readonly definition: DomainDefinition;
  readonly #settings: FollowerSettings;
  #index: CandidateIndex | null;
  #isLoaded = false;
  #build: Build | null = null;
  #step: Promise<number> | null = null;
  #background: Promise<void> | null = null;
  #filling: Filling | null = null;
  #fill: Promise<void> | null = null;
  #retiredAtMs: number | null = null;
  #behindSinceMs = 0;
  #closed = false;

  /** `index`: the index to continue from; without one, the snapshot is used, else the store's rows. */
  constructor(
    tenant: TenantId,
    definition: DomainDefinition,
    settings: FollowerSettings,
    index: CandidateIndex | null = null,
  ) {
    this.#index = index;
    this.#isLoaded = index !== null;
    this.tenant = tenant;
    this.definition = definition;
    this.#settings = settings;
  }

  /** The index, or the part of it that is built so far. */
  get progress(): CandidateIndex | null {
    return this.#index ?? this.#build?.index ?? null;
  }

  get isBuilt(): boolean {
    return this.#index !== null;
  }

  /**
   * The index with every change up to `target`. Throws 503 `warming_up` where the caller would wait too long.
   */
  async reach(target: ChangeSequence, maxWaitRows = this.#settings.maxWaitRows): Promise<CandidateIndex> {
    if (!this.#hasReached(target) && this.#step === null) this.#behindSinceMs = Date.now();
    for (let rows = 0; !this.#hasReached(target); ) {
      if (rows > maxWaitRows) {
        this.#continueInBackground(target);
        throw this.#warmingUp();
      }
      const read = await this.#stepWithin(target, maxWaitRows);
      if (read === null) {
        this.#continueInBackground(target);
        throw this.#warmingUp();
      }
      rows += read;
    }
    return this.#index!;
  }

  /** Loads this encoder's vectors, and compares them as soon as all are loaded. Returns at once. */
  compareBy(encoderId: string): void {
    const index = this.#index;
    if (index === null || this.#closed) return;
    if (index.encoderId === encoderId) {
      if (this.#filling !== null) this.#retiredAtMs = Date.now();
      this.#filling = null;
      this.#dropRetired(index);
    } else if (this.#filling?.encoderId !== encoderId) {
      const filling = { encoderId, after: null, done: false };
      this.#filling = filling;
      this.#fill = this.#fillAll(index, filling);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#step?.catch(() => undefined);
    await this.#background;
    await this.#fill;
    await this.#build?.pages.return?.();
    const { progress } = this;
    if (progress !== null) {
      this.#settings.onPeopleChanged(progress, null);
      this.#settings.engine.release(progress);
    }
    this.#index = null;
    this.#build = null;
  }

  /** null: the snapshot is still being read, and the caller has waited long enough. */
  async #stepWithin(target: ChangeSequence, maxWaitRows: number): Promise<number | null> {
    const step = this.#sharedStep(target);
    if (this.#isLoaded || maxWaitRows === Number.POSITIVE_INFINITY) return step;
    const waited = new AbortController();
    const patience = setTimeout(MAX_LOAD_WAIT_MS, null, { signal: waited.signal, ref: false }).catch(
      () => null,
    );
    try {
      return await Promise.race([step, patience]);
    } finally {
      waited.abort();
    }
  }

  #hasReached(target: ChangeSequence): boolean {
    return this.#index !== null && this.#index.sequence >= target;
  }

  #sharedStep(target: ChangeSequence): Promise<number> {
    if (this.#closed) throw retryLater('warming_up', 'The service is stopping; try again.', MIN_RETRY_MS);
    this.#step ??= this.#takeStep(target).finally(() => {
      this.#step = null;
    });
    return this.#step;
  }

  /** Resolves to the number of rows that the step read. */
  async #takeStep(target: ChangeSequence): Promise<number> {
    try {
      if (!this.#isLoaded) await this.#load(target);
      const rows =
        this.#index === null ? await this.#buildOn(target) : await this.#catchUp(this.#index, target);
      await setImmediate();
      return rows;
    } catch (error) {
      throw withoutMemory(error);
    }
  }

  /** Loads the snapshot. Where that fails, for whatever reason, the index is built from the store. */
  async #load(target: ChangeSequence): Promise<void> {
    const { engine, onFailure } = this.#settings;
    const { tenant, definition } = this;
    this.#settings.assertRoom();
    this.#index = await engine.load(tenant, definition, target).catch((error: unknown) => {
      onFailure(error, { tenant, domain: definition.domain });
      return null;
    });
    this.#isLoaded = true;
  }

  async #buildOn(target: ChangeSequence): Promise<number> {
    const { profiles, engine, servingEncoder, assertRoom } = this.#settings;
    assertRoom();
    if (this.#build === null) {
      const encoderId = await servingEncoder();
      const rows = profiles.scanIndexed(this.tenant, this.definition.domain, PAGE_ROWS, encoderId);
      this.#build = {
        index: engine.create(this.definition, target, encoderId),
        pages: rows[Symbol.asyncIterator](),
        startedAtMs: Date.now(),
      };
    }
    const { index, pages } = this.#build;
    try {
      const page = await pages.next();
      if (page.done) {
        this.#index = index;
        this.#build = null;
        return 0;
      }
      index.apply({ upserts: page.value, deletes: [], sequence: index.sequence });
      return page.value.length;
    } catch (error) {
      engine.release(index);
      this.#build = null;
      throw error;
    }
  }

  /** A change comes with the current row. A row that is gone was erased. */
  async #catchUp(index: CandidateIndex, target: ChangeSequence): Promise<number> {
    const { profiles, onPeopleChanged } = this.#settings;
    const { domain } = this.definition;
    const changes = await profiles.changedAfter(this.tenant, domain, index.sequence, {
      limit: PAGE_ROWS,
      atMost: target - index.sequence,
      encoderId: index.encoderId,
    });
    const userIds = changes.map(({ userId }) => userId);
    const filling = this.#filling;
    const vectors = filling === null ? [] : await this.#vectorsOf(userIds, filling.encoderId);
    const last = changes.at(-1)?.sequence ?? target;
    if (changes.length > 0) onPeopleChanged(index, userIds);
    index.apply({
      upserts: changes.flatMap(({ profile }) => profile ?? []),
      deletes: changes.filter(({ profile }) => profile === null).map(({ userId }) => userId),
      sequence: changes.length < PAGE_ROWS && last < target ? target : last,
    });
    if (filling !== null) index.addVectors(filling.encoderId, vectors);
    return changes.length;
  }

  async #vectorsOf(userIds: readonly string[], encoderId: string): Promise<readonly StoredVector[]> {
    if (userIds.length === 0) return [];
    const { domain } = this.definition;
    const vectors = await this.#settings.profiles.vectorsOf(this.tenant, domain, userIds, encoderId);
    return [...vectors].map(([userId, { vector }]) => ({ userId, vector }));
  }

  /** Never rejects; the next caller retries. */
  async #fillAll(index: CandidateIndex, filling: Filling): Promise<void> {
    try {
      while (!filling.done) {
        while (this.#step !== null) await this.#step.catch(() => undefined);
        if (this.#closed || this.#filling !== filling) return;
        this.#step = this.#fillOn(index, filling).finally(() => {
          this.#step = null;
        });
        await this.#step;
      }
    } catch (error) {
      this.#settings.onFailure(error, { tenant: this.tenant, domain: this.definition.domain });
    } finally {
      if (this.#filling === filling) this.#filling = null;
    }
  }

  /** Reports no rows, so that callers waiting for changes do not wait longer because of it. */
  async #fillOn(index: CandidateIndex, filling: Filling): Promise<0> {
    const { encoderId, after } = filling;
    const { domain } = this.definition;
    const page = await this.#settings.profiles.vectorPage(
      this.tenant,
      domain,
      encoderId,
      after,
      PAGE_VECTORS,
    );
    index.addVectors(encoderId, page);
    filling.after = page.at(-1)?.userId ?? after;
    if (page.length < PAGE_VECTORS && this.#filling === filling) {
      index.compareBy(encoderId);
      this.#retiredAtMs = Date.now();
      filling.done = true;
    }
    await setImmediate();
    return 0;
  }

  #dropRetired(index: CandidateIndex): void {
    if (this.#retiredAtMs === null || Date.now() - this.#retiredAtMs < LINGER_MS) return;
    index.dropOtherVectors();
    this.#retiredAtMs = null;
  }

  #continueInBackground(target: ChangeSequence): void {
    this.#background ??= this.reach(target, Number.POSITIVE_INFINITY)
      .then(
        () => undefined,
        (error: unknown) => {
          const about = { tenant: this.tenant, domain: this.definition.domain };
          if (!this.#closed) this.#settings.onFailure(error, about);
        },
      )
      .finally(() => {
        this.#background = null;
      });
  }

  /** Estimates as long again as it has taken so far, because the remaining rows are not counted. */
  #warmingUp(): Error {
    const elapsedMs = Date.now() - (this.#build?.startedAtMs ?? this.#behindSinceMs);
    const rows = this.progress?.size ?? 0;
    return retryLater(
      'warming_up',
      `The index of «${this.definition.domain}» is being built and has ${counted(rows, 'row')} so far; try again later.`,
      Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, elapsedMs)),
    );
  }
}

/** Where the system gave no memory for a segment, a temporary error. */
function withoutMemory(error: unknown): unknown {
  if (!(error instanceof RangeError) || error instanceof ApiError) return error;
  return retryLater(
    'overloaded',
    'There is no memory for the candidate index to grow; try again.',
    MAX_RETRY_MS,
  );
}
