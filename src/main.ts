/** The command line of the operator, which is also how the server starts. */

import { productVersion } from './contract/product-version.ts';
import { buildCli, runCli } from './outside/cli/build-cli.ts';

// The reader of the output may close it early, as `head` does; the command then ends, as commands do.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// The launcher passes signals on. Where it is killed, it cannot, and the program ends as after a SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

const argv = process.argv.slice(2);
const actions = async () => (await import('./processes/command-actions.ts')).commandActions;
process.exitCode = await runCli(await buildCli({ version: productVersion, actions }, argv[0]), argv);
