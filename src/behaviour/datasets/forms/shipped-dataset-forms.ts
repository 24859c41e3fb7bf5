/** The forms that are recognised: the files of `shipped/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatasetFormFile, parseDatasetForm } from './dataset-form.ts';

const folder = join(import.meta.dirname, 'shipped');
let read: readonly DatasetFormFile[] | undefined;

/** The files are read at the first use. */
function shippedDatasetForms(): readonly DatasetFormFile[] {
  read ??= readdirSync(folder)
    .toSorted()
    .map((name) => parseDatasetForm(readFileSync(join(folder, name), 'utf8'), name));
  return read;
}

/** By the columns of a header, or the keys of an object: the form that names most of them. */
export function formOfNames(names: readonly string[]): DatasetFormFile | undefined {
  const own = new Set(names);
  return shippedDatasetForms()
    .filter(({ has, lacks }) => has?.every((name) => own.has(name)) && !lacks.some((name) => own.has(name)))
    .toSorted((one, other) => other.has!.length - one.has!.length)[0];
}

/** By the first line of a file without a header. */
export function formOfLine(line: string): DatasetFormFile | undefined {
  return shippedDatasetForms().find((form) => form.line?.test(line));
}
