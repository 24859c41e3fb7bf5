import { describe, expect, it } from 'vitest';
import { filtersOf, parseActivitySearch } from './activity-search.ts';

describe('the address of the activity', () => {
  it('is read, and parts of the wrong form are left out', () => {
    const search = { view: 'live', user: 'ana', day: '2026-11-30', time: '14:02', type: 'match.made' };
    expect(parseActivitySearch(search)).toEqual(search);
    const wrong = { view: 'x', user: '', key: {}, day: '2026-13-90', time: '25:00' };
    expect(parseActivitySearch(wrong)).toEqual({});
  });

  it('asks for a day, or for its part up to and with a minute', () => {
    const at = (local: string) => new Date(local).toISOString();
    expect(filtersOf({ user: 'ana', key: 'key_1', day: '2026-11-30' })).toEqual({
      user_id: 'ana',
      key_id: 'key_1',
      from: at('2026-11-30T00:00'),
      to: at('2026-12-01T00:00'),
    });
    expect(filtersOf({ candidate: 'bruno', domain: 'dating', day: '2026-11-30', time: '23:59' })).toEqual({
      candidate_id: 'bruno',
      domain: 'dating',
      from: at('2026-11-30T00:00'),
      to: at('2026-12-01T00:00'),
    });
    expect(filtersOf({ time: '00:00' })).toMatchObject({ from: expect.any(String) });
  });
});
