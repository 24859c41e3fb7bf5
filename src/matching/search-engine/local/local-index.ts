/**
 * The people of a domain that this process holds while a search engine has all of them. They are the people
 * that changed after the engine's watermark, or came up in matches lately. It follows the change feed for all
 * of these. So every match sees each acknowledged write, and no erased person, whatever the engine has taken
 * in.
 *
 * Rows are only added: a match in progress keeps its rows until it ends. `LocalIndexes` begins another one
 * when this one has become large.
 */
import type { ChangeSequence, RowNumber, TenantId } from '../../../contract/brands.ts';
import { counted, retryLater } from '../../../contract/errors.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ChangedProfile, ProfileStore } from '../../../platform/storage/store.ts';
import type { CandidateIndex, PeopleChanged } from '../../index/candidate-index.ts';
import type { IndexEngine } from '../../index/index-engine.ts';

const PAGE_CHANGES = 1000;
const RETRY_MS = 5000;

export interface LocalIndexSettings {
  readonly profiles: Pick<ProfileStore, 'changedAfter' | 'indexed'>;
  readonly engine: Pick<IndexEngine, 'create' | 'release'>;
  /** The most people that may have changed after the watermark. */
  readonly maxChanged: number;
  readonly onPeopleChanged: PeopleChanged;
}

export class LocalIndex {
  readonly index: CandidateIndex;
  readonly #tenant: TenantId;
  readonly #definition: DomainDefinition;
  readonly #settings: LocalIndexSettings;
  #watermark: ChangeSequence;
  /** The last change of each user that changed after the watermark. */
  readonly #changed = new Map<string, ChangeSequence>();
  #step: Promise<void> | null = null;
  /** Users that changed while they were read, one set a read in progress. */
  readonly #reads = new Set<Set<string>>();

  constructor(
    tenant: TenantId,
    definition: DomainDefinition,
    { watermark, encoderId }: { readonly watermark: ChangeSequence; readonly encoderId: string },
    settings: LocalIndexSettings,
  ) {
    this.#tenant = tenant;
    this.#definition = definition;
    this.#settings = settings;
    this.#watermark = watermark;
    this.index = settings.engine.create(definition, watermark, encoderId);
  }

  /** Users whose documents may be out of date; some of them have no row. */
  get changed(): readonly string[] {
    return [...this.#changed.keys()];
  }

  /** The engine has every change up to the watermark. An earlier one than before changes nothing. */
  moveWatermark(watermark: ChangeSequence): void {
    if (watermark <= this.#watermark) return;
    this.#watermark = watermark;
    for (const [userId, sequence] of this.#changed) if (sequence <= watermark) this.#changed.delete(userId);
  }

  /**
   * Takes in every change up to `target`. Throws 503 `overloaded` where too many changed after the watermark.
   */
  async reach(target: ChangeSequence): Promise<void> {
    while (this.index.sequence < target) {
      this.#assertFollowed(target);
      this.#step ??= this.#catchUp(target).finally(() => {
        this.#step = null;
      });
      await this.#step;
    }
    this.#assertFollowed(target);
  }

  /** The rows of these users that exist, in their order; those that are not held are read. */
  async load(userIds: readonly string[]): Promise<readonly RowNumber[]> {
    const missing = userIds.filter((userId) => this.index.rowOf(userId) === null);
    if (missing.length > 0) await this.#read(missing);
    return userIds.flatMap((userId) => this.index.rowOf(userId) ?? []);
  }

  release(): void {
    this.#settings.onPeopleChanged(this.index, null);
    this.#settings.engine.release(this.index);
  }

  /** A change that was taken in during the read is as new as what was read, or newer. */
  async #read(userIds: readonly string[]): Promise<void> {
    const changed = new Set<string>();
    this.#reads.add(changed);
    try {
      const { domain } = this.#definition;
      const { encoderId } = this.index;
      const found = await this.#settings.profiles.indexed(this.#tenant, domain, userIds, encoderId);
      const upserts = found.filter(
        ({ row: { userId } }) => !changed.has(userId) && this.index.rowOf(userId) === null,
      );
      this.index.apply({ upserts, deletes: [], sequence: this.index.sequence });
    } finally {
      this.#reads.delete(changed);
    }
  }

  async #catchUp(target: ChangeSequence): Promise<void> {
    const { index } = this;
    const changes = await this.#settings.profiles.changedAfter(
      this.#tenant,
      this.#definition.domain,
      index.sequence,
      { limit: PAGE_CHANGES, atMost: target - index.sequence, encoderId: index.encoderId },
    );
    this.#note(changes);
    const last = changes.at(-1)?.sequence ?? target;
    index.apply({
      upserts: changes.flatMap(({ profile }) => profile ?? []),
      deletes: changes.filter(({ profile }) => profile === null).map(({ userId }) => userId),
      sequence: changes.length < PAGE_CHANGES && last < target ? target : last,
    });
  }

  #note(changes: readonly ChangedProfile[]): void {
    for (const { userId, sequence } of changes) {
      if (sequence > this.#watermark) this.#changed.set(userId, sequence);
      for (const read of this.#reads) read.add(userId);
    }
    const userIds = changes.map(({ userId }) => userId);
    if (userIds.length > 0) this.#settings.onPeopleChanged(this.index, userIds);
  }

  #assertFollowed(target: ChangeSequence): void {
    const { maxChanged } = this.#settings;
    if (this.#changed.size <= maxChanged) return;
    const behind = counted(target - this.#watermark, 'change');
    throw retryLater(
      'overloaded',
      `The search index of «${this.#definition.domain}» is ${behind} behind, more than ${maxChanged} people (COUNTERPART_OPENSEARCH_LOCAL_PEOPLE). ` +
        'The indexer is catching up; try again later.',
      RETRY_MS,
    );
  }
}
