/** A profile as a list shows it. */
import type { ProfileRow } from './profile-row.ts';

/** Characters (code points) of a text in a list; a longer one is cut. */
export const LISTED_TEXT = 200;

/**
 * `fields`: texts have at most `LISTED_TEXT + 1` characters, which tell that a text was cut. The rest of a
 * long text is never read into this process.
 */
export type ListedProfile = Pick<ProfileRow, 'userId' | 'complete' | 'createdAt' | 'updatedAt' | 'fields'>;

export interface ProfilePageQuery {
  /** The ids that begin with it, compared by the bytes of their UTF-8. Empty: all. */
  readonly prefix: string;
  /** The page begins behind this id; null: the first page. */
  readonly after: string | null;
  readonly limit: number;
}
