import { expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { shippedDomain } from '../../domains/shipped-domains.ts';
import type { StoredWordCounts } from '../../platform/storage/word-count-store.ts';
import { countDomain, countWordsSchedule } from './count-words-schedule.ts';

const hiring = shippedDomain('hiring')!;
const TENANT = tenantId('ten_a');
const MINUTE_MS = 60_000;

test('a domain whose terms compare words no more has no counts left after an erasure', async () => {
  const state = { kept: null as StoredWordCounts | null, erasures: 0, nowMs: 0, definition: hiring };
  const people = Array.from({ length: 20 }, () => ({ fields: { summary: 'Konditorei und Torten' } }));
  const count = () =>
    countDomain(
      {
        statistics: { people: async () => people.length, sampleRows: async () => people as never },
        words: {
          wordCountState: async () => state.kept && { ...state.kept, erasures: state.erasures },
          keepWordCounts: async (counts) => {
            state.kept = counts;
          },
        },
        domainFor: async () => ({ definition: state.definition, labels: {}, threshold: 1 }),
        clock: () => state.nowMs,
      },
      TENANT,
      'hiring',
    );
  await count();
  await count();
  expect(state.kept).toMatchObject({ texts: 20, countedErasures: 0 });
  expect(state.kept!.counts.length).toBeGreaterThan(0);
  const terms = hiring.scorecard.terms.filter(({ compare }) => compare !== 'shared_words');
  state.definition = { ...hiring, scorecard: { ...hiring.scorecard, terms } };
  state.erasures = 1;
  state.nowMs = MINUTE_MS;
  await count();
  expect(state.kept).toMatchObject({ texts: 0, countedErasures: 1 });
  expect(state.kept!.counts).toHaveLength(0);
});

test('a domain that cannot be read is named, and the ones after it are counted', async () => {
  const kept: string[] = [];
  const schedule = countWordsSchedule({
    statistics: {
      people: async () => 20,
      sampleRows: async () => [{ fields: { summary: 'Konditorei und Torten' } }] as never,
    },
    words: {
      wordCountState: async () => null,
      keepWordCounts: async ({ tenantId }) => {
        kept.push(tenantId);
      },
    },
    listTenants: async () =>
      ['ten_faulty', 'ten_sound'].map(
        (id) => ({ tenantId: tenantId(id), domains: [{ domain: 'hiring' }] }) as never,
      ),
    domainFor: async (tenant) => {
      if (tenant === tenantId('ten_faulty')) throw new Error('no such definition');
      return { definition: hiring, labels: {}, threshold: 1 };
    },
    clock: () => 0,
  });
  const run = schedule.run({ signal: new AbortController().signal } as never);
  await expect(run).rejects.toThrow('tenant ten_faulty, domain hiring: no such definition');
  expect(kept).toEqual(['ten_sound']);
});
