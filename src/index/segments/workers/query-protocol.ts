/** What the main thread and the workers of the index say to each other. */

import type { QueryProgram } from '../../query-program.ts';
import type { SegmentLayout } from '../layout/segment-layout.ts';
import type { SharedThreshold } from '../pruning/shared-threshold.ts';
import type { BlockVersions } from './block-versions.ts';

/** `SharedQuery.next` is at least this where the query was stopped: beyond every item. */
export const STOPPED = 0x20000000;

/** A segment as workers know it; its key is never given to another. */
export interface AttachedSegment {
  readonly key: number;
  readonly memory: WebAssembly.Memory;
  readonly base: number;
  readonly layout: SegmentLayout;
  readonly versions: BlockVersions;
}

export interface PersonEffectsOfRows {
  readonly rows: Uint32Array;
  /** [rows × 2] */
  readonly points: Float64Array;
  readonly shrinkage: Float64Array;
}

/** One segment of a query. Rows are the segment's own, ascending. */
export interface SegmentTask {
  readonly key: number;
  /** Of the index: row 0 of the segment. */
  readonly firstRow: number;
  /** Rows below are asked. */
  readonly rows: number;
  /** Where the worker may write in the segment's memory. */
  readonly scratch: { readonly from: number; readonly to: number };
  readonly excluded: readonly (Uint32Array | undefined)[];
  readonly personEffects: PersonEffectsOfRows | null;
  /** The segment's words in `within` and `selection`. */
  readonly words: { readonly from: number; readonly count: number };
}

export interface SharedQuery {
  readonly program: QueryProgram;
  /** Bitmap to which the query is held; null: all live rows. */
  readonly within: Uint32Array | null;
  /** Where the bitmap of what passes is written; null: nowhere. */
  readonly selection: Uint32Array | null;
  /** How many rows `best` is chosen of, where its threshold may be estimated (`estimated-threshold.ts`); null: it may not. */
  readonly among: number | null;
  /** Runs of blocks that are read together: [segment, first block, blocks behind the last] × items. */
  readonly items: Uint32Array;
  /** The next item that nobody has taken yet; set beyond the end, it stops the query. */
  readonly next: Int32Array;
  /** What any of the threads knows that a score must reach (`shared-threshold.ts`). */
  readonly threshold: SharedThreshold;
}

export type WorkerRequest =
  | { readonly kind: 'attach'; readonly segment: AttachedSegment }
  | { readonly kind: 'detach'; readonly key: number }
  | {
      readonly kind: 'query';
      readonly id: number;
      readonly query: SharedQuery;
      readonly segments: readonly SegmentTask[];
    };

/** Rows of the index, best first. */
export interface FoundRows {
  readonly rows: Uint32Array;
  readonly scores: Float64Array;
  readonly ties: Uint32Array;
  /** Log-odds of both directions; empty where none were asked for. */
  readonly forward: Float64Array;
  readonly backward: Float64Array;
}

/** What one worker found in the items that it took. */
export interface QueryPart {
  readonly candidates: number;
  /** By rule. */
  readonly dropped: readonly number[];
  readonly kept: number;
  readonly belowMinScore: number;
  /** Rows of lower scores may be missing in `best`. */
  readonly threshold: number;
  readonly best: FoundRows;
  readonly withoutVector: FoundRows;
}

export type WorkerAnswer =
  | { readonly id: number; readonly part: QueryPart }
  | { readonly id: number; readonly error: string };
