/**
 * Unit vectors of names by the contextual text encoder. Vectors of the shipped domains are read from
 * `models/reading-network`; others are encoded once, when their domain is compiled.
 */
import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { networkFolder } from './network-files.ts';

const DIMENSION = 256;
/** A component of a stored unit vector is this many steps. */
const STEPS = 127;
/**
 * Share of new names in a domain that the network still reads. Domains of other names were read a little worse
 * with it than by the rules alone (docs/design/decisions/extraction-by-rules.md).
 */
const MOST_ABSENT = 0.1;
/** Names of other domains whose vectors are kept, 1 KiB each: a definition is compiled again after each edit. */
const encoded = new LRUCache<string, Float32Array>({ max: 1000 });

/** null: more than a tenth of the names are others than those that the network was fitted on. */
export async function vectorsOfNames(
  names: ReadonlySet<string>,
): Promise<((name: string) => Float32Array) | null> {
  const known = await readShipped();
  const absent = [...names].filter((name) => !known.has(name));
  if (absent.length > MOST_ABSENT * names.size) return null;
  const others = new Map(absent.map((name) => [name, encoded.get(name)]));
  const unknown = absent.filter((name) => others.get(name) === undefined);
  for (const [name, vector] of await encodeNames(unknown)) others.set(name, vector);
  return (name) => others.get(name) ?? known.get(name)!();
}

async function encodeNames(names: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
  if (names.length === 0) return new Map();
  const encoder = await openTextEncoder('contextual');
  const vectors = await encoder.encode(names);
  await encoder.close();
  const made = new Map(names.map((name, at) => [name, vectors[at]!]));
  for (const [name, vector] of made) encoded.set(name, vector);
  return made;
}

/** A vector is only made for a name of the domain that is compiled. */
async function readShipped(): Promise<Map<string, () => Float32Array>> {
  const [names, vectors] = await Promise.all([
    readFile(new URL('names.txt', networkFolder), 'utf8'),
    readFile(new URL('names.bin', networkFolder)),
  ]);
  const steps = new Int8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  return new Map(
    names
      .split('\n')
      .filter((name) => name !== '')
      .map((name, row) => {
        const own = steps.subarray(row * DIMENSION, (row + 1) * DIMENSION);
        return [name, () => Float32Array.from(own, (step) => step / STEPS)];
      }),
  );
}
