/** The cache of candidates' texts, and when its entries are forgotten. */
import { describe, expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import type { ProfileRow, ProfileVector } from '../../platform/storage/profile-row.ts';
import { quantizeVector } from '../../platform/storage/quantized-vector.ts';
import type { CandidateIndex } from '../index/candidate-index.ts';
import type { ReadyTerm } from '../ranking/scoring/ready-term.ts';
import { createCandidateTexts } from './candidate-texts.ts';

const ALPHA = tenantId('ten_alpha');
const BETA = tenantId('ten_beta');
const ENCODER = 'test@1';
const noTerms: readonly ReadyTerm[] = [];
const overTexts = [{ term: { compare: 'shared_words' } }] as unknown as readonly ReadyTerm[];

/** A store of people «0», «1», … and an index of them; the text of each names the tenant and the version. */
function world(maxBytes = 1e6) {
  const asked: string[][] = [];
  const gone = new Set<string>();
  const wordless = new Set<string>();
  const withVector = new Set<number>();
  let version = 1;
  let before: () => unknown = () => undefined;
  const vectorsOf = async (tenant: string, domain: string, userIds: readonly string[], encoderId: string) => {
    asked.push([...userIds]);
    const found = new Map<string, ProfileVector>();
    const vector = quantizeVector(Float32Array.of(0.6, 0.8));
    for (const userId of userIds) {
      if (gone.has(userId) || wordless.has(userId)) continue;
      const sentences = [{ text: `${tenant} ${domain} ${userId} v${version}`, vector }];
      found.set(userId, { encoderId, sentences, vector } as unknown as ProfileVector);
    }
    before();
    return found;
  };
  const getMany = async (_tenant: string, _domain: string, userIds: readonly string[]) =>
    userIds
      .filter((userId) => !gone.has(userId))
      .map(
        (userId) =>
          ({
            userId,
            fields: { bio: `bio of ${userId} v${version}` },
            derived: {},
            layers: { client: {}, feedback: {}, extracted: {} },
          }) as unknown as ProfileRow,
      );
  const texts = createCandidateTexts({ vectorsOf, getMany }, maxBytes);
  const newIndex = () =>
    ({
      userIdOf: (row: number) => (row === 99 ? null : String(row)),
      rowOf: (userId: string) => (/^\d+$/.test(userId) ? Number(userId) : null),
      isLive: (row: number) => row !== 99,
      hasVector: (row: number) => withVector.has(row),
    }) as unknown as CandidateIndex;
  const first = newIndex();
  const read = async (
    rows: readonly number[],
    { index = first, tenant = ALPHA, domain = 'dating', terms = noTerms, encoderId = ENCODER } = {},
  ) => {
    const plan = { tenant, definition: { domain, fields: [] } };
    const input = { index, plan, encoderId } as unknown as Parameters<typeof texts.read>[2];
    const found = await texts.read(Uint32Array.from(rows), terms, input);
    return found.map((one) => one && (one.sentences[0]?.text ?? String(one.fields.bio)));
  };
  return {
    ...{ texts, read, asked, gone, wordless, withVector, newIndex, index: first },
    change: () => {
      version += 1;
    },
    whileReading: (act: () => void) => {
      before = act;
    },
  };
}

describe('texts of candidates', () => {
  test('are read once, in the order of the rows; a row that was deleted from the index has none', async () => {
    const { read, asked, texts } = world();
    const first = await read([3, 99, 1]);
    expect(first).toEqual(['ten_alpha dating 3 v1', null, 'ten_alpha dating 1 v1']);
    expect(await read([1, 3])).toEqual([first[2], first[0]]);
    expect(await read([1, 2])).toEqual([first[2], 'ten_alpha dating 2 v1']);
    expect(asked).toEqual([['3', '1'], ['2']]);
    expect(texts.bytes).toBeGreaterThan(3 * 500);
  });

  test('are apart for each index, encoder and need of fields', async () => {
    const { read, asked, newIndex } = world();
    await read([1]);
    expect(await read([1], { index: newIndex(), tenant: BETA })).toEqual(['ten_beta dating 1 v1']);
    await read([1], { encoderId: 'other@1' });
    await read([1], { terms: overTexts });
    expect(asked).toHaveLength(4);
  });

  test('are read again after the person changed, those of others are not', async () => {
    const { read, texts, change, asked, index, newIndex } = world();
    const ofBeta = { index: newIndex(), tenant: BETA };
    await read([1, 2]);
    await read([1], ofBeta);
    change();
    texts.forget(index, ['1', 'unknown']);
    expect(await read([1, 2])).toEqual(['ten_alpha dating 1 v2', 'ten_alpha dating 2 v1']);
    expect(await read([1], ofBeta)).toEqual(['ten_beta dating 1 v1']);
    expect(asked).toHaveLength(3);
  });

  test('go with their index', async () => {
    const { read, texts, change, index } = world();
    await read([1, 2]);
    change();
    texts.forget(index, null);
    expect(texts.bytes).toBe(0);
    expect(await read([1, 2])).toEqual(['ten_alpha dating 1 v2', 'ten_alpha dating 2 v2']);
  });

  test.each([[['1']], [null]])('read while the person changes are not kept (%j)', async (userIds) => {
    const { read, texts, change, whileReading, index } = world();
    whileReading(() => {
      change();
      texts.forget(index, userIds);
    });
    expect(await read([1])).toEqual(['ten_alpha dating 1 v1']);
    expect(texts.bytes).toBe(0);
    whileReading(() => undefined);
    expect(await read([1])).toEqual(['ten_alpha dating 1 v2']);
  });

  test('of an erased person are null where terms read texts, and nothing is kept of the person', async () => {
    const { read, gone, asked } = world();
    gone.add('1');
    expect(await read([1, 2], { terms: overTexts })).toEqual([null, 'ten_alpha dating 2 v1']);
    await read([1], { terms: overTexts });
    expect(asked).toEqual([['1', '2'], ['1']]);
  });

  test('of a person without a text are kept until the index has a vector of the row', async () => {
    const { read, wordless, withVector, asked } = world();
    wordless.add('1');
    expect(await read([1], { terms: overTexts })).toEqual(['bio of 1 v1']);
    expect(await read([1], { terms: overTexts })).toEqual(['bio of 1 v1']);
    expect(asked).toEqual([['1']]);
    withVector.add(1);
    await read([1], { terms: overTexts });
    await read([1], { terms: overTexts });
    expect(asked).toHaveLength(3);
    wordless.clear();
    expect(await read([1], { terms: overTexts })).toEqual(['ten_alpha dating 1 v1']);
    await read([1], { terms: overTexts });
    expect(asked).toHaveLength(4);
  });

  test('keep within the bytes of all indexes; with none, nothing is kept', async () => {
    const { read, texts, newIndex, asked } = world(3000);
    const rows = Array.from({ length: 50 }, (_, n) => n);
    await read(rows);
    expect(texts.bytes).toBeLessThanOrEqual(3000);
    expect(texts.bytes).toBeGreaterThan(1000);
    const other = { index: newIndex() };
    await read([1, 2, 3], other);
    expect(texts.bytes).toBeLessThanOrEqual(3000);
    await read([1, 2, 3], other);
    expect(asked).toHaveLength(2);
    const none = world(0);
    await none.read([1]);
    await none.read([1]);
    expect(none.asked).toHaveLength(2);
    expect(none.texts.bytes).toBe(0);
  });
});
