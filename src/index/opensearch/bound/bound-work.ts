/**
 * Where more people pass than may be scored: those are scored that the strongest column puts first; of the last bucket
 * those that were active last; of the last day a share by the hash of the id. Each part is a filter, and the counts are
 * exact, so that all shards leave out the same people, and a repeated match the same ones.
 */
import { z } from 'zod';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { parsed } from '../open-client.ts';
import { allOf, type Query } from '../query/queries.ts';
import type { RemoteScoring } from '../remote-scoring.ts';
import { type Asked, passing, type Rules } from '../rules.ts';
import { assertWhole, Shards } from '../whole-answer.ts';
import { type Bucket, strongestColumn } from './strongest-column.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Above every `tieBreak`. */
const HASHES = 2 ** 32;

const Counts = Shards.extend({
  aggregations: z.object({
    buckets: z.object({
      buckets: z.array(
        z.object({
          doc_count: z.number(),
          days: z.object({ buckets: z.array(z.object({ key: z.number(), doc_count: z.number() })) }),
        }),
      ),
    }),
  }),
});

export interface Bound {
  readonly query: Query;
  /** How many people pass it; of the last day a share is expected. */
  readonly people: number;
}

export async function boundWork(
  { client, path, timeoutMs, signal }: Asked,
  rules: Rules,
  { scoring, definition }: { readonly scoring: RemoteScoring; readonly definition: DomainDefinition },
  most: number,
): Promise<Bound> {
  const everybody: Bucket = { points: 0, query: { match_all: {} } };
  const buckets = strongestColumn(definition, scoring) ?? [everybody];
  const body = {
    query: passing(rules),
    size: 0,
    timeout: `${timeoutMs}ms`,
    aggs: {
      buckets: {
        filters: { filters: buckets.map(({ query }) => query) },
        aggs: { days: { histogram: { field: 'a', interval: DAY_MS, min_doc_count: 1 } } },
      },
    },
  };
  const query = { allow_partial_search_results: false, filter_path: 'timed_out,_shards,aggregations' };
  const answer = await client.request({ method: 'POST', path: `${path}/_search`, query, body, timeoutMs, signal });
  const counts = parsed(Counts, assertWhole(answer.body)).aggregations.buckets.buckets;
  return upTo(
    buckets.map(({ query }, at) => ({ query, people: counts[at]!.doc_count, days: daysOf(counts[at]!.days.buckets) })),
    most,
  );
}

interface Part {
  readonly query: Query;
  readonly people: number;
  readonly days: readonly Part[];
}

/** Newest first. */
function daysOf(days: readonly { readonly key: number; readonly doc_count: number }[]): readonly Part[] {
  return days.toReversed().map(({ key, doc_count }) => ({
    query: { range: { a: { gte: key, lt: key + DAY_MS } } },
    people: doc_count,
    days: [],
  }));
}

/** The first parts that hold at most so many people together, and a piece of the next. */
function upTo(parts: readonly Part[], most: number): Bound {
  let people = 0;
  const whole: Query[] = [];
  for (const part of parts) {
    if (people + part.people > most) {
      const piece = part.days.length > 0 ? upTo(part.days, most - people) : share(part, most - people);
      return { query: anyOf([...whole, allOf([part.query, piece.query])]), people: people + piece.people };
    }
    whole.push(part.query);
    people += part.people;
  }
  return { query: anyOf(whole), people };
}

function share({ people }: Part, most: number): Bound {
  return { query: { range: { s: { lt: Math.floor((HASHES * most) / people) } } }, people: most };
}

function anyOf(queries: readonly Query[]): Query {
  return { bool: { should: queries, minimum_should_match: 1 } };
}
