/** The source of an import, and the one that is no file: the sample people of a domain. */
import type { FileMapping } from './file-mapping.ts';
import type { PersonBody } from './person-body.ts';
import { placeOf, type Rejects, type RowAt } from './rejects.ts';

export interface ImportSource {
  readonly name: string;
  /** The workspace, by id. */
  readonly tenant: string;
  readonly domain: string;
  /** Rows that will be sent, counted by the check. */
  readonly total: number;
  /** null: not of a file. */
  readonly from: { readonly file: File; readonly mapping: FileMapping } | null;
  /** Gives the same people in the same order each time. */
  readonly people: (rejects: Rejects) => AsyncIterable<PersonBody> | Iterable<PersonBody>;
  /** Keeps how far the import came, beyond this page. */
  readonly save: (position: number, refused: Iterable<RowAt>) => void;
  /** Rows so far whose id an earlier row has. */
  readonly repeatedRows: () => number;
  /** Where a person stands in the file. */
  readonly placeOf: (person: PersonBody) => RowAt;
}

export function sourceOfSamples(
  domain: string,
  people: readonly PersonBody[],
  name: string,
  tenant: string,
): ImportSource {
  return {
    name,
    tenant,
    domain,
    total: people.length,
    from: null,
    save: () => {},
    people: () => people,
    repeatedRows: () => 0,
    placeOf: (person) => placeOf({ row: people.indexOf(person) + 1 }),
  };
}
