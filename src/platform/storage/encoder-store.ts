/**
 * The serving encoder, whose vectors the matches compare, the target that replaces it, and the rows that
 * still need a vector of the target.
 *
 * Invariants: all stored vectors of one profile and domain are of the same text. A row whose text the wanted
 * encoder (the target, else the serving one) has not read is in the list of rows to encode. A target begins
 * to serve in the transaction that finds that list empty. So no write during a switch is lost, even from a
 * process that does not know of the switch.
 *
 * The list is filled when a switch begins. Why it is a list and not a cursor:
 * docs/design/decisions/store-choices.md.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { ProfileVector } from './profile-row.ts';

/** All that is needed to open an encoder again. Holds no secret. */
export interface EncoderSpec {
  /** In the form of TEXT_ENCODER: embedded | contextual | folder:PATH | hf:OWNER/MODEL | openai:URL. */
  readonly setting: string;
  /** The model to request from an openai:URL; null: its default. */
  readonly model: string | null;
}

export interface EncoderRole {
  /** name@version#hash8 */
  readonly encoderId: string;
  /** null: unknown, or not to be kept. */
  readonly spec: EncoderSpec | null;
  /** ISO 8601, UTC. */
  readonly since: string;
}

export interface EncoderRoles {
  /** Grows with every change of the roles. */
  readonly version: number;
  /** null: no vector was made yet. */
  readonly serving: EncoderRole | null;
  /** null: no switch is in progress. */
  readonly target: EncoderRole | null;
  /** Number of rows to encode when the switch began. */
  readonly rowsAtStart: number;
}

export interface RowToEncode {
  readonly tenantId: TenantId;
  readonly domain: string;
  readonly userId: string;
}

export interface EncodedRow extends RowToEncode {
  /** Revision of the row that was read. */
  readonly revision: number;
  /**
   * Stored for the row's domain and for every domain with a vector lazily made from this row. null: the text
   * is empty of content.
   */
  readonly profileVector: ProfileVector | null;
}

export interface EncoderStore {
  /** Cheap enough to read before every use, so that a switch by any process takes effect at once. */
  version(): Promise<number>;
  roles(): Promise<EncoderRoles>;
  /**
   * Sets the serving encoder when none is set. Vectors from before roles were stored may be of other
   * encoders. Then the encoder with the most vectors serves, without a spec, and the given encoder becomes
   * the target.
   */
  adopt(role: EncoderRole): Promise<void>;
  /**
   * Makes an encoder the target and lists every row that lacks its vector. Given the serving encoder, it
   * cancels a switch in progress. Given the current target, it updates the spec.
   */
  startSwitch(role: EncoderRole): Promise<void>;
  /** Makes the target serve, unless rows are left. `other`: the encoder is not the target (any more). */
  finishSwitch(encoderId: string, at: string): Promise<'switched' | 'rows_left' | 'other'>;
  rowsToEncode(limit: number): Promise<readonly RowToEncode[]>;
  countRowsToEncode(): Promise<number>;
  /**
   * Stores vectors beside those of other encoders and removes the rows from the list. A row that changed
   * after it was read stays in the list; a row that is gone gets no vector. Returns the number of rows
   * stored.
   */
  putEncoded(encoderId: string, rows: readonly EncodedRow[]): Promise<number>;
  /** Number of text vectors by encoder. */
  countVectors(): Promise<readonly { readonly encoderId: string; readonly vectors: number }[]>;
  /** Whether any vector is of an encoder that neither serves nor is the target. */
  hasOldVectors(): Promise<boolean>;
  /** Removes up to `limit` vectors of encoders that neither serve nor are the target. Returns how many. */
  dropOldVectors(limit: number): Promise<number>;
}
