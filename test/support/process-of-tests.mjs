// Loaded first by the processes and threads of tests (NODE_OPTIONS).
//
// None of them lowers its priority: beside tests that keep every core busy, jobs and training would not get on, and
// what waits for them would run out of time.
//
// A script of `src/` that `bundle-scripts.ts` has bundled starts as its bundle, which loads faster.

import { existsSync } from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import threads from 'node:worker_threads';

os.setPriority = () => {};

const source = new URL('../../src/', import.meta.url).href;
const bundled = new URL('../../node_modules/.cache/bundled-scripts/', import.meta.url);

function bundleOf(script) {
  const address = String(script);
  if (!address.startsWith(source) || !address.endsWith('.ts')) return script;
  const bundle = new URL(`${address.slice(source.length, -'.ts'.length)}.js`, bundled);
  return existsSync(bundle) ? bundle : script;
}

threads.Worker = class extends threads.Worker {
  constructor(script, options) {
    super(bundleOf(script), options);
  }
};
syncBuiltinESMExports();

// The entry of a process is the one module that no other imports.
if (threads.isMainThread) {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const url = context.parentURL === undefined ? String(bundleOf(found.url)) : found.url;
      return url === found.url ? found : { ...found, url, format: 'module' };
    },
  });
}
