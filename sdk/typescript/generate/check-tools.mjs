// Lets the tools of npm read the OpenAPI document whole: Redocly's rules, and two generators whose output
// must compile under `strict` and must have every field of a request that may be left out as optional. Called
// by `npm run openapi -- --tools`.
//
// usage: node check-tools.mjs [DOCUMENT]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { lint, loadConfig } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { optionalFields } from './optional-fields.mjs';

const fromHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const file =
  process.argv[2] === undefined ? fromHere('../../../docs/openapi.json') : resolve(process.argv[2]);
const document = JSON.parse(readFileSync(file, 'utf8'));
const output = mkdtempSync(join(tmpdir(), 'counterpart-openapi-tools-'));

async function redoclyFaults() {
  const config = await loadConfig({ configPath: fromHere('../../../redocly.yaml') });
  const problems = await lint({ ref: file, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

async function openapiTypescriptFaults() {
  const types = join(output, 'openapi-typescript.ts');
  writeFileSync(types, astToString(await openapiTypescript(document, { silent: true })));
  const use = optionalUse(
    `import type { components } from './openapi-typescript.ts';`,
    (schema) => `components['schemas']['${schema}']`,
  );
  return compileFaults({ 'openapi-typescript-use.ts': use });
}

async function heyApiFaults() {
  // A whole client: types, operations and fetch. It throws at what it cannot read.
  await createClient({
    input: file,
    output: join(output, 'hey-api'),
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  });
  const operations = Object.values(document.paths).flatMap(Object.values);
  const generated = readFileSync(join(output, 'hey-api', 'sdk.gen.ts'), 'utf8');
  const missing = operations.filter(
    ({ operationId }) => !generated.includes(`export const ${operationId} = `),
  );
  const use = optionalUse(`import type * as types from './hey-api/index.ts';`, (schema) => `types.${schema}`);
  const faults = compileFaults({
    'hey-api-use.ts': use,
    'hey-api-client.ts': `import './hey-api/sdk.gen.ts';`,
  });
  return [...missing.map(({ operationId }) => `no function ${operationId}`), ...faults];
}

/** A module that compiles only where each field that may be left out of a request is optional. */
function optionalUse(importLine, typeOf) {
  const lines = optionalFields(document).map(({ schema, path, field }, n) => {
    const holder = path.reduce((type, inner) => `NonNullable<${type}['${inner}']>`, typeOf(schema));
    return `export const optional${n}: Optional<${holder}, '${field}'> = true;`;
  });
  return [
    importLine,
    // Distributes over the members of a union; `{}` has no required field.
    'type Optional<T, K extends string> = T extends object',
    '  ? K extends keyof T ? (Record<never, never> extends Pick<T, K> ? true : false) : false',
    '  : never;',
    ...lines,
  ].join('\n');
}

function compileFaults(files) {
  const names = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(output, name), text);
    return join(output, name);
  });
  const program = ts.createProgram(names, {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map((fault) => {
    const line = fault.file?.getLineAndCharacterOfPosition(fault.start).line ?? 0;
    const source = fault.file?.text.split('\n')[line] ?? '';
    return `${fault.file?.fileName}:${line + 1} ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}\n    ${source}`;
  });
}

const checks = {
  Redocly: redoclyFaults,
  'openapi-typescript': openapiTypescriptFaults,
  '@hey-api/openapi-ts': heyApiFaults,
};
try {
  for (const [name, faultsOf] of Object.entries(checks)) {
    const faults = await faultsOf().catch((error) => [String(error?.message ?? error)]);
    console.log(
      faults.length === 0 ? `✓ ${name}` : `✗ ${name}\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    if (faults.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(output, { recursive: true, force: true });
}
