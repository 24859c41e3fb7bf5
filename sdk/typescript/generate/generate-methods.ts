/**
 * Writes the operations and the methods of the client from docs/openapi.json; with `--check` compares, and fails
 * where a file differs. A method that its resource has by hand (src/resources) is left to it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { methodOf, type Operation, operations, parametersIn, successOf } from './document.ts';
import { type HandWritten, readHandWritten } from './hand-written.ts';
import { type Method, writeMethod } from './write-method.ts';

const HEADER = '// Generated from docs/openapi.json by sdk/typescript/generate.';
const biome = fileURLToPath(new URL('../../../node_modules/@biomejs/biome/bin/biome', import.meta.url));

interface Resource {
  /** `users` */
  readonly name: string;
  readonly byHand: HandWritten | undefined;
  readonly methods: readonly Method[];
}

const handWritten = readHandWritten();
const resources = [...Map.groupBy(operations, (operation) => methodOf(operation).split('.')[0]!)].map(
  ([name, own]): Resource => {
    const byHand = handWritten.get(capitalized(name));
    const methods = own.map(writeMethod).filter((method) => method !== null);
    return { name, byHand, methods: methods.filter((method) => !byHand?.methods.has(method.name)) };
  },
);

function operationsModule(): string {
  const entries = operations.map((operation) => {
    const { operationId, method, path } = operation;
    return `${operationId}: ${JSON.stringify([method, path, ...flagsOf(operation)])},`;
  });
  return `${HEADER}
/** \`key\`: takes an Idempotency-Key. \`open\`: sent without the API key. \`text\`, \`stream\`: an answer other than JSON. */
type Flag = 'key' | 'open' | 'text' | 'stream';

export const operations = {
${entries.join('\n')}
} as const satisfies Record<string, readonly [method: string, path: string, ...flags: Flag[]]>;

export type OperationId = keyof typeof operations;
`;
}

function flagsOf(operation: Operation): readonly string[] {
  const [type, { format }] = successOf(operation);
  return [
    parametersIn('header', operation).some(({ name }) => name === 'Idempotency-Key') ? ['key'] : [],
    operation.security?.length === 0 ? ['open'] : [],
    type === 'text/plain' ? ['text'] : [],
    format === 'binary' ? ['stream'] : [],
  ].flat();
}

function methodsModule(): string {
  const classes = resources
    .filter(({ methods }) => methods.length > 0)
    .map((resource) => {
      const name = `${capitalized(resource.name)}${resource.byHand ? 'Methods' : 'Resource'}`;
      const generic = hasGenericMethod(resource) ? '<D extends DomainTypes = AnyDomain>' : '';
      const methods = resource.methods.map(({ text }) => text).join('\n');
      return `export class ${name}${generic} extends Resource {\n${methods}}\n`;
    });
  return `${HEADER}
import type { Call } from '../call.ts';
import type { AnyDomain, DomainTypes, In } from '../domain.ts';
import type { CallOptions } from '../options.ts';
import type { List } from '../page.ts';
import type * as wire from '../types.generated.ts';
import { type Query, Resource } from './resource.ts';

${classes.join('\n')}`;
}

function resourcesModule(): string {
  const generated = resources.filter(({ byHand }) => byHand === undefined).map(classOf);
  const files = Map.groupBy(
    resources.filter(({ byHand }) => byHand !== undefined),
    ({ byHand }) => byHand!.file,
  );
  const imports = [...files].map(
    ([file, own]) => `import { ${own.map(classOf).join(', ')} } from './resources/${file}.ts';`,
  );
  const isGeneric = (resource: Resource) => resource.byHand?.isGeneric ?? hasGenericMethod(resource);
  const fields = resources.map(
    (each) => `readonly ${each.name}: ${classOf(each)}${isGeneric(each) ? '<D>' : ''};`,
  );
  const made = resources.map((each) => `this.${each.name} = new ${classOf(each)}(invoke);`);
  return `${HEADER}
import type { AnyDomain, DomainTypes } from './domain.ts';
${imports.join('\n')}
import { ${generated.join(', ')} } from './resources/methods.generated.ts';
import type { Invoke } from './resources/resource.ts';

/** The resources of a client, each with the methods of its operations. */
export class Resources<D extends DomainTypes = AnyDomain> {
${fields.join('\n')}

constructor(invoke: Invoke) {
${made.join('\n')}
}
}
`;
}

function hasGenericMethod({ methods }: Resource): boolean {
  return methods.some(({ isGeneric }) => isGeneric);
}

function classOf({ name }: Resource): string {
  return `${capitalized(name)}Resource`;
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The name that is given has no \`.generated\`, since such files are not formatted. */
function formatted(text: string): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', '--stdin-file-path=src/methods.ts'],
    { input: text, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const modules = {
  'operations.generated.ts': operationsModule,
  'resources/methods.generated.ts': methodsModule,
  'resources.generated.ts': resourcesModule,
};
for (const [name, moduleOf] of Object.entries(modules)) {
  const file = fileURLToPath(new URL(`../src/${name}`, import.meta.url));
  const text = formatted(moduleOf());
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(
      `sdk/typescript/src/${name} is not what docs/openapi.json says; run «npm run openapi» and commit it.`,
    );
    process.exitCode = 1;
  } else console.log(`sdk/typescript/src/${name} is what docs/openapi.json says`);
}
