/**
 * Imports documents a few at a time: reads them in the process for documents, and stores each as a person. A
 * document that cannot be read, or that the service refuses, is rejected with the reason. Other errors throw.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { TenantId } from '../../../../contract/brands.ts';
import { ApiError } from '../../../../contract/errors.ts';
import { rowIssues } from '../../../../contract/issue-message.ts';
import type { ReadingDepth } from '../../../../contract/reading-depths.ts';
import { UpsertUserRequest } from '../../../../contract/user.ts';
import type { DocumentReader } from '../../../../people/documents/document-reader.ts';
import type { KeepDocument } from '../../../../people/documents/keep-documents.ts';
import type { ProfileService, UpsertCall } from '../../../../people/profiles/profile-service.ts';
import type { RepeatedIds } from '../../../../platform/intake/repeated-ids.ts';
import type { Checkpoint, CheckpointFile } from '../checkpoint.ts';
import type { ImportProgress } from '../import-progress.ts';
import type { RejectsFile } from '../rejects-file.ts';
import { isOwnFault, upsertAll } from '../upsert-all.ts';
import type { DocumentFile } from './document-files.ts';

export interface DocumentsRun {
  readonly files: readonly DocumentFile[];
  readonly reader: Pick<DocumentReader, 'read'>;
  readonly maxBytes: number;
  readonly keep: KeepDocument;
  readonly profiles: Pick<ProfileService, 'upsertMany'>;
  readonly tenant: TenantId;
  readonly domain: string;
  readonly reading: ReadingDepth;
  readonly repeated: RepeatedIds;
  readonly from: Checkpoint | null;
  readonly checkpoints: CheckpointFile;
  readonly rejects: RejectsFile;
  readonly progress: ImportProgress;
  /** Stops after the documents that were read. The checkpoint stays. */
  readonly signal: AbortSignal;
}

export interface DocumentsResult {
  /** In the whole import, with what interrupted runs did. */
  readonly imported: number;
  readonly rejected: number;
  readonly documentsThisRun: number;
  /** Documents of this run by format. */
  readonly formats: Readonly<Record<string, number>>;
  readonly finished: boolean;
}

const AT_ONCE = 16;
/** The source of the bytes that are kept. */
const SOURCE = 'import';

interface Accepted {
  readonly at: number;
  readonly format: string;
  readonly bytes: Uint8Array;
  readonly request: UpsertCall;
}

interface Rejected {
  readonly row: number;
  readonly reason: string;
  readonly values: { readonly file: string; readonly user_id: string };
}

export async function runDocuments(run: DocumentsRun): Promise<DocumentsResult> {
  const { files, from, signal, checkpoints, rejects, progress } = run;
  const owners = firstOfIds(files);
  const totals = { imported: from?.imported ?? 0, rejected: from?.rejected ?? 0, documentsThisRun: 0 };
  const formats: Record<string, number> = {};
  try {
    for (let at = from?.row ?? 0; at < files.length && !signal.aborted; at += AT_ONCE) {
      const batch = files.slice(at, at + AT_ONCE);
      const refused = await importBatch(run, batch, at, owners, formats);
      rejects.append(refused);
      totals.rejected += refused.length;
      totals.imported += batch.length - refused.length;
      totals.documentsThisRun += batch.length;
      const row = at + batch.length;
      const { imported, rejected } = totals;
      checkpoints.write({ file: batch[0]!.path, row, imported, rejected, rejects_bytes: rejects.bytes });
      progress.show({ rows: totals.documentsThisRun, rejected, share: row / files.length });
    }
    if (!signal.aborted) checkpoints.remove();
  } finally {
    checkpoints.flush();
  }
  return { ...totals, formats, finished: !signal.aborted };
}

/** The place of the first file of each id. */
function firstOfIds(files: readonly DocumentFile[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const [at, { userId }] of files.entries()) if (!first.has(userId)) first.set(userId, at);
  return first;
}

async function importBatch(
  run: DocumentsRun,
  batch: readonly DocumentFile[],
  start: number,
  owners: ReadonlyMap<string, number>,
  formats: Record<string, number>,
): Promise<readonly Rejected[]> {
  const refused: Rejected[] = [];
  const reject = (at: number, reason: string) => {
    const { path, userId } = run.files[at]!;
    refused.push({ row: at + 1, reason, values: { file: path, user_id: userId } });
  };
  const accepted: Accepted[] = [];
  for (const [offset, file] of batch.entries()) {
    const at = start + offset;
    const first = owners.get(file.userId)!;
    if (first < at && run.repeated === 'refuse') {
      reject(at, `its id is that of ${basename(run.files[first]!.path)}; say --repeated replace or merge`);
      continue;
    }
    try {
      const { text, format, bytes } = await readFile(run, file);
      accepted.push({ at, format, bytes, request: requestOf(run, file, text, first < at) });
      formats[format] = (formats[format] ?? 0) + 1;
    } catch (error) {
      if (!isOwnFault(error)) throw error;
      reject(at, error.message);
    }
  }
  const calls = accepted.map(({ request }) => request);
  for (const [place, outcome] of (await upsertAll(run.profiles, run.tenant, calls)).entries())
    if (outcome instanceof Error) reject(accepted[place]!.at, outcome.message);
    else await keepBytes(run, accepted[place]!);
  return refused.sort((one, other) => one.row - other.row);
}

async function readFile({ reader, tenant, maxBytes }: DocumentsRun, { path, bytes }: DocumentFile) {
  if (bytes > maxBytes)
    throw new ApiError('payload_too_large', `it has ${bytes} bytes; ${maxBytes} are the most`, {
      limit_bytes: maxBytes,
    });
  const given = readFileSync(path);
  return { ...(await reader.read(tenant, { bytes: given, type: null, name: basename(path) })), bytes: given };
}

async function keepBytes(
  { keep, tenant, domain }: DocumentsRun,
  { request, format, bytes }: Accepted,
): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await keep(tenant, { userId: request.user_id, domain, source: SOURCE, format, sha256 }, bytes);
}

function requestOf(
  { domain, reading, repeated }: DocumentsRun,
  { userId }: DocumentFile,
  context: string,
  isRepeated: boolean,
): UpsertCall {
  const body = { user_id: userId, domain, context };
  const request = UpsertUserRequest.safeParse(body);
  if (!request.success) {
    const issues = rowIssues(request.error, body, true);
    throw new ApiError(
      'invalid_request',
      issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
      { issues },
    );
  }
  return { ...request.data, reading, ...(isRepeated && repeated === 'merge' && { merge: true }) };
}
