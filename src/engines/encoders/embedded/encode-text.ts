import { cutAtSpaces } from '../encode-in-parts.ts';
import { toUnitNorm } from '../to-unit-norm.ts';
import type { StaticModel } from './static-model.ts';

/** Longer texts are tokenised in pieces of about this many UTF-16 units, cut at white space. */
const PIECE_UNITS = 16_384;

/** Unit-norm [D], of a text of any length. */
export function encodeText(model: StaticModel, text: string): Float32Array {
  if (text.length <= PIECE_UNITS) return model.encode(text);
  const sum = new Float64Array(model.dimension);
  for (const piece of cutAtSpaces(text, PIECE_UNITS)) model.add(piece, sum);
  return toUnitNorm(new Float32Array(sum));
}
