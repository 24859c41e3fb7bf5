/** Wire shape of a job. */
import { z } from 'zod';
import { ListQuery, listOf } from './lists.ts';

const JobKind = z.enum([
  'dataset_import',
  'dataset_export',
  'dataset_snapshot',
  'tokenizer_fit',
  'tokenizer_export',
  'model_adaptation',
  'model_refit',
  'model_export',
  'batch_prediction',
  'model_segments',
  'match_batch',
  'full_reading',
  'simulation',
]);
const JobStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']);

export const JobFields = z
  .object({
    id: z.string(),
    kind: JobKind,
    status: JobStatus,
    /** 0..1 */
    progress: z.number().min(0).max(1),
    /** Progress details of the work: loss, minutes left, rows read. */
    detail: z.record(z.string(), z.unknown()).nullable(),
    resource: z.object({
      type: z.enum(['dataset', 'model', 'tokenizer', 'simulation', 'domain']),
      id: z.string(),
    }),
    created_at: z.string(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
    result: z.record(z.string(), z.unknown()).nullable(),
    error: z
      .object({ code: z.string(), message: z.string(), details: z.record(z.string(), z.unknown()) })
      .nullable(),
  })
  .meta({ id: 'JobFields' });
export type JobFields = z.output<typeof JobFields>;

export const Job = JobFields.extend({ request_id: z.string() }).meta({ id: 'Job' });
export type Job = z.output<typeof Job>;
export const JobList = listOf(JobFields).meta({ id: 'JobList' });

export const JobListQuery = ListQuery.extend({
  kind: JobKind.optional().describe('Only jobs of this kind.').meta({ example: 'dataset_export' }),
  status: JobStatus.optional().describe('Only jobs in this state.').meta({ example: 'succeeded' }),
});

/** GET /jobs/{job_id}/log. */
export const JobLog = z
  .object({
    data: z
      .array(
        z.object({
          at: z.iso.datetime(),
          attempt: z
            .int()
            .min(1)
            .describe('A job whose process died is attempted again, at most three times.'),
          progress: z.number().min(0).max(1),
          detail: z.record(z.string(), z.unknown()).describe('As `detail` of the job at that time.'),
        }),
      )
      .describe('Oldest first. At most 500: where there are more, half as many stay, evenly spread.'),
    request_id: z.string(),
  })
  .meta({ id: 'JobLog' });

/** Media types of the files that exports make. */
export const madeFileTypes = {
  jsonl: 'application/jsonl',
  gzip: 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
} as const;
type MadeFileType = (typeof madeFileTypes)[keyof typeof madeFileTypes];

/**
 * The `result` of a task that made a file. It becomes `{download_url, expires_at, bytes, sha256}` when the
 * job is shown, because the address depends on the calling key.
 */
export interface MadeFile {
  readonly file: {
    readonly key: string;
    readonly filename: string;
    readonly content_type: MadeFileType;
    readonly bytes: number;
    readonly sha256: string;
    readonly expires_at_ms: number;
  };
}
