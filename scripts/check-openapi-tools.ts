/**
 * `npm run openapi -- --tools [DOCUMENT]`: lets tools that others use read the OpenAPI document whole. The
 * tools of npm have a lock file of their own in `sdk/typescript/generate`, because they need an earlier
 * TypeScript. The Python tools get a virtual environment, and schemathesis sends generated requests to a real
 * server.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { startService, temporaryFolder, tenantWithKey } from '../test/running-service.ts';

const root = join(import.meta.dirname, '..');
const tools = join(root, 'scripts/openapi-tools');
const generate = join(root, 'sdk/typescript/generate');

/** Requests of each operation that are drawn at random, beside its examples. */
const { COUNTERPART_DRAWN_REQUESTS: drawnRequests = '2' } = process.env;

/** No server error, and no answer whose status, media type, headers or body the document lacks. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'ignored_auth',
];

const failed: string[] = [];

/** Not `spawnSync`: this process must read the server's log meanwhile, or the server would stand still. */
async function run(
  name: string,
  [program, ...args]: readonly [string, ...string[]],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<boolean> {
  console.log(`\n▸ ${name}`);
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
  const [status] = await once(child, 'close');
  if (status !== 0) failed.push(name);
  return status === 0;
}

async function checkWithNpm(document: string): Promise<void> {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  if (
    !(await run('install the tools of npm', ['npm', 'ci', '--no-audit', '--no-fund'], { cwd: generate, env }))
  )
    return;
  await run('drift of the TypeScript SDK’s types', [process.execPath, 'generate.mjs', '--check'], {
    cwd: generate,
  });
  await run('tools of npm', [process.execPath, 'check-tools.mjs', document], { cwd: generate });
}

async function checkWithPython(document: string): Promise<void> {
  if (spawnSync('python3', ['--version']).status !== 0) {
    console.log(
      'SKIPPED: openapi-python-client and schemathesis did not read the document, since there is no python3.',
    );
    return;
  }
  const folder = temporaryFolder();
  try {
    const programs = join(folder.path, 'bin');
    const requirements = join(tools, 'requirements.txt');
    const installed =
      (await run('make a virtual environment', ['python3', '-m', 'venv', folder.path])) &&
      (await run('install the Python tools', [
        join(programs, 'pip'),
        'install',
        '--quiet',
        '--requirement',
        requirements,
      ]));
    if (!installed) return;
    // openapi-python-client formats its output with the ruff that it finds.
    const env = { ...process.env, PATH: `${programs}:${process.env.PATH}`, PYTHONDONTWRITEBYTECODE: '1' };
    await run('Python tools', [join(programs, 'python'), join(tools, 'read_document.py'), document], { env });
    await sendGeneratedRequests(document, programs, env);
  } finally {
    folder.remove();
  }
}

async function sendGeneratedRequests(
  document: string,
  programs: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const data = temporaryFolder();
  const key = await tenantWithKey(data.path, 'schemathesis', 'dating', { rate: 1_000_000, burst: 1_000_000 });
  const service = await startService(data.path);
  try {
    const options = [
      ['--url', service.url],
      ['--header', `Authorization: Bearer ${key}`],
      ['--checks', checks.join(',')],
      ['--phases', 'examples,fuzzing'],
      ['--max-examples', drawnRequests],
      ['--seed', '18'],
      ['--generation-database', 'none'],
      ['--warnings', 'off'],
    ].flat();
    await run(
      'schemathesis against a server',
      [join(programs, 'schemathesis'), 'run', document, ...options],
      {
        cwd: data.path,
        env: { ...env, SCHEMATHESIS_HOOKS: 'lines_hook', PYTHONPATH: tools },
      },
    );
  } finally {
    await service.stop();
    data.remove();
  }
}

const given = process.argv[2];
const document = given === undefined ? join(root, 'docs/openapi.json') : resolve(given);
await checkWithNpm(document);
await checkWithPython(document);
if (failed.length > 0) {
  console.log(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
