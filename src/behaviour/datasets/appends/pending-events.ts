/** The events of a person that came in since the newest version of a dataset. */
import type { TenantId } from '../../../contract/brands.ts';
import type { AppendStore } from '../../../platform/storage/append-store.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { EventRow } from '../rows/dataset-row.ts';
import { waitingEvent } from './appended-line.ts';

const MAX_EVENTS = 10_000;

/**
 * The last `most` appended events, by time. Events of one moment are in the order in which they were
 * appended. `dataset`: any version of its name.
 */
export async function pendingEventsOf(
  appends: Pick<AppendStore, 'ofPerson'>,
  tenant: TenantId,
  { name }: Pick<Dataset, 'name'>,
  personId: string,
  most = MAX_EVENTS,
): Promise<readonly EventRow[]> {
  const waiting = await appends.ofPerson(tenant, name, personId, most);
  return waiting.map(waitingEvent).sort((a, b) => a.timestampMs - b.timestampMs);
}
