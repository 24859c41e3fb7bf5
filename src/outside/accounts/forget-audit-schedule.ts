/**
 * Removes entries of the audit log once they are older than the setting allows. The anchors of the chains
 * stay.
 */
import type { Schedule } from '../../platform/jobs/schedule.ts';
import type { AuditStore } from '../../platform/storage/audit-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ENTRIES_A_WRITE = 1000;

/** `days` 0: all are kept. */
export function forgetAuditSchedule(
  audit: Pick<AuditStore, 'chains' | 'forgetBefore'>,
  clock: () => number,
  days: number,
): Schedule {
  return {
    kind: 'forget_audit',
    everyMs: 6 * HOUR_MS,
    async run({ signal }) {
      if (days === 0) return;
      const before = new Date(clock() - days * DAY_MS).toISOString();
      for (const { tenantId } of await audit.chains()) {
        let forgotten = ENTRIES_A_WRITE;
        while (forgotten === ENTRIES_A_WRITE && !signal.aborted)
          forgotten = await audit.forgetBefore(tenantId, before, ENTRIES_A_WRITE);
      }
    },
  };
}
