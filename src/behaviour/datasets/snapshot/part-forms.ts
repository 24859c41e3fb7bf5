/** The columns of the files of a snapshot. */
import type { EventRow, ItemRow, PersonRow } from '../rows/dataset-row.ts';
import type { PartForm } from './part-writer.ts';
import { eventsSchema, itemsSchema, peopleSchema } from './snapshot-schema.ts';
import { optionalTextColumn, plainTextColumn, textColumn } from './text-column.ts';

export const itemsForm: PartForm<ItemRow> = {
  part: 'items',
  schema: itemsSchema,
  charactersOf: ({ itemId, text, attributes }) => itemId.length + text.length + (attributes?.length ?? 0),
  columnsOf: (items) => [
    plainTextColumn(
      'item_id',
      items.map((item) => item.itemId),
    ),
    plainTextColumn(
      'text',
      items.map((item) => item.text),
    ),
    {
      name: 'created_at',
      data: items.map(({ createdAtMs }) => (createdAtMs === null ? null : BigInt(createdAtMs))),
      encoding: 'PLAIN',
      offsetIndex: false,
    },
    optionalTextColumn(
      'attributes',
      items.map((item) => item.attributes),
    ),
  ],
};

export const peopleForm: PartForm<PersonRow> = {
  part: 'people',
  schema: peopleSchema,
  charactersOf: ({ personId, attributes }) => personId.length + (attributes?.length ?? 0),
  columnsOf: (people) => [
    plainTextColumn(
      'person_id',
      people.map((person) => person.personId),
    ),
    optionalTextColumn(
      'attributes',
      people.map((person) => person.attributes),
    ),
  ],
};

export const eventsForm: PartForm<EventRow> = {
  part: 'events',
  schema: eventsSchema,
  charactersOf: ({ eventId, personId, itemId, context }) =>
    eventId.length + personId.length + itemId.length + (context?.length ?? 0),
  columnsOf: (events) => [
    plainTextColumn(
      'event_id',
      events.map((event) => event.eventId),
    ),
    textColumn(
      'person_id',
      events.map((event) => event.personId),
    ),
    textColumn(
      'item_id',
      events.map((event) => event.itemId),
    ),
    textColumn(
      'kind',
      events.map((event) => event.kind),
    ),
    {
      name: 'timestamp',
      data: BigInt64Array.from(events, (event) => BigInt(event.timestampMs)),
      encoding: 'DELTA_BINARY_PACKED',
      offsetIndex: false,
    },
    {
      name: 'value',
      // A dictionary would turn -0 into 0.
      data: Float64Array.from(events, (event) => event.value),
      encoding: 'PLAIN',
      offsetIndex: false,
    },
    optionalTextColumn(
      'session_id',
      events.map(({ sessionId }) => sessionId ?? null),
    ),
    optionalTextColumn(
      'basket_id',
      events.map(({ basketId }) => basketId ?? null),
    ),
    optionalTextColumn(
      'context',
      events.map(({ context }) => context ?? null),
    ),
  ],
};
