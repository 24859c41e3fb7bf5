/**
 * `npm run samples`: writes the sample profiles of the shipped domains (`src/domains/samples/*.ndjson`) from
 * the hand-written parts in `scripts/samples/`. Fixed seeds: the same parts give the same files, which a test
 * holds.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpora } from './samples/corpora.ts';

const folder = join(import.meta.dirname, '../src/domains/samples');
for (const [domain, generate] of Object.entries(corpora)) {
  const profiles = generate();
  const lines = profiles.map((profile) => `${JSON.stringify(profile)}\n`);
  writeFileSync(join(folder, `${domain}.ndjson`), lines.join(''));
  console.log(`${domain}: ${profiles.length} profiles`);
}
