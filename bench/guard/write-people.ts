/**
 * A data folder with generated people for each side. The parent's code writes the folder, and the other side
 * gets a copy, which its server migrates: a migration only goes forward.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '../support/measure.ts';
import type { ParentCheckout } from './parent-checkout.ts';

export interface SideFolders {
  readonly parent: string;
  readonly own: string;
  /** The API key of the people's tenant, in both folders. */
  readonly key: string;
}

const script = fileURLToPath(new URL('write-world.ts', import.meta.url));

export async function writePeopleOfBothSides(
  { path }: ParentCheckout,
  folder: string,
  rows: number,
): Promise<SideFolders> {
  const [parent, own] = [join(folder, 'parent-data'), join(folder, 'own-data')];
  const { stdout } = await runToEnd(process.execPath, [script, path, parent, String(rows)]);
  cpSync(parent, own, { recursive: true });
  const { key } = JSON.parse(stdout.trim().split('\n').at(-1)!) as { readonly key: string };
  return { parent, own, key };
}
