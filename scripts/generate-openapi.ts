/**
 * Writes docs/openapi.json from the schemas that validate; with `--check` compares, and fails where they differ. With
 * `--record` it first asks a real service for the answers that stand in it as examples.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const file = join(root, 'docs', 'openapi.json');
if (process.argv.includes('--record')) {
  const { recordExamples } = await import('./record-examples.ts');
  const answers = join(root, 'src/http/endpoints/recorded-answers.generated.json');
  writeFileSync(answers, `${JSON.stringify(await recordExamples(), null, 2)}\n`);
}
// Only now: the examples are read when the operations are.
const { interfaceDocument } = await import('../src/http/interface-document.ts');
const document = `${JSON.stringify(await interfaceDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, document);
  console.log(`${relative(root, file)}: ${document.length} characters written`);
} else if (readFileSync(file, 'utf8') !== document) {
  console.error('docs/openapi.json is not what the code says; run «npm run openapi» and commit it.');
  process.exitCode = 1;
} else {
  console.log('docs/openapi.json is what the code says');
}
