/**
 * `models predict-all`: the request of POST /models/{id}/batch-predictions. The worker of the data folder
 * does it.
 */
import { readFileSync } from 'node:fs';
import { BatchPredictionRequest } from '../../../contract/batch-prediction.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { CliActions } from '../cli-actions.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { validRequest } from '../valid-request.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { printQueued, succeeded, writeMadeFile } from './await-job.ts';
import { findModel } from './find-models.ts';

export interface PredictAllOptions extends DataOptions {
  readonly dataset?: string;
  readonly source?: string;
  readonly sourceFormat?: string;
  readonly limit: number;
  readonly format: string;
  readonly withSeen?: true;
  readonly request?: string;
  readonly output?: string;
}

export async function predictAll(actions: CliActions, id: string, options: PredictAllOptions): Promise<void> {
  const request = requestOf(options);
  await withStoreAndAccounts(actions, options, async (opened) => {
    const { tenantId, modelId } = (await findModel(opened, id)).model;
    const batches = await actions.openBatches(opened, options.data);
    const accepted = await batches.start(tenantId, modelId, request, null);
    if (accepted.state !== 'accepted') throw new Error('the batch was not accepted');
    const { job } = accepted;
    if (options.output === undefined) return printQueued(job, options);
    await printEnd(actions, await succeeded(opened, job), { ...options, output: options.output });
  });
}

function requestOf(options: PredictAllOptions): BatchPredictionRequest {
  const { dataset, source, sourceFormat, limit, format, withSeen } = options;
  return validRequest(BatchPredictionRequest, {
    ...(options.request !== undefined && keysIn(options.request)),
    ...(dataset !== undefined && { dataset_id: dataset }),
    ...(source !== undefined && { source_uri: source }),
    ...(sourceFormat !== undefined && { source_format: sourceFormat }),
    limit,
    output_format: format,
    ...(withSeen && { exclude_seen: false }),
  });
}

/** Keys of the request that have no option of their own. */
function keysIn(file: string): object {
  const value = readJson(file);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(`${file} must hold an object of JSON, such as {"rules": []}.`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
}

async function printEnd(
  actions: CliActions,
  job: Job,
  { data, output, json }: PredictAllOptions & { readonly output: string },
): Promise<void> {
  const { people, failed } = job.result as unknown as { readonly people: number; readonly failed: number };
  const { bytes, sha256 } = await writeMadeFile(actions, job, { data, output });
  if (json) return printJson({ job_id: job.jobId, people, failed, bytes, sha256, file: output });
  printLines(`${people} people, ${failed} of them with an error; ${bytes} bytes written to ${output}.`);
}
