/**
 * The package as its users have it: packed, installed into an empty folder, and run with the commands of the
 * Dockerfile and the systemd units. Its user may write only the data folder. On Node 24 and, where there is
 * one, on the Node of the machine.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { DockerfileParser, type Instruction, type JSONInstruction } from 'dockerfile-ast';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { until } from '../src/platform/testing/until.ts';
import { freePort } from './support/free-port.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'counterpart-package-'));
const home = join(folder, 'opt', 'counterpart');
const NOBODY = 65_534;
const asRoot = process.getuid?.() === 0;
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const dockerfile = DockerfileParser.parse(readFileSync(join(root, 'Dockerfile'), 'utf8')).getInstructions();
const instructions = (keyword: string) => dockerfile.filter((each) => each.getKeyword() === keyword);
const words = (instruction: Instruction) =>
  (instruction as JSONInstruction).getJSONStrings().map((string) => JSON.parse(string.getValue()) as string);
const unit = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const settingsOf = (text: string) =>
  [...text.matchAll(/^([A-Za-z]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const);

const domains = globSync('*/definition.yaml', { cwd: join(root, 'src', 'domains') }).map(dirname);

/** Other Nodes of the machine: the one that runs this test is Node 24 of the repository. */
const nodes = ['/usr/bin/node', '/usr/local/bin/node', '/bin/node']
  .filter((path) => spawnSync(path, ['--version']).status === 0)
  .slice(0, 1)
  .concat(process.execPath);

beforeAll(() => {
  run('npm', ['run', '--silent', 'release'], root);
  mkdirSync(home, { recursive: true });
  symlinkSync(join(root, 'release', packed()), join(folder, 'counterpart.tgz'));
  // The command of the image, with the package in another place.
  const [install] = instructions('RUN').filter((each) =>
    each.getRawArgumentsContent()?.includes('npm install'),
  );
  const command = install!
    .getRawArgumentsContent()!
    .replace('/tmp/counterpart.tgz', join(folder, 'counterpart.tgz'));
  // A proxy that is not there: an install script that asks another host than the registry fails the
  // installation.
  run('sh', ['-c', command], home, { GLOBAL_AGENT_HTTPS_PROXY: 'http://127.0.0.1:9' });
  // mkdtemp gives the folder to its owner alone.
  chmodSync(folder, 0o755);
  run('chmod', ['-R', 'a-w,a+rX', home], folder);
  run('chmod', ['u+w', home], folder);
  mkdirSync(join(home, 'data'), { mode: 0o777 });
}, 300_000);
afterAll(async () => {
  for (const child of started) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  run('chmod', ['-R', 'u+w', home], folder);
  rmSync(folder, { recursive: true, force: true });
}, 180_000);

const packed = () => readdirSync(join(root, 'release')).find((name) => name.endsWith('.tgz'))!;

