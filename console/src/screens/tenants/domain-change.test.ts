import { expect, it } from 'vitest';
import { domainChange } from './domain-change.ts';

const dating = { domain: 'dating', threshold: 1000 };

it('sends what differs, and nothing where nothing does', () => {
  expect(domainChange(dating, { threshold: 1000, label: '', polarity: '' })).toBeUndefined();
  expect(domainChange(dating, { threshold: '', label: 'superlike', polarity: '' })).toBeUndefined();
  expect(domainChange(dating, { threshold: '500', label: ' superlike ', polarity: 1.5 })).toEqual({
    thresholds: { dating: 500 },
    labels: { dating: { superlike: 1.5 } },
  });
});
