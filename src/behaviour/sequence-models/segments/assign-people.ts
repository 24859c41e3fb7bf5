/** Everybody joins the nearest medoid. Segments are numbered from the largest on. */
import { type ChosenMedoids, distanceOf, type Embeddings } from './choose-medoids.ts';

export interface Assigned {
  /** By segment: the number of its medoid among the people [k]. */
  readonly medoids: Uint32Array;
  /** By person: the segment, from 0 [P]. */
  readonly segments: Uint16Array;
  /** By person: the distance from the medoid [P]. */
  readonly distances: Float32Array;
  /** By segment: people [k]. */
  readonly sizes: Uint32Array;
}

export function assignPeople(
  { values, width }: Embeddings,
  { people: medoids }: Pick<ChosenMedoids, 'people'>,
): Assigned {
  const P = values.length / width;
  const segments = new Uint16Array(P);
  const distances = new Float32Array(P).fill(Number.POSITIVE_INFINITY);
  for (let person = 0; person < P; person++)
    for (const [segment, medoid] of medoids.entries()) {
      const distance = distanceOf(values, width, person, medoid);
      if (distance >= distances[person]!) continue;
      [segments[person], distances[person]] = [segment, distance];
    }
  return bySize(medoids, segments, distances);
}

function bySize(medoids: Uint32Array, segments: Uint16Array, distances: Float32Array): Assigned {
  const sizes = new Uint32Array(medoids.length);
  for (const segment of segments) sizes[segment]!++;
  const order = Uint32Array.from(medoids.keys()).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const rank = new Uint16Array(order.length);
  for (const [at, segment] of order.entries()) rank[segment] = at;
  return {
    medoids: order.map((segment) => medoids[segment]!),
    segments: segments.map((segment) => rank[segment]!),
    distances,
    sizes: order.map((segment) => sizes[segment]!),
  };
}
