/** One person in one domain, as stored. The store is the truth; indexes and vectors of the index follow it. */
import type { ChangeSequence, TenantId } from '../contract/brands.ts';
import type { FieldValue, FieldValues } from '../domains/field.ts';
import type { Preferences } from '../domains/filter.ts';
import type { Place } from '../domains/place.ts';
import type { QuantizedVector } from './quantized-vector.ts';

export interface Provenance {
  readonly source: 'fields' | 'context' | 'memory' | 'feedback' | 'default' | 'computed';
  readonly extractor: 'client' | 'rules' | 'llm' | 'encoder' | 'none';
  readonly context_id?: string;
  /** UTF-16 offsets [start, end) into the stored context item. */
  readonly span?: readonly [number, number];
  readonly confidence: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** For an embedding: the fields it was made from. */
  readonly from?: readonly string[];
}

export interface LayeredValue {
  readonly value: FieldValue;
  readonly provenance: Provenance;
}
/** One layer of a record: field name to value with provenance. */
export type Layer = Readonly<Record<string, LayeredValue>>;

export interface ProfileRow {
  readonly tenantId: TenantId;
  readonly domain: string;
  readonly userId: string;
  readonly schemaVersion: string;
  /** Client-given beats feedback-corrected beats extracted; derived keys live in the same layers. */
  readonly layers: { readonly client: Layer; readonly feedback: Layer; readonly extracted: Layer };
  /** The view that wins, by kind: what filters, the index and the scorecard read. Hard and soft fields. */
  readonly fields: FieldValues;
  readonly derived: FieldValues;
  readonly extras: Readonly<Record<string, unknown>>;
  /** Resolved places of geo fields, by field name. */
  readonly places: Readonly<Record<string, Place>>;
  /** `given` is the wire form that the client sent, null where none; `extracted` was found in text. */
  readonly preferences: {
    readonly given: Readonly<Record<string, unknown>> | null;
    readonly givenAt: string | null;
    readonly extracted: Readonly<Record<string, unknown>>;
    readonly extractedProvenance: Readonly<Record<string, Provenance>>;
    /** Both parsed and merged: what matching obeys. */
    readonly effective: Preferences;
  };
  readonly missingRequired: readonly string[];
  /** May be a candidate (judged by the domain's `candidates` rule when the row was written). */
  readonly complete: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastEnrichedAt: string | null;
  /** Grows with every write of the row; compare-and-set guards against lost updates. 0 = the row is new. */
  readonly revision: number;
}

export interface ContextItem {
  /** `ctx_<lower-case ULID>` */
  readonly contextId: string;
  readonly source: string;
  readonly content: string;
  /** SHA-256 of the normalised text, hex. */
  readonly contentHash: string;
  /** MinHash signature (u32 × 64) of the normalised text's shingles. */
  readonly minhash: Uint32Array;
  readonly createdAt: string;
}

/** The base vector of a profile under one domain head, with up to 8 sentence vectors for the cross encoder. */
export interface HeadVector {
  /** Domain name of the head. */
  readonly head: string;
  /** The domain of the row that it was made from (another one for a lazily made head). */
  readonly sourceDomain: string;
  /** `encoderId(identity)` of the encoder that made it. */
  readonly encoderId: string;
  readonly vector: QuantizedVector;
  readonly sentences: readonly { readonly text: string; readonly vector: QuantizedVector }[];
  /** Soft fields that it was made from. */
  readonly from: readonly string[];
  readonly at: string;
}

/** The kind of job that makes a person's vector in a domain again; its input is `{domain, user_id}`. */
export const PROFILE_REFRESH = 'profile_refresh';

/** Everything one intake call writes; all of it or nothing. */
export interface ProfileWrite {
  /** `revision` is the one that was read (0 = new); the store keeps revision + 1, and for who was erased before a higher one. */
  readonly row: ProfileRow;
  readonly contextItems: readonly ContextItem[];
  /** Heads to put in place of those of every encoder; a domain not named keeps its vectors. */
  readonly heads: readonly HeadVector[];
  /** Ids of the encoders that read the row's text for this write; left out where the text is as it was. */
  readonly encodedBy?: readonly string[];
  /** Heads to drop (the profile's text went away). */
  readonly dropHeads: readonly string[];
  /**
   * When the vector must be made again (refresh limit), epoch ms: a job of the kind `PROFILE_REFRESH` is made, or
   * waits anew, with this write. null: nothing is owed any more; keep: as it was.
   */
  readonly refreshDueAtMs: number | null | 'keep';
}

export interface ProfileChange {
  readonly sequence: ChangeSequence;
  readonly tenantId: TenantId;
  readonly domain: string;
  readonly userId: string;
  readonly kind: 'upsert' | 'delete';
}
