/**
 * Writes the operations and the methods of the client from docs/openapi.json; with `--check` compares, and
 * fails where a file differs. A method that its resource has by hand (src/resources) is left to it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listResources } from './list-resources.ts';
import { methodsModule, operationsModule, resourcesModule } from './write-modules.ts';

const biome = fileURLToPath(new URL('../../../node_modules/@biomejs/biome/bin/biome', import.meta.url));

/** The name that is given has no `.generated`, since such files are not formatted. */
function formatted(text: string): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', '--stdin-file-path=src/methods.ts'],
    { input: text, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const resources = listResources();
const modules = {
  'operations.generated.ts': operationsModule(),
  'resources/methods.generated.ts': methodsModule(resources),
  'resources.generated.ts': resourcesModule(resources),
};
for (const [name, content] of Object.entries(modules)) {
  const file = fileURLToPath(new URL(`../src/${name}`, import.meta.url));
  const text = formatted(content);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(
      `sdk/typescript/src/${name} is not what docs/openapi.json says; run «npm run openapi» and commit it.`,
    );
    process.exitCode = 1;
  } else console.log(`sdk/typescript/src/${name} is what docs/openapi.json says`);
}
