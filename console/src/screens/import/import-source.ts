/** Where the people of an import come from. */
import { fileRows, type Layout } from './file-rows.ts';
import type { Rejects } from './rejects.ts';
import { type Mapping, type PersonBody, PersonRows } from './row-to-person.ts';
import { saveImport } from './saved-import.ts';

export interface ImportSource {
  readonly name: string;
  /** The workspace, by id. */
  readonly tenant: string;
  readonly domain: string;
  /** Rows that will be sent, counted by the check. */
  readonly total: number;
  /** null: not of a file. */
  readonly from: { readonly file: File; readonly layout: Layout } | null;
  /** Gives the same people in the same order each time. */
  readonly people: (rejects: Rejects) => AsyncIterable<PersonBody> | Iterable<PersonBody>;
  /** Keeps how far the import came, beyond this page. */
  readonly save: (position: number, refused: Iterable<number>) => void;
  /** The row of a person in the file. */
  readonly rowOf: (person: PersonBody) => number;
}

export function sourceOfFile(file: File, mapping: Mapping, total: number, tenant: string): ImportSource {
  const rows = new WeakMap<PersonBody, number>();
  return {
    name: file.name,
    tenant,
    save: (position, refused) => saveImport(tenant, file, mapping, { position, total, refused }),
    domain: mapping.schema.domain,
    total,
    from: { file, layout: mapping.layout },
    rowOf: (person) => rows.get(person) ?? 0,
    people: async function* (rejects) {
      const people = new PersonRows(mapping);
      for await (const batch of fileRows(file, mapping.layout)) {
        for (const row of batch) {
          const mapped = people.next(row);
          if ('reason' in mapped) {
            rejects.add(row.row, mapped.reason);
          } else {
            rows.set(mapped.body, row.row);
            yield mapped.body;
          }
        }
      }
    },
  };
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
    rowOf: (person) => people.indexOf(person) + 1,
  };
}
