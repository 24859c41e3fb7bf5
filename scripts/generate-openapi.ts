/**
 * Writes the list of endpoints from their files, docs/openapi.json from the schemas that validate, and the
 * methods of the TypeScript SDK from the document. With `--check` it compares, and fails where they differ.
 * With `--record` it first records a service's answers, which become the examples. With `--tools` it only
 * lets other tools read the document.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpointList } from './openapi/endpoint-list.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const endpoints = join(root, 'src/outside/http/endpoints');
const list = join(endpoints, 'endpoints.generated.ts');
const [option, ...rest] = process.argv.slice(2);
if (option === '--tools') {
  const tools = join(root, 'scripts', 'check-openapi-tools.ts');
  process.exit(spawnSync(process.execPath, [tools, ...rest], { stdio: 'inherit' }).status ?? 1);
}
writeOrCompare(list, endpointList(endpoints, readFileSync(list, 'utf8')));
if (process.argv.includes('--record')) {
  // In a process of its own: this process must import the new answers, and the service imports the earlier
  // ones.
  const record = spawnSync(process.execPath, [join(root, 'scripts', 'record-examples.ts')], {
    stdio: 'inherit',
  });
  if (record.status !== 0) process.exit(1);
}
// Only now, because it imports the list and the recorded answers.
const { interfaceDocument } = await import('../src/outside/http/openapi/interface-document.ts');
writeOrCompare(join(root, 'docs', 'openapi.json'), `${JSON.stringify(await interfaceDocument(), null, 2)}\n`);
if (!process.argv.includes('--check')) {
  const methods = join(root, 'sdk/typescript/generate/generate-methods.ts');
  process.exitCode = spawnSync(process.execPath, [methods], { stdio: 'inherit' }).status ?? 1;
}

function writeOrCompare(file: string, text: string): void {
  const name = relative(root, file);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    console.log(`${name}: ${text.length} characters written`);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} is not what the code says; run «npm run openapi» and commit it.`);
    process.exitCode = 1;
  } else {
    console.log(`${name} is what the code says`);
  }
}
