import { invalidRequest } from '../../../contract/errors.ts';
import type { UserSearch } from '../../../contract/user-search.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ParsedFilter } from '../../../domains/filter.ts';
import { parseFilters } from '../../../domains/parse-filter.ts';
import type { ResolvePlace } from '../../../domains/place.ts';

/**
 * The filters of a search, which has no seeker. Throws 400 `invalid_request`, 422 `unknown_filter`, 422
 * `location_unknown`.
 */
export function searchClauses(
  definition: DomainDefinition,
  filters: UserSearch['filters'],
  resolvePlace: ResolvePlace,
): ParsedFilter {
  const parsed = parseFilters(definition, filters, resolvePlace);
  const issues = parsed.clauses
    .filter((clause) => clause.op === 'within_km' && clause.origin === null)
    .map(({ field }) => ({
      path: `filters.${field}_within_km`,
      message: `says no place to measure from; give ${field}_from too`,
    }));
  if (parsed.excludeOutcomes !== undefined)
    issues.push({
      path: 'filters.exclude_outcomes',
      message: 'is about a seeker, which a search does not have; leave it out',
    });
  if (issues.length > 0) throw invalidRequest(issues);
  return parsed;
}
