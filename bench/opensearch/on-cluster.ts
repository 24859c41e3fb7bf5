/** The same people in an index of OpenSearch. */
import { setTimeout as sleep } from 'node:timers/promises';
import { changeSequence } from '../../src/contract/brands.ts';
import { compileRemoteTerms } from '../../src/matching/ranking/compile/compile-remote-terms.ts';
import {
  openOpenSearch,
  openSearchDefaults,
} from '../../src/matching/search-engine/opensearch/open-opensearch.ts';
import { WORLD_MS } from '../world/generate-people.ts';
import { definition, type Search, scorecard, TENANT, terms, world } from './searches.ts';

const PAGE = 2000;
/** Requests of documents under way. */
const WRITERS = 4;

/** People whose places the indexer draws. */
const SAMPLED = 20_000;
/** Share of the changed people who have moved. */
const MOVED = 0.1;

interface ClusterSettings {
  readonly urls: readonly string[];
  readonly scoredPerShard: number;
  readonly shards: number;
  /** Whether people are spread over shards by place, or by their ids. */
  readonly byPlace: boolean;
  readonly counts: boolean;
  readonly isFirstTry: boolean;
}

export function openOnCluster({
  urls,
  scoredPerShard,
  shards,
  byPlace,
  counts,
  isFirstTry,
}: ClusterSettings) {
  const { indexes, search, close } = openOpenSearch({
    ...openSearchDefaults,
    urls,
    ...{ scoredPerShard, shards },
    prefix: `bench-${process.pid}-${byPlace ? 'place' : 'ids'}`,
    replicas: 0,
    searchTimeoutMs: 60_000,
  });
  const of = { tenant: TENANT, definition };
  const name = indexes.newName(of);
  return {
    async load(people: number) {
      const places = Array.from({ length: byPlace ? Math.min(people, SAMPLED) : 0 }, (_, n) => {
        const { lat, lon } = world.person(n).row.places.location!;
        return { lat, lon };
      });
      await indexes.create(of, { name, owner: 'bench', places });
      const writer = indexes.writer(of, name);
      const started = performance.now();
      let next = 0;
      const write = async () => {
        while (next < people) {
          const from = next;
          next += PAGE;
          const count = Math.min(PAGE, people - from);
          const page = Array.from({ length: count }, (_, at) => world.person(from + at));
          await writer.fill(
            page.map((profile, at) => ({
              userId: profile.row.userId,
              sequence: changeSequence(from + at + 1),
              profile,
            })),
          );
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, write));
      await writer.refresh();
      await indexes.serve(of, name);
      const seconds = (performance.now() - started) / 1000;
      // The engine measures its files anew every ten seconds.
      await sleep(11_000);
      const { bytes } = (await indexes.serving(of))!;
      return { seconds, bytes };
    },
    /** Changes as the indexer writes them: pages of 1,000 and a refresh after ten. Returns seconds. */
    async change(people: number, changes: number) {
      const writer = indexes.writer(of, name);
      const changed = Array.from({ length: changes }, (_, n) => changedPerson(n, people));
      const started = performance.now();
      for (let from = 0; from < changes; from += 1000) {
        await writer.write(changed.slice(from, from + 1000), { isFirstTry });
        if ((from + 1000) % 10_000 === 0) await writer.refresh();
      }
      await writer.refresh();
      return (performance.now() - started) / 1000;
    },
    best({ seeker, userId, steps }: Search, topK: number) {
      return search.best({
        ...of,
        index: name,
        steps: [{ reason: 'self', drop: [userId] }, ...steps],
        masked: [],
        ...{ topK, counts },
        scoring: {
          intercept: scorecard.intercept,
          terms: compileRemoteTerms(terms, { definition, seeker, nowMs: WORLD_MS }),
          aggregation: definition.reciprocal,
          calibration: null,
          personEffects: null,
          minScore: 0,
        },
      });
    },
    async close() {
      await indexes.drop(name);
      await close();
    },
  };
}

/** The n-th change. Every tenth person has the place of another one; all are as they were otherwise. */
function changedPerson(n: number, people: number) {
  const profile = world.person((n * 7919) % people);
  const isMoved = n % (1 / MOVED) === 0;
  const places = isMoved ? world.person((n * 104_729 + 1) % people).row.places : profile.row.places;
  return {
    userId: profile.row.userId,
    sequence: changeSequence(people + n + 1),
    profile: { ...profile, row: { ...profile.row, places } },
  };
}
