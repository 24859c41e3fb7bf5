/**
 * A small synthetic catalogue: shelves of brands of similar items, as unit vectors. Sequences hold items of
 * one shelf, either the even or the odd ones.
 */
import { randomNormal, randomUniform } from '../../../platform/numeric/random-streams.ts';

export interface SyntheticCatalogue {
  /** Row-major [N × D] */
  readonly vectors: Float32Array;
  readonly dimension: number;
  readonly offsets: Uint32Array;
  readonly items: Uint32Array;
}

const SHELVES = 8;
const MAKES = 5;
const DIMENSION = 24;

export function syntheticCatalogue({ items = 400, people = 400, seed = 1 } = {}): SyntheticCatalogue {
  const shelves = randomNormal(seed, 'shelves', SHELVES * DIMENSION);
  const makes = randomNormal(seed, 'makes', SHELVES * MAKES * DIMENSION);
  const own = randomNormal(seed, 'items', items * DIMENSION);
  const vectors = new Float32Array(items * DIMENSION);
  for (let item = 0; item < items; item++) {
    const shelf = item % SHELVES;
    const make = shelf * MAKES + (Math.floor(item / SHELVES) % MAKES);
    let squares = 0;
    for (let d = 0; d < DIMENSION; d++) {
      const value =
        shelves[shelf * DIMENSION + d]! +
        0.6 * makes[make * DIMENSION + d]! +
        0.3 * own[item * DIMENSION + d]!;
      vectors[item * DIMENSION + d] = value;
      squares += value * value;
    }
    for (let d = 0; d < DIMENSION; d++) vectors[item * DIMENSION + d]! /= Math.sqrt(squares);
  }
  return { vectors, dimension: DIMENSION, ...sequencesOf(items, people, seed) };
}

const EVENTS = 6;

function sequencesOf(items: number, people: number, seed: number) {
  const uniform = randomUniform(seed, 'events', people * EVENTS);
  const onShelf = Math.floor(items / SHELVES / 2);
  return {
    offsets: Uint32Array.from({ length: people + 1 }, (_, person) => person * EVENTS),
    items: Uint32Array.from(uniform, (share, at) => {
      const person = Math.floor(at / EVENTS);
      const place = 2 * Math.floor(share * onShelf) + (Math.floor(person / SHELVES) % 2);
      return place * SHELVES + (person % SHELVES);
    }),
  };
}
