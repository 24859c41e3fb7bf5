/**
 * Runs the command line: as a child process, like an operator, or within the test. The latter saves a second
 * of processor time where only the outcome matters. Both use the same parts as `main.ts`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { copyStore, type WantedCopy } from '../../../src/composition/copy-store.ts';
import { evaluateHere } from '../../../src/composition/evaluate-here.ts';
import { fitReadingHere } from '../../../src/composition/fit-reading-here.ts';
import { openArtifacts, scratchFolder } from '../../../src/composition/open-artifacts.ts';
import { backUp, type RestoreWish, restore } from '../../../src/composition/open-backup.ts';
import { openBackupTarget } from '../../../src/composition/open-backup-target.ts';
import { openBatchService } from '../../../src/composition/open-batch-service.ts';
import { openDocumentIntake } from '../../../src/composition/open-documents.ts';
import { openExperimentsHere } from '../../../src/composition/open-experiments.ts';
import { openIngest } from '../../../src/composition/open-ingest.ts';
import { openIntake } from '../../../src/composition/open-intake.ts';
import { openModelService } from '../../../src/composition/open-model-service.ts';
import { reencodeHere } from '../../../src/composition/open-reencoding.ts';
import { openStoreAndAccounts, pendingMigrations } from '../../../src/composition/open-store.ts';
import { openTrendingHere } from '../../../src/composition/open-trending.ts';
import { taskKinds } from '../../../src/composition/task-kinds.ts';
import { openTextEncoder } from '../../../src/engines/encoders/open-text-encoder.ts';
import type { WantedEvaluation } from '../../../src/matching/learn/evaluate-domain.ts';
import { buildCli, runCli } from '../../../src/outside/cli/build-cli.ts';
import type { StoreAndAccounts } from '../../../src/outside/cli/cli-actions.ts';
import { openGazetteer } from '../../../src/people/places/gazetteer.ts';
import type { ReencodeControl } from '../../../src/people/profiles/vectors/reencode-profiles.ts';
import { verifyBackup } from '../../../src/platform/backup/verify-backup.ts';
import { readSettings } from '../../../src/platform/config/read-settings.ts';
import type { CopyProgress } from '../../../src/platform/storage/copy/copy-database.ts';
import type { EncoderSpec } from '../../../src/platform/storage/encoder-store.ts';

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

export interface CliRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function startCli(
  data: string,
  args: readonly string[],
): { readonly child: ChildProcess; readonly ended: Promise<CliRun> } {
  const { COUNTERPART_DATA: _, ...environment } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: { ...environment, COUNTERPART_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text.stdout += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    text.stderr += piece;
  });
  const ended = new Promise<CliRun>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...text }));
  });
  return { child, ended };
}

/** Within this process. Not for two at once: they would share the standard streams. */
export async function runHere(data: string, ...args: readonly string[]): Promise<CliRun> {
  const text = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((piece) => {
      text[name] += String(piece);
      return true;
    }),
  );
  const takesNoData = args.includes('validate') || ['mcp', 'extraction', 'verify', 'copy'].includes(args[0]!);
  const dataArguments = takesNoData ? [] : ['--data', data];
  try {
    const code = await runCli(
      await buildCli({ version: '0.0.0-test', actions: async () => actionsHere }, args[0]),
      [...args, ...dataArguments],
    );
    return { code, signal: null, ...text };
  } finally {
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
  }
}

/** The credentials of `npm run test:s3`. */
const ofBuckets = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_')));

function notHere(): never {
  throw new Error('serve and demo run as processes of their own');
}

const actionsHere = {
  serve: notHere,
  work: notHere,
  taskKinds: async () => taskKinds,
  demo: notHere,
  mcp: notHere,
  describeSettings: () => '',
  serviceAddress: () => 'http://127.0.0.1:8080',
  openStoreAndAccounts: (data: string) => openStoreAndAccounts({ data }),
  backUp: (data: string, target: string, keep: number | null, onProgress: (line: string) => void) =>
    backUp(
      readSettings({}, ['--data', data]),
      openBackupTarget(readSettings({}, []), target),
      keep,
      onProgress,
    ),
  verifyBackup: (target: string, name: string | null) =>
    verifyBackup(openBackupTarget(readSettings({}, []), target), name),
  restore: (data: string, target: string, wanted: RestoreWish, onProgress: (line: string) => void) =>
    restore(
      readSettings({}, ['--data', data]),
      openBackupTarget(readSettings({}, []), target),
      wanted,
      onProgress,
    ),
  copyStore: (wanted: WantedCopy, onProgress: (progress: CopyProgress) => void) =>
    copyStore(readSettings({}, []), process.env, wanted, onProgress),
  pendingMigrations: (data: string) => pendingMigrations({ data }),
  openFiles: (data: string) => ({
    artifacts: openArtifacts({ data }),
    scratchFolder: scratchFolder({ data }),
  }),
  importPrefixes: () => [],
  openIntake: (data: string) =>
    openIntake(
      { data, textEncoder: null, textEncoderModel: null, textEncoderApiKey: null },
      { mayBeginSwitch: false, onNotice: (notice) => process.stderr.write(`${notice}\n`) },
    ),
  openDocumentIntake: async (data: string, opened: StoreAndAccounts) =>
    openDocumentIntake(readSettings({}, ['--data', data]), opened),
  openIngest: (data: string) =>
    openIngest(readSettings(ofBuckets(), ['--data', data]), (notice) => process.stderr.write(`${notice}\n`)),
  openEncoder: ({ setting }: EncoderSpec) => openTextEncoder(setting),
  reencode: (opened: StoreAndAccounts, control: ReencodeControl) =>
    reencodeHere(
      { ...opened, settings: { textEncoder: null, textEncoderModel: null, textEncoderApiKey: null } },
      control,
    ),
  evaluate: (opened: StoreAndAccounts, data: string, wanted: WantedEvaluation) =>
    evaluateHere({ ...opened, settings: readSettings({}, ['--data', data]) }, wanted),
  openModels: async ({ store }: StoreAndAccounts) => openModelService({ store, clock: Date.now }, () => {}),
  openBatches: async ({ store }: StoreAndAccounts, data: string) => {
    const settings = readSettings({}, ['--data', data]);
    const rooms = { settings, store, artifacts: openArtifacts(settings), clock: Date.now };
    return openBatchService(rooms, { query: () => Promise.resolve(null as never) }, () => {});
  },
  openTrending: async ({ store }: StoreAndAccounts, data: string) =>
    openTrendingHere({ store, settings: readSettings({}, ['--data', data]) }),
  openExperiments: async ({ store, accounts }: StoreAndAccounts, data: string) =>
    openExperimentsHere({ store, accounts, settings: readSettings({}, ['--data', data]) }),
  fitReading: fitReadingHere,
  openGazetteer,
  // The next tests of this process need the processor as well.
  lowerPriority: () => {},
  clock: Date.now,
};

/** The JSON that a command printed; a failed command throws its output. */
export async function jsonOf<T>(running: Promise<CliRun>): Promise<T> {
  const { code, stdout, stderr } = await running;
  if (code !== 0) throw new Error(`the command ended with ${code}: ${stderr}${stdout}`);
  return JSON.parse(stdout) as T;
}
