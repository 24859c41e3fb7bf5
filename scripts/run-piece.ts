/**
 * One command for a folder of programs: `npm run bench -- NAME [ARG …]` runs `bench/NAME.ts`, and without a
 * name lists all programs. The sentence of a program is the first one of its file's leading comment.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LINE = 110;

/** Runs the program that the command line names, as if it was started directly. */
export async function runPiece(folder: string, command: string): Promise<void> {
  const names = piecesIn(folder);
  const [node, , name, ...args] = process.argv;
  if (name !== undefined && names.includes(name)) {
    const path = join(folder, `${name}.ts`);
    process.argv = [node!, path, ...args];
    await import(pathToFileURL(path).href);
    return;
  }
  if (name !== undefined) {
    console.error(`There is no ${command} named «${name}».`);
    process.exitCode = 2;
  }
  console.log(`npm run ${command} -- NAME [ARG …]\n`);
  const width = Math.max(...names.map(({ length }) => length));
  for (const each of names) console.log(`  ${each.padEnd(width)}  ${summaryOf(join(folder, `${each}.ts`))}`);
}

export function piecesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'main.ts')
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
}

export function summaryOf(path: string): string {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(path, 'utf8')) ?? [];
  const text = comment
    .replaceAll(/\s*\n \*\s?/g, ' ')
    .trim()
    .replace(/^`npm run [^`]*`: /, '');
  const [sentence = ''] = /^.*?\.(?=\s|$)/.exec(text) ?? [text];
  const short = sentence.replace(/\.$/, '');
  return short.length <= LINE ? short : `${short.slice(0, short.lastIndexOf(' ', LINE))} …`;
}
