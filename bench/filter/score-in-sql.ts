/**
 * The query in SQL that DuckDB and PostgreSQL both accept; points of places come from a table `place_points`.
 */
import type { FilterQuery } from './competitor.ts';

/** `pointsOfPlace`: the expression for the points of `p.place`. */
export function bestInSql({ genders, ages: [from, to], intercept, points, k }: FilterQuery): string {
  const score = [
    float(intercept),
    choice('p.goal', points.goal),
    choice('p.age', points.age),
    'q.points',
    choice('p.style', points.style),
  ].join(' + ');
  return `select p.n from people p join place_points q on q.place = p.place
    where p.gender in (${genders.join(', ')}) and p.age between ${from} and ${to}
    order by ${score} desc, p.tie, p.n limit ${k}`;
}

export function placePointsInSql(points: Float64Array): string {
  const rows = Array.from(points, (value, place) => `(${place}, ${float(value)})`);
  return `insert into place_points values ${rows.join(', ')}`;
}

function float(value: number): string {
  return `cast(${Number.isInteger(value) ? value.toFixed(1) : value} as double precision)`;
}

function choice(column: string, points: Float64Array): string {
  const list = Array.from(points, float).join(', ');
  return `(array[${list}])[${column} + 1]`;
}
