/** The generated modules of the client as text. */
import { type Operation, operations, parametersIn, successOf } from './document.ts';
import { hasGeneric, type Resource } from './list-resources.ts';

const HEADER = '// Generated from docs/openapi.json by sdk/typescript/generate.';

export function operationsModule(): string {
  const entries = operations.map((operation) => {
    const { operationId, method, path } = operation;
    return `${operationId}: ${JSON.stringify([method, path, ...flagsOf(operation)])},`;
  });
  return `${HEADER}
/**
 * \`key\`: takes an Idempotency-Key. \`open\`: sent without the API key. \`text\`, \`stream\`: an answer
 * other than JSON.
 */
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

export function methodsModule(resources: readonly Resource[]): string {
  const classes = resources
    .filter(({ methods }) => methods.length > 0)
    .map((resource) => {
      const name = resource.byHand ? resource.className.replace(/Resource$/, 'Methods') : resource.className;
      const generic = hasGeneric(resource.methods) ? '<D extends DomainTypes = AnyDomain>' : '';
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

export function resourcesModule(resources: readonly Resource[]): string {
  const files = Map.groupBy(resources, ({ byHand }) => byHand?.file ?? 'methods.generated');
  const imports = [...files].map(
    ([file, own]) =>
      `import { ${own.map(({ className }) => className).join(', ')} } from './resources/${file}.ts';`,
  );
  const fields = resources.map(
    ({ name, className, isGeneric }) => `readonly ${name}: ${className}${isGeneric ? '<D>' : ''};`,
  );
  const made = resources.map(({ name, className }) => `this.${name} = new ${className}(invoke);`);
  return `${HEADER}
import type { AnyDomain, DomainTypes } from './domain.ts';
${imports.join('\n')}
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
