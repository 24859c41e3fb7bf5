/** What is kept of candidates' texts, and when it is forgotten. */
import { describe, expect, test } from 'vitest';
import { type RowNumber, tenantId } from '../contract/brands.ts';
import type { ReadyTerm } from '../ranking/scoring/read-term.ts';
import type { ProfileRow, ProfileVector } from '../storage/profile-row.ts';
import { quantizeVector } from '../storage/quantized-vector.ts';
import { createCandidateTexts } from './candidate-texts.ts';

const ALPHA = tenantId('ten_alpha');
const BETA = tenantId('ten_beta');
const ENCODER = 'test@1';
const noTerms: readonly ReadyTerm[] = [];
const overTexts = [{ term: { compare: 'shared_words' } }] as unknown as readonly ReadyTerm[];

/** A store of people «0», «1», …; the text of each names the tenant and the version. */
function world(maxBytes = 1e6) {
  const asked: string[][] = [];
  const gone = new Set<string>();
  let version = 1;
  let before: () => unknown = () => undefined;
  const vectorsOf = async (tenant: string, domain: string, userIds: readonly string[], encoderId: string) => {
    asked.push([...userIds]);
    const found = new Map<string, ProfileVector>();
    const vector = quantizeVector(Float32Array.of(0.6, 0.8));
    for (const userId of userIds) {
      if (gone.has(userId)) continue;
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
        (userId) => ({ userId, fields: { bio: `bio of ${userId} v${version}` } }) as unknown as ProfileRow,
      );
  const texts = createCandidateTexts({ vectorsOf, getMany }, maxBytes);
  const index = { userIdOf: (row: RowNumber) => (Number(row) === 99 ? null : String(row)) };
  const read = async (
    rows: readonly number[],
    tenant = ALPHA,
    domain = 'dating',
    terms = noTerms,
    encoderId = ENCODER,
  ) => {
    const plan = { tenant, definition: { domain } };
    const input = { index, plan, encoderId } as unknown as Parameters<typeof texts.read>[2];
    const found = await texts.read(Uint32Array.from(rows), terms, input);
    return found.map((one) => one && (one.sentences[0]?.text ?? String(one.fields.bio)));
  };
  return {
    ...{ texts, read, asked, gone },
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

  test('are apart for each tenant, domain, encoder and need of fields', async () => {
    const { read, asked } = world();
    await read([1]);
    expect(await read([1], BETA)).toEqual(['ten_beta dating 1 v1']);
    expect(await read([1], ALPHA, 'hiring')).toEqual(['ten_alpha hiring 1 v1']);
    await read([1], ALPHA, 'dating', noTerms, 'other@1');
    await read([1], ALPHA, 'dating', overTexts);
    expect(asked).toHaveLength(5);
  });

  test('are read again after the person changed, those of others are not', async () => {
    const { read, texts, change, asked } = world();
    await read([1, 2]);
    await read([1], BETA);
    change();
    texts.forget(ALPHA, 'dating', ['1', 'unknown']);
    texts.forget(ALPHA, 'hiring', ['2']);
    expect(await read([1, 2])).toEqual(['ten_alpha dating 1 v2', 'ten_alpha dating 2 v1']);
    expect(await read([1], BETA)).toEqual(['ten_beta dating 1 v1']);
    expect(asked).toHaveLength(3);
  });

  test('are all read again after the index was loaded anew', async () => {
    const { read, texts, change } = world();
    await read([1, 2]);
    await read([1], BETA);
    change();
    texts.forget(ALPHA, 'dating', null);
    expect(await read([1, 2])).toEqual(['ten_alpha dating 1 v2', 'ten_alpha dating 2 v2']);
    expect(await read([1], BETA)).toEqual(['ten_beta dating 1 v1']);
  });

  test.each([[['1']], [null]])('read while the person changes are not kept (%j)', async (userIds) => {
    const { read, texts, change, whileReading } = world();
    whileReading(() => {
      change();
      texts.forget(ALPHA, 'dating', userIds);
    });
    expect(await read([1])).toEqual(['ten_alpha dating 1 v1']);
    whileReading(() => undefined);
    expect(await read([1])).toEqual(['ten_alpha dating 1 v2']);
  });

  test('of an erased person are null where terms read texts, and nothing is kept of the person', async () => {
    const { read, gone, asked } = world();
    gone.add('1');
    expect(await read([1, 2], ALPHA, 'dating', overTexts)).toEqual([null, 'ten_alpha dating 2 v1']);
    await read([1], ALPHA, 'dating', overTexts);
    expect(asked).toEqual([['1', '2'], ['1']]);
  });

  test('keep within the bytes; with none, nothing is kept', async () => {
    const small = world(3000);
    await small.read(Array.from({ length: 50 }, (_, n) => n));
    expect(small.texts.bytes).toBeLessThanOrEqual(3000);
    expect(small.texts.bytes).toBeGreaterThan(1000);
    const none = world(0);
    await none.read([1]);
    await none.read([1]);
    expect(none.asked).toHaveLength(2);
    expect(none.texts.bytes).toBe(0);
  });
});
