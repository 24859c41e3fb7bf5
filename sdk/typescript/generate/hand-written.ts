import { readdirSync, readFileSync } from 'node:fs';

export interface HandWritten {
  /** `users` for src/resources/users.ts. */
  readonly file: string;
  readonly isGeneric: boolean;
  readonly methods: ReadonlySet<string>;
}

const folder = new URL('../src/resources/', import.meta.url);
const classes = /^export class (\w+Resource)(<.+?>)? extends [^{]+\{\n(.*?)^\}/gms;
const methods = /^ {2}(?:async )?(\w+)[<(]/gm;

/** The resources that have a class by hand, by the name of the class. */
export function readHandWritten(): ReadonlyMap<string, HandWritten> {
  const files = readdirSync(folder).filter((file) => !file.includes('.generated.'));
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(new URL(file, folder), 'utf8').matchAll(classes)].map(
        ([, name = '', generic, body = '']): [string, HandWritten] => [
          name,
          {
            file: file.replace(/\.ts$/, ''),
            isGeneric: generic !== undefined,
            methods: new Set([...body.matchAll(methods)].map(([, method = '']) => method)),
          },
        ],
      ),
    ),
  );
}
