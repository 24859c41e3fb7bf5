/**
 * The package as users get it: packed, installed by npm into an empty project; its README
 * and guide compile against it and run against a real service. And its size.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedDomain } from '../../../src/domains/shipped-domains.ts';
import { domainTypes } from '../../../src/outside/cli/domain-types.ts';
import { neighbours } from '../../../test/support/neighbours.ts';
import { packedProject } from './support/packed-project.ts';
import { startWorld, type World } from './support/world.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const sdk = join(root, 'sdk/typescript');
const MAX_BYTES = 12 * 1024;

let world: World;
let project: string;

beforeAll(async () => {
  world = await startWorld();
  project = await packedProject(world.folder);
}, 120_000);
afterAll(() => world?.stop());

test('the tarball has the built files and the README, and brings nothing else with it', () => {
  const installed = join(project, 'node_modules/counterpart-client');
  expect(readdirSync(installed).sort()).toEqual(['README.md', 'dist', 'package.json']);
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'counterpart-client',
  ]);
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  );
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
});

test.each([
  ['README', join(sdk, 'README.md')],
  ['guide', join(root, 'docs/guide/typescript-sdk.md')],
])('the examples of the %s compile and run', { timeout: 60_000 }, async (name, page) => {
  for (const neighbour of neighbours) await world.client().users.upsert(neighbour as never);
  const rows = Array.from({ length: 20 }, (_, n) => ({
    user_id: `row-${n}`,
    domain: 'dating',
    context: `I'm ${20 + n}, a man, and live in Lisbon.`,
  }));
  const lines = [
    ...rows.map((row) => JSON.stringify(row)),
    '{"user_id": "faulty", "domain": "dating", "context": ""}',
  ];
  writeFileSync(join(project, 'people.ndjson'), lines.join('\n'));
  writeFileSync(join(project, 'domain.d.ts'), domainTypes([shippedDomain('dating')!]));
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(
    ([, block]) => block!,
  );
  expect(blocks.length).toBeGreaterThan(1);
  const example = `${name}.ts`;
  writeFileSync(
    join(project, example),
    blocks.join('\n').replaceAll('http://localhost:8080', world.service.url),
  );
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: [example, 'domain.d.ts'] }),
  );
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--pretty', 'false'];
  expect(await run(process.execPath, tsc).catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', example], {
    cwd: project,
    env: environment(),
  });
  if (name !== 'README') return expect(stdout).toMatch(/^34 .* \d+\ndating\.v1\n$/);
  expect(stdout).toContain('bruno');
  expect(stdout).toContain('row 20: ');
  expect(stdout).toContain('"item_id":"cup"');
  expect(stdout).toMatch(/\d+ of \d+ req_/);
  expect(stdout).toMatch(/dating\.v1 "key";r=\d+;t=\d+ req_/);
});

test('the whole package is at most 12 kB, minified and compressed', async () => {
  const bundle = await rolldown({ input: join(sdk, 'src/index.ts'), platform: 'neutral' });
  try {
    const { output } = await bundle.generate({ minify: true });
    expect(output).toHaveLength(1);
    // Nothing of Node or of another package is left to import.
    expect(output[0].imports).toEqual([]);
    const bytes = gzipSync(output[0].code, { level: 9 }).length;
    expect(bytes).toBeGreaterThan(1024);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    console.log(`counterpart-client: ${bytes} bytes`);
  } finally {
    await bundle.close();
  }
});

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, COUNTERPART_KEY: world.key };
}
