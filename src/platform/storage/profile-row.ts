/**
 * One person in one domain, as stored. The store is the source of truth; the candidate index is derived from
 * it.
 */
import type { ChangeSequence, TenantId } from '../../contract/brands.ts';
import type { Signs } from '../../contract/reading-signs.ts';
import type { FieldValue, FieldValues } from '../../domains/field.ts';
import type { Preferences } from '../../domains/filter.ts';
import type { Place } from '../../domains/place.ts';
import type { AnsweredClaim } from './idempotency-store.ts';
import type { QuantizedVector } from './quantized-vector.ts';

export interface Provenance {
  readonly source: 'fields' | 'context' | 'memory' | 'feedback' | 'default' | 'computed';
  readonly extractor: 'client' | 'rules' | 'llm' | 'encoder' | 'none';
  readonly context_id?: string;
  /** UTF-16 offsets [start, end) into the stored context item. */
  readonly span?: readonly [number, number];
  /** Where it stands in the document: `skills[2].name`, "Experience › Acme". */
  readonly path?: string;
  readonly confidence: number;
  readonly signs?: Signs;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** For a vector: the fields that it was made from. */
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
  /** Client values beat feedback values, which beat extracted ones. Derived values lie in the same layers. */
  readonly layers: {
    readonly client: Layer;
    readonly feedback: Layer;
    readonly extracted: Layer;
    /** Values of a fast reading that the full one changed or withdrew. Never in force. */
    readonly earlier?: Layer;
  };
  /** The merged view that filters, the index and the scorecard read: hard and soft fields. */
  readonly fields: FieldValues;
  readonly derived: FieldValues;
  /** The fields by whose words the person is found; left out: all short texts. Not read back. */
  readonly searched?: ReadonlySet<string>;
  readonly extras: Readonly<Record<string, unknown>>;
  /** Resolved places of geo fields, by field name. */
  readonly places: Readonly<Record<string, Place>>;
  /** `given` is the wire form that the client sent, or null. `extracted` was found in text. */
  readonly preferences: {
    readonly given: Readonly<Record<string, unknown>> | null;
    readonly givenAt: string | null;
    readonly extracted: Readonly<Record<string, unknown>>;
    readonly extractedProvenance: Readonly<Record<string, Provenance>>;
    /** The parsed merge of both, which matching uses. */
    readonly effective: Preferences;
  };
  readonly missingRequired: readonly string[];
  /** Whether the person may be a candidate, by the domain's `candidates` rule at the time of the write. */
  readonly complete: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastEnrichedAt: string | null;
  /** Grows with every write of the row, so that compare-and-set prevents lost updates. 0: the row is new. */
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

/**
 * A profile vector: the text vector of a profile under one domain, with up to 8 sentence vectors for the
 * cross encoder.
 */
export interface ProfileVector {
  /** Name of the domain that the vector is for. */
  readonly domain: string;
  /** Domain of the row that the vector was made from. Differs from `domain` for a lazily made vector. */
  readonly sourceDomain: string;
  /** `encoderId(identity)` of the encoder that made it. */
  readonly encoderId: string;
  readonly vector: QuantizedVector;
  readonly sentences: readonly { readonly text: string; readonly vector: QuantizedVector }[];
  /** Soft fields that it was made from. */
  readonly from: readonly string[];
  readonly at: string;
}

/** Values that texts gave, and preferences in the grammar of the wire, with their sources. */
export interface ExtractedPart {
  readonly layer: Layer;
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly preferenceProvenance: Readonly<Record<string, Provenance>>;
}

/** The texts of a row that are to be read in full. Its extracted part is theirs, merged over `before`. */
export interface TextsToRead {
  /** In the order in which they were merged. */
  readonly texts: readonly {
    readonly contextId: string;
    readonly source: 'context' | 'memory';
  }[];
  /** null: nothing was extracted before them. */
  readonly before: ExtractedPart | null;
}

/** The kind of the job that reads the texts of a domain's listed rows in full. Its input is `{domain}`. */
export const FULL_READING = 'full_reading';

/**
 * The kind of the job that computes a person's vector in a domain again. Its input is `{domain, user_id}`.
 */
export const PROFILE_REFRESH = 'profile_refresh';

/** Everything that one intake call writes, in one transaction. */
export interface ProfileWrite {
  /**
   * `row.revision` is the revision that was read (0: new). The store keeps revision + 1, or a higher one for
   * a person who was erased before.
   */
  readonly row: ProfileRow;
  readonly contextItems: readonly ContextItem[];
  /** Vectors that replace those of every encoder. Domains without one here keep their vectors. */
  readonly vectors: readonly ProfileVector[];
  /** Ids of the encoders that read the row's text for this write. Left out when the text did not change. */
  readonly encodedBy?: readonly string[];
  /** Domains whose vectors are removed, because the profile lost its text. */
  readonly dropVectors: readonly string[];
  /**
   * When the vector must be computed again (refresh limit), epoch ms. The write creates or postpones a job of
   * the kind `PROFILE_REFRESH`. null: no refresh is pending any more. `keep`: no change.
   */
  readonly refreshDueAtMs: number | null | 'keep';
  /**
   * Lists the row to be read in full, and creates the job `FULL_READING` that does it. null: takes it off the
   * list. Left out: no change.
   */
  readonly toRead?: TextsToRead | null;
  /** An idempotency key that is answered with the write. If it is in use already, nothing is written. */
  readonly claim?: AnsweredClaim;
}

export interface ProfileChange {
  readonly sequence: ChangeSequence;
  readonly tenantId: TenantId;
  readonly domain: string;
  readonly userId: string;
  readonly kind: 'upsert' | 'delete';
}
