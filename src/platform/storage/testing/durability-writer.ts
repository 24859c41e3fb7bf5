/**
 * The child that `durability.crash.test.ts` kills. Several callers write people at once; each id is printed
 * to standard output after the store has answered. Arguments: database file, tag of this life, number of
 * callers.
 */
import { writeSync } from 'node:fs';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import { durableWrites } from './durable-writes.ts';

const [file, tag, callers] = process.argv.slice(2) as [string, string, string];
const store = await openSqliteStore({ file });

await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => keepWriting(caller)));

async function keepWriting(caller: number): Promise<never> {
  for (let n = 0; ; n++) {
    const writes = durableWrites(`${tag}-${caller}-${n}`, (caller % 3) * 7 + 1);
    const results = await store.profiles.write(writes);
    if (results.some((result) => result !== 'written')) throw new Error(`unexpected ${results.join()}`);
    writeSync(1, `${writes.map(({ row }) => row.userId).join('\n')}\n`);
  }
}
