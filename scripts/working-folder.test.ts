import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { workingFolder } from './working-folder.mjs';

const caller = mkdtempSync(join(tmpdir(), 'counterpart-caller-'));
afterAll(() => rmSync(caller, { recursive: true, force: true }));
const root = '/repository';
const npm = { npm_package_json: join(root, 'package.json'), INIT_CWD: caller };
const inRepository = { folder: root, environment: {} };
const atCaller = { folder: caller, environment: { COUNTERPART_DATA: join(root, 'data') } };

describe('the command line works where its caller is', () => {
  test.each<[string, string, NodeJS.ProcessEnv, string, object]>([
    ['by npm from another folder', 'src/main.ts', npm, root, atCaller],
    ['by npm from the repository', 'src/main.ts', { ...npm, INIT_CWD: root }, root, inRepository],
    ['by npm from a folder that is gone', 'src/main.ts', { ...npm, INIT_CWD: '/gone' }, root, inRepository],
    ['by itself', join(root, 'src', 'main.ts'), {}, caller, atCaller],
    [
      'within a script of another package',
      'src/main.ts',
      { ...npm, npm_package_json: '/other/package.json', INIT_CWD: '/other' },
      caller,
      atCaller,
    ],
    [
      'with a data folder of its own',
      'src/main.ts',
      { ...npm, COUNTERPART_DATA: 'mine' },
      root,
      { folder: caller, environment: { COUNTERPART_DATA: 'mine' } },
    ],
    ['not another program', 'scripts/check.ts', npm, root, inRepository],
  ])('%s', (_, entry, environment, cwd, expected) => {
    expect(workingFolder(root, entry, environment, cwd)).toEqual(expected);
  });
});
