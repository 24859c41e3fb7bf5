/** `copy`: from a data folder to PostgreSQL, and back. */
import type { Command } from 'commander';
import type { CopyProgress } from '../../../platform/storage/copy/copy-database.ts';
import type { CliActions } from '../cli-actions.ts';
import { printJson, printLines, printTable } from '../print.ts';

interface CopyOptions {
  readonly from: string;
  readonly to: string;
  readonly resume?: true;
  readonly prepare?: true;
  readonly json?: true;
}

const PROGRESS_EVERY_ROWS = 50_000;

export function addCopyCommand(program: Command, actions: CliActions): void {
  program
    .command('copy')
    .description('copy a data folder’s database into PostgreSQL, or back; the service runs meanwhile')
    .requiredOption(
      '--from <place>',
      'a data folder, postgres://…, or env:NAME of a variable with one of them',
    )
    .requiredOption('--to <place>', 'the same: an empty folder, or an empty database')
    .option('--prepare', 'copy what can be copied without a pause of writes; a later --resume ends it')
    .option('--resume', 'go on with a copy that was begun')
    .option('--json', 'print JSON, for programs')
    .addHelpText(
      'after',
      '\nWrites to the source are paused at the end, while every row is compared. Files of datasets and models are not\n' +
        'in the database: they stay below the data folder.\n\n' +
        'Example:\n  counterpart copy --from ./data --to env:DATABASE_URL',
    )
    .action(async ({ from, to, resume, prepare, json }: CopyOptions) => {
      const wanted = { from, to, resume: resume === true, prepare: prepare === true };
      const report = await actions.copyStore(wanted, progressLines());
      if (json) printJson(report);
      else if (report === null)
        printLines('Prepared. The same command with --resume instead of --prepare ends the copy.');
      else {
        printTable(
          ['table', 'rows', 'SHA-256 of both', 'pages changed meanwhile'],
          report.tables.map(({ table, rows, sha256, changedPages }) => [
            table,
            String(rows),
            sha256.slice(0, 16),
            String(changedPages),
          ]),
        );
        printLines(
          `Both have the same rows. Writes waited for ${(report.pausedMs / 1000).toFixed(1)} s, and go on in the source: stop it, and start the service on the copy.`,
        );
      }
    });
}

/** A line at the beginning of each table, and now and then in a large one. */
function progressLines(): (progress: CopyProgress) => void {
  let last = '';
  let shown = 0;
  return ({ pass, table, rows }) => {
    const now = `${pass} ${table}`;
    if (now === last && rows - shown < PROGRESS_EVERY_ROWS) return;
    [last, shown] = [now, rows];
    process.stderr.write(`${pass === 1 ? 'copying' : 'comparing'} ${table}: ${rows} rows\n`);
  };
}
