/** How many people there are, how many pass, and how many each reason drops. Counts cover all people, exactly. */
import { z } from 'zod';
import type { RemoteCandidates, RemoteQuery } from './candidate-search.ts';
import { type Asked, passing, type Rules } from './rules.ts';
import { parsed, typeOf, unavailable } from './open-client.ts';
import { assertWhole, Shards } from './whole-answer.ts';

const Hits = Shards.extend({ hits: z.object({ total: z.object({ value: z.number(), relation: z.literal('eq') }) }) });
const Answers = z.object({ responses: z.array(z.looseObject({ status: z.number() })) });

export interface Counted extends Pick<RemoteCandidates, 'total' | 'passing' | 'dropped'> {
  readonly shards: number;
}

/** After each step that drops anybody; without `counts` before the first and after the last alone. */
export async function countPeople(asked: Asked, rules: Rules, { counts }: RemoteQuery): Promise<Counted> {
  const { steps } = rules;
  const last = steps.length;
  const upTo = counts ? [0, ...steps.keys()].map((at, n) => (n === 0 ? 0 : at + 1)) : [0, last];
  const { numbers, shards } = await countAll(asked, upTo.map((end) => passing(rules, end)));
  const dropped: Record<string, number> = {};
  if (counts) {
    steps.forEach(({ reason }, at) => {
      dropped[reason] = (dropped[reason] ?? 0) + numbers[at]! - numbers[at + 1]!;
    });
  }
  return { total: numbers[0]!, passing: numbers.at(-1)!, dropped, shards };
}

async function countAll({ client, path, timeoutMs, signal }: Asked, queries: readonly unknown[]) {
  const lines = queries.flatMap((query) => [
    { allow_partial_search_results: false },
    { query, size: 0, track_total_hits: true, timeout: `${timeoutMs}ms` },
  ]);
  const answer = await client.request({ method: 'POST', path: `${path}/_msearch`, lines, timeoutMs, signal });
  const { responses } = parsed(Answers, answer.body);
  if (responses.length !== queries.length) throw unavailable('answered other searches than it was asked');
  const whole = responses.map((one) => {
    if (one.status !== 200) throw unavailable(`answered ${one.status} (${typeOf(one)})`);
    return parsed(Hits, assertWhole(one));
  });
  return { numbers: whole.map(({ hits }) => hits.total.value), shards: whole[0]!._shards.total };
}
