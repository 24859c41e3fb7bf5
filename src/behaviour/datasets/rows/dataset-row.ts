/** A validated row of a source, or the issues of an invalid one. */
import type { DeclaredEvents } from '../../../contract/dataset-events.ts';
import type { DatasetFeatures } from '../../../contract/dataset-features.ts';
import type { Issue } from '../../../contract/error-details.ts';

export interface ItemRow {
  readonly type: 'item';
  readonly itemId: string;
  readonly text: string;
  /** Epoch ms; null: not given. The year has four digits in UTC. */
  readonly createdAtMs: number | null;
  /** JSON of the values of declared features, in the order of the declaration; null: none. */
  readonly attributes: string | null;
}

export interface PersonRow {
  readonly type: 'person';
  readonly personId: string;
  /** JSON, as for items. */
  readonly attributes: string | null;
}

export interface EventRow {
  readonly type: 'event';
  readonly eventId: string;
  /** The person, or the key of an anonymous session (`session-key.ts`). */
  readonly personId: string;
  readonly sessionId?: string;
  readonly itemId: string;
  readonly kind: string;
  /** Epoch ms. The year has four digits in UTC. */
  readonly timestampMs: number;
  /** Finite. -0 is preserved. */
  readonly value: number;
  readonly basketId?: string;
  /** JSON of the values of declared features of events, in the order of the declaration. */
  readonly context?: string;
}

export interface FaultyRow {
  readonly type: 'faulty';
  readonly issues: readonly Issue[];
}

/** No row of the dataset: what a source declares. */
export interface DeclarationRow {
  readonly type: 'features';
  readonly features: DatasetFeatures;
  readonly declaredEvents: DeclaredEvents;
}

export type DatasetRow = ItemRow | EventRow | PersonRow;
export type RowOrFault = DatasetRow | DeclarationRow | FaultyRow;

/** Rows of one file in order. `lines[i]` is the line of `rows[i]` (in Parquet the row number), from 1. */
export interface RowBatch<Row = RowOrFault> {
  /** Index of the file in the import, from 0. */
  readonly file: number;
  readonly rows: readonly Row[];
  readonly lines: readonly number[];
}
