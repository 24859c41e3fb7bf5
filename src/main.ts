/**
 * The command line: chooses the dependencies of every command and runs the requested one. Each command loads
 * only what it needs: `keys create` does not load the server or the language library.
 */
import { constants } from 'node:os';
import { buildCli, runCli } from './cli/build-cli.ts';
import type { CliActions } from './cli/cli-actions.ts';
import { openArtifacts, scratchFolder } from './composition/open-artifacts.ts';
import { openEncoder } from './composition/open-encoders.ts';
import { openModelService } from './composition/open-model-service.ts';
import { openStoreAndAccounts, pendingMigrations } from './composition/open-store.ts';
import { taskKinds } from './composition/task-kinds.ts';
import { describeSettings } from './config/describe-settings.ts';
import { reachableAddress } from './config/reachable-address.ts';
import { readSettings } from './config/read-settings.ts';
import { productVersion } from './contract/product-version.ts';
import { openGazetteer } from './places/gazetteer.ts';
import { lowerPriority } from './threads/lower-priority.ts';

const settingsOf = (data: string) => readSettings(process.env, ['--data', data]);

// Who reads the output may stop, as `head` does; the command then ends, as commands do.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// The launcher passes signals on. Where it is killed, it cannot, and the program ends as after a SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

const actions: CliActions = {
  serve: async (argv) => {
    const { serve } = await import('./processes/serve.ts');
    await serve(readSettings(process.env, argv), { environment: process.env, argv });
  },
  work: async (argv) => {
    const { runWorkCommand } = await import('./processes/work-command.ts');
    await runWorkCommand(readSettings(process.env, argv));
  },
  demo: async (argv) => {
    const { consoleLink } = await import('./cli/commands/console-link.ts');
    const { firstScreen } = await import('./cli/demo/demo-scenes.ts');
    const { demoArguments, openDemoTenant } = await import('./cli/demo/demo-tenant.ts');
    const { runDemo } = await import('./cli/demo/run-demo.ts');
    const { serveSomewhere } = await import('./processes/serve.ts');
    const demo = demoArguments(process.env, argv);
    const settings = readSettings(process.env, demo.argv);
    const sources = { environment: process.env, argv: demo.argv };
    const service = await serveSomewhere(settings, demo.portGiven, sources);
    const tenant = await openDemoTenant(service.accounts);
    const { url, profiles } = service;
    const link =
      settings.console === 'on' ? consoleLink(url, await tenant.newLinkToken(), firstScreen) : null;
    await runDemo({ ...tenant, url, profiles, link }, (line) => console.log(line));
    if (demo.once) await service.stop();
  },
  mcp: async (command, signal) => {
    const { runMcp } = await import('./mcp/run-mcp.ts');
    await runMcp({ ...command, version: productVersion }, (line) => console.error(line), signal);
  },
  describeSettings: () =>
    describeSettings()
      .map(
        ({ variable, flag, form, fallback, meaning }) =>
          `  ${flag} <${form}>  (${variable}; default ${fallback})\n      ${meaning}`,
      )
      .join('\n'),
  serviceAddress: (data) => {
    const { publicUrl, host, port } = settingsOf(data);
    return publicUrl ?? reachableAddress(host, port);
  },
  openStoreAndAccounts: (data) => openStoreAndAccounts(settingsOf(data)),
  backUp: async (data, target, keep, onProgress) => {
    const { backUp } = await import('./composition/open-backup.ts');
    const { openBackupTarget } = await import('./composition/open-backup-target.ts');
    return backUp(settingsOf(data), openBackupTarget(settingsOf(data), target), keep, onProgress);
  },
  verifyBackup: async (target, name) => {
    const { openBackupTarget } = await import('./composition/open-backup-target.ts');
    const { verifyBackup } = await import('./backup/verify-backup.ts');
    return verifyBackup(openBackupTarget(readSettings(process.env, []), target), name);
  },
  restore: async (data, target, wanted, onProgress) => {
    const { restore } = await import('./composition/open-backup.ts');
    const { openBackupTarget } = await import('./composition/open-backup-target.ts');
    return restore(settingsOf(data), openBackupTarget(settingsOf(data), target), wanted, onProgress);
  },
  copyStore: async (wanted, onProgress) => {
    const { copyStore } = await import('./composition/copy-store.ts');
    return copyStore(readSettings(process.env, []), process.env, wanted, onProgress);
  },
  pendingMigrations: (data) => pendingMigrations(settingsOf(data)),
  openFiles: (data) => ({
    artifacts: openArtifacts(settingsOf(data)),
    scratchFolder: scratchFolder({ data }),
  }),
  importPrefixes: (data) => settingsOf(data).importSources ?? [],
  openIntake: async (data) => {
    const { openIntake } = await import('./composition/open-intake.ts');
    const events = { mayBeginSwitch: false, onNotice: (notice: string) => console.error(notice) };
    return openIntake(settingsOf(data), events, { readsMany: true });
  },
  openEncoder: (spec) => openEncoder(spec, readSettings(process.env, [])),
  reencode: async ({ store, accounts }, control) => {
    const { reencodeHere } = await import('./composition/open-reencoding.ts');
    return reencodeHere({ store, accounts, settings: readSettings(process.env, []) }, control);
  },
  evaluate: async ({ store, accounts }, data, wanted) => {
    const { evaluateHere } = await import('./composition/open-evaluation.ts');
    return evaluateHere({ store, accounts, settings: settingsOf(data) }, wanted);
  },
  openModels: ({ store }) => openModelService({ store, clock: Date.now }, () => {}),
  openBatches: async ({ store }, data) => {
    const { openBatchService } = await import('./composition/open-batch-service.ts');
    const settings = settingsOf(data);
    const rooms = { settings, store, artifacts: openArtifacts(settings), clock: Date.now };
    const serving = { query: () => Promise.reject(new Error('this command ranks nothing itself')) };
    return openBatchService(rooms, serving, () => {});
  },
  openExperiments: async ({ store, accounts }, data) => {
    const { openExperimentsHere } = await import('./composition/open-experiments.ts');
    return openExperimentsHere({ store, accounts, settings: settingsOf(data) });
  },
  openGazetteer,
  lowerPriority: () => lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL),
  taskKinds,
  clock: Date.now,
  version: productVersion,
};

process.exitCode = await runCli(buildCli(actions), process.argv.slice(2));
