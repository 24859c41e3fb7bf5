/**
 * Writes people as documents. The version of a document is the sequence of its change, so that an older change never
 * replaces a newer one, in whatever order and however often they arrive. An erased person is a delete of a version.
 *
 * Ids and versions are kept by shard. Where people are spread by place, a person who moved to another shard is deleted from
 * the one before (`elsewhere.ts`), and an erased person is deleted on every shard, so that no late write brings them back.
 * A late write of another indexer may leave a moved person on two shards: the next change of that person ends it, and a
 * search takes the person once.
 */
import { z } from 'zod';
import { retryLater } from '../../contract/errors.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { IndexedProfile } from '../../storage/store.ts';
import type { DocumentChange, DocumentWriter } from './candidate-search.ts';
import { documentId } from './documents/document-id.ts';
import { documentOf } from './documents/document-of.ts';
import { type Elsewhere, findElsewhere } from './elsewhere.ts';
import { writeAlias } from './names.ts';
import { type EngineClient, parsed, unavailable } from './open-client.ts';
import { type Placement, shardOf } from './placement/placement.ts';
import type { PlacementOf } from './placement/read-placements.ts';

const PER_REQUEST = 2_000;

const Item = z.object({ status: z.number(), error: z.object({ type: z.string() }).optional() });
const Bulk = z.object({ items: z.array(z.record(z.string(), Item)) });
const Count = z.object({ count: z.number(), _shards: z.object({ failed: z.number() }) });
const Shards = z.object({ _shards: z.object({ failed: z.number() }) });

export interface WrittenIndex {
  readonly definition: DomainDefinition;
  readonly name: string;
  readonly timeoutMs: number;
  readonly placementOf: PlacementOf;
}

/** One line of a bulk request, or two. */
type Operation = readonly unknown[];

export function documentWriter(client: EngineClient, index: WrittenIndex): DocumentWriter {
  const { definition, name, timeoutMs, placementOf } = index;
  /** Written since the last refresh, by user: what `findElsewhere` does not see yet. null: not known. */
  let fresh: Map<string, Written> | null = null;

  return {
    async write(changes) {
      const placement = await placementOf(name);
      if (placement === null) return writeAll(changes, null);
      fresh ??= await refresh();
      for (const some of inChunks(changes)) await writePlaced(some, placement, fresh);
    },
    async fill(changes) {
      const placement = await placementOf(name);
      fresh = null;
      await writeAll(changes, placement);
    },
    async refresh() {
      fresh = await refresh();
    },
    async count() {
      const { body } = await client.request({ method: 'GET', path: `/${name}/_count`, timeoutMs });
      const { count, _shards } = parsed(Count, body);
      if (_shards.failed > 0) throw unavailable('could not count all shards');
      return count;
    },
  };

  async function refresh(): Promise<Map<string, Written>> {
    const { body } = await client.request({ method: 'POST', path: `/${name}/_refresh`, timeoutMs });
    if (parsed(Shards, body)._shards.failed > 0) throw unavailable('could not refresh all shards');
    return new Map();
  }

  async function writeAll(changes: readonly DocumentChange[], placement: Placement | null): Promise<void> {
    await send(changes.flatMap((change) => operationsOf(definition, change, placement)));
  }

  async function writePlaced(
    changes: readonly DocumentChange[],
    placement: Placement,
    known: Map<string, Written>,
  ): Promise<void> {
    const asked = { client, path: `/${name}`, timeoutMs, signal: undefined };
    const elsewhere = await findElsewhere(asked, changes.filter(isStored), placement);
    await send(changes.flatMap((change) => moving(change, placement, known, elsewhere)));
  }

  /** Nothing where a later change of the person is written already. */
  function moving(
    change: DocumentChange,
    placement: Placement,
    known: Map<string, Written>,
    elsewhere: ReadonlyMap<string, readonly Elsewhere[]>,
  ): readonly Operation[] {
    const { userId, sequence } = change;
    const before = known.get(userId);
    const others = elsewhere.get(documentId(userId)) ?? [];
    if (before !== undefined && before.sequence > sequence) return [];
    if (isStored(change) && others.some(({ version }) => version > sequence)) return [];
    const routing = isStored(change) ? routingOf(placement, change.profile) : null;
    const left = new Set(others.map((one) => one.routing));
    if (before !== undefined && before.routing !== null) left.add(before.routing);
    if (routing !== null) left.delete(routing);
    known.set(userId, { routing, sequence });
    return [
      ...operationsOf(definition, change, placement),
      ...(isStored(change) ? Array.from(left, (one) => [{ delete: headOf(change, one) }]) : []),
    ];
  }

  async function send(operations: readonly Operation[]): Promise<void> {
    for (const some of inChunks(operations)) await sendSome(some);
  }

  async function sendSome(operations: readonly Operation[]): Promise<void> {
    const path = `/${writeAlias(name)}/_bulk`;
    const query = { filter_path: 'items.*.status,items.*.error.type', require_alias: true };
    const lines = operations.flat();
    const { body } = await client.request({ method: 'POST', path, query, lines, timeoutMs });
    const items = parsed(Bulk, body).items.flatMap((item) => Object.values(item));
    if (items.length !== operations.length)
      throw unavailable('answered for other documents than were written');
    const failed = items.filter((item) => !isFine(item)).map(({ status }) => status);
    if (failed.length === 0) return;
    if (failed.includes(429))
      throw retryLater('overloaded', 'the search engine takes no more documents now', 1_000);
    throw unavailable(`refused ${failed.length} documents (${[...new Set(failed)].join(', ')})`);
  }
}

interface Written {
  /** null: erased. */
  readonly routing: string | null;
  readonly sequence: number;
}

type Stored = DocumentChange & { readonly profile: IndexedProfile };
const isStored = (change: DocumentChange): change is Stored => change.profile !== null;

function operationsOf(
  definition: DomainDefinition,
  change: DocumentChange,
  placement: Placement | null,
): readonly Operation[] {
  if (isStored(change)) {
    const routing = placement && routingOf(placement, change.profile);
    return [[{ index: headOf(change, routing) }, documentOf(definition, change.profile.row)]];
  }
  return (placement?.words ?? [null]).map((routing) => [{ delete: headOf(change, routing) }]);
}

function headOf({ userId, sequence }: DocumentChange, routing: string | null) {
  const head = { _id: documentId(userId), version: sequence, version_type: 'external_gte' };
  return routing === null ? head : { ...head, routing };
}

function routingOf(placement: Placement, { row }: IndexedProfile): string {
  return placement.words[shardOf(placement, row)]!;
}

function inChunks<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / PER_REQUEST) }, (_, n) =>
    all.slice(n * PER_REQUEST, (n + 1) * PER_REQUEST),
  );
}

/** 409: a newer version is there. 404: the person to delete is not. */
function isFine({ status, error }: z.output<typeof Item>): boolean {
  return status < 400 || status === 409 || (status === 404 && error === undefined);
}
