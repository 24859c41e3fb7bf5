/** A complete answer. If shards failed, or the time ran out, people would be missing silently. */
import { z } from 'zod';
import { parsed, unavailable } from './open-engine-client.ts';
import type { Asked } from './rules.ts';

export const Shards = z.looseObject({
  timed_out: z.boolean(),
  _shards: z.object({ total: z.number(), successful: z.number(), failed: z.number() }),
});

export function assertWhole(body: unknown): z.output<typeof Shards> {
  const answer = parsed(Shards, body);
  const { total, successful, failed } = answer._shards;
  if (answer.timed_out) throw unavailable('did not finish in time');
  if (failed > 0 || successful < total) throw unavailable('did not answer on all shards');
  return answer;
}

/**
 * One search. `reads`: the parts of the answer besides those that say whether it is complete. `routing`: the
 * routing values of the shards to ask; null: all.
 */
export async function searchWhole(
  { client, path, timeoutMs, signal }: Asked,
  search: object,
  { reads, routing }: { readonly reads: string; readonly routing: string | null },
): Promise<z.output<typeof Shards>> {
  const answer = await client.request({
    ...{ method: 'POST', path: `${path}/_search`, timeoutMs, signal },
    query: {
      allow_partial_search_results: false,
      filter_path: `timed_out,_shards,${reads}`,
      ...(routing !== null && { routing }),
    },
    body: { ...search, timeout: `${timeoutMs}ms` },
  });
  return assertWhole(answer.body);
}
