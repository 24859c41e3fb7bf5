/**
 * Counts texts that give a value by mistake (`eval/extraction/look-alikes.fresh.yaml`). Their words look like the
 * value, but are a word in another sense, a name, boilerplate, or a fact about somebody else.
 *
 *   npm run eval -- extraction-look-alikes [--errors]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readYaml } from '../src/domains/read-yaml.ts';
import { shippedDomain } from '../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../src/engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../src/people/places/gazetteer.ts';
import { casesFolder, compileRules } from './extraction/evaluate.ts';

const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  options: { errors: { type: 'boolean', default: false } },
});
const LookAlike = z.strictObject({
  domain: z.string(),
  text: z.string(),
  tempting: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
const name = 'look-alikes.fresh.yaml';
const texts = readYaml(readFileSync(join(casesFolder, name), 'utf8'), z.array(LookAlike), name);
const encoder = await openTextEncoder('embedded');
const gazetteer = await openGazetteer();
let count = 0;
for (const [domain, own] of Map.groupBy(texts, (given) => given.domain)) {
  const extractor = await compileRules(shippedDomain(domain)!, encoder, gazetteer);
  let taken = 0;
  for (const { text, tempting } of own) {
    const { values } = await extractor.extract(text, Date.parse('2026-06-01'));
    const isTaken = Object.entries(tempting).some(([field, value]) =>
      values.some(
        (extractedValue) =>
          extractedValue.field === field && [extractedValue.value].flat().map(String).includes(String(value)),
      ),
    );
    if (!isTaken) continue;
    taken++;
    if (flags.errors) console.log(`  ${JSON.stringify(tempting)}: ${text.replaceAll('\n', ' ⏎ ')}`);
  }
  console.log(`${domain.padEnd(24)} ${taken} of ${own.length} give the value`);
  count += taken;
}
console.log(`all ${count} of ${texts.length}`);
await encoder.close();
