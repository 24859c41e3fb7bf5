import { expect, it } from 'vitest';
import { jobNews, peopleNews, sortedNews } from './news.ts';

const job = {
  ...{
    id: 'job_1',
    kind: 'dataset_snapshot' as const,
    status: 'succeeded' as const,
    progress: 1,
    detail: null,
  },
  ...{ resource: { type: 'dataset' as const, id: 'ds_1' }, created_at: '', started_at: null, error: null },
  ...{ finished_at: '2026-03-10T11:00:00.000Z', result: { dataset: { name: 'shop', version: 'v2' } } },
};

it('names what ended since then, a version of a dataset by its name', () => {
  const since = Date.parse('2026-03-10T10:00:00.000Z');
  expect(
    jobNews([job, { ...job, id: 'job_0', kind: 'model_adaptation', result: null }], since),
  ).toMatchObject([{ says: 'shop v2 was cut', tone: 'good' }, { says: 'Training of a model: succeeded' }]);
  expect(jobNews([job], since + 86_400_000)).toEqual([]);
});

it('counts who came and went since the last visit', () => {
  const counts = [
    { domain: 'dating', people: 5 },
    { domain: 'hiring', people: 1 },
  ];
  expect(peopleNews(counts, null)).toEqual([]);
  const before = { seenMs: 0, people: { dating: 2, hiring: 3 } };
  expect(peopleNews(counts, before).map(({ says }) => says)).toEqual([
    '3 people more in dating',
    '2 people fewer in hiring',
  ]);
  const sorted = sortedNews([...jobNews([job], 0), ...peopleNews(counts, before)]);
  expect(sorted.at(-1)?.key).toBe('job_1');
});
