#!/usr/bin/env node
// Starts the command line on the Node that this checkout pins.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.argv.splice(2, 0, join(root, 'src', 'main.ts'));
await import('../scripts/run.mjs');
