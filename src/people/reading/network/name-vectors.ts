/**
 * Unit vectors of names by the contextual text encoder. Those of the shipped domains are read from
 * `models/reading-network`; others are encoded once, when their domain is compiled.
 */
import { readFile } from 'node:fs/promises';
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

/** null: more than a tenth of the names are others than those that the network was fitted on. */
export async function vectorsOfNames(
  names: ReadonlySet<string>,
): Promise<((name: string) => Float32Array) | null> {
  const known = await readShipped();
  const absent = [...names].filter((name) => !known.has(name));
  if (absent.length > MOST_ABSENT * names.size) return null;
  if (absent.length > 0) {
    const encoder = await openTextEncoder('contextual');
    const vectors = await encoder.encode(absent);
    await encoder.close();
    for (const [at, name] of absent.entries()) known.set(name, () => vectors[at]!);
  }
  return (name) => known.get(name)!();
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
