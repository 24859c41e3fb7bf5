/**
 * `counterpart types`: what it prints makes fields, filters and preferences of the TypeScript client typed.
 * Examples that the service takes compile, examples that it refuses do not.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from './running-service.ts';
import { runHere } from './service/testing/run-cli.ts';

const root = join(import.meta.dirname, '..');
const folder = temporaryFolder();
const client = join(root, 'sdk', 'typescript', 'src', 'index.ts');

beforeAll(async () => {
  const tenant = await runHere(
    folder.path,
    'tenants',
    'create',
    'acme',
    '--domains',
    'dating',
    '--email',
    'a@b.example',
  );
  expect(tenant.code).toBe(0);
});
afterAll(() => folder.remove());

/** Messages of the repository's compiler about `text` beside the types of `domains`. */
async function compile(domains: readonly string[], text: string): Promise<readonly string[]> {
  const printed = await runHere(
    folder.path,
    'types',
    '--tenant',
    'acme',
    ...domains.flatMap((name) => ['--domain', name]),
  );
  expect([printed.code, printed.stderr]).toEqual([0, '']);
  const project = join(folder.path, 'project');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'domain.d.ts'), printed.stdout);
  writeFileSync(join(project, 'example.ts'), text);
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    paths: { 'counterpart-client': [client] },
  };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['example.ts', 'domain.d.ts'] }),
  );
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', project, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

const begin = `
import { Counterpart } from 'counterpart-client';
import type { Dating, Hiring } from './domain.d.ts';
export const one = new Counterpart<Dating>({ apiKey: 'k', baseUrl: 'http://localhost' });
export const two = new Counterpart<Dating | Hiring>({ apiKey: 'k', baseUrl: 'http://localhost' });
export const any = new Counterpart({ apiKey: 'k', baseUrl: 'http://localhost' });
`;

const right = [
  `await one.users.upsert({ user_id: 'a', domain: 'dating', fields: { age: 30, gender: 'woman', location: { lat: 1, lon: 2 } } });`,
  `await one.users.upsert({ user_id: 'a', domain: 'dating', context: 'I am 30.', preferences: { age: { gte: 28 }, location_within_km: 50 } });`,
  `const age: number | undefined = (await one.users.get('a', { domain: 'dating' })).fields.age;`,
  `const style: 'secure' | 'anxious' | 'avoidant' | 'disorganized' | undefined = (await one.users.get('a', { domain: 'dating' })).derived.attachment_style;`,
  `const goal: string | undefined = (await one.users.get('a')).domains.dating?.fields.relationship_goal;`,
  `await one.match.run({ user_id: 'a', domain: 'dating', filters: { age: { gte: 28, lte: 40 }, gender: ['man', 'other'], location_within_km: 5, location_from: 'Lisbon', exclude_user_ids: ['b'], exclude_outcomes: [] } });`,
  `await one.match.run({ user_id: 'a', domain: 'dating', filters: { relationship_goal: { nin: ['casual'], exists: true } } });`,
  `await two.users.upsert({ user_id: 'a', domain: 'hiring', fields: { role: 'job', skills: ['python'] } });`,
  `const skills: string[] | undefined = (await two.users.get('a', { domain: 'hiring' })).fields.skills;`,
  `await two.users.upsertMany([{ user_id: 'a', domain: 'dating', fields: { age: 3 } }, { user_id: 'b', domain: 'hiring', fields: { seniority: 'mid' } }]);`,
  `await two.feedback.send({ domain: 'hiring', items: [] });`,
  `await any.users.upsert({ user_id: 'a', domain: 'gardens', fields: { roses: 3 }, preferences: { roses: { gt: 1 } } });`,
  `const roses: unknown = (await any.users.get('a', { domain: 'gardens' })).fields.roses;`,
];

const wrong = [
  `await one.users.upsert({ user_id: 'a', domain: 'hiring' });`,
  `await one.users.upsert({ user_id: 'a', domain: 'dating', fields: { age: 'old' } });`,
  `await one.users.upsert({ user_id: 'a', domain: 'dating', fields: { agee: 30 } });`,
  `await one.users.upsert({ user_id: 'a', domain: 'dating', fields: { gender: 'robot' } });`,
  `await one.match.run({ user_id: 'a', domain: 'dating', filters: { shoe_size: 40 } });`,
  `await one.match.run({ user_id: 'a', domain: 'dating', filters: { gender: { gt: 'man' } } });`,
  `await one.match.run({ user_id: 'a', domain: 'dating', filters: { attachment_style: 'secure' } });`,
  `await one.users.upsert({ user_id: 'a', domain: 'dating', preferences: { location_from: 'Lisbon' } });`,
  `const age: string = (await one.users.get('a', { domain: 'dating' })).fields.age!;`,
  `await two.users.upsert({ user_id: 'a', domain: 'hiring', fields: { gender: 'woman' } });`,
  `await two.match.run({ user_id: 'a', domain: 'dating', filters: { skills: ['python'] } });`,
  `await two.feedback.send({ domain: 'gardens', items: [] });`,
];

const inFunctions = (lines: readonly string[]) =>
  lines.map((line, n) => `export async function f${n}() {\n${line}\n}`).join('\n');

test('what the service takes compiles', async () => {
  expect(await compile(['dating', 'hiring'], begin + inFunctions(right))).toEqual([]);
});

test('what the service refuses does not compile', async () => {
  const errors = await compile(['dating', 'hiring'], begin + inFunctions(wrong));
  const first = begin.split('\n').length + 1;
  const lines = new Set(errors.map((error) => Number(/\((\d+),/.exec(error)?.[1])));
  expect(wrong.filter((_, n) => !lines.has(first + 3 * n))).toEqual([]);
});

test('the types of every shipped domain compile', async () => {
  const names = [
    'agent-to-agent',
    'dating',
    'founder-investor',
    'hiring',
    'marketplace',
    'product-recommendation',
  ];
  expect(names.length).toBeGreaterThan(5);
  expect(await compile(names, 'export {};')).toEqual([]);
});

test('a definition in a file; a domain that is not there; no domain at all', async () => {
  const file = join(folder.path, 'pets.v1.yaml');
  const bookSwap = readFileSync(join(root, 'docs', 'guide', 'examples', 'book-swap.yaml'), 'utf8');
  writeFileSync(file, bookSwap.replace('domain: book-swap', 'domain: pets'));
  const { code, stdout } = await runHere(folder.path, 'types', '--file', file);
  expect([code, stdout]).toEqual([0, expect.stringContaining("export interface Pets {\n  domain: 'pets';")]);
  expect(await runHere(folder.path, 'types', '--domain', 'gardens')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('dating.v1'),
  });
  expect(await runHere(folder.path, 'types')).toMatchObject({ code: 2 });
  expect(await runHere(folder.path, 'types', '--domain', 'dating', '--domain', 'dating.v1')).toMatchObject({
    code: 2,
  });
});
