/** Finds documents on another shard than the one of the person's present place. */
import { z } from 'zod';
import type { IndexedProfile } from '../../../platform/storage/store.ts';
import { documentId } from './documents/document-id.ts';
import { parsed, unavailable } from './open-engine-client.ts';
import { type Placement, shardOf } from './placement/placement.ts';
import type { Asked } from './rules.ts';
import { Shards, searchWhole } from './whole-answer.ts';

export interface Elsewhere {
  readonly routing: string;
  readonly version: number;
}

/** The engine returns no more. */
const MOST = 10_000;

const Found = Shards.extend({
  hits: z
    .object({
      hits: z.array(z.object({ _id: z.string(), _routing: z.string(), _version: z.number() })).default([]),
    })
    .default({ hits: [] }),
});

/**
 * The result is by id of the document, as of the last refresh. All shards are asked; each has few of the
 * people. The query leaves out documents on the right shard, so next to nothing is read and sent.
 */
export async function findElsewhere(
  asked: Asked,
  people: readonly { readonly userId: string; readonly profile: IndexedProfile }[],
  placement: Placement,
): Promise<ReadonlyMap<string, readonly Elsewhere[]>> {
  if (people.length === 0) return new Map();
  const byShard = Map.groupBy(people, ({ profile }) => shardOf(placement, profile.row));
  const should = Array.from(byShard, ([shard, some]) => ({
    bool: {
      filter: [{ terms: { _id: some.map(({ userId }) => documentId(userId)) } }],
      must_not: [{ term: { _routing: placement.words[shard]! } }],
    },
  }));
  const search = {
    query: { bool: { filter: [{ bool: { should } }] } },
    size: MOST,
    _source: false,
    version: true,
  };
  const reads = 'hits.hits._id,hits.hits._routing,hits.hits._version';
  const { hits } = parsed(Found, await searchWhole(asked, search, { reads, routing: null })).hits;
  if (hits.length === MOST) throw unavailable('has too many people on two shards');
  const found = new Map<string, Elsewhere[]>();
  for (const { _id, _routing: routing, _version: version } of hits)
    found.set(_id, [...(found.get(_id) ?? []), { routing, version }]);
  return found;
}
