/** Backups of a whole service with an embedded database, through the command line. */
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArtifacts } from '../../src/composition/open-artifacts.ts';
import { openErasureLog } from '../../src/composition/open-erasure-log.ts';
import { databaseFile, openStoreAndAccounts } from '../../src/composition/open-store.ts';
import type { BackupReport } from '../../src/platform/backup/make-backup.ts';
import { temporaryFolder } from '../running-service.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { jsonOf, runHere } from './testing/run-cli.ts';

let service: ComposedService;
let elsewhere: ReturnType<typeof temporaryFolder>;
let target: string;
let restored: string;

const person = (user_id: string) => ({
  user_id,
  domain: 'dating',
  fields: { age: 30, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
  context: `I am ${user_id}, and I like long walks.`,
});

beforeEach(async () => {
  elsewhere = temporaryFolder();
  [target, restored] = [join(elsewhere.path, 'backups'), join(elsewhere.path, 'restored')];
  service = await composed({ '--job-workers': '0' });
  for (const id of ['ana', 'bea', 'cleo']) expect((await service.send('users', person(id))).status).toBe(200);
  await putArtifact('exports', 'first', 'the first file');
});
afterEach(async () => {
  await service.stop();
  elsewhere.remove();
});

async function putArtifact(room: string, id: string, text: string): Promise<void> {
  const { tenantId } = await service.accounts.authenticate(service.key);
  const writer = await openArtifacts({ data: service.folder }).create(`${tenantId}/${room}/${id}/data.bin`);
  await writer.write(Buffer.from(text));
  await writer.commit();
}

const backUp = (...more: readonly string[]) =>
  jsonOf<BackupReport & { removed: string[] }>(runHere(service.folder, 'backup', target, '--json', ...more));
const restore = (...more: readonly string[]) => runHere(restored, 'restore', target, ...more);
const verify = () => runHere(restored, 'verify', target);
const erase = (id: string) =>
  service.server.inject({
    method: 'DELETE',
    url: `/v1/users/${id}`,
    headers: { authorization: `Bearer ${service.key}` },
  });

/** All rows of all tables, without those of migrations. */
function rowsIn(folder: string): Record<string, unknown> {
  const database = new DatabaseSync(databaseFile({ data: folder }), { readOnly: true });
  const tables = database
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
    .all();
  const rows = tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).all()]);
  database.close();
  return Object.fromEntries(rows);
}

/** Also brings the database up to date, as a service does. */
async function peopleIn(folder: string): Promise<readonly string[]> {
  await (await openStoreAndAccounts({ data: folder })).close();
  const rows = rowsIn(folder).profiles as readonly { readonly user_id: string }[];
  return rows.map(({ user_id }) => user_id).sort();
}

/** Files of the target by name. */
const blocks = () =>
  (readdirSync(join(target, 'blocks'), { recursive: true }) as string[]).filter((name) =>
    statSync(join(target, 'blocks', name)).isFile(),
  );

test('a backup beside the service restores to the same rows and files', async () => {
  const report = await backUp();
  expect(report.newBytes).toBe(report.bytes);
  const before = rowsIn(service.folder);
  await service.send('users', person('later'));
  expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('It is whole.') });
  const { code, stdout, stderr } = await restore();
  expect([code, stderr + stdout]).toEqual([
    0,
    expect.stringContaining('No erasure after the backup is known.'),
  ]);
  // The restored log goes on with the restore, the log of the service with the backup.
  const { audit_entries: log, audit_chains: _, ...rows } = rowsIn(restored);
  const { audit_entries: logBefore, audit_chains: __, ...rowsBefore } = before;
  expect(rows).toEqual(rowsBefore);
  const unlessCopies = (entries: unknown) =>
    (entries as readonly { action: string }[]).filter(({ action }) => !action.startsWith('backup.'));
  expect(unlessCopies(log)).toEqual(unlessCopies(logBefore));
  expect(await peopleIn(restored)).toEqual(['ana', 'bea', 'cleo']);
  const { tenantId } = await service.accounts.authenticate(service.key);
  const parts: Uint8Array[] = [];
  for await (const part of openArtifacts({ data: restored }).read(`${tenantId}/exports/first/data.bin`))
    parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe('the first file');
});

