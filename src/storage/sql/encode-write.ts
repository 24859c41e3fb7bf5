/**
 * What one intake call writes, as rows of tables. It is made before the write goes to another thread: texts and bytes are
 * copied there, where a row's objects and each of its vectors would be taken apart and put together again, and then be
 * made into the same texts.
 */
import type { ProfileWrite } from '../profile-row.ts';
import { encodeContextItem, encodeHead, encodeProfile } from './profile-codec.ts';
import type { ContextItemTable, HeadTable, ProfileTable } from './tables.ts';

export interface EncodedWrite extends Pick<ProfileWrite, 'encodedBy' | 'dropHeads' | 'refreshDueAtMs'> {
  /** `revision` is the one that was read; the row that is stored gets a higher one. */
  readonly profile: ProfileTable;
  readonly contextItems: readonly ContextItemTable[];
  readonly heads: readonly HeadTable[];
}

export function encodeWrite({ row, contextItems, heads, ...rest }: ProfileWrite): EncodedWrite {
  return {
    ...rest,
    profile: encodeProfile(row, row.revision),
    contextItems: contextItems.map((item) => encodeContextItem(row, item)),
    heads: heads.map((head) => encodeHead(row.tenantId, row.userId, head)),
  };
}
