/**
 * `npm run check`: types, lint, layers, dead code and unused dependencies, drift of generated files; with
 * `--tests` (`npm test`) the tests as well. Two steps run at once, and every step runs even when an earlier
 * one failed, so that one run reports all failures.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

const node = process.execPath;
/** Skips files that have not changed since the last check. Four checkers, the default, take 1.4 times as long in all. */
const incremental = [
  '--incremental',
  '--tsBuildInfoFile',
  'node_modules/.cache/types.tsbuildinfo',
  '--checkers',
  '2',
];
const steps: readonly Step[] = [
  { name: 'types', command: [node, 'node_modules/typescript/bin/tsc', '--noEmit', ...incremental] },
  {
    name: 'types of the TypeScript SDK without Node',
    command: [node, 'node_modules/typescript/bin/tsc', '-p', 'sdk/typescript/tsconfig.json'],
  },
  { name: 'lint', command: [node, 'node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  { name: 'lock file', command: [node, 'scripts/complete-lock.mjs', '--check'] },
  { name: 'licences', command: [node, 'scripts/licences.ts', '--check'] },
  { name: 'layers', command: [node, 'scripts/check-layers.ts'] },
  { name: 'dead code', command: [node, 'node_modules/knip/bin/knip.js'] },
  { name: 'drift of docs/openapi.json', command: [node, 'scripts/generate-openapi.ts', '--check'] },
  {
    name: 'drift of the TypeScript SDK',
    command: [node, 'sdk/typescript/generate/generate-methods.ts', '--check'],
  },
  { name: 'drift of docs/reference', command: [node, 'scripts/generate-reference.ts', '--check'] },
  { name: 'drift of the tables of the store', command: [node, 'scripts/generate-tables.ts', '--check'] },
  { name: 'drift of kernels.wasm', command: [node, 'scripts/build-kernels.ts', '--check'] },
];
const AT_ONCE = 2;

/** Output of the step, which ran to its end. */
async function run({ name, command }: Step): Promise<{ readonly passed: boolean; readonly output: string }> {
  const started = performance.now();
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(piece));
  const [status] = await once(child, 'close');
  const end = `${status === 0 ? '✓' : '✗'} ${name} (${seconds(started)})`;
  return { passed: status === 0, output: `\n▸ ${name}\n${Buffer.concat(pieces).toString()}${end}` };
}

/** The tests run alone and print as they go. */
function runTests(): boolean {
  console.log('\n▸ tests');
  const started = performance.now();
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run'], { stdio: 'inherit' });
  console.log(`${status === 0 ? '✓' : '✗'} tests (${seconds(started)})`);
  return status === 0;
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

const failed: string[] = [];
const waiting = [...steps];
async function runWaiting(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const { passed, output } = await run(step);
    console.log(output);
    if (!passed) failed.push(step.name);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));
if (process.argv.includes('--tests') && !runTests()) failed.push('tests');
if (failed.length > 0) {
  console.log(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
