/**
 * The messages between the server and an inference thread. Messages have item ids, not item numbers; the
 * thread translates between them.
 */
import type { ArchitectureName } from '../models/architecture.ts';

export type ModelQuery =
  | {
      readonly kind: 'predict';
      readonly history: readonly string[];
      /** Distinct ids; null: the whole catalogue. */
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
  /** Checks that the catalogue has all ids. */
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

export type InferenceRequest =
  | {
      readonly kind: 'open';
      readonly model: number;
      readonly architecture: ArchitectureName;
      readonly files: readonly SentFile[];
    }
  /** Has no answer. `model`: the number that the client gave to the model. */
  | { readonly kind: 'close'; readonly model: number }
  | { readonly kind: 'query'; readonly model: number; readonly query: ModelQuery };

/** The answer to `open` is a number: the memory of the model in bytes. */
export type InferenceAnswer = number | undefined | Answers[ModelQuery['kind']];

export interface SentFile {
  readonly part: string;
  readonly key: string;
  readonly sha256: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface InferenceSetup {
  /** The URL of the module whose `loadArchitecture` opens models. */
  readonly architectures: string;
}
