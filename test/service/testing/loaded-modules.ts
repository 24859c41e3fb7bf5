/** Composes a service in a process of its own, answers a request and prints every module that was loaded. */
import { registerHooks } from 'node:module';

const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});
const { composed } = await import('./composed-service.ts');
const flags = process.argv.slice(2);
const service = await composed(flags.length === 0 ? {} : { [flags[0]!]: flags[1]! });
await service.send('users');
await service.stop();
process.stdout.write([...loaded].join('\n'), () => process.exit(0));