test('a later backup copies what is new alone, and old ones are removed with their blocks', async () => {
  const first = await backUp();
  const again = await backUp();
  // The entry of the first one in the audit log: the one block of the database is new, and no file.
  expect(again).toMatchObject({ bytes: first.bytes, newBytes: first.bytes - 'the first file'.length });
  await putArtifact('exports', 'second', 'the second file');
  const third = await backUp('--keep', '2');
  expect(third.newBytes - again.newBytes).toBe('the second file'.length);
  expect(third.removed).toEqual([first.name]);
  const before = blocks().length;
  expect(await verify()).toMatchObject({ code: 0 });
  await service.send('users', person('dora'));
  await backUp('--keep', '1');
  expect(blocks().length).toBeLessThanOrEqual(before);
  expect((await runHere(restored, 'verify', target, '--backup', first.name)).stderr).toContain(
    'There is no backup',
  );
  expect((await restore()).code).toBe(0);
  expect(await peopleIn(restored)).toEqual(['ana', 'bea', 'cleo', 'dora']);
});

test('people who were erased after the backup stay erased, and it is said', async () => {
  await erase('ana');
  await backUp();
  expect((await erase('bea')).statusCode).toBe(200);
  const { stdout } = await restore();
  expect(stdout).toContain('1 erasures made after the backup were made again.');
  expect(await peopleIn(restored)).toEqual(['cleo']);
  // On another machine.
  rmSync(restored, { recursive: true });
  const log = join(elsewhere.path, 'log');
  renameSync(join(service.folder, 'erasures'), log);
  expect((await restore()).stdout).toContain('No erasure after the backup is known.');
  rmSync(restored, { recursive: true });
  expect((await restore('--erasures', log)).stdout).toContain('1 erasures');
  expect(await peopleIn(restored)).toEqual(['cleo']);
  renameSync(log, join(service.folder, 'erasures'));
  // Erasures that a later backup has copied are known without the folder.
  rmSync(restored, { recursive: true });
  const [first] = readdirSync(join(target, 'backups'));
  await backUp();
  expect((await restore('--backup', first!.replace('.json', ''))).stdout).toContain('1 erasures');
  expect(await peopleIn(restored)).toEqual(['cleo']);
});

test('a damaged or incomplete backup is found, and nothing is restored from it', async () => {
  await backUp();
  const [block] = blocks();
  const path = join(target, 'blocks', block!);
  const bytes = readFileSync(path);
  bytes[0]! ^= 1;
  writeFileSync(path, bytes);
  expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringContaining('is damaged') });
  expect(await restore()).toMatchObject({ code: 1, stderr: expect.stringContaining('is damaged') });
  rmSync(path);
  expect((await verify()).stdout).toContain('is missing');
  expect(existsSync(databaseFile({ data: restored }))).toBe(false);
});

test('a restore needs an empty place, and a version that knows the data', async () => {
  await backUp();
  await restore();
  expect(await restore()).toMatchObject({ code: 1, stderr: expect.stringContaining('There is a database') });
  rmSync(restored, { recursive: true });
  const [name] = readdirSync(join(target, 'backups'));
  const path = join(target, 'backups', name!);
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  manifest.database.migrations.push('9999-of-the-future');
  writeFileSync(path, JSON.stringify(manifest));
  expect((await restore()).stderr).toContain('newer version of Counterpart');
  manifest.database = { ...manifest.database, kind: 'postgres', migrations: [] };
  writeFileSync(path, JSON.stringify(manifest));
  expect((await restore()).stderr).toContain('set DATABASE_URL to an empty one');
  writeFileSync(path, '{');
  expect((await restore()).stderr).toContain('is damaged, or of a later version');
  expect(existsSync(databaseFile({ data: restored }))).toBe(false);
});

test('a restore that did not end leaves a database that nothing opens, and can be run again', async () => {
  await backUp();
  await restore();
  writeFileSync(`${databaseFile({ data: restored })}.incomplete`, '');
  await expect(openStoreAndAccounts({ data: restored })).rejects.toThrow('did not end');
  expect((await restore()).code).toBe(0);
  expect(await peopleIn(restored)).toEqual(['ana', 'bea', 'cleo']);
});

test('the last line of a log of erasures may be torn, and the next one is not lost', async () => {
  await backUp();
  await erase('bea');
  const folder = join(service.folder, 'erasures');
  const log = join(folder, readdirSync(folder)[0]!);
  appendFileSync(log, readFileSync(log, 'utf8').slice(0, 20));
  expect((await restore()).stdout).toContain('1 erasures');
  await erase('cleo');
  rmSync(restored, { recursive: true });
  expect((await restore()).stdout).toContain('2 erasures');
  expect(await peopleIn(restored)).toEqual(['ana']);
});

