/**
 * Imports the rows of a file. Rows that do not fit into the first request are appended. Then the whole becomes the
 * next version, and the version before, which has a part of the rows, is deleted.
 */
import type { wire } from 'counterpart-client';
import { client } from '../../api/client.ts';
import { actText } from '../../text/en-act.ts';
import type { DatasetFile } from './dataset-file.ts';
import { datasetOf } from './dataset-of.ts';

/** A request may have 1 MiB. */
const FIRST_BYTES = 900 * 1024;
/** An import and a cut may wait behind other jobs. */
const WAIT = { timeoutMs: 60 * 60_000 };

export type Settings = Pick<wire.ImportDatasetRows, 'name' | 'access' | 'terms'>;

export interface Sending {
  readonly phase: 'sending' | 'cutting';
  readonly sent: number;
  readonly rows: number;
}

/** The id of the dataset. */
export async function sendDataset(
  settings: Settings,
  file: DatasetFile,
  onProgress: (sending: Sending) => void,
  signal?: AbortSignal,
): Promise<string> {
  const { items, people, events, features } = file;
  const rows = items.length + people.length + events.length;
  const options = signal === undefined ? {} : { signal };
  const first = firstRequest(file);
  const progress = (sent: number) => onProgress({ phase: 'sending', sent, rows });
  progress(0);
  const body = { ...settings, ...(features && { features }), ...first, items: [...first.items] };
  const begun = await client.datasets.create(body, options);
  const id = datasetOf(await client.jobs.wait(begun.id, { ...WAIT, ...options }));
  const more = { items: items.slice(first.items.length), events: events.slice(first.events.length) };
  if (more.items.length + more.events.length === 0) return id;
  // With the next version or without: nothing is left of a dataset with a part of the rows.
  try {
    let sent = rows - more.items.length - more.events.length;
    const onUploaded = ({ position }: { readonly position: number }) => progress(sent + position);
    await client.datasets.uploadItems(id, more.items, { onProgress: onUploaded, ...options });
    sent += more.items.length;
    await client.datasets.uploadEvents(id, more.events, { onProgress: onUploaded, ...options });
    onProgress({ phase: 'cutting', sent: rows, rows });
    const cut = await client.datasets.snapshot(id, options);
    return datasetOf(await client.jobs.wait(cut.id, { ...WAIT, ...options }));
  } finally {
    await client.datasets.delete(id);
  }
}

/** As many rows as fit: people, who cannot be appended later, then items, and events once all items are in. */
function firstRequest({ items, people, events }: DatasetFile) {
  const utf8 = new TextEncoder();
  let left = FIRST_BYTES;
  const fitting = <Row>(rows: readonly Row[]) => {
    const end = rows.findIndex((row) => {
      left -= utf8.encode(JSON.stringify(row)).length + 1;
      return left < 0;
    });
    return end < 0 ? [...rows] : rows.slice(0, end);
  };
  const first = { people: fitting(people), items: fitting(items) };
  if (first.people.length < people.length || first.items.length === 0)
    throw new Error(actText.importDataset.tooManyPeople);
  return { ...first, events: first.items.length < items.length ? [] : fitting(events) };
}
