/**
 * The operator's command line. Every command works on the data folder beside a running server.
 *
 * Results for people and for programs (`--json`) go to standard output; progress and faults go to standard
 * error. Exit codes: 0 done, 1 failed (the message says why), 2 wrong usage, 3 an import with
 * too many rejects, 130 stopped by Ctrl-C.
 */
import { Command, CommanderError } from 'commander';
import { actByDefault } from '../../platform/storage/acting.ts';
import type { CliActions } from './cli-actions.ts';
import { commandOrigin } from './command-origin.ts';
import { UsageError } from './usage-error.ts';

type AddCommands = (program: Command, actions: CliActions) => void;

/** The commands of each file, in the order of the help. */
const files: readonly (readonly [names: readonly string[], load: () => Promise<AddCommands>])[] = [
  [['serve', 'work', 'demo'], async () => (await import('./commands/serve.ts')).addServeCommands],
  [['tenants'], async () => (await import('./commands/tenants.ts')).addTenantCommands],
  [['keys'], async () => (await import('./commands/keys.ts')).addKeyCommands],
  [['members'], async () => (await import('./commands/members.ts')).addMemberCommands],
  [['console-link'], async () => (await import('./commands/console-link.ts')).addConsoleLinkCommand],
  [['domains'], async () => (await import('./commands/domains.ts')).addDomainCommands],
  [['types'], async () => (await import('./commands/types.ts')).addTypesCommand],
  [['connect'], async () => (await import('./commands/connect.ts')).addConnectCommand],
  [['import'], async () => (await import('./commands/import.ts')).addImportCommand],
  [['export-users'], async () => (await import('./commands/export-users.ts')).addExportCommand],
  [['datasets'], async () => (await import('./commands/datasets.ts')).addDatasetCommands],
  [['tokenizers'], async () => (await import('./commands/tokenizers.ts')).addTokenizerCommands],
  [['models', 'adapt'], async () => (await import('./commands/models.ts')).addModelCommands],
  [['aliases'], async () => (await import('./commands/aliases.ts')).addAliasCommands],
  [
    ['model-experiments'],
    async () => (await import('./commands/model-experiments.ts')).addModelExperimentCommands,
  ],
  [['experiments'], async () => (await import('./commands/experiments.ts')).addExperimentCommands],
  [['encoder'], async () => (await import('./commands/encoder.ts')).addEncoderCommands],
  [['search-indexes'], async () => (await import('./commands/search-indexes.ts')).addSearchIndexCommands],
  [['extraction'], async () => (await import('./commands/extraction.ts')).addExtractionCommands],
  [['reading'], async () => (await import('./commands/reading.ts')).addReadingCommands],
  [['jobs'], async () => (await import('./commands/jobs.ts')).addJobCommands],
  [['train'], async () => (await import('./commands/train.ts')).addTrainCommand],
  [['runs'], async () => (await import('./commands/runs.ts')).addRunCommands],
  [['outcomes'], async () => (await import('./commands/outcomes.ts')).addOutcomeCommands],
  [['evaluate'], async () => (await import('./commands/evaluate.ts')).addEvaluateCommand],
  [['mcp'], async () => (await import('./commands/mcp.ts')).addMcpCommand],
  [['webhooks'], async () => (await import('./commands/webhooks.ts')).addWebhookCommands],
  [['audit'], async () => (await import('./commands/audit.ts')).addAuditCommands],
  [['migrate'], async () => (await import('./commands/migrate.ts')).addMigrateCommand],
  [['backup', 'verify', 'restore'], async () => (await import('./commands/backup.ts')).addBackupCommands],
  [['copy'], async () => (await import('./commands/copy.ts')).addCopyCommand],
  [['doctor'], async () => (await import('./commands/doctor.ts')).addDoctorCommand],
];

export interface CliParts {
  readonly version: string;
  readonly actions: () => Promise<CliActions>;
}

/**
 * `first`: the word after the program's name. Only the file of that command is loaded; for any other word,
 * all are.
 */
export async function buildCli({ version, actions }: CliParts, first?: string): Promise<Command> {
  const program = new Command('counterpart')
    .description('Who suits whom: an open, self-hosted matching service.')
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'explain a command')
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('(«--help» after the command explains it)')
    .exitOverride()
    .hook('preAction', (_, command) => {
      // A server and a worker act for their callers, or as the service.
      if (!serving.has(command.name())) actByDefault(commandOrigin(command));
    });
  if (first !== '--version' && first !== '-V') {
    const named = files.filter(([names]) => names.includes(first ?? ''));
    const [given, ...adds] = await Promise.all([
      actions(),
      ...(named.length > 0 ? named : files).map(([, load]) => load()),
    ]);
    for (const add of adds) add(program, given);
  }
  program.addHelpText('after', FIRST_STEPS);
  return program;
}

const serving: ReadonlySet<string> = new Set(['serve', 'work']);

/** `argv`: without node and script. Resolves to the exit code. An error message goes to standard error. */
export async function runCli(program: Command, argv: readonly string[]): Promise<number> {
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return typeof process.exitCode === 'number' ? process.exitCode : 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return isUsageError(error) ? 2 : 1;
  }
}

/** SettingsError belongs to another layer, so it is recognised by its name. */
function isUsageError(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof Error && error.name === 'SettingsError');
}

const FIRST_STEPS = `
First steps:
  counterpart tenants create acme --domains all --email ops@acme.example
  counterpart keys create --tenant acme
  counterpart serve
`;
