/**
 * A batch of the newest version reads that version, and the events that were appended to it. Both are
 * written down once, because a later attempt may find a further version that took these events over.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { readStagedLines, stageLines } from '../../batches/staged-lines.ts';
import { eventOfAppended } from '../../datasets/appends/appended-line.ts';
import type { EventRow } from '../../datasets/rows/dataset-row.ts';
import { newestWithPending } from '../people/newest-version.ts';
import { waitingEvents } from '../people/waiting-events.ts';

export interface ReadEvents {
  readonly datasetId: string;
  /** In the order in which they were appended. */
  readonly appended: readonly EventRow[];
}

interface NotingParts {
  readonly store: Pick<Store, 'datasets' | 'appends'>;
  readonly artifacts: ArtifactStore;
}

/**
 * `key`: the artifact. Its first line is the id of the version as JSON, the others are events as appended.
 */
export async function noteEvents(
  { store, artifacts }: NotingParts,
  job: Job,
  model: { readonly tenantId: TenantId; readonly datasetId: string },
): Promise<{ readonly key: string; readonly read: ReadEvents }> {
  const { dataset, pending } = await newestWithPending(store.datasets, model, async (version) => {
    const lines: string[] = [];
    for await (const page of waitingEvents(store.appends, version)) lines.push(...page);
    return lines;
  });
  const { datasetId } = dataset;
  const lines = [JSON.stringify(datasetId), ...pending].map((line) => `${line.trimEnd()}\n`);
  return {
    key: await stageLines(artifacts, job, 'events', lines),
    read: { datasetId, appended: pending.map(eventOfAppended) },
  };
}

export async function readNotedEvents(
  artifacts: Pick<ArtifactStore, 'read'>,
  key: string,
): Promise<ReadEvents> {
  let datasetId: string | null = null;
  const appended: EventRow[] = [];
  for await (const line of readStagedLines(artifacts, key))
    if (datasetId === null) datasetId = JSON.parse(line) as string;
    else if (line !== '') appended.push(eventOfAppended(line));
  return { datasetId: datasetId!, appended };
}
