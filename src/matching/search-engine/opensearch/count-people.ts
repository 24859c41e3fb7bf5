/**
 * Counts all people, those that pass, and those that each reason drops. Counts are exact. From a radius on,
 * only the shards that its circle touches are asked. No other person passes it, so all others are counted as
 * dropped.
 */
import { z } from 'zod';
import type { RemoteCandidates } from '../candidate-search.ts';
import { parsed, typeOf, unavailable } from './open-engine-client.ts';
import type { Query } from './query/queries.ts';
import { type Asked, passing, type Rules, routingOf } from './rules.ts';
import { assertWhole, Shards, searchWhole } from './whole-answer.ts';

const Hits = Shards.extend({
  hits: z.object({ total: z.object({ value: z.number(), relation: z.literal('eq') }) }),
});
const Answers = z.object({ responses: z.array(z.looseObject({ status: z.number() })) });

export interface Counted extends Pick<RemoteCandidates, 'total' | 'dropped'> {
  /** null: not asked for. */
  readonly passing: number | null;
  readonly shards: number;
}

/** Each separate count would send all ids again, and the engine takes no body of more than 100 MB. */
const MANY_IDS = 20_000;

/**
 * `what`: `total` counts people before the first step, `passing` also after the last, `dropped` after each.
 */
export async function countPeople(
  asked: Asked,
  rules: Rules,
  what: 'total' | 'passing' | 'dropped',
): Promise<Counted> {
  const last = rules.steps.length;
  const upTo = { total: [0], passing: [0, last], dropped: Array.from({ length: last + 1 }, (_, end) => end) }[
    what
  ];
  const { numbers, shards } =
    rules.ids > MANY_IDS && what === 'dropped'
      ? await countWithin(asked, rules)
      : await countSeparately(
          asked,
          upTo.map((end) => ({ query: passing(rules, end), routing: routingOf(rules, end) })),
        );
  const dropped: Record<string, number> = {};
  if (what === 'dropped') {
    rules.steps.forEach(({ reason }, at) => {
      dropped[reason] = (dropped[reason] ?? 0) + numbers[at]! - numbers[at + 1]!;
    });
  }
  return { total: numbers[0]!, passing: what === 'total' ? null : numbers.at(-1)!, dropped, shards };
}

interface Numbers {
  readonly numbers: readonly number[];
  /** Shards of the index. */
  readonly shards: number;
}

interface Counting {
  readonly query: Query;
  readonly routing: string | null;
}

async function countSeparately(
  { client, path, timeoutMs, signal }: Asked,
  queries: readonly Counting[],
): Promise<Numbers> {
  const lines = queries.flatMap(({ query, routing }) => [
    { allow_partial_search_results: false, ...(routing !== null && { routing }) },
    { query, size: 0, track_total_hits: true, timeout: `${timeoutMs}ms` },
  ]);
  const answer = await client.request({ method: 'POST', path: `${path}/_msearch`, lines, timeoutMs, signal });
  const { responses } = parsed(Answers, answer.body);
  if (responses.length !== queries.length) throw unavailable('answered other searches than it was asked');
  const whole = responses.map((response) => {
    if (response.status !== 200) throw unavailable(`answered ${response.status} (${typeOf(response)})`);
    return parsed(Hits, assertWhole(response));
  });
  // The first counts all people, and so asks all shards.
  return { numbers: whole.map(({ hits }) => hits.total.value), shards: whole[0]!._shards.total };
}

const Nested = Hits.extend({ aggregations: z.unknown() });
const Level = z.looseObject({ doc_count: z.number() });

/** Each step within those before it, so that each is sent once. */
async function countWithin(asked: Asked, { base, steps }: Rules): Promise<Numbers> {
  const aggs = steps.reduceRight<object | null>(
    (within, { query }) => ({
      step: { filter: query ?? { match_all: {} }, ...(within !== null && { aggs: within }) },
    }),
    null,
  );
  const search = { query: base, size: 0, track_total_hits: true, ...(aggs !== null && { aggs }) };
  const answer = await searchWhole(asked, search, { reads: 'hits.total,aggregations', routing: null });
  const { hits, aggregations, _shards } = parsed(Nested, answer);
  const numbers = [hits.total.value];
  let level = aggregations;
  for (const _ of steps) {
    const { doc_count, ...inner } = parsed(Level, (level as { step?: unknown }).step);
    numbers.push(doc_count);
    level = inner;
  }
  return { numbers, shards: _shards.total };
}
