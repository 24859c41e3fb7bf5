/** The columns of the table: the fields that are shown, and which of them sort. */
import type { Schema, SchemaField } from '../../api/queries.ts';

const FIRST = 5;

/** Hard fields first, since they are short. Texts come behind. */
export function possibleColumns({ fields }: Schema): readonly SchemaField[] {
  return [...fields.filter(({ kind }) => kind === 'hard'), ...fields.filter(({ kind }) => kind === 'soft')];
}

/** The columns that the address names, in the order of the schema; the first columns where it names none. */
export function shownColumns(schema: Schema, names: readonly string[] | undefined): readonly SchemaField[] {
  const possible = possibleColumns(schema);
  return names === undefined
    ? possible.filter(({ kind }) => kind === 'hard').slice(0, FIRST)
    : possible.filter(({ name }) => names.includes(name));
}

export function isSortable({ kind, multiple }: SchemaField): boolean {
  return kind === 'hard' && multiple !== true;
}
