/** The list of endpoints, made from their files: `get-model.ts` has the endpoint `getModel`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Endpoint {
  readonly name: string;
  readonly file: string;
  readonly path: string;
}

/**
 * The text of `endpoints.generated.ts`. It keeps the order of the present text, which is that of the
 * documentation. A new endpoint comes after the one whose path is most like its own.
 */
export function endpointList(folder: string, present: string): string {
  const endpoints = readEndpoints(folder);
  const ordered = [...present.matchAll(/^ {2}(\w+),$/gm)].flatMap(
    ([, listed]) => endpoints.find(({ name }) => name === listed) ?? [],
  );
  for (const endpoint of endpoints) {
    if (!ordered.includes(endpoint)) ordered.splice(placeOf(endpoint, ordered), 0, endpoint);
  }
  return `// Generated from the files of this folder by \`npm run openapi\`. The order may be changed by hand.
${endpoints.map(({ name, file }) => `import { ${name} } from './${file}';`).join('\n')}

export const endpoints = [
${ordered.map(({ name }) => `  ${name},`).join('\n')}
] as const;
`;
}

function readEndpoints(folder: string): readonly Endpoint[] {
  const files = globSync('{get,post,put,patch,delete}-*.ts', { cwd: folder }).sort();
  return files.map((file) => {
    const name = file.replace('.ts', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const [, path] = /path: '([^']+)'/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    if (path === undefined) throw new Error(`${file} names no path`);
    return { name, file, path };
  });
}

function placeOf({ path }: Endpoint, others: readonly Endpoint[]): number {
  const shared = others.map((other) => sharedSegments(path, other.path));
  return shared.lastIndexOf(Math.max(...shared)) + 1;
}

function sharedSegments(a: string, b: string): number {
  const [mine, others] = [a.split('/'), b.split('/')];
  const at = mine.findIndex((segment, n) => segment !== others[n]);
  return at === -1 ? mine.length : at;
}
