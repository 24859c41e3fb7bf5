/** Programs that benchmarks compare the service with. This folder is their package. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);

/** The module; null, with a printed line, where it is not installed or does not run on this machine. */
export async function loadCompetitor<Module>(name: string): Promise<Module | null> {
  try {
    return (await import(pathToFileURL(require.resolve(name)).href)) as Module;
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0];
    console.log(`without ${name} (${reason}); to install it: npm install --prefix bench/competitors`);
    return null;
  }
}
