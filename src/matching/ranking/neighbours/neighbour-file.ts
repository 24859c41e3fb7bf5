/**
 * The stored form of neighbours: counts and curve on the card, links in a file of 32-bit words:
 *
 *   starts [P + 1], columns [N] (whole numbers), values [N] (float32)   of `alike`, then of `chosen`
 */
import { z } from 'zod';
import { littleEndianBytes, wordsOf } from '../word-bytes.ts';
import type { NeighbourTable } from './neighbour-table.ts';
import type { PersonLinks } from './person-links.ts';

export const NEIGHBOURS_FILE = 'neighbours.bin';

export const NeighbourHeader = z.strictObject({
  /** Number of links. */
  alike: z.number().int().min(0),
  chosen: z.number().int().min(0),
  weight: z.number().min(0),
  unit: z.number().positive(),
});
type NeighbourHeader = z.infer<typeof NeighbourHeader>;

export function neighbourHeader({ alike, chosen, weight, unit }: NeighbourTable): NeighbourHeader {
  return { alike: alike.columns.length, chosen: chosen.columns.length, weight, unit };
}

export function encodeNeighbours({ alike, chosen }: NeighbourTable): Uint8Array {
  return littleEndianBytes(
    [alike, chosen].flatMap(({ starts, columns, values }) => [starts, columns, values]),
  );
}

/** Throws for a file of another length. */
export function decodeNeighbours(
  bytes: Uint8Array,
  { alike, chosen, weight, unit }: NeighbourHeader,
  people: number,
): NeighbourTable {
  const words = 2 * (people + 1 + alike + chosen);
  if (bytes.length !== 4 * words)
    throw new Error(`${NEIGHBOURS_FILE} has ${bytes.length} bytes, and ${4 * words} were expected`);
  const all = wordsOf(bytes);
  const first = people + 1 + 2 * alike;
  return {
    alike: linksIn(all.subarray(0, first), people, alike),
    chosen: linksIn(all.subarray(first), people, chosen),
    weight,
    unit,
  };
}

function linksIn(words: Uint32Array<ArrayBuffer>, people: number, links: number): PersonLinks {
  const columns = people + 1;
  const values = columns + links;
  return {
    starts: words.slice(0, columns),
    columns: words.slice(columns, values),
    values: new Float32Array(words.slice(values, values + links).buffer),
  };
}
