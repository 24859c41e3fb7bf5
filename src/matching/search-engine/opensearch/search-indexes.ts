/**
 * Indexes of the engine: made, listed, served and dropped. The `_meta` of an index's mapping says what the
 * index is, and up to where it is written. The engine keeps it with the index and loses it with it.
 */
import { z } from 'zod';
import { changeSequence, type TenantId, tenantId } from '../../../contract/brands.ts';
import type { IndexNote, IndexOf, RemoteIndex, SearchIndexes } from '../candidate-search.ts';
import { documentWriter } from './document-writer.ts';
import { mappingOf } from './documents/mapping-of.ts';
import { aliasOf, aliasOfIndex, newIndexName, writeAlias } from './names.ts';
import { type EngineClient, parsed, unavailable } from './open-engine-client.ts';
import { Placement, placementOf } from './placement/placement.ts';
import { placementReader } from './placement/placement-reader.ts';

export interface IndexSettings {
  /** Prefix of all indexes and aliases of this service. No other service of the cluster may have it. */
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
    owner: z.string().nullable().default(null),
    orphanSinceMs: z.number().nullable().default(null),
    placement: Placement.nullable().default(null),
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
  const placements = placementReader(client, timeoutMs);
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
          const { layout, note, owner, orphanSinceMs, ...of } = meta.counterpart;
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
              ...{ owner, orphanSinceMs },
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
      return (
        all.find((index) => index.isServing && index.domain === domain && index.version === version) ?? null
      );
    },
    newName: (of) => newIndexName(aliasOf(prefix, of)),
    async create({ tenant, definition }, { name, owner, places }) {
      const placement = placementOf(definition, settings.shards, places);
      const { domain, version } = definition;
      const meta: Meta = {
        counterpart: {
          ...{ layout: LAYOUT, tenant, domain, version, note: null },
          ...{ owner, orphanSinceMs: null, placement },
        },
      };
      const mappings = {
        ...mappingOf(definition),
        ...(placement !== null && { _routing: { required: true } }),
        _meta: meta,
      };
      const body = {
        settings: settingsOf(settings, placement),
        mappings,
        aliases: { [writeAlias(name)]: {} },
      };
      await send('PUT', `/${name}`, body);
    },
    writer: (of, name) =>
      documentWriter(client, { definition: of.definition, name, timeoutMs, placementOf: placements }),
    note: (name, { watermark, store }: IndexNote) =>
      changeMeta(name, { note: { watermark, store }, orphanSinceMs: null }),
    markOrphan: (name, sinceMs) => changeMeta(name, { orphanSinceMs: sinceMs }),
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

  async function changeMeta(name: string, change: Partial<Meta['counterpart']>): Promise<void> {
    const { body } = await send('GET', `/${name}/_mapping`);
    const meta = parsed(Mappings, body)[name]?.mappings._meta;
    if (meta === undefined) throw unavailable('has lost what an index is');
    await send('PUT', `/${name}/_mapping`, { _meta: { counterpart: { ...meta.counterpart, ...change } } });
  }

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
 * Sorted by activity, so that the most recent come without reading all. Deletions are remembered for an hour.
 * Until then an older version that arrives late is refused.
 */
function settingsOf(
  { shards, replicas }: IndexSettings,
  placement: Placement | null,
): Readonly<Record<string, unknown>> {
  return {
    index: {
      number_of_shards: shards,
      // `shard-words.ts` counts on it.
      ...(placement !== null && { number_of_routing_shards: shards }),
      number_of_replicas: replicas,
      refresh_interval: -1,
      gc_deletes: '1h',
      'sort.field': ['a'],
      'sort.order': ['desc'],
    },
  };
}
