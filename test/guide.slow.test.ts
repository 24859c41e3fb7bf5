/** The operator's commands of the guide succeed, in the order of its pages, from a fresh folder. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'guide-'));
// Commands name examples by their path in the repository; what they write stays in the fresh folder.
symlinkSync(join(root, 'docs'), join(folder, 'docs'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pages = ['first-match', 'bring-your-people', 'your-own-domain', 'production'];
const commands = pages.flatMap((page) =>
  [...readFileSync(join(root, 'docs', 'guide', `${page}.md`), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, block]) => block!.split('\n'))
    .filter((line) => line.startsWith('npm run counterpart -- '))
    .map((line) => line.replace('npm run counterpart -- ', '').replace(/ +#.*/, '')),
);

test('the guide has commands of the operator', () => {
  expect(commands.length).toBeGreaterThan(7);
});

test.each(commands)(
  'counterpart %s',
  async (command) => {
    await promisify(execFile)(process.execPath, [join(root, 'src', 'main.ts'), ...command.split(' ')], {
      cwd: folder,
      env: { ...process.env, COUNTERPART_DATA: join(folder, 'data') },
    });
  },
  180_000,
);
