/** `counterpart encoder` on a data folder without a server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from './running-service.ts';
import { jsonOf, runHere } from './service/testing/run-cli.ts';

const tinyModel = fileURLToPath(new URL('../src/engines/encoders/folder/tiny-model', import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.remove());

interface Status {
  readonly serving: { readonly encoder: string; readonly setting: string } | null;
  readonly target: { readonly encoder: string } | null;
  readonly rows_to_encode: number;
  readonly share: number;
  readonly vectors: readonly { readonly encoder: string; readonly heads: number }[];
  readonly next: string;
}

const run = (...args: readonly string[]) => runHere(folder.path, ...args);
const status = () => jsonOf<Status>(run('encoder', 'status', '--json'));

test('begins a switch, shows it, does it here, and goes back', { timeout: 60_000 }, async () => {
  expect(await status()).toMatchObject({ serving: null, target: null, vectors: [] });
  await run('tenants', 'create', 'acme', '--domains', 'dating', '--email', 'ops@acme.example');
  const people = Array.from({ length: 5 }, (_, n) =>
    JSON.stringify({
      user_id: `p${n}`,
      domain: 'dating',
      fields: { values_text: `I love chess and ${n} cats.` },
    }),
  );
  const file = join(folder.path, 'people.ndjson');
  writeFileSync(file, people.join('\n'));
  expect((await run('import', '--tenant', 'acme', '--domain', 'dating', file)).code).toBe(0);
  const first = await status();
  const old = first.serving!.encoder;
  expect(first).toMatchObject({ serving: { setting: 'embedded' }, vectors: [{ encoder: old, heads: 5 }] });
  expect(first.next).toBe('nothing.');

  const wrong = await run('encoder', 'switch', 'word2vec');
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('Expected embedded, contextual, folder:PATH'),
  ]);

  const begun = await run('encoder', 'switch', `folder:${tinyModel}`);
  expect([begun.code, begun.stdout]).toEqual([
    0,
    expect.stringContaining('takes over when 5 rows are encoded'),
  ]);
  const during = await status();
  expect(during).toMatchObject({ serving: { encoder: old }, rows_to_encode: 5, share: 0 });
  expect(during.target?.encoder).toMatch(/^tiny-model@1#/);
  expect(during.next).toContain('while a server or «counterpart work» runs');

  const done = await run('encoder', 'switch', `folder:${tinyModel}`, '--now');
  expect([done.code, done.stdout]).toEqual([
    0,
    expect.stringContaining('Done: 5 rows encoded here, 0 refused.'),
  ]);
  const after = await status();
  expect(after).toMatchObject({
    serving: { encoder: during.target!.encoder, setting: `folder:${tinyModel}` },
    target: null,
    rows_to_encode: 0,
    share: 1,
  });
  expect(after.vectors.map(({ heads }) => heads)).toEqual([5, 5]);

  // The earlier vectors still exist, so switching back encodes nothing.
  const back = await run('encoder', 'switch', 'embedded', '--now');
  expect(back.stdout).toContain('takes over when 0 rows are encoded');
  expect((await status()).serving?.encoder).toBe(old);
  const shown = await run('encoder', 'status');
  expect(shown.stdout).toMatch(/^serving {2}counterpart-static@\S+ \(embedded\) since /);

  // Both encoders of the repository have 256 dimensions, and still nothing of one serves for the other.
  const other = await run('encoder', 'switch', 'contextual', '--now');
  expect([other.code, other.stdout]).toEqual([
    0,
    expect.stringContaining('Done: 5 rows encoded here, 0 refused.'),
  ]);
  expect((await status()).serving).toMatchObject({
    encoder: expect.stringMatching(/^counterpart-contextual@1#/),
    setting: 'contextual',
  });
});
