/**
 * A grid of the globe. Level l has cells of 180 / 2^l degrees: 2^l rows of 2^(l + 1) columns.
 *
 * Its cells are words of an inverted index, for "at most this far from my own place", whose radius differs by
 * document. A document lists the few cells that cover its circle, at the level where they are few; a point
 * lists its cell at every level. One shared word means that the circle may hold the point. Cells cover more
 * than the circle.
 */
import { cosineOf } from '../../../../domains/filter.ts';
import type { Point } from '../../candidate-search.ts';

/** Cells of 5 km. */
export const FINEST = 12;
const MOST_CELLS = 12;
const KM_OF_A_DEGREE = (Math.PI / 180) * 6371.0088;
/** Against rounding; about a metre. */
const MARGIN = 1e-5;

export interface Cell {
  readonly level: number;
  readonly row: number;
  readonly column: number;
}

export function cellsOfPoint(point: Point): readonly string[] {
  return Array.from({ length: FINEST + 1 }, (_, level) => wordOf(cellAt(level, point)));
}

export function cellsOfCircle(centre: Point, km: number): readonly string[] {
  return coverOfCircle(centre, km, MOST_CELLS).map(wordOf);
}

export function cellAt(level: number, { lat, lon }: Point): Cell {
  return { level, row: rowAt(level, lat), column: columnAt(level, lon) };
}

/** At the finest level where they are at most so many. */
export function coverOfCircle({ lat, lon }: Point, km: number, most: number): readonly Cell[] {
  const height = km / KM_OF_A_DEGREE + MARGIN;
  const [south, north] = [Math.max(-90, lat - height), Math.min(90, lat + height)];
  const width = halfWidth(lat, height);
  for (let level = FINEST; ; level--) {
    const columns = columnsBetween(level, lon - width, lon + width);
    const [first, last] = [rowAt(level, south), rowAt(level, north)];
    if (level === 0 || (last - first + 1) * columns.length <= most) {
      const rows = Array.from({ length: last - first + 1 }, (_, n) => first + n);
      return rows.flatMap((row) => columns.map((column) => ({ level, row, column })));
    }
  }
}

/** Degrees of longitude on each side; 180 where the circle holds a pole. */
function halfWidth(lat: number, height: number): number {
  if (Math.abs(lat) + height >= 90) return 180;
  const ratio = Math.sin((height * Math.PI) / 180) / cosineOf(lat);
  return ratio >= 1 ? 180 : (Math.asin(ratio) * 180) / Math.PI + MARGIN;
}

function rowAt(level: number, lat: number): number {
  return Math.min(2 ** level - 1, Math.floor(((lat + 90) * 2 ** level) / 180));
}

function columnAt(level: number, lon: number): number {
  const columns = 2 ** (level + 1);
  const column = Math.floor(((lon + 180) * 2 ** level) / 180);
  return ((column % columns) + columns) % columns;
}

function columnsBetween(level: number, west: number, east: number): readonly number[] {
  const all = 2 ** (level + 1);
  const count =
    Math.floor(((east + 180) * 2 ** level) / 180) - Math.floor(((west + 180) * 2 ** level) / 180) + 1;
  const first = columnAt(level, west);
  return Array.from({ length: Math.min(count, all) }, (_, n) => (first + n) % all);
}

function wordOf({ level, row, column }: Cell): string {
  return `${level}.${row}.${column}`;
}
