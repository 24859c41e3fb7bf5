import type { Points } from './points.ts';

/** One method of finding neighbours, in one setting. */
export interface Finder {
  readonly name: string;
  load(points: Points): Promise<void>;
  /** Positions of at most k points in buckets below `below`, nearest first. */
  nearest(query: Float32Array, below: number, k: number): Promise<ArrayLike<number>>;
  close(): Promise<void>;
}
