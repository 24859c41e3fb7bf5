import type { Points } from './points.ts';

/** One way to find neighbours, in one setting of it. */
export interface Finder {
  readonly name: string;
  load(points: Points): Promise<void>;
  /** Positions of at most k points of buckets below `below`, nearest first. */
  nearest(query: Float32Array, below: number, k: number): Promise<ArrayLike<number>>;
  close(): Promise<void>;
}
