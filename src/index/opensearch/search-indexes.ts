/**
 * Indexes of the engine: made, listed, served and dropped. What an index is, and up to where it is written, stands in the
 * `_meta` of its mapping, which the engine keeps with the index and loses with it.
 */
import { z } from 'zod';
import { changeSequence, type TenantId, tenantId } from '../../contract/brands.ts';
import type { IndexNote, IndexOf, RemoteIndex, SearchIndexes } from './candidate-search.ts';
import { documentWriter } from './document-writer.ts';
import { mappingOf } from './documents/mapping.ts';
import { aliasOf, aliasOfIndex, newIndexName, writeAlias } from './names.ts';
import { type EngineClient, parsed, unavailable } from './open-client.ts';

export interface IndexSettings {
  /** Of all indexes and aliases of this service; no other service of the cluster may have it. */
  readonly prefix: string;
  readonly shards: number;
  readonly replicas: number;
  readonly timeoutMs: number;
}

const Meta = z.object({
  counterpart: z.object({
    layout: z.number(),
    tenant: z.string(),
    domain: z.string(),
    version: z.number(),
    note: z.object({ watermark: z.number(), store: z.string() }).nullable(),
  }),
});
type Meta = z.infer<typeof Meta>;

/** Counted up where documents change: indexes of another layout do not serve. */
const LAYOUT = 1;

const Mappings = z.record(z.string(), z.object({ mappings: z.object({ _meta: Meta.optional() }) }));
const Aliases = z.record(z.string(), z.object({ aliases: z.record(z.string(), z.unknown()) }));
const Stats = z.object({
  indices: z
    .record(
      z.string(),
      z.object({
        primaries: z.object({
          docs: z.object({ count: z.number() }).optional(),
          store: z.object({ size_in_bytes: z.number() }).optional(),
        }),
      }),
    )
    .default({}),
});
const Health = z.object({ status: z.string(), number_of_nodes: z.number() });

export function searchIndexes(client: EngineClient, settings: IndexSettings): SearchIndexes {
  const { prefix, timeoutMs } = settings;
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    allowed?: number[],
  ) => client.request({ method, path, ...(body !== undefined && { body }), timeoutMs }, allowed);

  async function list(tenant?: TenantId): Promise<readonly RemoteIndex[]> {
    const pattern = `/${prefix}-*`;
    const [mappings, aliases, stats] = await Promise.all([
      send('GET', `${pattern}/_mapping`),
      send('GET', `${pattern}/_alias`),
      send('GET', `${pattern}/_stats/docs,store`),
    ]);
    const serving = parsed(Aliases, aliases.body);
    const { indices } = parsed(Stats, stats.body);
    return Object.entries(parsed(Mappings, mappings.body))
      .flatMap(
        ([
          name,
          {
            mappings: { _meta: meta },
          },
        ]): readonly RemoteIndex[] => {
          if (meta === undefined) return [];
          const { layout, note, ...of } = meta.counterpart;
          return [
            {
              name,
              tenant: tenantId(of.tenant),
              domain: of.domain,
              version: of.version,
              isServing: layout === LAYOUT && aliasOfIndex(name) in (serving[name]?.aliases ?? {}),
              documents: indices[name]?.primaries.docs?.count ?? 0,
              bytes: indices[name]?.primaries.store?.size_in_bytes ?? 0,
              // An index of another layout is none of ours: it is built again.
              note: layout === LAYOUT ? noteOf(note) : null,
            },
          ];
        },
      )
      .filter((index) => tenant === undefined || index.tenant === tenant)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  return {
    list,
    async serving({ tenant, definition: { domain, version } }) {
      const all = await list(tenant);
      return all.find((one) => one.isServing && one.domain === domain && one.version === version) ?? null;
    },
    async create(of) {
      const name = newIndexName(aliasOf(prefix, of));
      const { tenant, definition } = of;
      const meta: Meta = {
        counterpart: {
          layout: LAYOUT,
          tenant,
          domain: definition.domain,
          version: definition.version,
          note: null,
        },
      };
      const mappings = { ...mappingOf(definition), _meta: meta };
      const body = { settings: settingsOf(settings), mappings, aliases: { [writeAlias(name)]: {} } };
      await send('PUT', `/${name}`, body);
      const made = (await list(tenant)).find((one) => one.name === name);
      if (made === undefined) throw unavailable('lost an index that it had just made');
      return made;
    },
    writer: (of, name) => documentWriter(client, of.definition, name, timeoutMs),
    async note(name, note) {
      const { body } = await send('GET', `/${name}/_mapping`);
      const meta = parsed(Mappings, body)[name]?.mappings._meta;
      if (meta === undefined) throw unavailable('has lost what an index is');
      const { watermark, store }: IndexNote = note;
      const _meta = { counterpart: { ...meta.counterpart, note: { watermark, store } } };
      await send('PUT', `/${name}/_mapping`, { _meta });
    },
    serve: (of: IndexOf, name: string) => serve(aliasOf(prefix, of), name),
    async drop(name) {
      await send('DELETE', `/${name}`, undefined, [404]);
    },
    async assertHealthy(name) {
      const { body } = await send(
        'GET',
        `/_cluster/health${name === undefined ? '' : `/${name}`}`,
        undefined,
        [408],
      );
      if (parsed(Health, body).status === 'red') throw unavailable('has a shard without a copy');
    },
  };

  async function serve(alias: string, name: string): Promise<void> {
    const { body } = await send('GET', `/${alias}-*/_alias`);
    const before = Object.entries(parsed(Aliases, body))
      .filter(([other, { aliases }]) => other !== name && alias in aliases)
      .map(([index]) => ({ remove: { index, alias } }));
    await send('POST', '/_aliases', { actions: [...before, { add: { index: name, alias } }] });
  }
}

const noteOf = (note: Meta['counterpart']['note']): IndexNote | null =>
  note && { watermark: changeSequence(note.watermark), store: note.store };

/**
 * Sorted by activity, so that the most recent come without reading all. Deleted people are remembered for an hour:
 * until then an older version that arrives late is refused.
 */
function settingsOf({ shards, replicas }: IndexSettings): Readonly<Record<string, unknown>> {
  return {
    index: {
      number_of_shards: shards,
      number_of_replicas: replicas,
      refresh_interval: -1,
      gc_deletes: '1h',
      'sort.field': ['a'],
      'sort.order': ['desc'],
    },
  };
}
