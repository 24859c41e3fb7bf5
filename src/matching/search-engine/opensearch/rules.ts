/** The steps of a query in the engine's language, and the parameters of a request. */
import type { RemoteQuery } from '../candidate-search.ts';
import type { EngineClient } from './open-engine-client.ts';
import { inBoth, type Placement, shardsOf } from './placement/placement.ts';
import { idsQuery, stepQuery } from './query/filter-query.ts';
import { allOf, type Query, without } from './query/queries.ts';

/** `base`: people whose documents are current. A query of a step is null where the step keeps all people. */
export interface Rules {
  readonly base: Query;
  readonly steps: readonly {
    readonly reason: string;
    readonly query: Query | null;
    /** No person of another shard passes the step; null: one of any may. */
    readonly shards: readonly number[] | null;
  }[];
  /** null: people are spread by their ids. */
  readonly placement: Placement | null;
  /** How many people the queries name. */
  readonly ids: number;
}

export function rulesOf({ definition, steps, masked }: RemoteQuery, placement: Placement | null): Rules {
  return {
    base: masked.length === 0 ? { match_all: {} } : without([idsQuery(masked)]),
    steps: steps.map((step) => ({
      reason: step.reason,
      query: stepQuery(definition, step),
      shards:
        placement !== null && 'keep' in step && step.keep !== 'complete'
          ? shardsOf(placement, step.keep)
          : null,
    })),
    placement,
    ids: steps.reduce((sum, step) => sum + ('drop' in step ? step.drop.length : 0), masked.length),
  };
}

/**
 * The `routing` of a request for the people that pass the first steps: the shards that may have some. null:
 * all shards are asked. Where no shard may have any, one is asked, since the engine takes an empty list as
 * all.
 */
export function routingOf({ steps, placement }: Rules, upTo = steps.length): string | null {
  const shards = steps
    .slice(0, upTo)
    .reduce<readonly number[] | null>((found, step) => inBoth(found, step.shards), null);
  if (placement === null || shards === null || shards.length === placement.words.length) return null;
  return (shards.length === 0 ? [0] : shards).map((shard) => placement.words[shard]).join(',');
}

export function passing({ base, steps }: Rules, upTo = steps.length): Query {
  const queries = steps.slice(0, upTo).map(({ query }) => query);
  return allOf([base, ...queries.filter((query) => query !== null)]);
}

export interface Asked {
  readonly client: EngineClient;
  readonly path: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}
