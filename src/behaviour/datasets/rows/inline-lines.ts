/**
 * The rows of a request body as JSONL. The schema has validated each row; their attributes are validated
 * here.
 */
import type { DatasetEvent, DatasetItem } from '../../../contract/dataset.ts';
import type { DatasetFeatures } from '../../../contract/dataset-features.ts';
import { undeclaredPeople } from '../../../contract/dataset-features.ts';
import type { Issue } from '../../../contract/error-details.ts';
import { invalidRequest } from '../../../contract/errors.ts';
import type { InlineRows } from '../checks/validate-inline-rows.ts';
import { attributeReader } from '../features/attribute-reader.ts';
import type { EventRow, FaultyRow, ItemRow, PersonRow } from './dataset-row.ts';
import { eventLine, itemLine, personLine } from './row-lines.ts';
import { eventRow, itemRow, personRow } from './validate-row.ts';

/** Throws 400 `invalid_request` for attributes that are not as declared. */
export function inlineLines({
  items,
  events,
  people,
  features,
}: InlineRows & { readonly features: DatasetFeatures }): readonly string[] {
  if (people.length > 0 && Object.keys(features.people).length === 0)
    throw invalidRequest([{ path: 'people', message: undeclaredPeople }]);
  const issues: Issue[] = [];
  const itemRows = valid(readItems(items, features), 'items', issues);
  const readPerson = attributeReader(features, 'people');
  const personRows = valid(
    people.map((person) => personRow(person, readPerson)),
    'people',
    issues,
  );
  const eventRows = valid(readEvents(events, features), 'events', issues);
  if (issues.length > 0) throw invalidRequest(issues);
  return [...itemRows.map(itemLine), ...personRows.map(personLine), ...eventRows.map(eventLine)];
}

/** The items of a request body as rows. 400 `invalid_request` for attributes that are not as declared. */
export function validItems(items: readonly DatasetItem[], features: DatasetFeatures): readonly ItemRow[] {
  const issues: Issue[] = [];
  const rows = valid(readItems(items, features), 'items', issues);
  if (issues.length > 0) throw invalidRequest(issues);
  return rows;
}

/** As `validItems`. */
export function validEvents(events: readonly DatasetEvent[], features: DatasetFeatures): readonly EventRow[] {
  const issues: Issue[] = [];
  const rows = valid(readEvents(events, features), 'events', issues);
  if (issues.length > 0) throw invalidRequest(issues);
  return rows;
}

function readEvents(events: readonly DatasetEvent[], features: DatasetFeatures) {
  const read = attributeReader(features, 'events');
  return events.map((event) => eventRow(event, read));
}

function readItems(items: readonly DatasetItem[], features: DatasetFeatures) {
  const read = attributeReader(features, 'items');
  return items.map((item) => itemRow(item, read));
}

function valid<Row extends ItemRow | PersonRow | EventRow>(
  rows: readonly (Row | FaultyRow)[],
  list: string,
  issues: Issue[],
): readonly Row[] {
  return rows.filter((row, at): row is Row => {
    if (row.type !== 'faulty') return true;
    for (const { path, message } of row.issues) issues.push({ path: `${list}[${at}].${path}`, message });
    return false;
  });
}
