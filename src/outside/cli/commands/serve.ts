/** `serve`, `work` and `demo`. Their flags are the settings, which are parsed where they are declared. */
import type { Command } from 'commander';
import type { CliActions } from '../cli-actions.ts';

export function addServeCommands(program: Command, actions: CliActions): void {
  program
    .command('serve')
    .description('start the server')
    .usage('[settings]')
    .allowUnknownOption()
    .argument('[settings...]', 'flags as below')
    .addHelpText('after', () => `\nSettings, by environment or flag:\n${actions.describeSettings()}`)
    .action((argv: readonly string[]) => actions.serve(argv));
  program
    .command('work')
    .description('run the jobs of a data folder, instead of or beside the worker of its server')
    .usage('[settings]')
    .allowUnknownOption()
    .argument('[settings...]', 'flags as for serve')
    .action((argv: readonly string[]) => actions.work(argv));
  program
    .command('demo')
    .description('load sample people of all shipped domains, show matches, and go on serving')
    .usage('[settings]')
    .allowUnknownOption()
    .argument('[settings...]', 'flags as for serve')
    .addHelpText('after', '\nTakes the settings of serve; the data goes to a folder of its own.')
    .action((argv: readonly string[]) => actions.demo(argv));
}
