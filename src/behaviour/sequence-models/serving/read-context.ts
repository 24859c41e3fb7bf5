/** The context of a request, as far as a model reads it. */
import { clip } from '../../../contract/clip.ts';
import { builtInContexts } from '../../../contract/dataset-features.ts';
import { invalidRequest } from '../../../contract/errors.ts';
import type { Context } from '../histories/event-contexts.ts';
import type { ContextFacts } from '../models/architecture.ts';
import type { RankingQuery } from './inference-protocol.ts';

/** Names without a type of their own: whole numbers that are read as categories. */
const builtIn: readonly string[] = builtInContexts;

/**
 * `reads`: what the model reads. The hour is taken of every model, because people without a history are ranked by
 * it. undefined: nothing is known. 400 `invalid_request` for a name that the model does not read, and for a value
 * of another type.
 */
export function readContext(
  reads: readonly ContextFacts[] = [],
  given: RankingQuery['context'] = {},
): Context | undefined {
  const types = new Map(reads.map(({ name, type }) => [name, type]));
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const issues = entries.flatMap(([name, value]) => {
    const message = faultOf(name, value, types);
    return message === null ? [] : [{ path: `context.${clip(name)}`, message }];
  });
  if (issues.length > 0) throw invalidRequest(issues);
  const known = entries.filter(([name]) => types.has(name)) as readonly [string, string | number][];
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function faultOf(
  name: string,
  value: unknown,
  types: ReadonlyMap<string, ContextFacts['type']>,
): string | null {
  if (name === 'hour') return null;
  const type = types.get(name);
  if (type === undefined) {
    const names = [...types.keys()];
    return `the model does not read it; it reads ${names.length === 0 ? 'no context' : names.join(', ')}`;
  }
  if (builtIn.includes(name) || typeof value === (type === 'number' ? 'number' : 'string')) return null;
  return type === 'number' ? 'must be a number' : 'must be a text, as the dataset declares a category';
}
