import type { ShownPairs } from '../../training-set.ts';

/** The shown pairs of a set of outcomes without answers that showed them. */
export const nothingShown = (people: readonly string[]): ShownPairs => ({
  people,
  seekers: new Uint32Array(),
  candidates: new Uint32Array(),
  positions: new Uint16Array(),
  atMs: new Float64Array(),
  slates: new Int32Array(),
});
