/**
 * The arrays of a blend in a model's file: its links, and the counts of recent popularity. Item numbers are
 * below 2^24, so exact.
 */
import type { NamedArray } from '../../../../../engines/tensor/training/tensor-file.ts';
import { type BlendWeights, type LinksName, linkPartNames, linkParts } from './blend.ts';
import type { Blend } from './blend-scorer.ts';
import type { ItemLinks } from './item-links.ts';

const PREFIX = 'blend/';
const RECENT = `${PREFIX}recent_popularity/counts`;

export function blendArrays({ links, recentCounts }: Blend): readonly NamedArray[] {
  const ofLinks = Object.entries(links).flatMap(([name, own]) => [
    array(`${PREFIX}${name}/offsets`, Float32Array.from(own.offsets)),
    array(`${PREFIX}${name}/items`, Float32Array.from(own.items)),
    array(`${PREFIX}${name}/weights`, own.weights),
  ]);
  return recentCounts === null ? ofLinks : [...ofLinks, array(RECENT, recentCounts)];
}

function array(name: string, values: Float32Array): NamedArray {
  return { name, shape: [values.length], values };
}

/** `weights`: as JSON. Throws an Error if an array is missing. */
export function blendFrom(weights: string, arrays: ReadonlyMap<string, NamedArray>): Blend {
  const parsed = JSON.parse(weights) as BlendWeights;
  const links: Partial<Record<LinksName, ItemLinks>> = {};
  for (const part of linkPartNames) {
    const name = linkParts[part].links;
    if (parsed.weights[part] === undefined || links[name] !== undefined) continue;
    const values = (column: string) => valuesOf(arrays, `${PREFIX}${name}/${column}`);
    links[name] = {
      offsets: Uint32Array.from(values('offsets')),
      items: Uint32Array.from(values('items')),
      weights: values('weights'),
    };
  }
  const isRecent = parsed.weights.recent_popularity !== undefined;
  return { weights: parsed, links, recentCounts: isRecent ? valuesOf(arrays, RECENT) : null };
}

function valuesOf(arrays: ReadonlyMap<string, NamedArray>, name: string): Float32Array {
  const found = arrays.get(name);
  if (found === undefined) throw new Error(`the model's file lacks ${name}.`);
  return found.values;
}
