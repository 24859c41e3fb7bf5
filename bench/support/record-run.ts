/**
 * Keeps the tables of the bench that this process runs. The file is written anew after each table, so that a
 * run that is killed keeps what it had printed. A bench without tables leaves no file.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform } from 'node:os';
import { dirname, resolve } from 'node:path';
import { type RecordedTable, type RunRecord, recordedTable } from './run-record.ts';

interface Recording {
  readonly file: string;
  readonly startedAt: number;
  readonly known: Omit<RunRecord, 'load' | 'seconds' | 'finished' | 'tables'>;
  readonly loadAtStart: number;
  readonly tables: RecordedTable[];
}
let recording: Recording | null = null;

/** From now on `recordTable` keeps what it is given in `file`. */
export function beginRecording(file: string, bench: string, args: readonly string[]): void {
  recording = {
    file: resolve(file),
    startedAt: performance.now(),
    known: {
      format: 1,
      bench,
      command: ['npm run bench --', bench, ...args].join(' '),
      ...checkout(),
      node: process.version,
      processor: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      system: `${platform()} ${arch()}`,
      started_at: new Date().toISOString(),
    },
    loadAtStart: loadavg()[0]!,
    tables: [],
  };
  process.once('exit', (code) => endRecording(code === 0));
}

/** Does nothing where no recording has begun, as in evaluations. */
export function recordTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  if (recording === null) return;
  recording.tables.push(recordedTable(head, rows));
  write(recording, false);
}

export function endRecording(finished: boolean): void {
  const ended = recording;
  recording = null;
  if (ended === null || ended.tables.length === 0) return;
  write(ended, finished);
  console.log(`kept in ${ended.file}`);
}

function write({ file, startedAt, known, loadAtStart, tables }: Recording, finished: boolean): void {
  const record: RunRecord = {
    ...known,
    load: { start: loadAtStart, end: loadavg()[0]! },
    seconds: (performance.now() - startedAt) / 1000,
    finished,
    tables,
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, `${JSON.stringify(record, null, 2)}\n`);
  renameSync(`${file}.part`, file);
}

function checkout(): Pick<RunRecord, 'commit' | 'has_changes'> {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, {
        cwd: import.meta.dirname,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    return { commit: git('rev-parse', 'HEAD').trim(), has_changes: git('status', '--porcelain') !== '' };
  } catch {
    return { commit: null, has_changes: null };
  }
}
