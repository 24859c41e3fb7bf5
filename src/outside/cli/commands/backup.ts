/** `backup`, `verify`, `restore`: copies of all data, beside a serving process. */
import type { Command } from 'commander';
import type { CliActions } from '../cli-actions.ts';
import { collect, type DataOptions, positiveInteger, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';

interface BackupOptions extends DataOptions {
  readonly keep?: number;
}
interface RestoreOptions extends DataOptions {
  readonly backup?: string;
  readonly erasures: readonly string[];
  readonly allowMissedErasures?: true;
}

const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const onProgress = (line: string) => process.stderr.write(`${line}\n`);

export function addBackupCommands(program: Command, actions: CliActions): void {
  withDataOptions(
    program.command('backup').argument('<place>', 'where the backups are: a folder, or s3://bucket/path'),
  )
    .description('copy all data while the service runs; a later backup copies only what is new')
    .option('--keep <count>', 'afterwards remove all backups but the last', positiveInteger)
    .addHelpText(
      'after',
      '\nExamples:\n  counterpart backup /mnt/backups --keep 30\n  counterpart backup s3://backups/counterpart',
    )
    .action(async (folder: string, { data, keep, json }: BackupOptions) => {
      const report = await actions.backUp(data, folder, keep ?? null, onProgress);
      if (json) return printJson(report);
      const gone = report.gone === 0 ? '' : `; ${report.gone} files were removed meanwhile`;
      printLines(
        `backup ${report.name}: ${report.files} files, ${mib(report.bytes)}, of which ${mib(report.newBytes)} are new${gone}`,
        ...report.removed.map((name) => `removed ${name}`),
      );
    });
  program
    .command('verify')
    .argument('<place>', 'where the backups are: a folder, or s3://bucket/path')
    .description('read a backup whole, and compare it with its SHA-256 sums; exit code 1 where it is damaged')
    .option('--backup <name>', 'default: the last one')
    .option('--json', 'print JSON, for programs')
    .action(async (folder: string, { backup, json }: { readonly backup?: string; readonly json?: true }) => {
      const report = await actions.verifyBackup(folder, backup ?? null);
      if (json) printJson(report);
      else {
        printLines(`backup ${report.name}: ${report.files} files, ${mib(report.bytes)}`);
        printLines(...(report.faults.length === 0 ? ['It is whole.'] : report.faults));
      }
      if (report.faults.length > 0) process.exitCode = 1;
    });
  withDataOptions(
    program.command('restore').argument('<place>', 'where the backups are: a folder, or s3://bucket/path'),
  )
    .description('restore a backup into an empty data folder, or the empty database of DATABASE_URL')
    .option('--backup <name>', 'default: the last one')
    .option(
      '--erasures <place>',
      'a folder or bucket with further erasures, made after the backup on another server; repeatable',
      collect,
      [],
    )
    .option(
      '--allow-missed-erasures',
      'go on where the log of erasures names people by a secret that the backup does not have yet',
    )
    .addHelpText('after', '\nExample:\n  counterpart restore /mnt/backups --data ./restored')
    .action(async (folder: string, { data, backup, erasures, json, ...options }: RestoreOptions) => {
      const allowMissedErasures = options.allowMissedErasures === true;
      const wanted = { name: backup ?? null, erasures, allowMissedErasures };
      const report = await actions.restore(data, folder, wanted, onProgress);
      if (json) return printJson(report);
      printLines(
        `restored ${report.name}: ${report.files} files, ${mib(report.bytes)}`,
        report.erasures === 0
          ? 'No erasure after the backup is known.'
          : `${report.erasures} erasures made after the backup were made again.`,
        ...(report.missedErasures === 0
          ? []
          : [`${report.missedErasures} erasures could not be made again: erase those people by hand.`]),
      );
    });
}
