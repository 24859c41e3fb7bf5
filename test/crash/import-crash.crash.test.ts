/** An import that is killed and called again ends as one that was never disturbed. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonOf, runHere, startCli } from '../service/testing/run-cli.ts';

const ROWS = 3000;
const people = `
domain: people
version: 1
title: People
reciprocal: off
scorecard: {}
fields:
  - {name: age, kind: hard, type: integer, range: [0, 120]}
  - {name: about, kind: soft, type: string}
`;
let folder: string;
let source: string;
let mapping: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-import-'));
  source = join(folder, 'people.csv');
  mapping = join(folder, 'mapping.yaml');
  const rows = Array.from({ length: ROWS }, (_, n) => {
    // Every 50th row is a person of before again, with another age; every 37th is out of range.
    const id = n % 50 === 49 ? n - 25 : n;
    return `p${id},${n % 37 === 0 ? 300 : 20 + (n % 60)},"Likes ${n}, and ""more"""`;
  });
  writeFileSync(source, ['id,age,text', ...rows].join('\n'));
  writeFileSync(
    mapping,
    'domain: people\nuser_id: id\nfields:\n  age: {column: age, as: integer}\n  about: text\n',
  );
  writeFileSync(join(folder, 'people.yaml'), people);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an import resumed after kill -9 has the same result', { timeout: 60_000 }, async () => {
  const [calm, stormy] = [join(folder, 'calm'), join(folder, 'stormy')];
  for (const data of [calm, stormy]) {
    await runHere(data, 'tenants', 'create', 'acme', '--email', 'a@b');
    await runHere(data, 'domains', 'add', join(folder, 'people.yaml'), '--tenant', 'acme');
  }
  const undisturbed = await jsonOf<Summary>(runHere(calm, ...importing()));
  await importUntilKilled(stormy, ROWS * (0.1 + 0.7 * Math.random()));
  const last = await jsonOf<Summary>(runHere(stormy, ...importing()));

  expect(last).toMatchObject({
    finished: true,
    imported: undisturbed.imported,
    rejected: undisturbed.rejected,
  });
  expect(last.rows_this_run).toBeLessThan(ROWS);
  expect(last.imported + last.rejected).toBe(ROWS);
  expect(linesOf(last.rejects_file)).toEqual(linesOf(undisturbed.rejects_file));
  expect(linesOf(last.rejects_file)).toHaveLength(last.rejected);
  expect(await exported(stormy)).toBe(await exported(calm));
  expect(readdirSync(join(stormy, 'imports', 'unfinished'))).toEqual([]);
});

interface Summary {
  readonly imported: number;
  readonly rejected: number;
  readonly rows_this_run: number;
  readonly rejects_file: string;
}

function importing(): readonly string[] {
  return ['import', '--tenant', 'acme', '--mapping', mapping, '--batch', '20', '--json', source];
}

async function importUntilKilled(data: string, row: number): Promise<void> {
  const { child, ended } = startCli(data, importing());
  while (rowReached(data) < row && child.exitCode === null) await sleep(2);
  child.kill('SIGKILL');
  expect(await ended).toMatchObject({ signal: 'SIGKILL' });
}

function rowReached(data: string): number {
  const unfinished = join(data, 'imports', 'unfinished');
  if (!existsSync(unfinished)) return 0;
  const [checkpoint] = readdirSync(unfinished).filter((name) => name.endsWith('.json'));
  return checkpoint === undefined
    ? 0
    : (JSON.parse(readFileSync(join(unfinished, checkpoint), 'utf8')) as { row: number }).row;
}

function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8').trim().split('\n');
}

/** Without the times of the two imports. */
async function exported(data: string): Promise<string> {
  const file = join(data, 'out.ndjson');
  const run = await runHere(data, 'export-users', '--tenant', 'acme', '--domain', 'people', '--out', file);
  expect(run.code).toBe(0);
  return readFileSync(file, 'utf8').replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, 'null');
}
