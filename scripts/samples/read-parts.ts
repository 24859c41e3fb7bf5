/**
 * The hand-written parts of the sample corpora, in `parts/`. A `.psv` file has a line a profile; «|»
 * separates its columns, which the first lines (`# …`) name. All text that a reader of a sample sees is
 * in these files. The generators only add names, places and numbers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export type PartsRow<Column extends string> = Readonly<Record<Column, string>>;

/** `columns` are the names by which the file's columns are read, in their order. */
export function readParts<Column extends string>(
  name: string,
  columns: readonly Column[],
): readonly PartsRow<Column>[] {
  const path = join(import.meta.dirname, 'parts', `${name}.psv`);
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line, position) => ({ line, number: position + 1 }))
    .filter(({ line }) => line.trim() !== '' && !line.startsWith('#'))
    .map(({ line, number }) => {
      const cells = line.split('|').map((cell) => cell.trim());
      if (cells.length !== columns.length) {
        throw new Error(`${path}:${number} has ${cells.length} columns, expected ${columns.length}`);
      }
      return Object.fromEntries(
        columns.map((column, position) => [column, cells[position]!]),
      ) as PartsRow<Column>;
    });
}

/** `parts/<name>.yaml`, whose form the caller knows. */
export function readYamlParts<T>(name: string): T {
  return parse(readFileSync(join(import.meta.dirname, 'parts', `${name}.yaml`), 'utf8')) as T;
}

/** `a,b` -> ['a', 'b']; an empty cell -> []. */
export function listed(cell: string): string[] {
  return cell === '' ? [] : cell.split(',').map((value) => value.trim());
}
