/**
 * LanceDB: IVF-PQ with its defaults for the size, a scalar index for the filter, refined by the full vectors.
 */
import { join } from 'node:path';
import { loadCompetitor } from '../competitors/load-competitor.ts';
import type { BuiltFolder } from './built-folder.ts';
import type { Finder } from './finder.ts';
import type { Points } from './points.ts';

interface Query {
  distanceType(of: 'cosine'): Query;
  nprobes(count: number): Query;
  refineFactor(factor: number): Query;
  where(sql: string): Query;
  limit(k: number): Query;
  select(columns: readonly string[]): Query;
  toArray(): Promise<{ id: number }[]>;
}
interface Table {
  add(rows: readonly object[]): Promise<unknown>;
  createIndex(column: string, options?: object): Promise<void>;
  vectorSearch(query: readonly number[]): Query;
}
interface Module {
  connect(folder: string): Promise<{
    createTable(name: string, rows: readonly object[]): Promise<Table>;
    openTable(name: string): Promise<Table>;
    close(): void;
  }>;
  readonly Index: { ivfPq(options: object): unknown };
}

const ROWS_A_PART = 50_000;

export async function lanceFinders(
  settings: readonly { readonly probes: number; readonly refine: number }[],
  built: BuiltFolder,
): Promise<readonly Finder[]> {
  const loaded = await loadCompetitor<Module>('@lancedb/lancedb');
  if (loaded === null) return [];
  let opened: Promise<Table> | undefined;
  return settings.map(({ probes, refine }) => ({
    name: `LanceDB IVF-PQ, ${probes} probes, refined ×${refine}`,
    load: async (points) => {
      opened ??= filled(loaded, built, points);
      await opened;
    },
    async nearest(query, below, k) {
      const search = (await opened!)
        .vectorSearch([...query])
        .distanceType('cosine')
        .nprobes(probes)
        .refineFactor(refine)
        .select(['id', '_distance'])
        .limit(k);
      const found = await (below < 1000 ? search.where(`bucket < ${below}`) : search).toArray();
      return found.map(({ id }) => id);
    },
    close: async () => undefined,
  }));
}

async function filled({ connect, Index }: Module, built: BuiltFolder, points: Points): Promise<Table> {
  const { count, dimension, vectors, buckets } = points;
  const database = await connect(join(built.path, 'lance'));
  if (built.has('lance')) return database.openTable('points');
  const rowsFrom = (from: number) =>
    Array.from({ length: Math.min(ROWS_A_PART, count - from) }, (_, at) => {
      const n = from + at;
      return {
        id: n,
        bucket: buckets[n]!,
        vector: [...vectors.subarray(n * dimension, (n + 1) * dimension)],
      };
    });
  const table = await database.createTable('points', rowsFrom(0));
  for (let from = ROWS_A_PART; from < count; from += ROWS_A_PART) await table.add(rowsFrom(from));
  await table.createIndex('vector', { config: Index.ivfPq({ distanceType: 'cosine' }) });
  await table.createIndex('bucket');
  built.isThere('lance');
  return table;
}
