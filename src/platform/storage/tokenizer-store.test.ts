import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobEnd } from './job-store.ts';
import type { Store } from './store.ts';
import type { StoreChange } from './store-change.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';
import type { NewTokenizer, TokenizerMade } from './tokenizer-store.ts';

const layout = { levels: 4, resolution: 'multi', baseSize: 256 } as const;

const made: TokenizerMade = {
  layout,
  quantizer: 'residual-kmeans',
  progressiveMasking: true,
  textEncoder: 'embedded@1#0',
  imageEncoder: null,
  itemCount: 3,
  utilization: [1, 0.5, 0.25, 0.125],
  collisionRate: 0.25,
  diagnostics: { summary: 'Fine 😀.' },
  file: { key: 'k', bytes: 10, sha256: 'ab' },
  readyAt: '2026-01-02T00:00:00.000Z',
};

function sampleTokenizer(tokenizerId: string, overrides: Partial<NewTokenizer> = {}): NewTokenizer {
  return {
    tenantId: ALPHA,
    tokenizerId,
    name: 'shop 😀',
    datasetId: 'ds_1',
    modalities: ['text', 'image'],
    layout: null,
    progressiveMasking: false,
    jobId: `job_${tokenizerId}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

describe.each(storesUnderTest)('tokenizers of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  const begin = (tokenizer: NewTokenizer) =>
    store.jobs.create(
      sampleJob(tokenizer.jobId!, {
        tenantId: tokenizer.tenantId,
        kind: 'tokenizer_fit',
        resource: { type: 'tokenizer', id: tokenizer.tokenizerId },
      }),
      { changes: [{ name: 'createTokenizer', args: [tokenizer] }] },
    );
  const take = () =>
    store.jobs.take('w', { limits: { tokenizer_fit: 9 }, limit: 9, nowMs: 1, leaseMs: 1000 });
  const finish = (jobId: string, end: JobEnd, changes: readonly StoreChange[]) =>
    store.jobs.finish('w', [{ jobId, end, changes, nowMs: 2 }]);

  test('a tokenizer follows its job from queued to fitting to ready, and belongs to one tenant', async () => {
    const tokenizer = sampleTokenizer('tok_1');
    await begin(tokenizer);
    const queued = { ...tokenizer, version: 1, status: 'queued', made: null, error: null };
    expect(await store.tokenizers.get(ALPHA, 'tok_1')).toEqual(queued);
    expect(await store.tokenizers.get(BETA, 'tok_1')).toBeNull();
    expect(await store.tokenizers.list(BETA, { before: null, limit: 9 })).toEqual([]);
    await take();
    expect((await store.tokenizers.get(ALPHA, 'tok_1'))?.status).toBe('fitting');
    await finish('job_tok_1', { status: 'succeeded', result: {} }, [
      { name: 'completeTokenizer', args: [ALPHA, 'tok_1', made] },
    ]);
    expect(await under.another.tokenizers.get(ALPHA, 'tok_1')).toEqual({ ...queued, status: 'ready', made });
  });

  test('a failed tokenizer keeps its error, and a ready one cannot fail', async () => {
    const error = { code: 'conflict', message: 'cancelled', details: {} };
    await begin(sampleTokenizer('tok_1'));
    await take();
    await finish('job_tok_1', { status: 'cancelled' }, [
      { name: 'failTokenizer', args: [ALPHA, 'tok_1', error] },
    ]);
    expect(await store.tokenizers.get(ALPHA, 'tok_1')).toMatchObject({ status: 'failed', error, made: null });
    const added = await store.tokenizers.add(sampleTokenizer('tok_2', { jobId: null }), made);
    expect(added).toMatchObject({ status: 'ready', made, version: 2, jobId: null });
    await begin(sampleTokenizer('tok_3'));
    await take();
    await finish('job_tok_3', { status: 'cancelled' }, [
      { name: 'failTokenizer', args: [ALPHA, 'tok_2', error] },
    ]);
    expect((await store.tokenizers.get(ALPHA, 'tok_2'))?.status).toBe('ready');
  });

  test('the list is newest first, whatever their state, in pages', async () => {
    for (const id of ['tok_1', 'tok_2', 'tok_3']) await begin(sampleTokenizer(id));
    const ids = async (before: string | null, limit: number) =>
      (await store.tokenizers.list(ALPHA, { before, limit })).map(({ tokenizerId }) => tokenizerId);
    expect(await ids(null, 2)).toEqual(['tok_3', 'tok_2']);
    expect(await ids('tok_2', 2)).toEqual(['tok_1']);
  });
});
