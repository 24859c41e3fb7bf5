/** Messages between the main thread and the query workers. */

import type { PersonEffectRows, QueryProgram } from '../../query-program.ts';
import type { SegmentLayout } from '../layout/segment-layout.ts';
import type { SharedThreshold } from '../pruning/shared-threshold.ts';
import type { ExaminedRule } from '../query/segment-run.ts';
import type { BlockVersions } from './block-versions.ts';

/** `SharedQuery.next` is at least this where the query was stopped: beyond every item. */
export const STOPPED = 0x20000000;

/** A segment as workers have it open; its key is never reused. */
export interface AttachedSegment {
  readonly key: number;
  readonly memory: WebAssembly.Memory;
  readonly base: number;
  readonly layout: SegmentLayout;
  readonly versions: BlockVersions;
}

/** One segment of a query. Rows are local to the segment and ascending. */
export interface SegmentTask {
  readonly key: number;
  /** The index row of the segment's row 0. */
  readonly firstRow: number;
  /** Only rows below are queried. */
  readonly rows: number;
  /** The worker's scratch area in the segment's memory. */
  readonly scratch: { readonly from: number; readonly to: number };
  readonly excluded: readonly (Uint32Array | undefined)[];
  readonly personEffects: PersonEffectRows | null;
  /**
   * Prices of exposure by row, in memory that the main thread writes; absent where the program reads none.
   */
  readonly prices?: Float32Array | null;
  /** The segment's words in `within` and `selection`. */
  readonly words: { readonly from: number; readonly count: number };
}

export interface SharedQuery {
  readonly program: QueryProgram;
  /** Bitmap to which the query is limited; null: all live rows. */
  readonly within: Uint32Array | null;
  /** Bitmap for the rows that pass; null: none is written. */
  readonly selection: Uint32Array | null;
  /**
   * The number of rows from which `best` is chosen, where its threshold may be estimated
   * (`estimated-threshold.ts`); null: it may not.
   */
  readonly among: number | null;
  /** Only a few rows of each block are scored. */
  readonly isSparse: boolean;
  /** Runs of blocks that are read together: [segment, first block, end block (excluded)] × items. */
  readonly items: Uint32Array;
  /** The next unclaimed item; a value beyond the end stops the query. */
  readonly next: Int32Array;
  /** The greatest threshold that any thread has found (`shared-threshold.ts`). */
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
  /** Log-odds of both directions; empty where none were requested. */
  readonly forward: Float64Array;
  readonly backward: Float64Array;
}

/** The result of one worker for the items that it claimed. */
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
  /** By rule, where the program asks for examples; rows of the index. */
  readonly examined: readonly ExaminedRule[];
}

export type WorkerAnswer =
  /** The first message: the thread has loaded its code. */
  | { readonly isReady: true }
  | { readonly id: number; readonly part: QueryPart }
  | { readonly id: number; readonly error: string };
