/** A document as its blocks, the leaves of its records, and the text that the rules read. */

export type Format = 'json' | 'yaml' | 'csv' | 'tsv' | 'html' | 'markdown' | 'latex' | 'code' | 'plain';

/** UTF-16 offsets [start, end) in the document as it was given. */
export type Range = readonly [number, number];

export interface Block {
  readonly kind: 'prose' | 'heading' | 'item' | 'pair' | 'cell' | 'code' | 'boilerplate';
  /** "Experience › Acme", `skills[2].description`. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** The level of a heading: 1 to 6. */
  readonly level?: number;
}

/** Keys from the outside to the inside; positions in lists from 0. */
export type Path = readonly (string | number)[];

/** A leaf of a record: the value of a key, an item of its list, or a cell of a table. */
export interface Pair {
  readonly path: Path;
  readonly start: number;
  readonly end: number;
  /** Without quotation marks and escapes. */
  readonly value: string;
  /** A line of prose with a label, which is no record. */
  readonly isLabel?: boolean;
}

/** A cell of a table, which is read after the head of its column. */
export interface HeadedCell {
  readonly cell: Range;
  /** null: the column has none. */
  readonly head: string | null;
}

export interface DocumentParts {
  readonly blocks: readonly Block[];
  readonly pairs: readonly Pair[];
  readonly cells: readonly HeadedCell[];
  /** As long as the document, so that offsets hold. Unread parts are blank. */
  readonly readable: string;
}

export interface ReadDocument extends DocumentParts {
  readonly format: Format;
}

/** `skills[2].description` */
export function writtenPath(path: Path): string {
  let written = '';
  for (const step of path) {
    if (typeof step === 'number') written += `[${step}]`;
    else written += written === '' ? step : `.${step}`;
  }
  return written;
}
