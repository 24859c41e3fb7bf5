/**
 * Writes docs/openapi.json from the schemas that validate. With `--check` it compares, and fails where they
 * differ. With `--record` it first records a service's answers, which become the examples. With `--tools` it
 * only lets other tools read the document. The methods of the TypeScript SDK are written from the document.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const file = join(root, 'docs', 'openapi.json');
const [option, ...rest] = process.argv.slice(2);
if (option === '--tools') {
  const tools = join(root, 'scripts', 'check-openapi-tools.ts');
  process.exit(spawnSync(process.execPath, [tools, ...rest], { stdio: 'inherit' }).status ?? 1);
}
if (process.argv.includes('--record')) {
  // In a process of its own: this process must import the new answers, and the service imports the earlier
  // ones.
  const record = spawnSync(process.execPath, [join(root, 'scripts', 'record-examples.ts')], {
    stdio: 'inherit',
  });
  if (record.status !== 0) process.exit(1);
}
// Only now, because it reads the recorded answers when it is imported.
const { interfaceDocument } = await import('../src/outside/http/openapi/interface-document.ts');
const document = `${JSON.stringify(await interfaceDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, document);
  console.log(`${relative(root, file)}: ${document.length} characters written`);
  const methods = join(root, 'sdk/typescript/generate/generate-methods.ts');
  process.exitCode = spawnSync(process.execPath, [methods], { stdio: 'inherit' }).status ?? 1;
} else if (readFileSync(file, 'utf8') !== document) {
  console.error('docs/openapi.json is not what the code says; run «npm run openapi» and commit it.');
  process.exitCode = 1;
} else {
  console.log('docs/openapi.json is what the code says');
}
