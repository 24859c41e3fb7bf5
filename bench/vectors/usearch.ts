/**
 * USearch: an HNSW graph. Its JavaScript interface has no filter, so the search asks for more neighbours in
 * proportion, at most 10,000, and filters them afterwards.
 */
import { join } from 'node:path';
import { loadCompetitor } from '../competitors/load-competitor.ts';
import type { BuiltFolder } from './built-folder.ts';
import type { Finder } from './finder.ts';
import type { Points } from './points.ts';

interface Graph {
  add(keys: BigUint64Array, vectors: Float32Array, threads: number): void;
  search(query: Float32Array, k: number, threads: number): { readonly keys: BigUint64Array };
  save(path: string): void;
  load(path: string): void;
}
interface Module {
  readonly Index: new (options: object) => Graph;
}

const MOST_ASKED = 10_000;
const POINTS_A_PART = 10_000;

/** `expansions`: how many candidates a search keeps. */
export async function usearchFinders(
  expansions: readonly number[],
  threads: number,
  built: BuiltFolder,
): Promise<readonly Finder[]> {
  const loaded = await loadCompetitor<Module>('usearch');
  if (loaded === null) return [];
  const file = join(built.path, 'usearch.bin');
  return expansions.map((expansion) => {
    let graph: Graph;
    let buckets: Uint16Array;
    return {
      name: `USearch HNSW, expansion ${expansion}`,
      async load(points) {
        graph = new loaded.Index({
          dimensions: points.dimension,
          metric: 'cos',
          quantization: 'f32',
          connectivity: 16,
          expansion_add: 128,
          expansion_search: expansion,
        });
        buckets = points.buckets;
        if (built.has('usearch')) {
          graph.load(file);
          return;
        }
        build(graph, points, threads);
        graph.save(file);
        built.isThere('usearch');
      },
      async nearest(query, below, k) {
        const asked = Math.min(MOST_ASKED, Math.ceil((1.2 * k * 1000) / below));
        const { keys } = graph.search(query, below < 1000 ? asked : k, 1);
        return [...keys]
          .map(Number)
          .filter((n) => buckets[n]! < below)
          .slice(0, k);
      },
      close: async () => undefined,
    };
  });
}

function build(graph: Graph, { count, dimension, vectors }: Points, threads: number): void {
  for (let from = 0; from < count; from += POINTS_A_PART) {
    const to = Math.min(count, from + POINTS_A_PART);
    const keys = BigUint64Array.from({ length: to - from }, (_, at) => BigInt(from + at));
    graph.add(keys, vectors.subarray(from * dimension, to * dimension), threads);
  }
}
