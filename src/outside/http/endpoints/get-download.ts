import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { tenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import { madeFileTypes } from '../../../contract/job.ts';
import type { DownloadFile, DownloadLinks } from '../downloads/download-link.ts';
import { etagOf, fileAnswer, redirectAnswer } from '../downloads/file-answer.ts';
import { type AskedBytes, requestedBytes } from '../downloads/requested-bytes.ts';
import { streamOperation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import recorded from './recorded-answers.generated.json' with { type: 'json' };

const { download_url } = recorded.getJob.result as { readonly download_url: string };
const exampleToken = download_url.slice(download_url.lastIndexOf('/') + 1);

export interface GetDownloadParts extends Pick<ServerDependencies, 'artifacts' | 'mayBeSent' | 'clock'> {
  readonly downloads: DownloadLinks;
}

export const getDownload = ({ downloads, artifacts, mayBeSent, clock }: GetDownloadParts) =>
  streamOperation({
    operationId: 'download',
    sdk: 'downloads.get',
    method: 'GET',
    path: '/v1/downloads/:token',
    scope: 'public',
    tag: 'Downloads',
    summary: 'Download a made file',
    description:
      'The result of the job holds this address. It needs no key: anyone with the address can download the file, for one hour after the end of the job, or until a person is erased whose data is in the file. `Range` (one or several), `If-Range` and `If-None-Match` are honoured; `Repr-Digest` and `Digest` give the SHA-256 of the whole file. Where the operator permits it, 307 leads to the file in a bucket, for a few minutes; that address gives no SHA-256, which the job has.',
    parameters: z.object({
      token: z
        .string()
        .describe('The last part of a `download_url`, which a job has in its `result`.')
        .meta({ example: exampleToken }),
    }),
    answer: {
      status: 200,
      description: 'The file.',
      schema: z.string().meta({ format: 'binary' }),
      fileTypes: Object.values(madeFileTypes),
    },
    errors: ['access_denied', 'range_not_satisfiable', 'dependency_unavailable'],
    handle: async ({ parameters, headers, method }) => {
      const file = downloads.open(parameters.token);
      if (file === null) throw badLink();
      if (clock() >= file.expires_at_ms) throw expired(file);
      const stored = await artifacts.stat(file.key);
      if (stored?.bytes !== file.bytes) throw gone();
      if (!(await mayBeSent(file))) throw mayNameErased();
      // Ranges apply to GET only.
      const { range: _, ...others } = headers;
      const asked = requestedBytes(method === 'GET' ? headers : others, file.bytes, etagOf(file));
      // The key of an artifact begins with its tenant.
      const tenant = tenantId(file.key.slice(0, file.key.indexOf('/')));
      const { addressOf } = artifacts;
      if (addressOf !== null && mayRedirect(asked, headers, method)) {
        const shown = { filename: file.filename, contentType: file.content_type };
        return { tenant, answer: redirectAnswer(await addressOf(file.key, shown)) };
      }
      return { tenant, answer: fileAnswer(file, asked, (range) => artifacts.read(file.key, range)) };
    },
  });

/**
 * The client sends its headers to the bucket too, which has no several ranges and another ETag: where those
 * matter, this service answers.
 */
function mayRedirect(asked: AskedBytes, headers: IncomingHttpHeaders, method: string): boolean {
  if (method !== 'GET' || headers['if-range'] !== undefined) return false;
  return asked.kind === 'whole'
    ? headers.range === undefined
    : asked.kind === 'ranges' && asked.ranges.length === 1;
}

function badLink() {
  return apiError(
    'access_denied',
    'This is no download link of this service; take `download_url` as it stands in the job that made the file.',
  );
}

function expired({ expires_at_ms }: DownloadFile) {
  const at = new Date(expires_at_ms).toISOString();
  return apiError(
    'access_denied',
    `This download link ended at ${at}; make the export again, its job has a new one.`,
    { expired_at: at },
  );
}

function mayNameErased() {
  return apiError(
    'access_denied',
    'A person was erased after this file was made, and the file may hold data of the person; make it again.',
  );
}

function gone() {
  return apiError('access_denied', 'The file of this link is no longer kept; make the export again.');
}
