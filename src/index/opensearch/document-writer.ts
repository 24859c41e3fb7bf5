/**
 * Writes people as documents. The version of a document is the sequence of its change, so that an older change never
 * replaces a newer one, in whatever order and however often they arrive. An erased person is a delete of a version.
 */
import { z } from 'zod';
import { retryLater } from '../../contract/errors.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { DocumentChange, DocumentWriter } from './candidate-search.ts';
import { documentId } from './documents/document-id.ts';
import { documentOf } from './documents/document-of.ts';
import { writeAlias } from './names.ts';
import { type EngineClient, parsed, unavailable } from './open-client.ts';

const PER_REQUEST = 2_000;

const Item = z.object({ status: z.number(), error: z.object({ type: z.string() }).optional() });
const Bulk = z.object({ items: z.array(z.record(z.string(), Item)) });
const Count = z.object({ count: z.number(), _shards: z.object({ failed: z.number() }) });
const Shards = z.object({ _shards: z.object({ failed: z.number() }) });

export function documentWriter(
  client: EngineClient,
  definition: DomainDefinition,
  name: string,
  timeoutMs: number,
): DocumentWriter {
  return {
    async write(changes) {
      for (let from = 0; from < changes.length; from += PER_REQUEST)
        await writeSome(changes.slice(from, from + PER_REQUEST));
    },
    async refresh() {
      const { body } = await client.request({ method: 'POST', path: `/${name}/_refresh`, timeoutMs });
      if (parsed(Shards, body)._shards.failed > 0) throw unavailable('could not refresh all shards');
    },
    async count() {
      const { body } = await client.request({ method: 'GET', path: `/${name}/_count`, timeoutMs });
      const { count, _shards } = parsed(Count, body);
      if (_shards.failed > 0) throw unavailable('could not count all shards');
      return count;
    },
  };

  async function writeSome(changes: readonly DocumentChange[]): Promise<void> {
    const lines = changes.flatMap(({ userId, sequence, profile }): readonly unknown[] => {
      const head = { _id: documentId(userId), version: sequence, version_type: 'external_gte' };
      if (profile === null) return [{ delete: head }];
      return [{ index: head }, documentOf(definition, profile.row)];
    });
    const path = `/${writeAlias(name)}/_bulk`;
    const query = { filter_path: 'items.*.status,items.*.error.type', require_alias: true };
    const { body } = await client.request({ method: 'POST', path, query, lines, timeoutMs });
    const items = parsed(Bulk, body).items.flatMap((item) => Object.values(item));
    if (items.length !== changes.length) throw unavailable('answered for other documents than were written');
    const failed = items.filter((item) => !isFine(item)).map(({ status }) => status);
    if (failed.length === 0) return;
    if (failed.includes(429))
      throw retryLater('overloaded', 'the search engine takes no more documents now', 1_000);
    throw unavailable(`refused ${failed.length} documents (${[...new Set(failed)].join(', ')})`);
  }
}

/** 409: a newer version is there. 404: the person to delete is not. */
function isFine({ status, error }: z.output<typeof Item>): boolean {
  return status < 400 || status === 409 || (status === 404 && error === undefined);
}
