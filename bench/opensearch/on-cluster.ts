/** The same people in an index of OpenSearch. */
import { setTimeout as sleep } from 'node:timers/promises';
import { changeSequence } from '../../src/contract/brands.ts';
import { openOpenSearch, openSearchDefaults } from '../../src/index/opensearch/open-opensearch.ts';
import { compileRemoteTerms } from '../../src/ranking/compile/compile-remote.ts';
import { WORLD_MS } from '../world/generate-people.ts';
import { definition, type Search, scorecard, TENANT, terms, world } from './searches.ts';

const PAGE = 2000;
/** Requests of documents under way. */
const WRITERS = 4;

export function openOnCluster({
  urls,
  scoredPerShard,
}: {
  readonly urls: readonly string[];
  readonly scoredPerShard: number;
}) {
  const { indexes, search, close } = openOpenSearch({
    ...openSearchDefaults,
    urls,
    scoredPerShard,
    prefix: `bench-${process.pid}`,
    replicas: 0,
    searchTimeoutMs: 60_000,
  });
  const of = { tenant: TENANT, definition };
  let name = '';
  return {
    async load(people: number) {
      ({ name } = await indexes.create(of));
      const writer = indexes.writer(of, name);
      const started = performance.now();
      let next = 0;
      const write = async () => {
        while (next < people) {
          const from = next;
          next += PAGE;
          const count = Math.min(PAGE, people - from);
          const page = Array.from({ length: count }, (_, at) => world.person(from + at));
          await writer.write(
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
    best({ seeker, userId, steps }: Search, topK: number) {
      return search.best({
        ...of,
        steps: [{ reason: 'self', drop: [userId] }, ...steps],
        masked: [],
        topK,
        counts: false,
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
      if (name !== '') await indexes.drop(name);
      await close();
    },
  };
}
