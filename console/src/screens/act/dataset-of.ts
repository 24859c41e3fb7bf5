import type { wire } from 'counterpart-client';
import { isRecord, textOf } from '../../parts/read-unknown.ts';

/** The id of the dataset that a job has made. */
export function datasetOf({ result, resource }: wire.Job): string {
  return (isRecord(result?.dataset) ? textOf(result.dataset.id) : undefined) ?? resource.id;
}