function run(command: string, args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...more },
    maxBuffer: 2 ** 28,
  });
  expect(status, `${command} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

/** Ended at last, whatever a test left. */
const started: ChildProcess[] = [];

interface Started {
  readonly process: ChildProcess;
  readonly data: string;
  readonly port: number;
  output(): string;
}

/** As nobody where the test may change its user, without a home, in the data folder. */
async function start(
  command: readonly string[],
  { node = process.execPath, env = {} }: { node?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Started> {
  // Below the folder of the package, so that npx finds it.
  const data = mkdtempSync(join(home, 'data', 'run-'));
  chmodSync(data, 0o777);
  const port = await freePort();
  const [program, ...args] = command.map((word) => word.replace(/^\/opt\/counterpart/, home));
  const child = spawn(program!, args, {
    cwd: data,
    env: {
      PATH: [dirname(node), '/usr/bin', '/bin'].join(delimiter),
      HOST: '127.0.0.1',
      PORT: String(port),
      COUNTERPART_DATA: data,
      NODE_COMPILE_CACHE: join(data, 'compiled'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asRoot && { uid: NOBODY, gid: NOBODY }),
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return { process: child, data, port, output: () => output };
}

async function stop({ process: child, output }: Started): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  expect(code, output()).toBe(0);
}

const isReady = ({ port }: Started) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

describe('the package', () => {
  test('has the program, the console and the models, and nothing of the repository or of its operator', () => {
    const listed = JSON.parse(run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], root));
    const names: string[] = listed[0].files.map(({ path }: { path: string }) => path);
    expect([...new Set(names.map((name) => name.split('/')[0]))].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'THIRD-PARTY-NOTICES.md',
      'bin',
      'console',
      'dist',
      'docs',
      'models',
      'package.json',
    ]);
    expect(names).toContain('dist/main.js');
    expect(names).toContain('console/dist/index.html');
    expect(
      names.filter((name) => /\.ts$|\.test\.|\/testing\/|node_modules|\.env|\.sqlite/.test(name)),
    ).toEqual([]);
  });

  test.each(nodes)('serves people, matches and the console on %s', { timeout: 120_000 }, async (node) => {
    const service = await start(['/opt/counterpart/node_modules/.bin/counterpart', 'serve'], { node });
    await until(() => isReady(service), 60_000).toBe(true);
    const command = async (...args: readonly string[]) => {
      const { process: child, output } = await start(
        [join(home, 'node_modules/.bin/counterpart'), ...args, '--data', service.data],
        { node },
      );
      const [code] = await once(child, 'close');
      expect(code, output()).toBe(0);
      return output();
    };
    await command('tenants', 'create', 'acme', '--domains', 'dating', '--email', 'ops@acme.example');
    const [key] = (await command('keys', 'create', '--tenant', 'acme')).split('\n');
    const post = async (path: string, body: object) => {
      const answer = await fetch(`http://127.0.0.1:${service.port}/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
      return answer.json() as Promise<{ matches: readonly { readonly user_id: string }[] }>;
    };
    for (const [user_id, text] of [
      ['amelia', '29F, Lisbon. Honest, long walks. Looking for something serious with a man 28-36.'],
      ['bruno', '31M, Lisbon. Long walks, honest. Looking for a serious relationship with a woman.'],
    ])
      await post('users', { user_id, domain: 'dating', context: text });
    const { matches } = await post('match', { user_id: 'amelia', domain: 'dating', explain: true });
    expect(matches.map(({ user_id }) => user_id)).toEqual(['bruno']);
    const page = await fetch(`http://127.0.0.1:${service.port}/console/`);
    expect(await page.text()).toContain('<script');
    await stop(service);
  });

  test('npx counterpart demo shows matches of six domains', { timeout: 120_000 }, async () => {
    const [node] = nodes;
    const npx = join(dirname(node!), 'npx');
    const program = spawnSync(npx, ['--version']).status === 0 ? npx : 'npx';
    const demo = await start(
      [program, '--offline', '--no-install', 'counterpart', 'demo', '--once', '--port', '0'],
      {
        node: node!,
        env: { npm_config_cache: join(folder, 'npm-cache'), npm_config_update_notifier: 'false' },
      },
    );
    const [code] = await once(demo.process, 'close');
    const output = demo.output();
    expect(code, output).toBe(0);
    expect(domains).toHaveLength(6);
    for (const domain of domains) {
      expect(output).toMatch(new RegExp(`${domain} +2\\d\\d sample profiles read`));
      expect(output).toMatch(new RegExp(`^${domain}: [^]*?│ [\\w-]+ +│ 0\\.\\d\\d +│ • \\w+`, 'm'));
    }
    expect(output).toMatch(/^ {2}cp_live_[A-Za-z0-9]{22,}$/m);
    expect(output).toMatch(/curl -s http:\/\/127\.0\.0\.1:\d+\/v1\/match/);
    expect(output).toMatch(
      /^Console: http:\/\/127\.0\.0\.1:\d+\/console\/match\?domain=dating&user=margarida-lisbon-40#link=cp_link_[\w-]{43}$/m,
    );
    expect(output).toMatch(/http:\/\/127\.0\.0\.1:\d+\/docs/);
  });
});

