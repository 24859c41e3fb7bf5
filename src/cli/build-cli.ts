/**
 * The operator's command line. Every command works on the data folder beside a running server.
 *
 * Results for people and for programs (`--json`) go to standard output; progress and faults go to standard
 * error. Exit codes: 0 done, 1 failed (the message says why), 2 wrong usage, 3 an import with
 * too many rejects, 130 stopped by Ctrl-C.
 */
import { Command, CommanderError } from 'commander';
import { actByDefault } from '../storage/acting.ts';
import type { CliActions } from './cli-actions.ts';
import { commandOrigin } from './command-origin.ts';
import { addAliasCommands } from './commands/aliases.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addConsoleLinkCommand } from './commands/console-link.ts';
import { addCopyCommand } from './commands/copy.ts';
import { addDatasetCommands } from './commands/datasets.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addDomainCommands } from './commands/domains.ts';
import { addEncoderCommands } from './commands/encoder.ts';
import { addEvaluateCommand } from './commands/evaluate.ts';
import { addExperimentCommands } from './commands/experiments.ts';
import { addExportCommand } from './commands/export-users.ts';
import { addExtractionCommands } from './commands/extraction.ts';
import { addImportCommand } from './commands/import.ts';
import { addJobCommands } from './commands/jobs.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addModelCommands } from './commands/models.ts';
import { addOutcomeCommands } from './commands/outcomes.ts';
import { addRunCommands } from './commands/runs.ts';
import { addSearchIndexCommands } from './commands/search-indexes.ts';
import { addServeCommands } from './commands/serve.ts';
import { addTenantCommands } from './commands/tenants.ts';
import { addTokenizerCommands } from './commands/tokenizers.ts';
import { addTrainCommand } from './commands/train.ts';
import { addTypesCommand } from './commands/types.ts';
import { UsageError } from './usage-error.ts';

export function buildCli(actions: CliActions): Command {
  const program = new Command('counterpart')
    .description('Who suits whom: an open, self-hosted matching service.')
    .version(actions.version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'explain a command')
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('(«--help» after the command explains it)')
    .exitOverride()
    .hook('preAction', (_, command) => {
      // A server and a worker act for their callers, or as the service.
      if (!serving.has(command.name())) actByDefault(commandOrigin(command));
    });
  addServeCommands(program, actions);
  addTenantCommands(program, actions);
  addKeyCommands(program, actions);
  addConsoleLinkCommand(program, actions);
  addDomainCommands(program, actions);
  addTypesCommand(program, actions);
  addImportCommand(program, actions);
  addExportCommand(program, actions);
  addDatasetCommands(program, actions);
  addTokenizerCommands(program, actions);
  addModelCommands(program, actions);
  addAliasCommands(program, actions);
  addExperimentCommands(program, actions);
  addEncoderCommands(program, actions);
  addSearchIndexCommands(program, actions);
  addExtractionCommands(program, actions);
  addJobCommands(program, actions);
  addTrainCommand(program, actions);
  addRunCommands(program, actions);
  addOutcomeCommands(program, actions);
  addEvaluateCommand(program, actions);
  addMcpCommand(program, actions);
  addAuditCommands(program, actions);
  addMigrateCommand(program, actions);
  addBackupCommands(program, actions);
  addCopyCommand(program, actions);
  addDoctorCommand(program, actions);
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
