/**
 * Notes when a key was last used, at most once a minute a key: a write for each request would cost a sync of
 * the disk. The request does not wait, and a disk that takes no writes must not end it.
 */
import type { AccountStore, ApiKey } from '../../platform/storage/store.ts';

const EVERY_MS = 60_000;
/** At this many keys those noted longest ago are forgotten, which costs one write each. */
const MAX_KEYS = 10_000;

export type NoteKeyUse = (key: Pick<ApiKey, 'tenantId' | 'keyId' | 'usedAt'>) => void;

/** `clock`: epoch milliseconds. */
export function createNoteKeyUse(
  accounts: Pick<AccountStore, 'noteKeyUse'>,
  clock: () => number,
): NoteKeyUse {
  const notedMs = new Map<string, number>();
  return ({ tenantId, keyId, usedAt }) => {
    const nowMs = clock();
    const lastMs = notedMs.get(keyId) ?? (usedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(usedAt));
    if (nowMs - lastMs < EVERY_MS) return;
    if (notedMs.size >= MAX_KEYS) notedMs.clear();
    notedMs.set(keyId, nowMs);
    accounts.noteKeyUse(tenantId, keyId, new Date(nowMs).toISOString()).catch(() => undefined);
  };
}
