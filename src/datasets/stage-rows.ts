/** Stores the rows of a request body as JSONL until the import has read them. */
import type { ArtifactWriter } from '../artifacts/artifact-store.ts';
import type { DatasetEvent, DatasetItem } from '../contract/dataset.ts';
import { eventLine, itemLine } from './rows/row-lines.ts';
import { eventRow } from './rows/validate-row.ts';

export async function stageRows(
  artifact: ArtifactWriter,
  { items, events }: { readonly items: readonly DatasetItem[]; readonly events: readonly DatasetEvent[] },
): Promise<void> {
  try {
    const lines = [
      ...items.map(({ item_id, text }) => itemLine(item_id, text)),
      ...events.map((event) => eventLine(eventRow(event))),
    ];
    await artifact.write(Buffer.from(lines.join(''), 'utf8'));
    await artifact.commit();
  } catch (error) {
    await artifact.abort();
    throw error;
  }
}
