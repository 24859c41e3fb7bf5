// Writes ../src/types.generated.ts from docs/openapi.json; with `--check` compares, and fails where they
// differ.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';

const input = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));
const file = fileURLToPath(new URL('../src/types.generated.ts', import.meta.url));
const output = mkdtempSync(join(tmpdir(), 'counterpart-types-'));
try {
  await createClient({
    input,
    output: { path: output, header: ['// Generated from docs/openapi.json by sdk/typescript/generate.'] },
    plugins: [{ name: '@hey-api/typescript' }],
    logs: { level: 'silent' },
  });
  const types = readFileSync(join(output, 'types.gen.ts'), 'utf8');
  if (!process.argv.includes('--check')) writeFileSync(file, types);
  else if (readFileSync(file, 'utf8') !== types) {
    console.error(
      'src/types.generated.ts is not what docs/openapi.json says; run «npm run generate» here and commit it.',
    );
    process.exitCode = 1;
  } else console.log('src/types.generated.ts is what docs/openapi.json says');
} finally {
  rmSync(output, { recursive: true, force: true });
}
