/** `models segments`: the request of POST /models/{id}/segments. The worker of the data folder does it. */

import { counted } from '../../../contract/errors.ts';
import { type Segment, SegmentsRequest } from '../../../contract/model-segments.ts';
import { newId } from '../../../contract/new-id.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { CliActions } from '../cli-actions.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { validRequest } from '../valid-request.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { printQueued, succeeded, writeMadeFile } from './await-job.ts';
import { findModel } from './find-models.ts';

export interface SegmentPeopleOptions extends DataOptions {
  readonly k?: number;
  readonly kMax?: number;
  readonly sample?: number;
  readonly minEvents?: number;
  readonly seed?: number;
  readonly format?: string;
  readonly wait?: true;
  readonly output?: string;
}

export async function segmentPeople(
  actions: CliActions,
  id: string,
  options: SegmentPeopleOptions,
): Promise<void> {
  const request = requestOf(options);
  await withStoreAndAccounts(actions, options, async (opened) => {
    const { tenantId, modelId } = (await findModel(opened, id)).model;
    const { createSegmentService } = await import(
      '../../../behaviour/sequence-models/segments/create-segment-service.ts'
    );
    const { artifacts } = actions.openFiles(options.data);
    const parts = { store: opened.store, artifacts, wake: () => {}, clock: actions.clock, newId };
    const accepted = await createSegmentService(parts).start(tenantId, modelId, request, null);
    if (accepted.state !== 'accepted') throw new Error('the segments were not accepted');
    const { job } = accepted;
    if (options.output === undefined && !options.wait) return printQueued(job, options);
    await printEnd(actions, await succeeded(opened, job), options);
  });
}

function requestOf({ k, kMax, sample, minEvents, seed, format }: SegmentPeopleOptions): SegmentsRequest {
  return validRequest(SegmentsRequest, {
    ...{ k, sample, seed },
    ...{ k_max: kMax, min_events: minEvents, output_format: format },
  });
}

interface SegmentsResult {
  readonly k: number;
  readonly silhouette: number;
  readonly people: number;
  readonly left_out: number;
  /** Absent in results of earlier versions. */
  readonly sessions_left_out?: number;
  readonly segments: readonly Segment[];
}

async function printEnd(actions: CliActions, job: Job, options: SegmentPeopleOptions): Promise<void> {
  const { data, output, json } = options;
  const {
    k,
    silhouette,
    people,
    left_out,
    sessions_left_out = 0,
    segments,
  } = job.result as unknown as SegmentsResult;
  const file = output === undefined ? null : await writeMadeFile(actions, job, { data, output });
  if (json) {
    const made = file && { bytes: file.bytes, sha256: file.sha256, file: output };
    const counts = { people, left_out, sessions_left_out };
    return printJson({ job_id: job.jobId, k, silhouette, ...counts, segments, ...made });
  }
  printTable(
    ['segment', 'people', 'share', 'distance', 'items'],
    segments.map(({ segment, people: of, share, mean_distance, name }) => [
      ...[String(segment), String(of), `${Math.round(100 * share)} %`],
      ...[mean_distance.toFixed(3), name],
    ]),
  );
  printLines(
    `${k} segments of ${people} people, silhouette ${silhouette.toFixed(2)}; ${left_out} with too few events${sessions_left_out === 0 ? '' : `; ${counted(sessions_left_out, 'anonymous session')} left out`}.`,
    ...(file === null ? [] : [`${file.bytes} bytes written to ${output}.`]),
  );
}
