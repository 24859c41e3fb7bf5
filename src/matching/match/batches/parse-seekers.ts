/** The clauses that select the seekers of a batch among the rows of a domain. */
import { apiError, invalidRequest } from '../../../contract/errors.ts';
import type { MatchBatchRequest } from '../../../contract/match-batch.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { Clauses, ParsedFilter } from '../../../domains/filter.ts';
import { parseFilters } from '../../../domains/parse-filter.ts';
import type { ResolvePlace } from '../../../domains/place.ts';

/** Throws 400 `invalid_request`, 422 `unknown_filter`, 422 `location_unknown`. */
export function parseSeekers(
  definition: DomainDefinition,
  { filters, side }: NonNullable<MatchBatchRequest['seekers']>,
  resolvePlace: ResolvePlace,
): Pick<ParsedFilter, 'clauses' | 'excludeUserIds'> {
  const parsed = parseFilters(definition, filters, resolvePlace, 'seekers.filters');
  if (parsed.excludeOutcomes !== undefined)
    throw invalidRequest([
      {
        path: 'seekers.filters.exclude_outcomes',
        message: 'is about pairs; give it in filters, which hold for the candidates',
      },
    ]);
  const unbound = parsed.clauses.find((clause) => clause.op === 'within_km' && clause.origin === null);
  if (unbound !== undefined)
    throw apiError(
      'location_unknown',
      `seekers.filters.${unbound.field}_within_km has no place to measure from; give ${unbound.field}_from beside it`,
      { fields: [`seekers.filters.${unbound.field}_within_km`] },
    );
  return { ...parsed, clauses: [...parsed.clauses, ...sideClause(definition, side)] };
}

function sideClause({ domain, sides }: DomainDefinition, side: string | undefined): Clauses {
  if (side === undefined) return [];
  const known = Object.keys(sides?.seeks ?? {});
  if (sides !== undefined && known.includes(side)) return [{ op: 'eq', field: sides.field, value: side }];
  const message =
    sides === undefined
      ? `${domain} has no sides; leave it out`
      : `is no side of ${domain}: ${known.join(', ')}`;
  throw invalidRequest([{ path: 'seekers.side', message }]);
}
