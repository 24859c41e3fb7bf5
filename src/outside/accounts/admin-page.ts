/** Pages of the operator's lists. */

export interface Page<Row> {
  readonly data: readonly Row[];
  /** The id below which the next page begins; null on the last page. */
  readonly next: string | null;
}

/** `read`: one row more than the page has, where there is one. */
export function pageOf<Row>(read: readonly Row[], limit: number, idOf: (row: Row) => string): Page<Row> {
  const data = read.slice(0, limit);
  return { data, next: read.length > limit ? idOf(data.at(-1)!) : null };
}
