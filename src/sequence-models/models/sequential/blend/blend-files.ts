/** The arrays of a blend in a model's file: its links. Item numbers are below 2^24, so exact. */
import type { NamedArray } from '../../../../tensor/training/tensor-file.ts';
import { type BlendWeights, type LinksName, linkPartNames, linkParts } from './blend.ts';
import type { Blend } from './blend-scorer.ts';
import type { ItemLinks } from './item-links.ts';

const PREFIX = 'blend/';

export function blendArrays({ links }: Blend): readonly NamedArray[] {
  return Object.entries(links).flatMap(([name, own]) => [
    array(`${PREFIX}${name}/offsets`, Float32Array.from(own.offsets)),
    array(`${PREFIX}${name}/items`, Float32Array.from(own.items)),
    array(`${PREFIX}${name}/weights`, own.weights),
  ]);
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
    const values = (column: string) => {
      const found = arrays.get(`${PREFIX}${name}/${column}`);
      if (found === undefined) throw new Error(`the blend lacks the ${column} of ${name}.`);
      return found.values;
    };
    links[name] = {
      offsets: Uint32Array.from(values('offsets')),
      items: Uint32Array.from(values('items')),
      weights: values('weights'),
    };
  }
  return { weights: parsed, links };
}
