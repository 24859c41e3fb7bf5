/** The sample profiles of the shipped domains: one POST /users body per line, without `domain`. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const SampleProfile = z.strictObject({
  user_id: z.string().min(1),
  context: z.string().optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
  preferences: z.record(z.string(), z.unknown()).optional(),
});
export type SampleProfile = z.infer<typeof SampleProfile>;

export async function sampleProfiles(domain: string): Promise<readonly SampleProfile[]> {
  const text = await readFile(new URL(`./samples/${domain}.ndjson`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => SampleProfile.parse(JSON.parse(line)));
}
