/** The worst bodies for any operation: those past the bounds, and the largest ones within them. */
import { jsonBounds } from '../../src/contract/json-bounds.ts';

export interface NamedBody {
  readonly name: string;
  readonly body: string;
}

const KIB = 1024;
const MIB = KIB * KIB;
/** The default limit of bytes, and the smaller one. A larger body is refused before it is read. */
const DEFAULT_BYTES = 8 * MIB;
const limitBytes: Readonly<Record<string, number>> = { importDataset: MIB };

export const zeros = (count: number): string => `[${'0,'.repeat(count - 1)}0]`;

export const keys = (count: number, value = '0'): string =>
  `{${Array.from({ length: count }, (_, n) => `"key_${n}":${value}`).join(',')}}`;

export const nested = (levels: number, inside: string): string =>
  `${'{"a":'.repeat(levels)}${inside}${'}'.repeat(levels)}`;

/** Objects of 1,000 keys, as many as the bound of values allows. */
const wideObjects = (): string => {
  const { keys: most, values } = jsonBounds;
  const count = Math.floor((values - 10) / (most + 1));
  const object = keys(most);
  return `[${Array.from({ length: count }, () => object).join(',')}]`;
};

/** Refused by the bounds, or (`within`) by the schema, because no operation has the key. */
export function anyBodies(operationId: string): readonly NamedBody[] {
  const { values, levels, keys: most } = jsonBounds;
  const limit = limitBytes[operationId] ?? DEFAULT_BYTES;
  const size = limit - KIB;
  const bodies = [
    { name: 'past: 500,000 keys', body: keys(500_000) },
    { name: 'past: brackets', body: '['.repeat(size) },
    { name: 'past: zeros', body: zeros(size / 2 - 2) },
    { name: 'past: words', body: 'word '.repeat(size / 5) },
    { name: 'within: 1,000 unknown keys', body: keys(most) },
    { name: 'within: 250,000 zeros', body: `{"unknown":${zeros(values - 2)}}` },
    { name: 'within: 250,000 values under keys', body: `{"unknown":${wideObjects()}}` },
    { name: 'within: 64 levels around a text', body: nested(levels, `"${'x'.repeat(size - KIB)}"`) },
    { name: 'within: a text of escapes', body: `{"unknown":"${'\\u00e9'.repeat(size / 6 - 10)}"}` },
    { name: 'within: a key', body: `{"${'k'.repeat(size - KIB)}":1}` },
  ];
  return bodies.filter(({ body }) => body.length <= limit);
}
