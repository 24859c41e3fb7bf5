import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { quantizeVector } from '../quantized-vector.ts';
import { encodeProfileVector } from '../sql/people/profile-codec.ts';
import { putVectors } from '../sql/people/put-vectors.ts';
import { getVectors, listVectors } from '../sql/people/read-profiles.ts';
import type { Tables } from '../sql/tables.generated.ts';
import { NodeSqliteDialect } from '../sqlite/node-sqlite-dialect.ts';
import { ALPHA, sampleVector } from '../testing/sample-profiles.ts';
import { migrate } from './migrate.ts';

const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(new DatabaseSync(':memory:')) });
afterEach(() => db.destroy());

test('vectors of earlier versions are read as they were, until they are made again', async () => {
  await migrate(db, { upTo: '0070-search-indexes' });
  const earlier = sampleVector('dating', {
    vector: quantizeVector(Float32Array.from({ length: 256 }, (_, d) => Math.cos(d))),
  });
  const { halves, ...stored } = encodeProfileVector(ALPHA, 'ana', earlier);
  expect(halves).toBeNull();
  await db
    .insertInto('heads')
    .values(stored as typeof stored & { halves: null })
    .execute();
  await migrate(db);
  const listed = () => listVectors(db, ALPHA, 'dating', earlier.encoderId, null, 10);
  expect(await getVectors(db, ALPHA, 'ana')).toEqual([earlier]);
  expect(await listed()).toEqual([{ userId: 'ana', vector: earlier.vector }]);

  const again = sampleVector('dating');
  expect(again.vector.halves).toHaveLength(32);
  await putVectors(db, [encodeProfileVector(ALPHA, 'ana', again)]);
  expect(await getVectors(db, ALPHA, 'ana')).toEqual([again]);
  expect(await listed()).toEqual([{ userId: 'ana', vector: again.vector }]);
});
