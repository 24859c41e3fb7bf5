import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EncoderRole } from './encoder-store.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA, sampleVector, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const AT = '2026-03-01T12:00:00.000Z';
const LATER = '2026-03-01T13:00:00.000Z';

function role(encoderId: string, setting = 'embedded'): EncoderRole {
  return { encoderId, spec: { setting, model: null }, since: AT };
}

function vectorBy(encoderId: string, domain = 'dating') {
  return sampleVector(domain, { encoderId });
}

describe.each(storesUnderTest)('encoders in the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    store = under.store;
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  function put(userId: string, encodedBy: readonly string[], revision = 0, tenantId = ALPHA) {
    const vectors = encodedBy.map((encoderId) => vectorBy(encoderId));
    return store.profiles.write([sampleWrite(userId, { revision, tenantId }, { vectors, encodedBy })]);
  }
  const listed = async () => (await store.encoders.rowsToEncode(100)).map(({ userId }) => userId);
  const encodersOf = async (userId: string) =>
    (await store.profiles.vectors(ALPHA, userId)).map(({ encoderId }) => encoderId);

  test('the first one serves; a change of roles is seen by every process', async () => {
    expect(await store.encoders.roles()).toEqual({ version: 0, serving: null, target: null, rowsAtStart: 0 });
    const before = await under.another.encoders.version();
    await store.encoders.adopt(role('a'));
    await store.encoders.adopt(role('b'));
    expect(await under.another.encoders.version()).toBeGreaterThan(before);
    expect(await under.another.encoders.roles()).toMatchObject({ serving: role('a'), target: null });
  });

  test('vectors from before roles were stored are still served', async () => {
    await put('ana', ['old']);
    await put('ben', ['old']);
    await put('cem', ['older']);
    await store.encoders.adopt(role('new'));
    expect(await store.encoders.roles()).toMatchObject({
      serving: { encoderId: 'old', spec: null },
      target: role('new'),
      rowsAtStart: 3,
    });
    expect(await listed()).toEqual(['ana', 'ben', 'cem']);
  });

  test('a target serves when no row is left, and not before', async () => {
    await store.encoders.adopt(role('a'));
    await put('ana', ['a']);
    await put('ben', ['a'], 0, BETA);
    await store.encoders.startSwitch(role('b'));
    expect(await store.encoders.finishSwitch('b', LATER)).toBe('rows_left');
    expect(await store.encoders.finishSwitch('a', LATER)).toBe('other');
    const rows = await store.encoders.rowsToEncode(100);
    expect(rows.map(({ tenantId, userId }) => [tenantId, userId])).toEqual([
      [ALPHA, 'ana'],
      [BETA, 'ben'],
    ]);
    const encoded = rows.map((row) => ({ ...row, revision: 1, profileVector: vectorBy('b') }));
    expect(await store.encoders.putEncoded('b', encoded)).toBe(2);
    expect(await store.encoders.finishSwitch('b', LATER)).toBe('switched');
    expect(await store.encoders.roles()).toMatchObject({
      serving: { ...role('b'), since: LATER },
      target: null,
    });
    expect(await encodersOf('ana')).toEqual(['a', 'b']);
  });

  test('a write adds its row to the list unless the row has a vector of the target encoder, and removes it otherwise', async () => {
    await store.encoders.adopt(role('a'));
    await put('ana', ['a']);
    expect(await listed()).toEqual([]);
    await store.encoders.startSwitch(role('b'));
    await put('ana', ['a', 'b'], 1);
    expect(await listed()).toEqual([]);
    await put('ben', ['a']);
    await put('cem', []);
    await put('dora', ['a', 'b']);
    expect(await listed()).toEqual(['ben', 'cem']);
    // The text did not change, so the row stays on the list.
    await store.profiles.write([sampleWrite('ben', { revision: 1 })]);
    expect(await listed()).toEqual(['ben', 'cem']);
    await put('ben', ['b'], 2);
    expect(await listed()).toEqual(['cem']);
  });

  test("a write's vectors replace those of every encoder: all vectors of a domain are of one text", async () => {
    await store.encoders.adopt(role('a'));
    await put('ana', ['a', 'b']);
    await put('ana', ['a'], 1);
    expect(await encodersOf('ana')).toEqual(['a']);
    await put('ben', ['a', 'b']);
    await store.profiles.write([
      sampleWrite('ben', { revision: 1 }, { dropVectors: ['dating'], encodedBy: ['a'] }),
    ]);
    expect(await encodersOf('ben')).toEqual([]);
  });

  test('vectors of a row that was written since it was read are not stored', async () => {
    await store.encoders.adopt(role('a'));
    await put('ana', ['a']);
    await store.encoders.startSwitch(role('b'));
    const [row] = await store.encoders.rowsToEncode(1);
    await put('ana', ['a'], 1);
    expect(
      await store.encoders.putEncoded('b', [{ ...row!, revision: 1, profileVector: vectorBy('b') }]),
    ).toBe(0);
    expect(await encodersOf('ana')).toEqual(['a']);
    expect(await listed()).toEqual(['ana']);
  });

  test('a person who was erased and came back does not get the vector of the old text', async () => {
    await store.encoders.adopt(role('a'));
    await put('ana', ['a']);
    await store.encoders.startSwitch(role('b'));
    const [row] = await store.encoders.rowsToEncode(1);
    await store.profiles.erase(ALPHA, 'ana', null);
    await put('ana', ['a']);
    expect(
      await store.encoders.putEncoded('b', [{ ...row!, revision: 1, profileVector: vectorBy('b') }]),
    ).toBe(0);
    expect(await encodersOf('ana')).toEqual(['a']);
    expect(await listed()).toEqual(['ana']);
  });

  test('a vector does not bring an erased person back', async () => {
    await store.encoders.adopt(role('a'));
    await put('ana', ['a']);
    await store.encoders.startSwitch(role('b'));
    const [row] = await store.encoders.rowsToEncode(1);
    await store.profiles.erase(ALPHA, 'ana', null);
    expect(await listed()).toEqual([]);
    expect(
      await store.encoders.putEncoded('b', [{ ...row!, revision: 1, profileVector: vectorBy('b') }]),
    ).toBe(0);
    expect(await encodersOf('ana')).toEqual([]);
    for (const table of ['rows_to_encode', 'heads'])
      expect(await under.query(`select 1 from ${table} where user_id = ?`, 'ana')).toEqual([]);
  });

  test('a row without text for the encoder is done without a vector', async () => {
    await store.encoders.adopt(role('a'));
    await put('ana', ['a']);
    await store.encoders.startSwitch(role('b'));
    const [row] = await store.encoders.rowsToEncode(1);
    expect(await store.encoders.putEncoded('b', [{ ...row!, revision: 1, profileVector: null }])).toBe(1);
    expect(await store.encoders.finishSwitch('b', LATER)).toBe('switched');
  });

  test('vectors lazily made from the row are replaced by the same vector', async () => {
    await store.encoders.adopt(role('a'));
    await put('ana', ['a']);
    await store.profiles.putLazyVectors(
      ALPHA,
      'ana',
      [sampleVector('hiring', { encoderId: 'a', sourceDomain: 'dating' })],
      1,
    );
    await store.encoders.startSwitch(role('b'));
    const [row] = await store.encoders.rowsToEncode(1);
    await store.encoders.putEncoded('b', [{ ...row!, revision: 1, profileVector: vectorBy('b') }]);
    const vectors = await store.profiles.vectors(ALPHA, 'ana');
    expect(vectors.map(({ domain, encoderId, sourceDomain }) => [domain, encoderId, sourceDomain])).toEqual([
      ['dating', 'a', 'dating'],
      ['dating', 'b', 'dating'],
      ['hiring', 'a', 'dating'],
      ['hiring', 'b', 'dating'],
    ]);
  });

  test('vectors of an encoder that is no longer in use are not stored', async () => {
    await store.encoders.adopt(role('a'));
    await put('ana', ['a']);
    await store.encoders.startSwitch(role('b'));
    const [row] = await store.encoders.rowsToEncode(1);
    await store.encoders.startSwitch(role('c'));
    expect(
      await store.encoders.putEncoded('b', [{ ...row!, revision: 1, profileVector: vectorBy('b') }]),
    ).toBe(0);
    expect(await listed()).toEqual(['ana']);
  });

  test('a switch to the serving encoder ends the switch, and lists the rows without its vector', async () => {
    await store.encoders.adopt(role('a'));
    await put('ana', ['a']);
    await store.encoders.startSwitch(role('b'));
    await put('ben', ['b']);
    await store.encoders.startSwitch(role('a', 'folder:/x'));
    expect(await store.encoders.roles()).toMatchObject({ serving: role('a', 'folder:/x'), target: null });
    expect(await listed()).toEqual(['ben']);
  });

  test('a resumed switch keeps the vectors that it had', async () => {
    await store.encoders.adopt(role('a'));
    await put('ana', ['a', 'b']);
    await put('ben', ['a']);
    await store.encoders.startSwitch(role('b'));
    expect(await listed()).toEqual(['ben']);
    await store.encoders.startSwitch(role('b', 'folder:/moved'));
    expect(await store.encoders.roles()).toMatchObject({
      target: role('b', 'folder:/moved'),
      rowsAtStart: 1,
    });
  });

  test('old vectors go page by page, those in force stay', async () => {
    await store.encoders.adopt(role('a'));
    for (let n = 0; n < 7; n++) await put(`user ${n}`, ['a', 'b', 'c', 'd']);
    await store.encoders.startSwitch(role('b'));
    expect(await store.encoders.hasOldVectors()).toBe(true);
    expect(await store.encoders.dropOldVectors(10)).toBe(10);
    expect(await store.encoders.dropOldVectors(10)).toBe(4);
    expect(await store.encoders.hasOldVectors()).toBe(false);
    expect(await store.encoders.countVectors()).toEqual([
      { encoderId: 'a', vectors: 7 },
      { encoderId: 'b', vectors: 7 },
    ]);
  });

  test('vectors are read without sentences and by page', async () => {
    await store.profiles.write(
      ['ana', 'ben', 'cem'].map((userId) =>
        sampleWrite(userId, {}, { vectors: [vectorBy('a'), vectorBy('b')] }),
      ),
    );
    const first = await store.profiles.vectorPage(ALPHA, 'dating', 'b', null, 2);
    expect(first.map(({ userId }) => userId)).toEqual(['ana', 'ben']);
    expect(first[0]!.vector).toEqual(vectorBy('b').vector);
    expect(await store.profiles.vectorPage(ALPHA, 'dating', 'b', 'ben', 2)).toHaveLength(1);
    expect(await store.profiles.vectorPage(BETA, 'dating', 'b', null, 2)).toEqual([]);
  });
});
