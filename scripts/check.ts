/**
 * `npm run check`: types, lint, layers, dead code and unused dependencies, drift of generated files; with `--tests`
 * (`npm test`) the tests as well. Every step runs even when an earlier one failed, so that one run tells all.
 */
import { spawnSync } from 'node:child_process';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

const node = process.execPath;
const steps: readonly Step[] = [
  { name: 'types', command: [node, 'node_modules/typescript/bin/tsc', '--noEmit'] },
  {
    name: 'types of the TypeScript SDK without Node',
    command: [node, 'node_modules/typescript/bin/tsc', '-p', 'sdk/typescript/tsconfig.json'],
  },
  { name: 'lint', command: [node, 'node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  { name: 'lock file', command: [node, 'scripts/complete-lock.mjs', '--check'] },
  { name: 'layers', command: [node, 'scripts/check-layers.ts'] },
  { name: 'dead code', command: [node, 'node_modules/knip/bin/knip.js'] },
  { name: 'drift of docs/openapi.json', command: [node, 'scripts/generate-openapi.ts', '--check'] },
  { name: 'drift of docs/reference', command: [node, 'scripts/generate-reference.ts', '--check'] },
  { name: 'drift of kernels.wasm', command: [node, 'scripts/build-kernels.ts', '--check'] },
];
const tests: Step = { name: 'tests', command: [node, 'node_modules/vitest/vitest.mjs', 'run'] };

function passes({ name, command }: Step): boolean {
  console.log(`\n▸ ${name}`);
  const started = performance.now();
  const { status } = spawnSync(command[0]!, command.slice(1), { stdio: 'inherit' });
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return status === 0;
}

const failed = (process.argv.includes('--tests') ? [...steps, tests] : steps).filter((step) => !passes(step));
if (failed.length > 0) {
  console.log(`\nFailed: ${failed.map((step) => step.name).join(', ')}`);
  process.exitCode = 1;
}
