import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesAfterPowerLoss } from './files-after-power-loss.ts';

const isHere = process.platform === 'linux' && existsSync('/usr/bin/cc');
const old = { '/old': 'old' };
const module = (path: string) => JSON.stringify(new URL(`../../../src/${path}`, import.meta.url).href);

test.runIf(isHere).each([
  ['what was there stays', '', old],
  ['unsynced bytes are lost', "write('/old', ' and new', 'a')", old],
  [
    'synced bytes stay, later ones do not',
    "const f = write('/a', '1'); fs.fsyncSync(f); fs.writeSync(f, '2')",
    { ...old, '/a': '1' },
  ],
  [
    'a rename without a sync of its folder is undone',
    "fs.fsyncSync(write('/a', '1')); fs.renameSync(dir + '/a', dir + '/old')",
    { ...old, '/a': '1' },
  ],
  [
    'a rename with it stays',
    "fs.fsyncSync(write('/a', '1')); fs.renameSync(dir + '/a', dir + '/old'); sync('/')",
    { '/old': '1' },
  ],
  [
    'a renamed file that was never synced is empty',
    "write('/a', '1'); fs.renameSync(dir + '/a', dir + '/old'); sync('/')",
    { '/old': '' },
  ],
  ['a removal without a sync is undone', "fs.rmSync(dir + '/old')", old],
  ['a removal with it stays', "fs.rmSync(dir + '/old'); sync('/')", {}],
  [
    'files of a renamed folder come with it',
    `fs.mkdirSync(dir + '/x'); fs.fsyncSync(write('/x/a', '1')); write('/x/b', '2');
      fs.renameSync(dir + '/x', dir + '/y'); sync('/')`,
    { ...old, '/y/a': '1' },
  ],
])('%s', (_, script, expected) => {
  expect(filesAfterPowerLoss(script)).toEqual(expected);
});

test.runIf(isHere).each([
  [
    'a file of a backup',
    `const { openFolderTarget } = await import(${module('platform/backup/folder-target.ts')});
      await openFolderTarget(dir).put('blocks/a', Buffer.from('1'))`,
    '/blocks/a',
  ],
  [
    'an artifact',
    `const { writeArtifactFile } = await import(${module('platform/artifacts/files/write-artifact-file.ts')});
      const writer = await writeArtifactFile('k/a', dir + '/k/a');
      await writer.write(Buffer.from('1'));
      await writer.commit()`,
    '/k/a',
  ],
])('%s that was acknowledged is there', (_, script, path) => {
  expect(filesAfterPowerLoss(script)).toMatchObject({ [path]: '1' });
});
