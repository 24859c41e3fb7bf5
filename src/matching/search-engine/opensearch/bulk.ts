/** Bulk requests of versioned documents. */
import { z } from 'zod';
import { retryLater } from '../../../contract/errors.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { IndexedProfile } from '../../../platform/storage/store.ts';
import type { DocumentChange } from '../candidate-search.ts';
import { documentId } from './documents/document-id.ts';
import { documentOf } from './documents/document-of.ts';
import { writeAlias } from './names.ts';
import { type EngineClient, parsed, unavailable } from './open-engine-client.ts';

/** A change of a person who is not erased. */
export type Stored = DocumentChange & { readonly profile: IndexedProfile };
export const isStored = (change: DocumentChange): change is Stored => change.profile !== null;

export interface Operation {
  /** One or two lines of JSON. */
  readonly lines: readonly unknown[];
  /** The person whose document is written; null: one is deleted. */
  readonly person: Stored | null;
}

const PER_REQUEST = 2_000;

const Item = z.object({
  status: z.number(),
  result: z.string().optional(),
  error: z.object({ type: z.string() }).optional(),
});
const Bulk = z.object({ items: z.array(z.record(z.string(), Item)) });

/** `routing`: null where people are spread by their ids. */
export function writing(definition: DomainDefinition, person: Stored, routing: string | null): Operation {
  return { lines: [{ index: headOf(person, routing) }, documentOf(definition, person.profile.row)], person };
}

export function deleting(change: DocumentChange, routing: string | null): Operation {
  return { lines: [{ delete: headOf(change, routing) }], person: null };
}

function headOf({ userId, sequence }: DocumentChange, routing: string | null) {
  const head = { _id: documentId(userId), version: sequence, version_type: 'external_gte' };
  return routing === null ? head : { ...head, routing };
}

export interface Target {
  readonly client: EngineClient;
  readonly name: string;
  readonly timeoutMs: number;
}

/** Returns the people whose shard had no document of them. */
export async function sendAll(target: Target, operations: readonly Operation[]): Promise<readonly Stored[]> {
  const created: Stored[] = [];
  for (const some of inChunks(operations)) created.push(...(await send(target, some)));
  return created;
}

async function send(
  { client, name, timeoutMs }: Target,
  operations: readonly Operation[],
): Promise<readonly Stored[]> {
  const path = `/${writeAlias(name)}/_bulk`;
  const parts = ['status', 'result', 'error.type'].map((part) => `items.*.${part}`);
  const query = { filter_path: parts.join(','), require_alias: true };
  const lines = operations.flatMap((operation) => operation.lines);
  const { body } = await client.request({ method: 'POST', path, query, lines, timeoutMs });
  const items = parsed(Bulk, body).items.flatMap((item) => Object.values(item));
  if (items.length !== operations.length) throw unavailable('answered for other documents than were written');
  const failed = items.filter((item) => !isFine(item)).map(({ status }) => status);
  if (failed.includes(429))
    throw retryLater('overloaded', 'the search engine takes no more documents now', 1_000);
  if (failed.length > 0)
    throw unavailable(`refused ${failed.length} documents (${[...new Set(failed)].join(', ')})`);
  return operations.flatMap(({ person }, at) =>
    person !== null && items[at]!.result === 'created' ? [person] : [],
  );
}

/** 409: a newer version is there. 404: the person to delete is not. */
function isFine({ status, error }: z.output<typeof Item>): boolean {
  return status < 400 || status === 409 || (status === 404 && error === undefined);
}

export function inChunks<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / PER_REQUEST) }, (_, n) =>
    all.slice(n * PER_REQUEST, (n + 1) * PER_REQUEST),
  );
}
