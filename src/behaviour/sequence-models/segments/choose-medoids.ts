/**
 * The medoids of a sample of people, by the cosine distance of their embeddings. CLARA (Kaufman and Rousseeuw
 * 1990): the medoids are sought in a sample, and everybody joins the nearest one.
 *
 * P people, D dimensions.
 */

import type { SegmentsRequest } from '../../../contract/model-segments.ts';
import { randomOrder } from '../../../platform/numeric/random-streams.ts';
import { dotRows } from '../../../platform/numeric/vectors.ts';
import { type Distances, kMedoids, type Medoids } from './k-medoids.ts';

export interface Embeddings {
  /** Rows of unit norm, row-major [P × D]. */
  readonly values: Float32Array;
  readonly width: number;
}

export interface ChosenMedoids {
  /** Numbers of people [k]. */
  readonly people: Uint32Array;
  readonly silhouette: number;
  readonly sampled: number;
}

const DEFAULT_K_MAX = 10;

/** At least two people. */
export function chooseMedoids(
  { values, width }: Embeddings,
  { k, k_max = DEFAULT_K_MAX, sample, seed }: SegmentsRequest,
): ChosenMedoids {
  const P = values.length / width;
  const sampled = Uint32Array.from(randomOrder(seed, 'people of segments', P).subarray(0, sample));
  const distances = distancesOf({ values, width }, sampled);
  const n = sampled.length;
  const tried = k === undefined ? range(2, Math.min(k_max, n)) : [Math.min(k, n)];
  let best: Medoids | null = null;
  for (const each of tried) {
    const found = kMedoids(distances, each, seed);
    if (best === null || found.silhouette > best.silhouette) best = found;
  }
  const { medoids, silhouette } = best!;
  return { people: medoids.map((point) => sampled[point]!), silhouette, sampled: n };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

function distancesOf({ values, width }: Embeddings, people: Uint32Array): Distances {
  const n = people.length;
  const distances = new Float32Array(n * n);
  for (let a = 0; a < n; a++)
    for (let b = a + 1; b < n; b++) {
      const distance = distanceOf(values, width, people[a]!, people[b]!);
      distances[a * n + b] = distance;
      distances[b * n + a] = distance;
    }
  return { values: distances, n };
}

export function distanceOf(values: Float32Array, width: number, a: number, b: number): number {
  return Math.max(0, 1 - dotRows(values, a * width, values, b * width, width));
}
