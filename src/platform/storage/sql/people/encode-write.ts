/**
 * An intake write, encoded as rows of tables. It is encoded before it goes to the writing thread, because
 * texts and bytes are cheap to copy there, while nested objects are not.
 */
import type { ProfileWrite } from '../../profile-row.ts';
import type { Tables } from '../tables.generated.ts';
import { encodeContextItem, encodeProfile, encodeProfileVector, encodeTextsToRead } from './profile-codec.ts';

export interface EncodedWrite
  extends Pick<ProfileWrite, 'encodedBy' | 'dropVectors' | 'refreshDueAtMs' | 'claim'> {
  /** `revision` is the revision that was read; the stored row gets a higher one. */
  readonly profile: Tables['profiles'];
  readonly contextItems: readonly Tables['context_items'][];
  readonly vectors: readonly Tables['heads'][];
  readonly toRead?: Pick<Tables['rows_to_read'], 'texts' | 'values_before'> | null;
}

export function encodeWrite({ row, contextItems, vectors, toRead, ...rest }: ProfileWrite): EncodedWrite {
  return {
    ...rest,
    profile: encodeProfile(row, row.revision),
    contextItems: contextItems.map((item) => encodeContextItem(row, item)),
    vectors: vectors.map((each) => encodeProfileVector(row.tenantId, row.userId, each)),
    ...(toRead !== undefined && { toRead: toRead && encodeTextsToRead(toRead) }),
  };
}
