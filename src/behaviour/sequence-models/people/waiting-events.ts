/** The lines of all events that wait for the next version of a dataset, in pages, merged sessions as people's. */
import type { AppendStore } from '../../../platform/storage/append-store.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import { waitingLine } from '../../datasets/appends/appended-line.ts';

const ROWS_A_PAGE = 4096;

/** Up to the last one that waits when this begins. `dataset`: any version of its name. */
export async function* waitingEvents(
  appends: Pick<AppendStore, 'page' | 'lastPosition'>,
  { tenantId, name }: Pick<Dataset, 'tenantId' | 'name'>,
): AsyncGenerator<readonly string[]> {
  const upTo = await appends.lastPosition(tenantId, name);
  for (let after = 0; ; ) {
    const page = await appends.page(tenantId, name, { kind: 'event', after, upTo, limit: ROWS_A_PAGE });
    if (page.length === 0) return;
    yield page.map(waitingLine);
    after = page.at(-1)!.position;
  }
}
