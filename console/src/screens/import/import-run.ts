/**
 * The import of this page. It goes on while other screens are open. It can be stopped and continued: the
 * source is then read again, and rows that were done are skipped.
 */
import { UploadError } from 'counterpart-client';
import { client } from '../../api/client.ts';
import { connection } from '../../api/connection.ts';
import { queryClient } from '../../api/query-client.ts';
import { type Session, sessionKey } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { importText } from '../../text/en-import.ts';
import { chosenFile } from './chosen-file.ts';
import type { PersonBody } from './person-body.ts';
import { Rejects, type RowAt } from './rejects.ts';
import type { ImportSource } from './samples-source.ts';
import { forgetImport, type SavedImport } from './saved-import.ts';
import { CONCURRENCY, causeOf } from './upload-of-import.ts';

export interface ImportRun {
  readonly source: ImportSource;
  readonly phase: 'running' | 'stopped' | 'failed' | 'done';
  /** Rows of the source, from its first, that are stored or refused. */
  readonly position: number;
  readonly rejects: Rejects;
  /** Grows with every change of `rejects`. */
  readonly rejected: number;
  /** Rows that the service refused, by their number. A row that is sent again counts once. */
  readonly refusedRows: ReadonlyMap<number, RowAt>;
  /** Warnings of the service about stored rows, by code and field. */
  readonly warnings: readonly ImportWarning[];
  /** A stored person, for a first match. */
  readonly first: string | undefined;
  readonly error: unknown;
}

export interface ImportWarning {
  readonly kind: string;
  readonly rows: number;
  /** The line of the first such row, and its message. */
  readonly line: number;
  readonly message: string;
}

export const importRun = createStore<ImportRun | null>(null);

/** The browser asks before it closes a page that imports. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
importRun.subscribe(() => {
  if (importRun.get()?.phase === 'running') window.addEventListener('beforeunload', askFirst);
  else window.removeEventListener('beforeunload', askFirst);
});

/** An import belongs to its session: without one it stops, and in another workspace it is forgotten. */
queryClient.getQueryCache().subscribe(({ query }) => {
  const run = importRun.get();
  if (run === null || query.queryKey[0] !== sessionKey[0]) return;
  const session = query.state.data as Session | null | undefined;
  if (session === null) stopImport();
  else if (session !== undefined && session.tenant.id !== run.source.tenant) leaveImport();
});

/** Rows that were stored, of those before `position`. */
export function storedRows({ position, refusedRows }: ImportRun): number {
  return Math.max(0, position - refusedRows.size);
}

const PATIENCE = { maxRetries: 10, attemptTimeoutMs: 120_000, timeoutMs: 600_000 } as const;
let controller = new AbortController();

/** `done`: how far an earlier import of the same source came. */
export function startImport(
  source: ImportSource,
  done: Pick<SavedImport, 'position' | 'refused'> = { position: 0, refused: [] },
): Promise<void> {
  const rejects = new Rejects();
  for (const at of done.refused) rejects.add(at, importText.refusedBefore);
  return upload({
    source,
    phase: 'running',
    position: done.position,
    rejects,
    rejected: rejects.count,
    refusedRows: new Map(done.refused.map((at) => [at.row, at])),
    warnings: [],
    first: undefined,
    error: undefined,
  });
}

/** Goes on behind the last row that is done. */
export async function resumeImport(): Promise<void> {
  const run = importRun.get();
  if (run?.phase === 'stopped' || run?.phase === 'failed')
    await upload({ ...run, phase: 'running', error: undefined });
}

export function stopImport(): void {
  controller.abort();
}

export function leaveImport(): void {
  controller.abort();
  chosenFile.set(null);
  importRun.set(null);
}

async function upload(run: ImportRun): Promise<void> {
  controller = new AbortController();
  const { signal } = controller;
  const { source, rejects } = run;
  const refusedRows = new Map(run.refusedRows);
  const warned = new Map(run.warnings.map((warning) => [warning.kind, warning]));
  importRun.set(run);
  const change = (next: Partial<ImportRun>) => {
    const now = importRun.get();
    if (now?.source === source) importRun.set({ ...now, ...next, rejected: rejects.count });
  };
  try {
    const { position } = await client.users.upsertMany(source.people(rejects), {
      ...PATIENCE,
      concurrency: CONCURRENCY,
      startAt: run.position,
      signal,
      onStored: ({ user_id, row, warnings = [] }) => {
        for (const { code, field = '', message } of warnings) {
          const kind = `${code} ${field}`;
          const { line } = source.placeOf(row as PersonBody);
          const known = warned.get(kind) ?? { kind, rows: 0, line, message };
          warned.set(kind, { ...known, rows: known.rows + 1 });
        }
        if (importRun.get()?.first === undefined) change({ first: user_id });
      },
      onRefused: ({ row, message }) => {
        const at = source.placeOf(row as PersonBody);
        rejects.add(at, message);
        refusedRows.set(at.row, at);
      },
      onProgress: ({ position }) => {
        change({ position, refusedRows: new Map(refusedRows), warnings: [...warned.values()] });
        source.save(position, refusedRows.values());
      },
    });
    change({ phase: 'done', position, refusedRows, warnings: [...warned.values()] });
    forgetImport(source.tenant);
    connection.found();
  } catch (error) {
    const position =
      error instanceof UploadError ? error.position : (importRun.get()?.position ?? run.position);
    change({
      phase: signal.aborted ? 'stopped' : 'failed',
      position,
      refusedRows,
      error: signal.aborted ? undefined : causeOf(error),
    });
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['people'] });
  }
}
