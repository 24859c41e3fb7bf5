/** What passes between the server and a thread of inference. Ids travel, numbers of items do not: the thread knows both. */
import type { ArchitectureName } from '../models/architecture.ts';

export type Ask =
  | {
      readonly kind: 'predict';
      readonly history: readonly string[];
      /** Each once; null: the whole catalogue. */
      readonly candidates: readonly string[] | null;
      readonly limit: number;
    }
  | { readonly kind: 'embed'; readonly history: readonly string[] }
  | {
      readonly kind: 'generate';
      readonly history: readonly string[];
      readonly limit: number;
      readonly beam: number;
    }
  /** Whether the catalogue has them all. */
  | { readonly kind: 'check'; readonly itemIds: readonly string[] };

interface RankedItem {
  readonly itemId: string;
  readonly score: number;
}

interface GeneratedItem extends RankedItem {
  readonly codes: readonly number[];
}

export interface Answers {
  readonly predict: readonly RankedItem[];
  readonly embed: Float32Array;
  readonly generate: readonly GeneratedItem[];
  readonly check: null;
}

/** Of ids that the catalogue lacks, the first ones in the order of the request, and how many there are. */
export interface UnknownItems {
  readonly first: readonly string[];
  readonly count: number;
}

export type ToInference =
  | {
      readonly kind: 'open';
      readonly model: number;
      readonly architecture: ArchitectureName;
      readonly files: readonly SentFile[];
    }
  | { readonly kind: 'close'; readonly model: number }
  | { readonly kind: 'ask'; readonly id: number; readonly model: number; readonly ask: Ask };

export interface SentFile {
  readonly part: string;
  readonly key: string;
  readonly sha256: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type FromInference =
  | { readonly kind: 'opened'; readonly model: number; readonly memoryBytes: number }
  | { readonly kind: 'unopened'; readonly model: number; readonly error: string }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answers[Ask['kind']] }
  | { readonly kind: 'unknown'; readonly id: number; readonly unknown: UnknownItems }
  | { readonly kind: 'fault'; readonly id: number; readonly error: string };
