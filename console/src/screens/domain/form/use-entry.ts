/** Reads and writes the keys of one mapping of the definition. */
import type { YAMLMap } from 'yaml';
import type { DefinitionForm } from './read-form.ts';
import { isShared, setKey } from './set-key.ts';
import type { Plain, TextEdit } from './yaml-text.ts';

export interface Editing {
  readonly source: string;
  readonly form: DefinitionForm;
  readonly onEdit: (edits: readonly TextEdit[]) => void;
}

/** `order`: of the keys, by which a new one is placed. */
export function entryOf({ source, form, onEdit }: Editing, map: YAMLMap, order: readonly string[]) {
  const value = (key: string) => form.valueOf(map, key);
  const edits = (key: string, to: Plain | undefined) => setKey(source, map, key, to, order);
  return {
    text: (key: string) => String(value(key) ?? ''),
    number: (key: string) => numberOf(value(key)),
    list: (key: string) => {
      const found = value(key);
      return Array.isArray(found) ? found : undefined;
    },
    is: (key: string) => value(key) === true,
    has: (key: string) => value(key) !== undefined,
    isShared: (key: string) => isShared(map, key),
    set: (key: string, to: Plain | undefined) => onEdit(edits(key, to)),
    /** An empty text takes the key out. */
    setText: (key: string) => (to: string) => onEdit(edits(key, to === '' ? undefined : to)),
    edits,
  };
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
