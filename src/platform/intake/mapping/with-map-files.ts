/** Puts the rows of the files that a mapping names (`map_file`) into its maps. */
import { invalidRequest } from '../../../contract/errors.ts';
import { DelimitedParser } from '../delimited-parser.ts';
import { detectDialect, isGiven } from '../dialect.ts';
import type { Mapping } from './mapping-schema.ts';

/** Throws `invalid_request` for a file that is not there, or is no table of two columns. */
export function withMapFiles(mapping: Mapping, readFile?: (name: string) => string): Mapping {
  return mapFilesIn(mapping) ? (put(mapping, readFile) as Mapping) : mapping;
}

function mapFilesIn(part: unknown): boolean {
  if (!isPlain(part)) return false;
  return 'map_file' in part || Object.values(part).some(mapFilesIn);
}

function isPlain(part: unknown): part is object {
  return typeof part === 'object' && part !== null && !(part instanceof RegExp);
}

function put(part: unknown, readFile?: (name: string) => string): unknown {
  if (!isPlain(part)) return part;
  if (Array.isArray(part)) return part.map((inner) => put(inner, readFile));
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, put(value, readFile)]));
  const { map_file: file, ...rest } = inner;
  return file === undefined ? inner : { ...rest, map: mapOf(String(file), readFile) };
}

function mapOf(name: string, readFile: ((name: string) => string) | undefined): Record<string, unknown> {
  const refuse = (message: string) => invalidRequest([{ path: 'map_file', message: `${name} ${message}` }]);
  if (readFile === undefined)
    throw refuse('is a file beside the mapping; write its rows under `map` instead');
  let text: string;
  try {
    text = readFile(name);
  } catch (error) {
    throw refuse(`cannot be read: ${(error as Error).message}`);
  }
  const { dialect } = detectDialect(text, true);
  const parser = new DelimitedParser(dialect);
  const [header, ...rows] = [...parser.push(text), ...parser.end()].filter(isGiven);
  const wrong = [...(header === undefined ? [] : [header]), ...rows].find(
    ({ cells, fault }) => fault !== undefined || cells.length !== 2,
  );
  if (header === undefined || rows.length === 0 || wrong !== undefined)
    throw refuse(
      `has two columns under a header: the text of a cell, and its value${wrong === undefined ? '' : `; line ${wrong.line} is no such row`}`,
    );
  return Object.fromEntries(rows.map(({ cells: [text, value] }) => [text!.trim(), value!.trim() || null]));
}
