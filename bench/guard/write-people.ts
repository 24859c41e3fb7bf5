/**
 * A data folder with generated people for each side. The parent's code writes the folder, and the other side gets a
 * copy, which its server migrates: a migration only goes forward.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runToEnd } from '../support/measure.ts';
import type { WorldFolder } from '../world/world-folder.ts';
import type { ParentCheckout } from './parent-checkout.ts';

export type SideFolders = Readonly<Record<'parent' | 'own', string>> & Pick<WorldFolder, 'key'>;

export async function writePeopleOfBothSides(
  { path }: ParentCheckout,
  folder: string,
  rows: number,
): Promise<SideFolders> {
  const folders = { parent: join(folder, 'parent-data'), own: join(folder, 'own-data') };
  const module = pathToFileURL(join(path, 'bench/world/world-folder.ts')).href;
  const script =
    `const { worldFolder } = await import(${JSON.stringify(module)});` +
    `const world = await worldFolder(${JSON.stringify(folders.parent)}, ${rows});` +
    `process.stdout.write('\\n' + JSON.stringify(world));`;
  const { stdout } = await runToEnd(process.execPath, ['--input-type=module', '--eval', script]);
  cpSync(folders.parent, folders.own, { recursive: true });
  const { key } = JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as WorldFolder;
  return { ...folders, key };
}
