/** Pairs of columns that are latitude and longitude. */
import { tokensOf } from '../name-tokens.ts';
import { decimals, plainNumber } from '../number-text.ts';
import { type ColumnFacts, shareOf } from './column-facts.ts';
import type { Coordinate } from './column-target.ts';

export const degrees: Readonly<Record<Coordinate, [number, number]>> = { lat: [-90, 90], lon: [-180, 180] };

const names: Readonly<Record<Coordinate, ReadonlySet<string>>> = {
  lat: new Set(['lat', 'latitude']),
  lon: new Set(['lon', 'lng', 'long', 'longitude']),
};
const parts = ['lat', 'lon'] as const;
const MOST = 0.8;

interface SeenColumn {
  readonly name: string;
  readonly facts: ColumnFacts;
}

/** The first column of each, by its position: «home_lat» and «home_lng». Empty: one of them is missing. */
export function coordinatesIn(columns: readonly SeenColumn[]): readonly (readonly [number, Coordinate])[] {
  const found = parts.map((part) => {
    const at = columns.findIndex((column) => isCoordinate(column, part));
    return [at, part] as const;
  });
  return found.some(([at]) => at < 0) ? [] : found;
}

function isCoordinate({ name, facts }: SeenColumn, part: Coordinate): boolean {
  const [least, most] = degrees[part];
  const isDegree = (value: string) =>
    decimals.some((decimal) => {
      const number = Number(plainNumber(value, decimal));
      return number >= least && number <= most;
    });
  return names[part].has(tokensOf(name).at(-1) ?? '') && shareOf(facts, isDegree) >= MOST;
}
