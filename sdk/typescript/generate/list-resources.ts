import { methodOf, operations } from './document.ts';
import { type HandWritten, readHandWritten } from './hand-written.ts';
import { type Method, writeMethod } from './write-method.ts';

export interface Resource {
  /** `users` */
  readonly name: string;
  /** `UsersResource` */
  readonly className: string;
  readonly byHand: HandWritten | undefined;
  /** The generated ones: those that its class by hand lacks. */
  readonly methods: readonly Method[];
  /** Whether its types are those of a domain: `D`. */
  readonly isGeneric: boolean;
}

export function listResources(): readonly Resource[] {
  const handWritten = readHandWritten();
  const byName = Map.groupBy(operations, (operation) => methodOf(operation).split('.')[0]!);
  return [...byName].map(([name, own]) => {
    const className = `${name.charAt(0).toUpperCase()}${name.slice(1)}Resource`;
    const byHand = handWritten.get(className);
    const methods = own
      .map(writeMethod)
      .filter((method) => method !== null)
      .filter((method) => !byHand?.methods.has(method.name));
    return { name, className, byHand, methods, isGeneric: byHand?.isGeneric ?? hasGeneric(methods) };
  });
}

export function hasGeneric(methods: readonly Method[]): boolean {
  return methods.some(({ isGeneric }) => isGeneric);
}
