/**
 * The best candidates of one seeker. Two requests: the first counts, the second scores and cuts. Between them stands the
 * bound on work (`bound/bound-work.ts`). Both fail where a shard does not answer in full.
 */
import { z } from 'zod';
import { type CandidateSearch, MAX_TOP_K, type RemoteCandidates, type RemoteQuery } from './candidate-search.ts';
import { boundWork } from './bound/bound-work.ts';
import { countPeople } from './count-people.ts';
import { isOwnId } from './documents/document-id.ts';
import { aliasOf } from './names.ts';
import { type EngineClient, parsed, unavailable } from './open-client.ts';
import { allOf, type Query } from './query/queries.ts';
import { type Asked, passing, type Rules, rulesOf } from './rules.ts';
import { scoreScript } from './scripts/score-script.ts';
import { assertWhole, Shards } from './whole-answer.ts';

export interface SearchSettings {
  readonly prefix: string;
  /** How many people are scored at most, for each shard. */
  readonly scoredPerShard: number;
  readonly timeoutMs: number;
}

export function engineCandidateSearch(client: EngineClient, settings: SearchSettings): CandidateSearch {
  return {
    async best(query, signal) {
      if (query.topK > MAX_TOP_K) throw new RangeError(`at most ${MAX_TOP_K} candidates come up`);
      const path = `/${query.index ?? aliasOf(settings.prefix, query)}`;
      const rules = rulesOf(query);
      const asked = { client, path, timeoutMs: settings.timeoutMs, signal };
      const counted = await countPeople(asked, rules, query);
      const most = settings.scoredPerShard * counted.shards;
      const { scoring, definition } = query;
      const isBounded = scoring !== null && counted.passing > most;
      const bound = isBounded ? await boundWork(asked, rules, { scoring, definition }, most) : null;
      const found = await findBest(asked, rules, query, bound?.query ?? null);
      const scored = scoring === null ? 0 : (bound?.people ?? counted.passing);
      return { ...found, ...counted, scored, belowMinScore: Math.max(0, scored - found.reaching), isBounded };
    },
  };
}

const Found = Shards.extend({
  hits: z.object({
    /** Of scored people. */
    total: z.object({ value: z.number(), relation: z.literal('eq') }).optional(),
    hits: z.array(
      z.object({
        _id: z.string(),
        _score: z.number().nullable(),
        fields: z.object({ u: z.array(z.string()).length(1) }).optional(),
      }),
    ),
  }),
});

type Best = Pick<RemoteCandidates, 'userIds' | 'scores'> & { readonly reaching: number };

async function findBest(
  { client, path, timeoutMs, signal }: Asked,
  rules: Rules,
  { definition, scoring, topK }: RemoteQuery,
  bound: Query | null,
): Promise<Best> {
  if (topK === 0) return { userIds: [], scores: new Float64Array(), reaching: 0 };
  const filter = allOf([passing(rules), ...(bound === null ? [] : [bound])]);
  const isScored = scoring !== null;
  const script = isScored ? { script: scoreScript(definition, scoring), min_score: scoring.minScore } : null;
  const body = {
    query: script === null ? { bool: { filter: [filter] } } : { script_score: { query: { bool: { filter: [filter] } }, ...script } },
    sort: isScored ? [{ _score: 'desc' }, { s: 'asc' }] : [{ a: 'desc' }, { s: 'asc' }],
    size: topK,
    track_total_hits: isScored,
    timeout: `${timeoutMs}ms`,
    docvalue_fields: ['u'],
  };
  const query = {
    allow_partial_search_results: false,
    filter_path: 'timed_out,_shards,hits.total,hits.hits._id,hits.hits._score,hits.hits.fields',
  };
  const answer = await client.request({ method: 'POST', path: `${path}/_search`, query, body, timeoutMs, signal });
  const whole = assertWhole(answer.body);
  const { hits } = parsed(Found, withHits(whole));
  const total = hits.total?.value ?? (isScored ? Number.NaN : 0);
  if (isScored && hits.hits.length !== Math.min(topK, total)) throw unavailable('sent fewer people than it found');
  return {
    userIds: hits.hits.map(userIdOf),
    scores: Float64Array.from(hits.hits, ({ _score }) => _score ?? Number.NaN),
    reaching: total,
  };
}

/** `filter_path` leaves out an empty list. */
function withHits(answer: Readonly<Record<string, unknown>>): unknown {
  const hits = answer.hits as Record<string, unknown> | undefined;
  return { ...answer, hits: { hits: [], ...hits } };
}

function userIdOf({ _id, fields }: z.output<typeof Found>['hits']['hits'][number]): string {
  if (isOwnId(_id)) return _id;
  if (fields === undefined) throw unavailable('has a document without its user id');
  return fields.u[0]!;
}
