import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quantizeFinely, quantizeVector } from '../quantized-vector.ts';
import { getProfiles, getVectorsOf } from '../sql/people/read-profiles.ts';
import type { Tables } from '../sql/tables.generated.ts';
import type { Store } from '../store.ts';
import { ALPHA, BETA, sampleVector, sampleWrite } from '../testing/sample-profiles.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import { openDatabase, type SqliteSettings } from './open-database.ts';
import { ReaderClient } from './reader-client.ts';
import { readerDialect } from './reader-dialect.ts';
import { packRows, unpackRows } from './reader-protocol.ts';
import { openSqliteStore } from './sqlite-store.ts';

const ENCODER = 'test@1#00000000';
const userIds = Array.from({ length: 60 }, (_, n) => `user ${n}`);

let folder: string;
let settings: SqliteSettings;
let store: Store;
let reader: ReaderClient;
let database: DatabaseSync;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-reader-'));
  settings = { file: join(folder, 'counterpart.sqlite'), synchronous: 'normal', busyTimeoutMs: 1000 };
  store = await openSqliteStore(settings);
  await store.profiles.write(userIds.map((userId, n) => sampleWrite(userId, {}, { vectors: vectorsOf(n) })));
  reader = new ReaderClient(settings);
  database = openDatabase(settings, 'reader');
});
afterAll(async () => {
  await reader.close();
  await store.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every third person has no vector; the others have different numbers of sentences. */
function vectorsOf(n: number) {
  const vector = (seed: number) => Float32Array.from({ length: 8 }, (_, d) => Math.sin(seed + d));
  const sentences = Array.from({ length: n % 5 }, (_, at) => ({
    text: `${n}: «${at}»`,
    vector: quantizeVector(vector(n + at + 1)),
  }));
  return n % 3 === 0
    ? []
    : [sampleVector('dating', { encoderId: ENCODER, vector: quantizeFinely(vector(n)), sentences })];
}

describe('the reading threads', () => {
  it('reads the same bytes as a read on the calling thread', async () => {
    const here = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
    const readers = new Kysely<Tables>({ dialect: readerDialect(reader) });
    const requested = [...userIds, 'nobody'];
    expect(await getProfiles(readers, ALPHA, 'dating', requested)).toEqual(
      await getProfiles(here, ALPHA, 'dating', requested),
    );
    const vectors = await getVectorsOf(readers, ALPHA, 'dating', requested, ENCODER);
    expect(vectors).toEqual(await getVectorsOf(here, ALPHA, 'dating', requested, ENCODER));
    expect(vectors.size).toBe(40);
    expect(await getProfiles(readers, BETA, 'dating', requested)).toEqual([]);
    expect(await getProfiles(readers, ALPHA, 'dating', [])).toEqual([]);
  });

  it('reads many rows without blocking the calling thread', async () => {
    const many = store.profiles.getMany(ALPHA, 'dating', userIds);
    const others = ['a turn of the loop'];
    setImmediate(() => others.push('while it reads'));
    expect((await many).map(({ userId }) => userId)).toEqual(userIds);
    expect(others).toHaveLength(2);
  });

  it('run in parallel: a small read does not wait for a large one', async () => {
    const readers = new Kysely<Tables>({ dialect: readerDialect(reader) });
    const ended: string[] = [];
    const count = async (name: string, upTo: number) => {
      await sql`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${upTo})
        select max(n) from counted`.execute(readers);
      ended.push(name);
    };
    await Promise.all([count('much', 3_000_000), count('much', 3_000_000), count('little', 1)]);
    expect(ended).toEqual(['little', 'much', 'much']);
  });

  it('always sees what was written and erased before the call', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const userId = `passing ${turn}`;
      const requested = [userId, ...userIds];
      await store.profiles.write([sampleWrite(userId, {}, { vectors: vectorsOf(4) })]);
      expect((await store.profiles.getMany(ALPHA, 'dating', requested))[0]!.userId).toBe(userId);
      const vectors = await store.profiles.vectorsOf(ALPHA, 'dating', requested, ENCODER);
      expect(vectors.get(userId)!.sentences).toHaveLength(4);
      await store.profiles.erase(ALPHA, userId, null);
      expect((await store.profiles.getMany(ALPHA, 'dating', requested))[0]!.userId).toBe(userIds[0]);
      expect((await store.profiles.vectorsOf(ALPHA, 'dating', requested, ENCODER)).has(userId)).toBe(false);
    }
  });

  it('rejects with the error code of the database, and reads on', async () => {
    await expect(reader.read('select * from nowhere', [])).rejects.toMatchObject({
      message: expect.stringMatching(/no such table/),
      errcode: 1,
    });
    await expect(reader.read('delete from profiles', [])).rejects.toThrow(/readonly|query_only/);
    expect(await reader.read('select ? as given', [7])).toEqual([{ given: 7 }]);
  });

  it('answers pending reads when it is closed, and none afterwards', async () => {
    const closing = new ReaderClient(settings);
    const pending = Array.from({ length: 20 }, (_, n) => closing.read('select ? as n', [n]));
    await closing.close();
    expect((await Promise.all(pending)).flat()).toEqual(Array.from({ length: 20 }, (_, n) => ({ n })));
    await expect(closing.read('select 1 as n', [])).rejects.toThrow(/closed/);
    await new ReaderClient(settings).close();
  });
});

it('rows are the same after they were packed, and none of them may be', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.double({ noNaN: true }),
    fc.string(),
    fc.uint8Array({ maxLength: 9 }),
  );
  const tables = fc
    .uniqueArray(
      fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
      { maxLength: 5 },
    )
    .chain((names) => fc.array(fc.record(Object.fromEntries(names.map((name) => [name, value])))));
  fc.assert(
    fc.property(tables, (rows) => {
      const plain = rows.map((row) => ({ ...row }));
      const names = Object.keys(plain[0] ?? {});
      const values = plain.map((row) => names.map((name) => row[name]!));
      expect(unpackRows(structuredClone(packRows(names, values)))).toEqual(plain);
    }),
  );
});
