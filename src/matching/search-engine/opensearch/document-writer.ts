/**
 * Writes people as documents. The version of a document is the sequence of its change. So an older change
 * never replaces a newer one, in whatever order and however often they arrive. An erased person is a delete
 * of a version.
 *
 * Ids and versions are kept by shard. Where people are spread by place, a person who moved to another shard
 * is deleted from the one before (`elsewhere.ts`). An erased person is deleted on every shard, so that no
 * late write brings them back.
 *
 * Most people do not move. The first try looks only for people whose shard had no document of them: they are
 * new, or have moved. It may have ended before the look, so a later try looks for all people first. A late
 * write of another indexer may still leave a person on two shards, and a search takes the person once.
 */
import { z } from 'zod';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { DocumentChange, DocumentWriter } from '../candidate-search.ts';
import { deleting, inChunks, isStored, type Operation, type Stored, sendAll, writing } from './bulk.ts';
import { documentId } from './documents/document-id.ts';
import { type Elsewhere, findElsewhere } from './elsewhere.ts';
import { type EngineClient, parsed, unavailable } from './open-engine-client.ts';
import { type Placement, shardOf } from './placement/placement.ts';
import type { PlacementOf } from './placement/placement-reader.ts';

const Count = z.object({ count: z.number(), _shards: z.object({ failed: z.number() }) });
const Shards = z.object({ _shards: z.object({ failed: z.number() }) });

export interface WrittenIndex {
  readonly definition: DomainDefinition;
  readonly name: string;
  readonly timeoutMs: number;
  readonly placementOf: PlacementOf;
}

export function documentWriter(client: EngineClient, index: WrittenIndex): DocumentWriter {
  const { definition, name, timeoutMs, placementOf } = index;
  const target = { client, name, timeoutMs };
  const fresh = new FreshDocuments();
  /** People whose shard had no document of them: they are looked for with the next refresh, many at once. */
  let newcomers: Stored[] = [];

  return {
    async write(changes, { isFirstTry = false } = {}) {
      const placement = await placementOf(name);
      if (placement === null) return writeAll(changes, null);
      if (!isFirstTry && !fresh.areAll) await refresh();
      for (const some of inChunks(changes)) {
        if (isFirstTry) await writeFirst(some, placement);
        else await readThenWrite(some, placement);
      }
    },
    async fill(changes) {
      fresh.forget();
      await writeAll(changes, await placementOf(name));
    },
    refresh,
    async count() {
      const { body } = await client.request({ method: 'GET', path: `/${name}/_count`, timeoutMs });
      const { count, _shards } = parsed(Count, body);
      if (_shards.failed > 0) throw unavailable('could not count all shards');
      return count;
    },
  };

  async function refresh(): Promise<void> {
    await endEarlierDocuments();
    const { body } = await client.request({ method: 'POST', path: `/${name}/_refresh`, timeoutMs });
    if (parsed(Shards, body)._shards.failed > 0) throw unavailable('could not refresh all shards');
    fresh.clear();
  }

  async function writeAll(changes: readonly DocumentChange[], placement: Placement | null): Promise<void> {
    await sendAll(
      target,
      changes.flatMap((change) => operationsOf(definition, change, placement)),
    );
  }

  async function readThenWrite(changes: readonly DocumentChange[], placement: Placement): Promise<void> {
    const elsewhere = await readElsewhere(changes.filter(isStored), placement);
    const operations = changes.flatMap((change): readonly Operation[] => {
      const others = isStored(change) ? othersOf(elsewhere, placement, change) : [];
      if (isLate(change, others)) return [];
      return [...moving(change, placement), ...others.map(({ routing }) => deleting(change, routing))];
    });
    await sendAll(target, operations);
  }

  async function writeFirst(changes: readonly DocumentChange[], placement: Placement): Promise<void> {
    const operations = changes.flatMap((change) => moving(change, placement));
    newcomers.push(...(await sendAll(target, operations)));
  }

  async function endEarlierDocuments(): Promise<void> {
    const placement = newcomers.length === 0 ? null : await placementOf(name);
    if (placement === null) return;
    for (const some of inChunks(newcomers)) {
      const elsewhere = await readElsewhere(some, placement);
      const operations = some.flatMap((change) => {
        const others = othersOf(elsewhere, placement, change);
        if (isLate(change, others)) return [deleting(change, routingOf(placement, change))];
        return others.map(({ routing }) => deleting(change, routing));
      });
      await sendAll(target, operations);
    }
    newcomers = [];
  }

  function readElsewhere(people: readonly Stored[], placement: Placement) {
    return findElsewhere({ client, path: `/${name}`, timeoutMs, signal: undefined }, people, placement);
  }

  /**
   * The change, and the deletion of this writer's earlier document on another shard. Nothing where a later
   * change is written already.
   */
  function moving(change: DocumentChange, placement: Placement): readonly Operation[] {
    const before = fresh.of(change.userId);
    if (before !== undefined && before.sequence > change.sequence) return [];
    const routing = isStored(change) ? routingOf(placement, change) : null;
    fresh.set(change, routing);
    const operations = operationsOf(definition, change, placement);
    if (routing === null || before === undefined || before.routing === null || before.routing === routing)
      return operations;
    return [...operations, deleting(change, before.routing)];
  }
}

/** The shards to which people were written since the last refresh, which no look finds yet. */
class FreshDocuments {
  readonly #written = new Map<string, { readonly routing: string | null; readonly sequence: number }>();
  /** Whether nothing else has been written since the last refresh. */
  areAll = false;

  of(userId: string) {
    return this.#written.get(userId);
  }

  /** `routing`: null where the person is erased. */
  set({ userId, sequence }: DocumentChange, routing: string | null): void {
    this.#written.set(userId, { routing, sequence });
  }

  clear(): void {
    this.#written.clear();
    this.areAll = true;
  }

  forget(): void {
    this.areAll = false;
  }
}

function operationsOf(
  definition: DomainDefinition,
  change: DocumentChange,
  placement: Placement | null,
): readonly Operation[] {
  if (isStored(change)) return [writing(definition, change, placement && routingOf(placement, change))];
  return (placement?.words ?? [null]).map((routing) => deleting(change, routing));
}

/** On other shards than their own, which may be asked for as well where a person changed twice. */
function othersOf(
  elsewhere: ReadonlyMap<string, readonly Elsewhere[]>,
  placement: Placement,
  change: Stored,
): readonly Elsewhere[] {
  const own = routingOf(placement, change);
  return (elsewhere.get(documentId(change.userId)) ?? []).filter(({ routing }) => routing !== own);
}

/** A later change of the person is written already, by another indexer. */
function isLate({ sequence }: DocumentChange, others: readonly Elsewhere[]): boolean {
  return others.some(({ version }) => version > sequence);
}

function routingOf(placement: Placement, { profile }: Stored): string {
  return placement.words[shardOf(placement, profile.row)]!;
}
