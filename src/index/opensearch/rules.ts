/** A query's steps in the engine's language, and what a request needs. */
import type { RemoteQuery } from './candidate-search.ts';
import type { EngineClient } from './open-client.ts';
import { idsQuery, stepQuery } from './query/filter-query.ts';
import { allOf, type Query, without } from './query/queries.ts';

/** `base`: people whose documents are current. A query of a step is null where the step keeps all people. */
export interface Rules {
  readonly base: Query;
  readonly steps: readonly { readonly reason: string; readonly query: Query | null }[];
}

export function rulesOf({ definition, steps, masked }: RemoteQuery): Rules {
  return {
    base: masked.length === 0 ? { match_all: {} } : without([idsQuery(masked)]),
    steps: steps.map((step) => ({ reason: step.reason, query: stepQuery(definition, step) })),
  };
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