describe('the image', () => {
  test('runs as a user without rights, and stops in order', { timeout: 120_000 }, async () => {
    expect(instructions('USER').map((each) => each.getRawArgumentsContent())).toEqual(['node']);
    expect(instructions('VOLUME').map((each) => each.getRawArgumentsContent())).toEqual(['/data']);
    const command = [...words(instructions('ENTRYPOINT')[0]!), ...words(instructions('CMD').at(-1)!)];
    const service = await start(command);
    await until(() => isReady(service), 60_000).toBe(true);
    const [check] = instructions('HEALTHCHECK');
    const health = JSON.parse(/CMD (\[.*\])$/.exec(check!.getRawArgumentsContent()!)![1]!) as string[];
    const asked = (port: number) =>
      spawnSync(process.execPath, health.slice(1), { env: { PORT: String(port) } }).status;
    expect(asked(service.port)).toBe(0);
    await stop(service);
    expect(asked(service.port)).toBe(1);
  });

  test('copies nothing but the package', () => {
    const kept = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
    expect(kept).toEqual(['*', '!counterpart-match-*.tgz']);
    const copied = instructions('COPY').map((each) => each.getRawArgumentsContent());
    expect(copied).toEqual([
      'counterpart-match-*.tgz /tmp/counterpart.tgz',
      '/opt/counterpart /opt/counterpart',
    ]);
    expect(packed()).toMatch(/^counterpart-match-.*\.tgz$/);
  });
});

describe.each(['counterpart.service', 'counterpart-worker.service'])('the unit %s', (name) => {
  test('starts a program of the package, which stops in order', { timeout: 120_000 }, async () => {
    const settings = settingsOf(unit(name));
    const value = (wanted: string) => settings.filter(([key]) => key === wanted).map(([, given]) => given);
    expect(value('DynamicUser')).toEqual(['yes']);
    expect(value('ProtectSystem')).toEqual(['strict']);
    expect(value('Environment')[0]).toBe(`COUNTERPART_DATA=/var/lib/${value('StateDirectory')[0]}`);
    const service = await start(value('ExecStart')[0]!.split(' '));
    await until(() => /listening|"working"/.test(service.output()), 60_000).toBe(true);
    await stop(service);
  });
});

test('the compose file runs servers and a worker of the image on one database', () => {
  const { services, volumes } = parse(readFileSync(join(root, 'deploy', 'compose.yaml'), 'utf8'), {
    merge: true,
  });
  const ours = Object.values<Record<string, unknown>>(services).filter(
    ({ image }) => image === 'counterpart',
  );
  expect(ours.length).toBe(3);
  for (const { environment, read_only, volumes: mounted } of ours) {
    expect(environment).toMatchObject({
      DATABASE_URL: expect.stringContaining('@postgres:5432/counterpart'),
    });
    expect(read_only).toBe(true);
    for (const mount of mounted as string[]) expect(volumes).toHaveProperty(mount.split(':')[0]!);
  }
});

describe('a release', () => {
  test('has a bill of materials with every package that is installed', () => {
    const bill = JSON.parse(readFileSync(join(root, 'release', 'sbom.cdx.json'), 'utf8'));
    expect(bill.bomFormat).toBe('CycloneDX');
    expect(bill.metadata.component).toMatchObject({ name: manifest.name, version: manifest.version });
    const listed = new Set(bill.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)));
    for (const name of Object.keys(manifest.dependencies))
      expect(
        [...listed].some((purl) => String(purl).startsWith(`pkg:npm/${name}@`)),
        name,
      ).toBe(true);
    expect([...listed].some((purl) => String(purl).includes('vitest'))).toBe(false);
  });

  test('has the sum of every file', () => {
    const lines = readFileSync(join(root, 'release', 'SHA256SUMS'), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => line.split('  ')[1]).sort()).toEqual([packed(), 'sbom.cdx.json'].sort());
    for (const line of lines) {
      const [sum, name] = line.split('  ') as [string, string];
      expect(
        createHash('sha256')
          .update(readFileSync(join(root, 'release', name)))
          .digest('hex'),
      ).toBe(sum);
    }
  });
});