test('backups of several logs into one place keep the erasures of all', async () => {
  await backUp();
  const [first] = readdirSync(join(target, 'backups'));
  for (const id of ['ana', 'bea']) {
    await erase(id);
    await backUp();
    // As on another machine: its log begins with its own.
    rmSync(join(service.folder, 'erasures'), { recursive: true });
  }
  expect((await restore('--backup', first!.replace('.json', ''))).stdout).toContain('2 erasures');
  expect(await peopleIn(restored)).toEqual(['cleo']);
});

test('an erasure that was noted while the backup began is made again, and a person who came back stays', async () => {
  const { tenantId } = await service.accounts.authenticate(service.key);
  const log = openErasureLog({ data: service.folder });
  const { store, close } = await openStoreAndAccounts({ data: service.folder });
  const { people } = store;
  const key = await people.markKey();
  const note = async (userId: string, atMs: number) => {
    const [mark] = await people.marks(tenantId, [userId]);
    await log.note({ atMs, tenant: tenantId, domain: null, mark: mark!, key });
  };
  // Returned: stored after the erasure that the log has.
  await note('cleo', Date.now() - 60_000);
  await service.send('users', person('late'));
  await note('bea', Date.now());
  await note('long-gone', Date.now() - 3_600_000);
  await close();
  await backUp();
  expect((await restore()).stdout).toContain('1 erasures');
  expect(await peopleIn(restored)).toEqual(['ana', 'cleo', 'late']);
});

/** The lines of the log, as one text. */
const logged = () => {
  const folder = join(service.folder, 'erasures');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
};

test('the log names nobody by id, and still finds who is known by an outcome, a row or a dataset alone', async () => {
  const lines = [
    { type: 'item', item_id: 'i1', text: 'a walk' },
    ...['ana', 'dana'].map((person_id, n) => ({
      ...{ type: 'event', event_id: `e${n}`, person_id, item_id: 'i1', kind: 'like', value: 1 },
      timestamp: '2026-11-01T00:00:00Z',
    })),
  ];
  const file = join(elsewhere.path, 'walks.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { accounts } = service;
  const { tenantId } = await accounts.authenticate(service.key);
  const tenant = (await accounts.listTenants()).find((each) => each.tenantId === tenantId)!.name;
  await jsonOf(
    runHere(service.folder, 'datasets', 'import', file, '--tenant', tenant, '--name', 'walks', '--json'),
  );
  const outcome = { domain: 'dating', candidate_id: 'bea', outcome: 'accepted' };
  await service.send('feedback', { items: [{ ...outcome, seeker_id: 'ana' }] });
  await backUp();
  for (const id of ['ana', 'dana']) expect((await erase(id)).statusCode).toBe(200);
  expect((await erase('bea?block=true')).statusCode).toBe(200);
  // No row names this one; the block holds all the same.
  expect((await erase('nobody?block=true')).statusCode).toBe(200);
  expect(logged().split('\n').filter(Boolean)).toHaveLength(4);
  expect(logged()).not.toMatch(/\b(ana|bea|nobody)\b/);
  expect((await restore()).code).toBe(0);
  expect(await peopleIn(restored)).toEqual(['cleo']);
  const rows = rowsIn(restored);
  expect(rows.outcomes).toEqual([]);
  const marked = (rows.dataset_erasures as readonly { person_id: string }[]).map((row) => row.person_id);
  expect(marked.sort()).toEqual(['ana', 'bea', 'dana']);
  const blocked = (folder: string) =>
    (rowsIn(folder).blocked_people as readonly { person: string }[]).map(({ person }) => person);
  expect(blocked(restored)).toHaveLength(2);
  expect(blocked(restored)).toEqual(blocked(service.folder));
});

test('a backup that is older than the secret of the log is restored only where missed erasures are allowed', async () => {
  await backUp();
  await erase('ana');
  const folder = join(service.folder, 'erasures');
  const log = join(folder, readdirSync(folder)[0]!);
  writeFileSync(log, readFileSync(log, 'utf8').replace(/"key":"[0-9a-f]{16}"/, '"key":"0000000000000000"'));
  expect(await restore()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('1 erasures cannot be made'),
  });
  await expect(openStoreAndAccounts({ data: restored })).rejects.toThrow('did not end');
  const { code, stdout } = await restore('--allow-missed-erasures');
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 erasures could not be made again')]);
  expect(await peopleIn(restored)).toEqual(['ana', 'bea', 'cleo']);
});
