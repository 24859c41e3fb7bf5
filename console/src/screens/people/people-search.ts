import { textOf } from '../../parts/read-unknown.ts';

/** The state of the list, all of it in the address. */
export interface PeopleSearch {
  readonly domain?: string;
  readonly prefix?: string;
  /** Where the page begins; absent: the first page. */
  readonly cursor?: string;
}

export function parsePeopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const domain = textOf(raw.domain);
  const prefix = textOf(raw.prefix);
  const cursor = textOf(raw.cursor);
  return {
    ...(domain !== undefined && { domain }),
    ...(prefix !== undefined && { prefix }),
    ...(cursor !== undefined && { cursor }),
  };
}
