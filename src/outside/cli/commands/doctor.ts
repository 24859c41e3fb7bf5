/**
 * `doctor`: checks whether this machine and this data folder can serve. One line a check, with what to do
 * when it fails.
 */
import type { Command } from 'commander';
import type { CliActions } from '../cli-actions.ts';
import { type Check, doctorChecks } from '../doctor/doctor-checks.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';

export function addDoctorCommand(program: Command, actions: CliActions): void {
  withDataOptions(program.command('doctor'))
    .description('check the machine and the data folder; exit code 1 when something is wrong')
    .action(async (options: DataOptions) => {
      const results = [];
      for (const check of doctorChecks(actions, options.data)) results.push(await carryOut(check));
      if (options.json) printJson({ ok: results.every(({ ok }) => ok), checks: results });
      else
        for (const { name, ok, message } of results)
          printLines(`${ok ? 'ok  ' : 'FAIL'}  ${name}: ${message}`);
      if (results.some(({ ok }) => !ok)) process.exitCode = 1;
    });
}

async function carryOut({ name, run }: Check) {
  try {
    return { name, ok: true, message: await run() };
  } catch (error) {
    return { name, ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
