/** Programs that benches are measured beside, from the package of their own in this folder. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);

/** The module; null, with a line that says what to do, where it is not installed or does not run here. */
export async function loadContender<Module>(name: string): Promise<Module | null> {
  try {
    return (await import(pathToFileURL(require.resolve(name)).href)) as Module;
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0];
    console.log(`without ${name} (${reason}); to have it: npm install --prefix bench/contenders`);
    return null;
  }
}
