/**
 * The packed package in the runtimes that it is made for: Node 20, Deno and Bun from npm, a worker in
 * workerd, a page in Chromium. Each makes the same calls (`tour.mjs`) and must come to the same results.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrontServer, startFrontServer } from './support/front-server.ts';
import { installed, packedProject } from './support/packed-project.ts';
import { startWorld, type World } from './support/world.ts';

const run = promisify(execFile);
const tourFile = join(import.meta.dirname, 'support/tour.mjs');

const expected = {
  age: 30,
  absent: [true, 'user_not_found', 404],
  upload: { position: 3, stored: 2, refused: 1 },
  seen: [0, '1 invalid_field_value', 2],
  later: 32,
  jobs: 0,
  health: 200,
  silent: 'TimeoutError',
  stalled: 'TimeoutError',
  aborted: 'enough',
  redirected: ['ApiError', 'ApiError'],
  busy: 2,
  refused: 'ConnectionError',
  logged: [
    'answer getHealth',
    'answer getUser',
    'answer listJobs',
    'answer upsertUser',
    'answer upsertUsers',
    'failure getUser',
  ],
};

let world: World;
let front: FrontServer;
let project: string;

beforeAll(async () => {
  world = await startWorld();
  project = await packedProject(world.folder);
  copyFileSync(tourFile, join(project, 'tour.mjs'));
  const page = `<!doctype html><script type="module">
    import * as lib from '/client/index.js';
    import { tour } from '/tour.mjs';
    const result = await tour(lib, { front: location.origin, key: '${world.key}', runtime: 'chromium' })
      .catch((error) => ({ error: String(error.stack) }));
    await fetch('/result', { method: 'POST', body: JSON.stringify(result) });
  </script>`;
  front = await startFrontServer({
    service: world.service.url,
    files: join(project, 'node_modules/counterpart-client/dist'),
    page,
    tour: tourFile,
  });
}, 120_000);
afterAll(async () => {
  await front?.close();
  await world?.stop();
  // Redirects were not followed, so the other host was not even called.
  expect(front?.keysElsewhere).toEqual([]);
});

/** The arguments of the tour. Runtimes take turns, so each needs names of its own. */
function given(runtime: string) {
  return { front: front.url, key: world.key, runtime };
}

test.for([
  ['node', 'node@20', [], /^v20\./],
  ['deno', 'deno@2', ['run', '--allow-net'], /^deno 2/],
  ['bun', 'bun@1', ['run'], /^1\./],
] as const)(
  'plain JavaScript on %s',
  { timeout: 300_000 },
  async ([name, version, args, answer], { skip }) => {
    const folder = await installed(world.folder, version);
    if (folder === undefined) return skip(`${version} could not be installed: no registry`);
    const binary = join(folder, 'node_modules/.bin', name);
    expect((await run(binary, ['--version'])).stdout).toMatch(answer);
    const script = `tour-${name}.mjs`;
    writeFileSync(
      join(project, script),
      `import * as lib from 'counterpart-client';
     import { tour } from './tour.mjs';
     console.log(JSON.stringify(await tour(lib, ${JSON.stringify(given(name))})));`,
    );
    // The options of the test process load modules written for the Node of this project.
    const env = { ...process.env, NODE_OPTIONS: '' };
    const { stdout } = await run(binary, [...args, script], { cwd: project, env });
    expect(JSON.parse(stdout)).toEqual(expected);
  },
);

test('a worker in workerd', { timeout: 300_000 }, async ({ skip }) => {
  const folder = await installed(world.folder, 'miniflare@4');
  if (folder === undefined) return skip('miniflare could not be installed: no registry');
  writeFileSync(
    join(project, 'worker.mjs'),
    `import * as lib from 'counterpart-client';
     import { tour } from './tour.mjs';
     export default {
       fetch: async (request, env) => Response.json(await tour(lib, env.GIVEN).catch((error) => ({ error: error.stack }))),
     };`,
  );
  const bundle = await rolldown({ input: join(project, 'worker.mjs'), platform: 'neutral', cwd: project });
  await bundle.write({ file: join(folder, 'worker.mjs') });
  await bundle.close();
  writeFileSync(
    join(folder, 'main.mjs'),
    `import { Miniflare } from 'miniflare';
     const worker = new Miniflare({
       modules: true,
       scriptPath: 'worker.mjs',
       compatibilityDate: '2024-01-01',
       bindings: { GIVEN: ${JSON.stringify(given('workerd'))} },
     });
     console.log(await (await worker.dispatchFetch('http://worker/')).text());
     await worker.dispose();`,
  );
  const { stdout } = await run(process.execPath, ['main.mjs'], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual(expected);
});

const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

test('a page in Chromium', { timeout: 120_000 }, async ({ skip, signal }) => {
  if (chromium === undefined)
    return skip('no Chromium is on the PATH, so the client was not tested in a browser');
  const profile = join(world.folder, 'chromium');
  mkdirSync(profile);
  const browser = spawn(
    chromium,
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--user-data-dir=${profile}`,
      front.url,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(browser, 'exit');
  try {
    const early = ended.then(([code]) => ({ error: `Chromium ended with ${code}` }));
    // So that the browser ends where the test runs out of time, too.
    const late = once(signal, 'abort').then(() => ({ error: 'the page posted nothing' }));
    expect(await Promise.race([front.posted, early, late])).toEqual(expected);
  } finally {
    // Chromium ends its other processes itself when it is asked to end.
    browser.kill('SIGTERM');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
});
