/** Adds the terms of the search to people written by an earlier version. */
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { PersonTermStore } from '../../../platform/storage/person-term-store.ts';

/** A transaction: a write of a caller waits for it. */
const ROWS_AT_ONCE = 200;
/** Servers of an earlier version may go on writing beside this one. */
const EVERY_MS = 60_000;

/** Goes on where an interrupted run ended: rows with terms are not listed. */
export function addTermsSchedule(terms: Pick<PersonTermStore, 'addMissing'>): Schedule {
  return {
    kind: 'add_person_terms',
    everyMs: EVERY_MS,
    async run({ signal }) {
      while (!signal.aborted && (await terms.addMissing(ROWS_AT_ONCE)) > 0);
    },
  };
}
