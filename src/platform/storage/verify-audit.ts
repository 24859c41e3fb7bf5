/**
 * Checks the chain of an owner's entries. Each number follows the one before, each hash is that of the entry,
 * and the last entry is the newest of the chain.
 *
 * The chain shows that an entry was changed, removed or put in. It cannot show that the whole log was written
 * anew: an attacker with the database can compute every hash. A number and hash that were noted elsewhere
 * show that too.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { AuditChain, AuditEntry, AuditStore } from './audit-store.ts';
import { columnsOf, hashOf } from './sql/audit/audit-codec.ts';

/** A newest entry, as an earlier check showed it. */
export interface NotedEntry {
  readonly number: number;
  readonly hash: string;
}

export interface CheckedChain {
  readonly tenantId: TenantId;
  /** Entries that were read. */
  readonly entries: number;
  readonly anchorNumber: number;
  /** The newest entry. To be noted elsewhere. */
  readonly number: number;
  readonly hash: string;
  /** The first fault; null: sound. */
  readonly fault: string | null;
}

const PAGE = 1000;

type Reading = Pick<AuditStore, 'chains' | 'entriesAfter'>;

/** null: the owner has no entry. */
export async function verifyAudit(
  audit: Reading,
  tenant: TenantId,
  noted: NotedEntry | null = null,
): Promise<CheckedChain | null> {
  for (let earlier: AuditChain | null = null; ; ) {
    const chain = await chainOf(audit, tenant);
    if (chain === null) return null;
    const checked = await check(audit, chain, noted);
    // Entries that were removed for their age meanwhile are no fault.
    const hasMoved = earlier === null && (await chainOf(audit, tenant))?.anchorNumber !== chain.anchorNumber;
    if (checked.fault === null || !hasMoved) return checked;
    earlier = chain;
  }
}

const chainOf = async (audit: Reading, tenant: TenantId): Promise<AuditChain | null> =>
  (await audit.chains()).find(({ tenantId }) => tenantId === tenant) ?? null;

async function check(audit: Reading, chain: AuditChain, noted: NotedEntry | null): Promise<CheckedChain> {
  const { tenantId, anchorNumber, anchorHash } = chain;
  let last: NotedEntry = { number: anchorNumber, hash: anchorHash };
  let fault = notedFault(noted, last);
  while (fault === null && last.number < chain.number) {
    const page = await audit.entriesAfter(tenantId, last.number, PAGE);
    if (page.length === 0) fault = `entry ${last.number + 1} and all after it are missing`;
    for (const entry of page) {
      fault ??= faultOf(entry, last) ?? notedFault(noted, entry);
      if (fault === null) last = entry;
      if (fault !== null || last.number === chain.number) break;
    }
  }
  if (fault === null && last.hash !== chain.hash)
    fault = `entry ${last.number} is not the newest one of the chain`;
  if (fault === null && noted !== null && noted.number > chain.number) {
    fault = `entry ${noted.number} was noted, and the chain ends with ${chain.number}`;
  }
  const { number, hash } = chain;
  return { tenantId, entries: last.number - anchorNumber, anchorNumber, number, hash, fault };
}

function faultOf({ hash, ...entry }: AuditEntry, before: NotedEntry): string | null {
  const expected = before.number + 1;
  if (entry.number !== expected)
    return `entry ${expected} is missing: ${entry.number} follows ${before.number}`;
  if (hashOf(before.hash, columnsOf(entry)) === hash) return null;
  return `entry ${expected} (${entry.entryId}) is not what was written: its hash does not fit`;
}

function notedFault(noted: NotedEntry | null, { number, hash }: NotedEntry): string | null {
  if (noted === null || noted.number !== number || noted.hash === hash) return null;
  return `entry ${number} is not the one that was noted: its hash is ${hash}`;
}
