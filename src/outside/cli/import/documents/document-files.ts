/** The files of an import that are documents, each about one person. */
import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { DocumentFormat } from '../../../../contract/document.ts';
import { formatOfName } from '../../../../people/documents/document-formats.ts';
import { UsageError } from '../../usage-error.ts';

export interface DocumentFile {
  readonly path: string;
  readonly userId: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

const documentFormats: ReadonlySet<DocumentFormat | null> = new Set([
  ...(['pdf', 'docx', 'latex', 'markdown', 'text', 'html'] as const),
]);

/** Whether the sources are documents, and no file of rows. A folder stands for the documents in it. */
export function areDocuments(sources: readonly string[]): boolean {
  const [first] = sources;
  if (first === undefined) return false;
  const isFolder = statOf(first)?.isDirectory() === true;
  const format = formatOfName(first);
  // Records in one page are rows.
  if (format === 'html' && sources.length === 1 && !isFolder) return !hasRecords(first);
  return isFolder || documentFormats.has(format);
}

function hasRecords(page: string): boolean {
  return statOf(page)?.isFile() === true && /application\/ld\+json/i.test(readFileSync(page, 'latin1'));
}

/** In the order of the sources; in a folder in that of the names. Throws a usage error. */
export function documentFiles(
  sources: readonly string[],
  idOf: (name: string) => string,
): readonly DocumentFile[] {
  return sources.flatMap((source) => {
    const stat = statOf(source);
    if (stat === undefined) throw new UsageError(`There is no file ${source}.`);
    if (stat.isDirectory()) return filesIn(source, idOf);
    if (!documentFormats.has(formatOfName(source)))
      throw new UsageError(`${source} is no document. Import documents and files of rows apart.`);
    return [fileOf(source, stat, idOf)];
  });
}

function filesIn(folder: string, idOf: (name: string) => string): readonly DocumentFile[] {
  const names = readdirSync(folder).filter((name) => documentFormats.has(formatOfName(name)));
  const files = names.sort().map((name) => join(folder, name));
  const found = files.flatMap((file) => {
    const stat = statOf(file);
    return stat?.isFile() === true ? [fileOf(file, stat, idOf)] : [];
  });
  if (found.length === 0)
    throw new UsageError(`${folder} has no document (.pdf, .docx, .tex, .md, .txt, .html).`);
  return found;
}

function fileOf(path: string, { size, mtimeMs }: Stats, idOf: (name: string) => string): DocumentFile {
  return { path: resolve(path), userId: idOf(basename(path)), bytes: size, modifiedMs: mtimeMs };
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });
