import { expect, it } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import type { ShownMatch } from '../../platform/storage/learning-store.ts';
import { gatherShown } from './gather-shown.ts';

const shownAs = (matchId: string): ShownMatch => ({
  tenantId: tenantId('ten_a'),
  matchId,
  domain: 'dating',
  seekerId: 'ana',
  candidates: [],
  answer: { request: null, models_used: {}, degraded: [], trace: [] },
  atMs: 1000,
});

it('stores a match at once where none waits, with those that were gathered while some did', async () => {
  const stored: string[] = [];
  let waiting = 0;
  const remember = gatherShown(
    async ({ matchId }) => {
      stored.push(matchId);
    },
    () => waiting > 0,
  );
  await remember(shownAs('first'));
  expect(stored).toEqual(['first']);
  waiting = 3;
  const [second, third] = [remember(shownAs('second')), remember(shownAs('third'))];
  expect(stored).toEqual(['first']);
  waiting = 0;
  await Promise.all([second, third, remember(shownAs('fourth'))]);
  expect(stored).toEqual(['first', 'second', 'third', 'fourth']);
});

it('stores a match soon though others wait for ever, and many at once', async () => {
  const turns: number[] = [];
  let isSameTurn = 0;
  const remember = gatherShown(
    async () => {
      turns.push(isSameTurn);
    },
    () => true,
  );
  await remember(shownAs('alone'));
  expect(turns).toEqual([0]);
  isSameTurn = 1;
  const many = Array.from({ length: 16 }, (_, n) => remember(shownAs(`match_${n}`)));
  expect(turns.slice(1)).toEqual(Array.from({ length: 16 }, () => 1));
  await Promise.all(many);
});

it('rejects the match that could not be stored, and no other', async () => {
  const remember = gatherShown(
    ({ matchId }) => (matchId === 'bad' ? Promise.reject(new Error('disk full')) : Promise.resolve()),
    () => true,
  );
  const results = await Promise.allSettled([remember(shownAs('good')), remember(shownAs('bad'))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
