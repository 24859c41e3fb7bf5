/**
 * Compiles clauses to a WHERE condition with exactly the meaning of `domains/filter.ts`.
 *
 * An absent key of a JSON object reads as SQL's null, and a comparison with null is never true. So absence
 * needs no further treatment, except in negations, which also require the field.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Clause, Clauses, Scalar } from '../../../domains/filter.ts';
import { comparesPlaces } from '../../../domains/row-passes.ts';

type Condition = Expression<SqlBool>;

/** How a database reads the JSON of a profile. */
export interface JsonOfProfiles {
  readonly constant: (holds: boolean) => Condition;
  readonly number: (value: number) => Expression<number>;
  readonly isPresent: (field: string) => Condition;
  /**
   * True when one of the field's values (a single one, or the list of a `multiple` enum) is among the named
   * ones, which are one parameter. Values of other types are never equal.
   */
  readonly holdsAny: (field: string, named: readonly Scalar[]) => Condition;
  /** The value if it is a number, else null. */
  readonly numberOf: (field: string) => Expression<number | null>;
  readonly placeKeyOf: (field: string) => Expression<string | null>;
  readonly placeNumberOf: (field: string, part: 'lat' | 'lon' | 'radiusKm') => Expression<number | null>;
  /** A query for the keys. */
  readonly rowsOf: (keys: readonly string[]) => Expression<unknown>;
}

export function createClauseCompiler(json: JsonOfProfiles): (clauses: Clauses) => Condition {
  const { number, isPresent, holdsAny, numberOf, placeKeyOf, placeNumberOf, rowsOf } = json;
  return (clauses) =>
    clauses.length === 0
      ? json.constant(true)
      : sql<SqlBool>`(${sql.join(clauses.map(compileClause), sql` and `)})`;

  function compileClause(clause: Clause): Condition {
    const compared = compareClause(clause);
    return clause.missing === 'pass' ? sql`(${compared} or ${isMissing(clause)})` : compared;
  }

  function isMissing(clause: Clause): Condition {
    if (comparesPlaces(clause)) return sql`${placeKeyOf(clause.field)} is null`;
    return sql`not (${isPresent(clause.field)})`;
  }

  function compareClause(clause: Clause): Condition {
    const { field } = clause;
    switch (clause.op) {
      case 'eq':
        return holdsAny(field, [clause.value]);
      case 'ne':
        return holdsNone(field, [clause.value]);
      case 'in':
        return holdsAny(field, clause.values);
      case 'nin':
        return holdsNone(field, clause.values);
      case 'gt':
        return sql`${numberOf(field)} > ${number(clause.value)}`;
      case 'gte':
        return sql`${numberOf(field)} >= ${number(clause.value)}`;
      case 'lt':
        return sql`${numberOf(field)} < ${number(clause.value)}`;
      case 'lte':
        return sql`${numberOf(field)} <= ${number(clause.value)}`;
      case 'exists':
        return clause.value ? isPresent(field) : sql`not ${isPresent(field)}`;
      case 'place_in':
        return sql`${placeKeyOf(field)} in (${rowsOf(clause.keys)})`;
      case 'place_nin':
        return sql`${placeKeyOf(field)} is not null and ${placeKeyOf(field)} not in (${rowsOf(clause.keys)})`;
      case 'within_km':
        return isWithinKm(clause);
      default:
        return clause satisfies never;
    }
  }

  function holdsNone(field: string, named: readonly Scalar[]): Condition {
    return sql`(${isPresent(field)} and not ${holdsAny(field, named)})`;
  }

  function isWithinKm({ field, origin, km }: Extract<Clause, { op: 'within_km' }>): Condition {
    if (origin === null) return json.constant(false);
    const [lat, lon] = [placeNumberOf(field, 'lat'), placeNumberOf(field, 'lon')];
    const radius = sql`coalesce(${placeNumberOf(field, 'radiusKm')}, 0)`;
    return sql`distance_km(${number(origin.lat)}, ${number(origin.lon)}, ${lat}, ${lon}) + ${radius} <= ${number(km)}`;
  }
}
