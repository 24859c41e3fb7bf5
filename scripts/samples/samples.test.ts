/** The files equal the output of the generators, and every profile fits its domain. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UpsertUserRequest } from '../../src/contract/user.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { validateFields } from '../../src/people/profiles/record/validate-fields.ts';
import { corpora } from './corpora.ts';

const folder = join(import.meta.dirname, '../../src/domains/samples');

describe.each(Object.entries(corpora))('the samples of %s', (domain, generate) => {
  const definition = shippedDomain(domain)!;
  const profiles = generate();

  it('are at least 200, with ids of their own', () => {
    expect(profiles.length).toBeGreaterThanOrEqual(200);
    expect(new Set(profiles.map(({ user_id }) => user_id)).size).toBe(profiles.length);
  });

  it('are in the file as they are generated (else: npm run samples)', () => {
    const lines = profiles.map((profile) => `${JSON.stringify(profile)}\n`).join('');
    expect(readFileSync(join(folder, `${domain}.ndjson`), 'utf8')).toBe(lines);
  });

  it('are bodies of POST /users whose values the domain takes', () => {
    for (const profile of profiles) {
      expect(() => UpsertUserRequest.parse({ ...profile, domain })).not.toThrow();
      expect(() => validateFields(definition, profile.fields ?? {}, '2026-06-01T00:00:00Z')).not.toThrow();
    }
  });
});
