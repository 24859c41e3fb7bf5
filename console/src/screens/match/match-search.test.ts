import { describe, expect, it } from 'vitest';
import { changed, parseMatchSearch, requestOf } from './match-search.ts';

describe('the address of the playground', () => {
  it('is read back as it was written', () => {
    const search = {
      domain: 'dating',
      user: 'ana',
      a: { limit: 5, filters: { age: { gte: 30 } }, stages: { embedding: false } },
      b: { reciprocal: 'min' as const, weights: { distance: 0, age_gap: 2.5 } },
      edit: 'b' as const,
      open: 'bo',
      ask: 'cy',
    };
    expect(parseMatchSearch(JSON.parse(JSON.stringify(search)))).toEqual(search);
  });

  it('leaves out what has the wrong form', () => {
    const raw = {
      domain: 7,
      user: '',
      a: { limit: 'ten', filters: [], reciprocal: 'max', nonsense: 1 },
      b: 3,
      edit: 'b',
    };
    expect(parseMatchSearch(raw)).toEqual({ domain: '7', a: {} });
  });

  it('keeps an id that looks like a number as text', () => {
    expect(parseMatchSearch({ user: 1234 }).user).toBe('1234');
  });
});

describe('the request of a run', () => {
  it('is missing until person and domain are known', () => {
    expect(requestOf({ domain: 'dating' }, {}, '')).toBeUndefined();
    expect(requestOf({ user: 'ana' }, {}, '')).toBeUndefined();
  });

  it('is explained unless that is switched off', () => {
    const search = { domain: 'dating', user: 'ana' };
    expect(requestOf(search, undefined, 'left from before')).toMatchObject({
      user_id: 'ana',
      domain: 'dating',
      explain: true,
    });
    expect(requestOf(search, { explain: false }, '')?.explain).toBe(false);
  });

  it('has the text of a person who comes from one, once there is one', () => {
    const search = parseMatchSearch({ domain: 'dating', user: 'scratch-1', mode: 'text' });
    expect(requestOf(search, undefined, ' \n')).toBeUndefined();
    expect(requestOf(search, undefined, 'I am 30.')).toEqual({
      ...{ profile: { context: 'I am 30.' }, domain: 'dating', explain: true, record: false },
    });
  });

  it('is never recorded, whatever the address says', () => {
    const raw = { domain: 'dating', user: 'ana', a: { limit: 5, record: true }, record: true };
    const search = parseMatchSearch(raw);
    expect(requestOf(search, search.a, '')).toEqual({
      ...{ user_id: 'ana', domain: 'dating', explain: true },
      limit: 5,
      record: false,
    });
  });

  it('loses a setting that is set to undefined', () => {
    expect(changed({ limit: 5, diversity: 0.2 }, { limit: undefined })).toEqual({ diversity: 0.2 });
  });
});
