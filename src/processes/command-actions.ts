/** The operator's commands: chooses the dependencies of each. A command loads only what it needs. */
import { constants } from 'node:os';
import { openArtifacts, scratchFolder } from '../composition/open-artifacts.ts';
import { openStoreAndAccounts, pendingMigrations } from '../composition/open-store.ts';
import { productVersion } from '../contract/product-version.ts';
import type { CliActions } from '../outside/cli/cli-actions.ts';
import { describeSettings } from '../platform/config/describe-settings.ts';
import { reachableAddress } from '../platform/config/reachable-address.ts';
import { readSettings } from '../platform/config/read-settings.ts';
import { lowerPriority } from '../platform/threads/lower-priority.ts';

const settingsOf = (data: string) => readSettings(process.env, ['--data', data]);

export const commandActions: CliActions = {
  serve: async (argv) => {
    const { serve } = await import('./serve.ts');
    await serve(readSettings(process.env, argv), { environment: process.env, argv });
  },
  work: async (argv) => {
    const { runWorkCommand } = await import('./work-command.ts');
    await runWorkCommand(readSettings(process.env, argv));
  },
  demo: async (argv) => {
    const { consoleLink } = await import('../outside/cli/commands/console-link.ts');
    const { firstScreen } = await import('../outside/cli/demo/demo-scenes.ts');
    const { demoArguments, openDemoTenant } = await import('../outside/cli/demo/demo-tenant.ts');
    const { runDemo } = await import('../outside/cli/demo/run-demo.ts');
    const { serveSomewhere } = await import('./serve.ts');
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
    const { runMcp } = await import('../outside/mcp/run-mcp.ts');
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
    const { backUp } = await import('../composition/open-backup.ts');
    const { openBackupTarget } = await import('../composition/open-backup-target.ts');
    return backUp(settingsOf(data), openBackupTarget(settingsOf(data), target), keep, onProgress);
  },
  verifyBackup: async (target, name) => {
    const { openBackupTarget } = await import('../composition/open-backup-target.ts');
    const { verifyBackup } = await import('../platform/backup/verify-backup.ts');
    return verifyBackup(openBackupTarget(readSettings(process.env, []), target), name);
  },
  restore: async (data, target, wanted, onProgress) => {
    const { restore } = await import('../composition/open-backup.ts');
    const { openBackupTarget } = await import('../composition/open-backup-target.ts');
    return restore(settingsOf(data), openBackupTarget(settingsOf(data), target), wanted, onProgress);
  },
  copyStore: async (wanted, onProgress) => {
    const { copyStore } = await import('../composition/copy-store.ts');
    return copyStore(readSettings(process.env, []), process.env, wanted, onProgress);
  },
  pendingMigrations: (data) => pendingMigrations(settingsOf(data)),
  openFiles: (data) => ({
    artifacts: openArtifacts(settingsOf(data)),
    scratchFolder: scratchFolder({ data }),
  }),
  importPrefixes: (data) => settingsOf(data).importSources ?? [],
  openIntake: async (data) => {
    const { openIntake } = await import('../composition/open-intake.ts');
    const events = { mayBeginSwitch: false, onNotice: (notice: string) => console.error(notice) };
    return openIntake(settingsOf(data), events, { readsMany: true });
  },
  openDocumentIntake: async (data, opened) => {
    const { openDocumentIntake } = await import('../composition/open-documents.ts');
    return openDocumentIntake(settingsOf(data), opened);
  },
  openIngest: async (data) => {
    const { openIngest } = await import('../composition/open-ingest.ts');
    return openIngest(settingsOf(data), (notice) => console.error(notice));
  },
  openEncoder: async (spec) => {
    const { openEncoder } = await import('../composition/open-encoders.ts');
    return openEncoder(spec, readSettings(process.env, []));
  },
  reencode: async ({ store, accounts }, control) => {
    const { reencodeHere } = await import('../composition/open-reencoding.ts');
    return reencodeHere({ store, accounts, settings: readSettings(process.env, []) }, control);
  },
  evaluate: async ({ store, accounts }, data, wanted) => {
    const { evaluateHere } = await import('../composition/evaluate-here.ts');
    return evaluateHere({ store, accounts, settings: settingsOf(data) }, wanted);
  },
  openModels: async ({ store }) => {
    const { openModelService } = await import('../composition/open-model-service.ts');
    return openModelService({ store, clock: Date.now }, () => {});
  },
  openBatches: async ({ store }, data) => {
    const { openBatchService } = await import('../composition/open-batch-service.ts');
    const settings = settingsOf(data);
    const rooms = { settings, store, artifacts: openArtifacts(settings), clock: Date.now };
    // The worker checks what needs the model. The job then fails with the reason.
    const serving = { query: () => Promise.resolve(null as never) };
    return openBatchService(rooms, serving, () => {});
  },
  openTrending: async ({ store }, data) => {
    const { openTrendingHere } = await import('../composition/open-trending.ts');
    return openTrendingHere({ store, settings: settingsOf(data) });
  },
  openExperiments: async ({ store, accounts }, data) => {
    const { openExperimentsHere } = await import('../composition/open-experiments.ts');
    return openExperimentsHere({ store, accounts, settings: settingsOf(data) });
  },
  fitReading: async (...args) => (await import('../composition/fit-reading-here.ts')).fitReadingHere(...args),
  openGazetteer: async () => (await import('../people/places/gazetteer.ts')).openGazetteer(),
  lowerPriority: () => lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL),
  taskKinds: async () => (await import('../composition/task-kinds.ts')).taskKinds,
  clock: Date.now,
};
