/**
 * Which encoder's vectors the matches compare, which one takes its place, and whose vectors are still to be made.
 *
 * What must always hold: all vectors that are stored for a person's head are of the same text; a row of which the
 * wanted encoder (the target, else the serving one) has not read the text stands in the list of rows to encode; and a
 * target begins to serve in the transaction that finds that list empty. So nothing that is written while people are
 * encoded anew is lost, whoever writes it, and whether or not that process has heard of the switch.
 *
 * The list is filled when a switch begins (0.7 µs a row), rather than gone through by a cursor over all rows: it says
 * how much is left, survives any crash by itself, and takes up what an encoder that failed has left out.
 */
import type { TenantId } from '../contract/brands.ts';
import type { HeadVector } from './profile-row.ts';

/** What opens an encoder again. Holds no secret. */
export interface EncoderSpec {
  /** As TEXT_ENCODER has it: embedded | folder:PATH | hf:OWNER/MODEL | openai:URL. */
  readonly setting: string;
  /** The model that an openai:URL is asked for; null: its default. */
  readonly model: string | null;
}

export interface EncoderRole {
  /** name@version#hash8 */
  readonly encoderId: string;
  /** null: not known, or not to be kept. */
  readonly spec: EncoderSpec | null;
  /** ISO 8601, UTC. */
  readonly since: string;
}

export interface EncoderRoles {
  /** Grows with every change of the roles. */
  readonly version: number;
  /** null: no vector was made yet. */
  readonly serving: EncoderRole | null;
  /** null: no switch is under way. */
  readonly target: EncoderRole | null;
  /** How many rows were to be encoded when the switch began. */
  readonly rowsAtStart: number;
}

export interface RowToEncode {
  readonly tenantId: TenantId;
  readonly domain: string;
  readonly userId: string;
}

export interface EncodedRow extends RowToEncode {
  /** Of the row that was read. */
  readonly revision: number;
  /** Put under its own name and that of every head that was lazily made from the row; null: the text says nothing. */
  readonly head: HeadVector | null;
}

export interface EncoderStore {
  /** Cheap enough to ask before every use: a switch by any process counts at once. */
  version(): Promise<number>;
  roles(): Promise<EncoderRoles>;
  /**
   * Says which encoder serves where none was said to yet. Vectors of others, made before roles were kept, make that one
   * of them serve of which there are most, without a spec; the given encoder then is the target.
   */
  adopt(role: EncoderRole): Promise<void>;
  /**
   * Makes an encoder the target, and lists every row of which it has no vector. The serving one ends a switch that is
   * under way instead. An encoder that is the target already gets the new spec.
   */
  startSwitch(role: EncoderRole): Promise<void>;
  /** The target serves from now on, unless rows are left; `other`: it is not the target (any more). */
  finishSwitch(encoderId: string, at: string): Promise<'switched' | 'rows_left' | 'other'>;
  rowsToEncode(limit: number): Promise<readonly RowToEncode[]>;
  countRowsToEncode(): Promise<number>;
  /**
   * Puts vectors beside those of other encoders, and strikes the rows off the list. A row that was written since it was
   * read keeps its place there, if it has one; of a row that is gone nothing comes back. How many were put.
   */
  putEncoded(encoderId: string, rows: readonly EncodedRow[]): Promise<number>;
  /** By encoder: how many vectors of whole texts. */
  countHeads(): Promise<readonly { readonly encoderId: string; readonly heads: number }[]>;
  /** Whether any vector is of an encoder that is neither serving nor target. */
  hasOldHeads(): Promise<boolean>;
  /** Removes up to `limit` vectors of encoders that are neither serving nor target; how many. */
  dropOldHeads(limit: number): Promise<number>;
}
