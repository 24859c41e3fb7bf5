/** The context of a request, as far as a model reads it. */
import type { Context } from '../histories/event-contexts.ts';
import type { ContextFacts } from '../models/architecture.ts';
import type { RankingQuery } from './inference-protocol.ts';

/** `reads`: what the model reads; other names are left out. undefined: nothing of it is known. */
export function readContext(
  reads: readonly ContextFacts[] = [],
  given: RankingQuery['context'] = {},
): Context | undefined {
  const known = reads.flatMap(({ name }) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
