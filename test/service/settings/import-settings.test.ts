import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect } from 'vitest';
import { importSettings } from '../../../src/platform/config/settings/import-settings.ts';
import { type ComposedService, composed } from '../testing/composed-service.ts';
import { type OutsideWorld, startOutsideWorld } from '../testing/outside-world.ts';
import { demonstrate } from './demonstrate.ts';

let outside: OutsideWorld;
let changed: ComposedService;
let plain: ComposedService;

beforeAll(async () => {
  outside = await startOutsideWorld({ '/exports/a.jsonl': '{"type":"item","item_id":"a","text":"A"}\n' });
  changed = await composed({ '--import-sources': `${outside.url}/exports/` });
  plain = await composed();
});

afterAll(async () => {
  for (const service of [changed, plain]) await service?.stop();
  await outside?.close();
});

demonstrate(importSettings, {
  importSources: async () => {
    const source = { name: 'web', source_uri: `${outside.url}/exports/a.jsonl`, format: 'jsonl' };
    expect((await changed.send('datasets', source, 'import-from-web')).status).toBe(202);
    expect((await plain.send('datasets', source, 'import-from-web')).status).toBe(400);
  },
  unpackedMib: async () => {
    mkdirSync(join(changed.folder, 'imports'), { recursive: true });
    const row = (n: number) => `{"type":"item","item_id":"i${n}","text":"${'word '.repeat(200)}"}\n`;
    const rows = Array.from({ length: 1500 }, (_, n) => row(n)).join('');
    writeFileSync(join(changed.folder, 'imports', 'packed.jsonl.gz'), gzipSync(rows));
    const run = async (name: string, unpackedMib: number) => {
      const source = { name, source_uri: 'file:packed.jsonl.gz', format: 'jsonl' };
      const { body } = await changed.send('datasets', source, `import-of-${name}`);
      return changed.ended(body.id, { unpackedMib });
    };
    expect((await run('two-mib', 2)).status).toBe('succeeded');
    const refused = await run('one-mib', 1);
    expect([refused.status, refused.error?.message]).toEqual(['failed', expect.stringContaining('1 MiB')]);
  },
});
