import { expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { shippedDomain } from '../../domains/shipped-domains.ts';
import type { StoredWordCounts } from '../../platform/storage/word-count-store.ts';
import { countDomain } from './count-words-schedule.ts';

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
