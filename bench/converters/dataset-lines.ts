/** Rows of public datasets in the form of an import: JSONL, each row with its type. */

export interface SourceItem {
  readonly id: string;
  readonly text: string;
  /** Values of declared features. Default: none. */
  readonly attributes?: Readonly<Record<string, string | number | readonly string[]>>;
}

export interface SourceEvent {
  readonly person: string;
  readonly item: string;
  readonly kind: string;
  /** Epoch seconds. */
  readonly atSeconds: number;
  readonly value: number;
  readonly basket?: string;
}

export function itemLine({ id, text, attributes }: SourceItem): string {
  return `${JSON.stringify({ type: 'item', item_id: id, text, ...(attributes && { attributes }) })}\n`;
}

/** `number`: position of the event in its dataset, from 1; it makes the id. */
export function eventLine(
  { person, item, kind, atSeconds, value, basket }: SourceEvent,
  number: number,
): string {
  return `${JSON.stringify({
    type: 'event',
    event_id: `e${number}`,
    person_id: person,
    item_id: item,
    kind,
    timestamp: new Date(atSeconds * 1000).toISOString(),
    value,
    ...(basket !== undefined && { basket_id: basket }),
  })}\n`;
}

/** Without the header line. */
export function rowsOf(text: string, separator: string, headerLines: number): readonly (readonly string[])[] {
  return text
    .split('\n')
    .slice(headerLines)
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line !== '')
    .map((line) => line.split(separator));
}
