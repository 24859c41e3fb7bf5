/** `import` of documents: opens what reads and stores them, and reports. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ReadingDepth } from '../../../../contract/reading-depths.ts';
import type { RepeatedIds } from '../../../../platform/intake/repeated-ids.ts';
import type { CliActions, OpenIntake } from '../../cli-actions.ts';
import type { DataOptions } from '../../options.ts';
import { printJson, printLines } from '../../print.ts';
import { untilInterrupted } from '../../until-interrupted.ts';
import { UsageError } from '../../usage-error.ts';
import { CheckpointFile } from '../checkpoint.ts';
import { exitCodeOf, rejectedLines, stoppedLine } from '../end-of-import.ts';
import { importProgress } from '../import-progress.ts';
import { type ReadingBehind, readingBehind } from '../reading-behind.ts';
import { RejectsFile } from '../rejects-file.ts';
import { type DocumentFile, documentFiles } from './document-files.ts';
import { idOfName } from './id-of-name.ts';
import { type DocumentsResult, runDocuments } from './run-documents.ts';

export interface DocumentsOptions extends DataOptions {
  readonly tenant: string;
  readonly domain?: string;
  readonly idFrom?: string;
  readonly rejects?: string;
  readonly restart?: true;
  readonly repeated?: RepeatedIds;
  readonly maxRejected: number;
  readonly reading: ReadingDepth;
}

export async function importDocuments(
  actions: CliActions,
  sources: readonly string[],
  options: DocumentsOptions,
): Promise<void> {
  const { domain } = options;
  if (domain === undefined) throw new UsageError('Say --domain NAME: the domain of the people.');
  const files = documentFiles(sources, idOfName(options.idFrom));
  actions.lowerPriority();
  const intake = await actions.openIntake(options.data);
  try {
    const opened = await actions.openDocumentIntake(options.data, intake);
    await carryOut(intake, { files, ...opened, domain }, options).finally(() => opened.reader.close());
  } finally {
    await intake.close();
  }
}

type Opened = Pick<Parameters<typeof runDocuments>[0], 'files' | 'reader' | 'maxBytes' | 'keep' | 'domain'>;

async function carryOut(intake: OpenIntake, opened: Opened, options: DocumentsOptions): Promise<void> {
  const { tenantId: tenant } = await intake.accounts.findTenant(options.tenant);
  const { definition } = await intake.accounts.domainFor(tenant, opened.domain);
  const { reading, repeated = 'refuse', data, restart } = options;
  const identity = identityOf(opened.files, tenant, definition.domain, reading, repeated);
  const checkpoints = new CheckpointFile(join(data, 'imports', 'unfinished'), identity);
  const from = restart ? null : checkpoints.read();
  const rejectsPath = options.rejects ?? join(data, 'imports', 'rejects', `documents.${identity}.ndjson`);
  const rejects = new RejectsFile(rejectsPath, from?.rejects_bytes ?? 0);
  if (from !== null)
    process.stderr.write(
      `An import of these documents was interrupted; it goes on behind document ${from.row}.\n`,
    );
  const progress = importProgress(0);
  const started = performance.now();
  const result = await untilInterrupted((signal) =>
    runDocuments({
      ...opened,
      ...{ profiles: intake.profiles, tenant, domain: definition.domain, reading, repeated },
      ...{ from, checkpoints, rejects, progress, signal },
    }),
  ).finally(() => progress.end());
  const seconds = (performance.now() - started) / 1000;
  const behind = await readingBehind(intake.store, tenant, definition.domain);
  report(result, { seconds, behind, rejectsFile: result.rejected > 0 ? rejectsPath : null }, options);
}

/** 16 hex digits that identify these states of the files, and what is made of them. */
function identityOf(files: readonly DocumentFile[], ...meaning: readonly string[]): string {
  const states = files.map(({ path, userId, bytes, modifiedMs }) => [path, userId, bytes, modifiedMs]);
  return createHash('sha256')
    .update(JSON.stringify([states, meaning]))
    .digest('hex')
    .slice(0, 16);
}

interface DocumentsReport {
  readonly seconds: number;
  readonly behind: ReadingBehind;
  readonly rejectsFile: string | null;
}

function report(
  { finished, imported, rejected, documentsThisRun, formats }: DocumentsResult,
  { seconds, behind, rejectsFile }: DocumentsReport,
  { json, maxRejected }: DocumentsOptions,
): void {
  const ended = { finished, imported, rejected };
  exitCodeOf(ended, maxRejected);
  if (json) {
    printJson({
      ...{ finished, imported, rejected, rejects_file: rejectsFile, formats },
      ...{ to_read_in_full: behind.people, reading_job: behind.jobId },
      ...{ documents_this_run: documentsThisRun, seconds: Number(seconds.toFixed(3)) },
    });
    return;
  }
  const byFormat = Object.entries(formats).map(([format, documents]) => `${documents} ${format}`);
  printLines(
    ...stoppedLine(ended),
    `${imported} documents imported, ${rejected} rejected${byFormat.length > 0 ? ` (read: ${byFormat.join(', ')})` : ''}.`,
    `${documentsThisRun} documents in ${seconds.toFixed(1)} s.`,
    ...(behind.people === 0 ? [] : [`${behind.people} people are still to be read in full, by a job.`]),
    ...rejectedLines(ended, { what: 'documents', rejectsFile, maxRejected }),
  );
}
