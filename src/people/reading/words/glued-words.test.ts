import { expect, it } from 'vitest';
import { wordsIn } from '../../../domains/phrase-pattern.ts';
import { hasLostSpaces, takeApart } from './glued-words.ts';

const own = new Set(['iphone', 'postgresql', 'toddler', 'raincoat', 'waterproof']);

function apart(text: string): readonly string[] {
  return takeApart(text, wordsIn(text), (word) => own.has(word), hasLostSpaces(text)).map(({ word }) => word);
}

it('takes keys of forms apart', () => {
  expect(apart('maxLatencyMs: 300, usdPerMonth: 4')).toEqual([
    'max',
    'latency',
    'ms',
    '300',
    'usd',
    'per',
    'month',
    '4',
  ]);
});

it('leaves words of the domain, names and everyday words whole', () => {
  expect(apart('My iPhone runs PostgreSQL well')).toEqual(
    wordsIn('My iPhone runs PostgreSQL well').map(({ word }) => word),
  );
});

it('takes texts without spaces apart, and offsets hold', () => {
  const text = 'Role:Bookkeepingfor small firms.Price:$79permonth.Region:Australia.Needs:help';
  expect(apart(text).join(' ')).toBe(
    'role bookkeeping for small firms price $ 79 per month region australia needs help',
  );
  for (const { word, start, end } of takeApart(text, wordsIn(text), () => false, true))
    expect(text.slice(start, end).toLowerCase()).toBe(word);
});

it('takes three words and more apart', () => {
  expect(apart('Toddlergirlsraincoat,yellow,waterproofandwarm.Price:$36').join(' ')).toBe(
    'toddler girls raincoat yellow waterproof and warm price $ 36',
  );
});

it('takes no two words apart where spaces were kept', () => {
  expect(apart('I like bookkeepingfor fun and TeamWork')).toContain('bookkeepingfor');
});

it('takes linear time for hostile text', () => {
  const text = 'aB'.repeat(60_000);
  expect(apart(text).length).toBeGreaterThan(0);
});

it('takes a label apart from the capitals before it, and no code', () => {
  const text = 'MEMBER PROFILEAge44GenderFemaleCityGhentUSservers';
  expect(apart(text).slice(0, 8)).toEqual([
    'member',
    'profile',
    'age',
    '44',
    'gender',
    'female',
    'city',
    'ghent',
  ]);
  expect(apart(text).join(' ')).not.toContain('sservers');
});

it('takes a heading in capitals from the words beside it', () => {
  const text = 'Jana HornData AnalystBrno, CzechiaSKILLSSQL · TableauEDUCATIONMSc Statistics';
  const isOwn = (word: string) => word === 'msc';
  expect(takeApart(text, wordsIn(text), isOwn, true).map(({ word }) => word)).toEqual(
    'jana horn data analyst brno czechia skills sql tableau education msc statistics'.split(' '),
  );
});
