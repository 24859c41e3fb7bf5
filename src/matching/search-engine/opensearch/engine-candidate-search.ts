/**
 * The best candidates of one seeker. One request counts while another scores and cuts. Where the domain has
 * more people than may be scored, a sample is scored first, and decides which people are scored
 * (`bound/bound-work.ts`). Within a radius only the shards of its places are asked
 * (`placement/placement.ts`). Every request fails where a shard that is asked does not answer in full.
 */
import { z } from 'zod';
import {
  type CandidateSearch,
  MAX_TOP_K,
  type RemoteCandidates,
  type RemoteQuery,
} from '../candidate-search.ts';
import { boundWork } from './bound/bound-work.ts';
import { countPeople } from './count-people.ts';
import { aliasOf } from './names.ts';
import { type EngineClient, parsed, unavailable } from './open-engine-client.ts';
import { placementReader } from './placement/placement-reader.ts';
import type { Query } from './query/queries.ts';
import { type Asked, passing, type Rules, routingOf, rulesOf } from './rules.ts';
import { scoreScript } from './scripts/score-script.ts';
import { Shards, searchWhole } from './whole-answer.ts';

export interface SearchSettings {
  readonly prefix: string;
  /** How many people are scored at most, for each shard. */
  readonly scoredPerShard: number;
  readonly timeoutMs: number;
}

export function engineCandidateSearch(client: EngineClient, settings: SearchSettings): CandidateSearch {
  /** People and shards at the last search, by index. */
  const sizes = new Map<string, { readonly total: number; readonly shards: number }>();
  const placementOf = placementReader(client, settings.timeoutMs);

  async function boundOf(
    asked: Asked,
    rules: Rules,
    { scoring, definition }: RemoteQuery,
  ): Promise<Query | null> {
    if (scoring === null) return null;
    const { total, shards } = sizes.get(asked.path) ?? (await countPeople(asked, rules, 'total'));
    const most = settings.scoredPerShard * shards;
    return total <= most ? null : boundWork(asked, rules, { scoring, definition, total, most });
  }

  return {
    async best(query, signal) {
      const { scoring, counts, topK } = query;
      if (topK > MAX_TOP_K) throw new RangeError(`at most ${MAX_TOP_K} candidates come up`);
      const path = `/${query.index ?? aliasOf(settings.prefix, query)}`;
      // The alias may lead to another index with the next request, which has its people elsewhere.
      const placement = query.index === undefined ? null : await placementOf(query.index, signal);
      const rules = rulesOf(query, placement);
      const asked = { client, path, timeoutMs: settings.timeoutMs, signal };
      const bound = await boundOf(asked, rules, query);
      // Where all that pass are scored and returned or cut, the search itself counts them.
      const isCounted = scoring !== null && scoring.minScore === 0 && bound === null && topK > 0;
      const [counted, { reaching, ...found }] = await Promise.all([
        countPeople(asked, rules, counts ? 'dropped' : isCounted ? 'total' : 'passing'),
        findBest(asked, rules, query, bound),
      ]);
      const { total, dropped, shards } = counted;
      sizes.set(path, { total, shards });
      const passing = counted.passing ?? reaching;
      const scored = scoredOf({ scoring, bound, passing, reaching, most: settings.scoredPerShard * shards });
      return {
        ...found,
        total,
        passing,
        dropped,
        scored,
        belowMinScore: scored - reaching,
        isBounded: bound !== null,
      };
    },
  };
}

interface Scored extends Pick<RemoteQuery, 'scoring'> {
  readonly bound: Query | null;
  readonly passing: number;
  readonly reaching: number;
  readonly most: number;
}

/**
 * The number of scored people. With a bound and a least score it is the bound, since only people that reach
 * the score are counted.
 */
function scoredOf({ scoring, bound, passing, reaching, most }: Scored): number {
  if (scoring === null) return reaching;
  if (bound === null) return Math.max(passing, reaching);
  return scoring.minScore === 0 ? reaching : Math.max(reaching, Math.min(passing, most));
}

const Found = Shards.extend({
  hits: z.object({
    /** The number of scored people. */
    total: z.object({ value: z.number(), relation: z.literal('eq') }).optional(),
    hits: z.array(
      z.object({ _score: z.number().nullable(), fields: z.object({ u: z.array(z.string()).length(1) }) }),
    ),
  }),
});

type Best = Pick<RemoteCandidates, 'userIds' | 'scores'> & {
  /** Scored people of at least the least score; 0 without a scoring. */
  readonly reaching: number;
};

async function findBest(asked: Asked, rules: Rules, query: RemoteQuery, bound: Query | null): Promise<Best> {
  const { scoring, topK } = query;
  const search = { ...searchOf(rules, query, bound), size: topK };
  const reads = 'hits.total,hits.hits._score,hits.hits.fields';
  const answer = await searchWhole(asked, search, { reads, routing: routingOf(rules) });
  const { hits } = parsed(Found, withHits(answer));
  const reaching = scoring === null ? 0 : (hits.total?.value ?? Number.NaN);
  if (scoring !== null && hits.hits.length !== Math.min(topK, reaching))
    throw unavailable('sent fewer people than it found');
  const people = withoutDoubles(hits.hits);
  return {
    userIds: people.map(({ fields }) => fields.u[0]!),
    scores: Float64Array.from(people, ({ _score }) => _score ?? Number.NaN),
    reaching,
  };
}

/** A late write may leave a person on the shard of an earlier place as well (`document-writer.ts`). */
function withoutDoubles<Hit extends { readonly fields: { readonly u: readonly string[] } }>(
  hits: readonly Hit[],
): readonly Hit[] {
  const seen = new Set<string>();
  return hits.filter(({ fields }) => seen.size < seen.add(fields.u[0]!).size);
}

function searchOf(rules: Rules, { definition, scoring }: RemoteQuery, bound: Query | null) {
  const filter = { bool: { filter: [passing(rules), ...(bound === null ? [] : [bound])] } };
  const rest = { stored_fields: '_none_', docvalue_fields: ['u'] };
  if (scoring === null)
    return { ...rest, query: filter, sort: [{ a: 'desc' }, { s: 'asc' }], track_total_hits: false };
  const script = scoreScript(definition, scoring);
  return {
    ...rest,
    query: { script_score: { query: filter, script, min_score: scoring.minScore } },
    sort: [{ _score: 'desc' }, { s: 'asc' }],
    track_total_hits: true,
  };
}

/** `filter_path` leaves out an empty list. */
function withHits(answer: Readonly<Record<string, unknown>>): unknown {
  const hits = answer.hits as Record<string, unknown> | undefined;
  return { ...answer, hits: { hits: [], ...hits } };
}
