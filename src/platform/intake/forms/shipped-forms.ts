/** The forms that are recognised: the files of `shipped/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FormFile, parseForm } from './form.ts';

const folder = join(import.meta.dirname, 'shipped');
let read: readonly FormFile[] | undefined;

/** By name. The files are read at the first use. */
export function shippedForms(): readonly FormFile[] {
  read ??= readdirSync(folder)
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { form: parseForm(text, name), text };
    });
  return read;
}
