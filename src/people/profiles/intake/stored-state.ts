/** The rows of a person before a write. */
import type { ProfileRow, ProfileVector, TextsToRead } from '../../../platform/storage/profile-row.ts';

export interface StoredState {
  readonly row: ProfileRow | null;
  /** Every profile vector of the person. */
  readonly vectors: readonly ProfileVector[];
  /** Context ids of the texts stored already, by normalised hash. */
  readonly knownTexts: ReadonlyMap<string, string>;
  /** The texts that are to be read in full, where the change may add to them; null: none. */
  readonly toRead: TextsToRead | null;
}
