import { expect, it } from 'vitest';
import { domainChange } from './domain-change.ts';

const dating = { domain: 'dating', threshold: 1000, explore: null };

it('sends what differs, and nothing where nothing does', () => {
  expect(domainChange(dating, { threshold: 1000, label: '', polarity: '', explore: '' })).toBeUndefined();
  expect(
    domainChange(dating, { threshold: '', label: 'superlike', polarity: '', explore: '' }),
  ).toBeUndefined();
  expect(
    domainChange(dating, { threshold: '500', label: ' superlike ', polarity: 1.5, explore: '0.1' }),
  ).toEqual({
    explore: { dating: 0.1 },
    thresholds: { dating: 500 },
    labels: { dating: { superlike: 1.5 } },
  });
  const given = { threshold: 1000, label: '', polarity: '', explore: '' };
  expect(domainChange({ ...dating, explore: 0.1 }, given)).toEqual({ explore: { dating: null } });
});
