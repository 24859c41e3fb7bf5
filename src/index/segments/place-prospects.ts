/** Verdicts of `prospects.ts` where a segment's kernels read them, and the taking out of whoever has none left. */
import type { Kernels } from '../kernels/kernels.ts';
import { CodeTable } from './code-table.ts';
import { type Place, planeOf } from './place-clauses.ts';
import type { PlaneProspects, Prospects } from './prospects.ts';
import type { Placing, Scratch } from './scratch.ts';

/** Takes rows without prospects out of the bitmap, in which `left` are; returns how many are left. */
export type Thin = (bitmap: number, words: number, left: number, segment: Place, scratch: Scratch) => number;

export function placeProspects(prospects: Prospects, kernels: Kernels, placing: Placing): Thin {
  const narrows = prospects.entries.map(({ kind, count }) =>
    kind === 'code' ? placeCodes(count, kernels, placing) : narrowNumbers(kernels),
  );
  return (bitmap, words, all, segment, scratch) => {
    let left = all;
    for (const [at, plane] of prospects.planes.entries()) {
      if (!plane.isAsked || left === 0) continue;
      narrows[at]!(plane, bitmap, words, segment, scratch);
      const before = left;
      left = kernels.countRows(bitmap, words);
      plane.learn(before - left, before);
    }
    return left;
  };
}

type NarrowPlane = (
  plane: PlaneProspects,
  bitmap: number,
  words: number,
  segment: Place,
  scratch: Scratch,
) => void;

function placeCodes(codes: number, kernels: Kernels, placing: Placing): NarrowPlane {
  const table = new CodeTable(new Uint8Array(codes), kernels, placing);
  let version = -1;
  return (plane, bitmap, words, segment, scratch) => {
    if (version !== plane.version) table.replace(plane.passes, scratch);
    version = plane.version;
    table.narrow(bitmap, words, segment.base, planeOf(segment, plane.field, 'code'));
  };
}

/** From the least number that passes to the greatest: whoever lies between them stays. */
function narrowNumbers(kernels: Kernels): NarrowPlane {
  return (plane, bitmap, words, segment) => {
    const { passes, low } = plane;
    const { storage, offset } = planeOf(segment, plane.field, 'number');
    if (storage === 'f64') return;
    const largest = storage === 'i16' ? 2 ** 15 - 1 : 2 ** 31 - 1;
    const first = passes.indexOf(1, 1);
    const last = first < 0 ? 0 : passes.lastIndexOf(1);
    // Numbers beyond the ends count as the ends.
    const least = first === 1 ? -largest : Math.max(-largest, low + first - 1);
    const most = last === passes.length - 1 ? largest : Math.min(largest, low + last - 1);
    const keep = storage === 'i16' ? kernels.keepRange16 : kernels.keepRange32;
    const at = segment.base + offset;
    if (first < 0 || least > most) keep(bitmap, words, at, 1, 0, passes[0]!);
    else keep(bitmap, words, at, least, most, passes[0]!);
  };
}
