/** Where the people of an import come from. */
import { type FileMapping, peopleRows } from './file-mapping.ts';
import { readRows } from './open-file.ts';
import { bodyOf, type PersonBody } from './person-body.ts';
import { placeOf, type RowAt } from './rejects.ts';
import type { ImportSource } from './samples-source.ts';
import { saveImport } from './saved-import.ts';

export function sourceOfFile(file: File, mapping: FileMapping, total: number, tenant: string): ImportSource {
  const places = new WeakMap<PersonBody, RowAt>();
  let repeatedRows = 0;
  return {
    name: file.name,
    tenant,
    save: (position, refused) => saveImport(tenant, file, mapping, { position, total, refused }),
    domain: mapping.schema.domain,
    total,
    from: { file, mapping },
    repeatedRows: () => repeatedRows,
    placeOf: (person) => places.get(person) ?? { row: 0, line: 0 },
    people: async function* (rejects) {
      const source = await readRows(file, mapping.layout);
      const people = peopleRows(mapping, source.decimal);
      for await (const numbered of source.rows) {
        const row = people.next(numbered);
        repeatedRows = people.repeated;
        const at = placeOf(row);
        if ('reason' in row) {
          rejects.add(at, row.reason);
        } else {
          const body = bodyOf(row);
          places.set(body, at);
          yield body;
        }
      }
    },
  };
}
