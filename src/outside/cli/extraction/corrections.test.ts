import { expect, it } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';
import { countCorrections } from './corrections.ts';

const at = '2026-06-01T00:00:00Z';
const layered = (value: unknown, confidence: number, source = 'context') => ({
  value,
  provenance: { source, extractor: 'rules', confidence, at },
});

function rowOf(extracted: object, client: object, lastEnrichedAt: string | null = at) {
  return { row: { lastEnrichedAt, layers: { extracted, client, feedback: {} } } };
}

const pages = [
  [
    rowOf({ role: layered('job', 0.9) }, { role: layered('candidate', 1) }),
    rowOf({ role: layered('job', 0.8) }, { role: layered('candidate', 1) }),
  ],
  [
    rowOf({ skills: layered(['sql', 'go'], 0.7) }, { skills: layered(['go', 'sql'], 1) }),
    rowOf({}, { skills: layered(['go'], 1) }),
    rowOf({ skills: layered(['go'], 0.5, 'default') }, {}),
    // Without a text nothing could be read.
    rowOf({}, { skills: layered(['go'], 1) }, null),
  ],
];

it('counts by field what clients confirm, contradict and add', async () => {
  const profiles = {
    scan: async function* () {
      yield* pages;
    },
  } as unknown as Pick<ProfileStore, 'scan'>;
  const { people, fields } = await countCorrections(profiles, tenantId('t'), shippedDomain('hiring')!);
  expect(people).toBe(5);
  const [role, skills] = ['role', 'skills'].map((name) => fields.find(({ field }) => field === name)!);
  expect(role).toMatchObject({ read: 2, confirmed: 0, contradicted: 2, not_found: 0 });
  expect([...role!.pairs]).toEqual([['job → candidate', 2]]);
  expect(role!.stated).toBeCloseTo(1.7);
  expect(skills).toMatchObject({ read: 1, confirmed: 1, contradicted: 0, not_found: 1 });
  expect(fields.some(({ field }) => field === 'summary')).toBe(false);
});
