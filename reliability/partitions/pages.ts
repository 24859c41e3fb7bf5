/** All rows of a list, newest first. */
import type { Client } from '../kill/client.ts';
import { read } from '../kill/ledger.ts';

export async function pages<Row>(client: Client, path: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let cursor = ''; ; ) {
    const joined = path.includes('?') ? '&' : '?';
    const { data, next_cursor } = await read(client, `${path}${joined}limit=100${cursor}`);
    rows.push(...data);
    if (next_cursor == null) return rows;
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`;
  }
}
