/** New files of a folder, under kill -9. */
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { temporaryFolder } from '../../../src/platform/testing/temporary-folder.ts';
import { keepLedger, ledgerRow } from './connector-ledger.ts';

const { path: folder, remove } = temporaryFolder();
const inbox = join(folder, 'inbox');
mkdirSync(inbox);
afterAll(remove);

test('each row of the files is stored once, or refused once', { timeout: 180_000 }, () =>
  keepLedger({
    folder,
    rows: 2000,
    source: { folder: { path: 'inbox', every_seconds: 0.1 } },
    async feed(from, to) {
      const lines = Array.from({ length: to - from }, (_, n) => `${JSON.stringify(ledgerRow(from + n))}\n`);
      const name = `${String(from).padStart(5, '0')}.ndjson`;
      const written = join(folder, name);
      writeFileSync(written, lines.join(''));
      const before = new Date(Date.now() - 10_000);
      utimesSync(written, before, before);
      renameSync(written, join(inbox, name));
    },
  }),
);
