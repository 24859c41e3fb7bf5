/** placeholder */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { Asked, Rules } from './rules.ts';
import type { Query } from './query/queries.ts';
import type { RemoteScoring } from './remote-scoring.ts';

export async function boundWork(
  _asked: Asked,
  _rules: Rules,
  _scoring: RemoteScoring,
  _definition: DomainDefinition,
  _most: number,
  passing: number,
): Promise<{ readonly query: Query; readonly people: number }> {
  return { query: { match_all: {} }, people: passing };
}
