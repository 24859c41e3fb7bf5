/** The placement of an index, which its mapping has. It never changes, so it is read once. */
import { z } from 'zod';
import { type EngineClient, parsed } from '../open-engine-client.ts';
import { Placement } from './placement.ts';

const Mappings = z.record(
  z.string(),
  z.object({
    mappings: z
      .object({
        _meta: z
          .object({ counterpart: z.object({ placement: Placement.nullable().default(null) }).optional() })
          .optional(),
      })
      .default({}),
  }),
);

/**
 * The placement of an index, which is given by its own name, not by an alias. null: people are spread by
 * their ids.
 */
export type PlacementOf = (index: string, signal?: AbortSignal) => Promise<Placement | null>;

export function placementReader(client: EngineClient, timeoutMs: number): PlacementOf {
  const known = new Map<string, Placement | null>();
  return async (index, signal) => {
    const kept = known.get(index);
    if (kept !== undefined) return kept;
    const { body } = await client.request({
      ...{ method: 'GET', path: `/${index}/_mapping`, timeoutMs, signal },
      query: { filter_path: '*.mappings._meta' },
    });
    const placement = parsed(Mappings, body)[index]?.mappings._meta?.counterpart?.placement ?? null;
    known.set(index, placement);
    return placement;
  };
}
