#!/usr/bin/env node
// Starts the command line: in a checkout on the Node that it pins, in an installed package on the Node that
// came with it.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src', 'main.ts');
if (existsSync(source)) {
  process.argv.splice(2, 0, source);
  await import('../scripts/run.mjs');
} else {
  await import('./run-package.mjs');
}
